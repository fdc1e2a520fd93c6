#!/usr/bin/env python3
"""Collects language models that speak: they book journeys, tables, shows and doctors, pay bills, and are interrupted; and the
same at tools that are slow or fail. And a small model at an airline, a shop and a telephone company.

Usage: voices.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY:
realtimetoolbench+audio-tool-bench, yoheinakajima+activegraph-tau2-bench. A reply counts as a claim if a call of its turn
changed something and succeeded, and one of its sentences says so.
"""
import json

from collection import collect, folder, git, some
from desks import PHONES, deed, deeds, gather, phones_and_shops, simulations

SPOKEN = "realtimetoolbench+audio-tool-bench"
TRACES = "data/traces/"
JOURNEYS = deeds({
    r"^(book|reserve|enroll|place)_": r"booked|reserved|made|placed|purchased|enrolled|scheduled|ordered|secured|registered|set",
    r"^pay_": r"paid|processed|settled|went through|complete",
    r"^transfer_money$": r"transferred|sent|complete",
    r"^cancel_": r"cancell?ed",
    r"^request_ride$": r"requested|ordered|booked",
})


def answer(execution):
    """What a tool answered."""
    result = execution.get("result") or execution
    return result.get("output") or json.dumps({"error": execution.get("error") or result.get("error") or "no answer"})


def spoken(run):
    """The messages of a run: the user's words, and what the model said and called."""
    messages = []
    for step in run["steps"]:
        messages.append({"role": "user", "content": step["input_chunk"]["content"]})
        executions = list(step.get("tool_executions") or [])
        for part in step.get("llm_calls") or []:
            message = {"role": "assistant", "content": part.get("content"), "tool_calls": []}
            messages.append(message)
            for call in part.get("tool_calls") or []:
                name = call.get("name") or call["tool_name"]
                execution = next((done for done in executions if done["tool_name"] == name), None)
                if execution is not None:
                    executions.remove(execution)
                    key = f"{len(messages)}"
                    message["tool_calls"].append({"id": key, "name": name, "arguments": call["arguments"]})
                    messages.append({"role": "tool", "tool_call_id": key, "content": answer(execution)})
    return messages


def runs_of(release):
    """The runs of a release, once for each task and model."""
    for path, text in folder(SPOKEN, f"{TRACES}{release}/traces").items():
        run = json.loads(text) if path.endswith(".json") and "/runs/" not in path else {}
        if run.get("steps"):
            yield path.removeprefix(TRACES), spoken(run)


def books(tool, given):
    return deed(JOURNEYS, tool) is not None


def talks():
    """Three models of GPT Realtime, Gemini Live, Grok Voice and Qwen Omni."""
    return gather("talks", some(runs_of("reviewer_release_1040_main"), 10_000), JOURNEYS, books, most=2400)


def hitches():
    """Three models of GPT Realtime whose tools answer late, or fail before they succeed."""
    return gather("hitches", some(runs_of("reactive_tool_robustness_30303010_v1"), 10_000), JOURNEYS, books, most=2000)


def regimes():
    """GPT-4.1 mini at an airline, a shop, a telephone company and a list of tasks."""
    clone = "yoheinakajima+activegraph-tau2-bench"
    paths = git(clone, "ls-tree", "-r", "--name-only", "HEAD", "runs").decode().splitlines()
    runs = simulations(clone, [path for path in paths if path.endswith("tau2_artifacts/results.json")])
    tasks = deeds({r"^(create|update)_": r"created|added|updated|changed|marked|completed"})
    return gather("regimes", runs, PHONES + tasks, lambda tool, given: phones_and_shops(tool, given) or tool.startswith("create_"))


if __name__ == "__main__":
    collect({"talks": talks, "hitches": hitches, "regimes": regimes})
