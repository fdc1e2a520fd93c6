#!/usr/bin/env python3
"""Collects a shop with two kinds of agents, people at a clothes and furniture shop, and small models with the APIs of
many services.

Usage: shelves.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY: avaljotsingh+tau-bench,
facebookresearch+simmc2, tangqiaoyu+ToolAlpaca. A reply counts as a claim if a call of its turn changed something and
succeeded, and one of its sentences says so.
"""
import json, re

from collection import Collection, collect, shown
from desks import SHOP, deeds, gather, listed, shops

ASSERTED = "final_results/"


def asserted():
    """A model in a shop, with and without checks before and after its calls."""
    kinds = ("assertions-agent-none-0.1_range_0-100_6_18_2025", "tool-calling-none-0.1_range_0-100_user-none-llm_06232025",
             "tool-calling-with-preconditions-none-0.1_range_0-100_user-none-llm_0626123715")
    runs = [run for kind in kinds for run in listed("avaljotsingh+tau-bench", f"{ASSERTED}{kind}.json")]
    return gather("asserted", runs, SHOP, shops)


def repaired(text):
    """Some texts were decoded as Windows-1252 though they are UTF-8."""
    try:
        return text.encode("cp1252").decode()
    except UnicodeError:
        return text


def cart():
    """People who sell clothes and furniture and put them into a cart. Calls are not recorded, so this adds them."""
    collection = Collection("cart")
    dialogues = json.loads(shown("facebookresearch+simmc2", "dstc10/data/simmc2_dials_dstc10_dev.json"))["dialogue_data"]
    for dialogue in dialogues:
        collection.begin(f"cart{dialogue['dialogue_idx']}")
        for turn in dialogue["dialogue"]:
            collection.say("user", repaired(turn["transcript"]))
            acts, said = turn["system_transcript_annotated"], repaired(turn["system_transcript"])
            adds = acts["act"] == "CONFIRM:ADD_TO_CART"
            if adds:
                collection.call("add_to_cart", {"items": acts["act_attributes"]["objects"]}, '{"success": true}', True)
            is_claim = re.search(r"\b(added|in your cart|updated|done|placed|put)\b", said, re.IGNORECASE)
            is_claim = is_claim and not re.search(r"\b(will|shall|'ll|going to|let me)\b|\?", said)
            collection.say("assistant", said, bool(adds and is_claim))
    return collection


# ---------------------------------------------------------------- the APIs of many services

STEP = re.compile(r"(?m)^\d+\. (?:Function: (?P<tool>\w+)\nParameters: (?P<given>.*)\nRetruns: (?P<result>.*)|Final Response: (?P<said>(?:.|\n)*))")
SERVICES = deeds({
    r"^(report|create|add|upload|send|save|import|register)": r"reported|created|added|uploaded|sent|saved|imported|registered|mailed",
    r"^(update|edit|set|change|assign|link|enable)": r"updated|edited|set|changed|assigned|linked|enabled|modified",
    r"^(delete|remove|revoke|cancel|unlink|block)": r"deleted|removed|revoked|cancell?ed|unlinked|blocked",
})
CHANGES = re.compile(r"^(report|create|add|upload|send|save|import|register|update|edit|set|change|assign|link|enable|delete|remove"
                     r"|revoke|cancel|unlink|block)(?=[A-Z_])")


def apis():
    """Two small models and the simulated APIs of ten services, with one request each."""
    runs = []
    for size in ("7b", "13b"):
        judged = json.loads(shown("tangqiaoyu+ToolAlpaca", f"evalution_outputs/ToolAlpaca{size}.json"))
        for service, tasks in judged.items():
            for number, task in enumerate(tasks if isinstance(tasks, list) else ()):
                text = task["input"][0]["content"] if task.get("input") else ""
                if "## AI Assistant's Solution" not in text:
                    continue
                asked = re.search(r"## Task Instruction\n((?:.|\n)*?)\n## Standard Answer", text).group(1).strip()
                messages = [{"role": "user", "content": asked}]
                solution = text[text.index("## AI Assistant's Solution"):text.rindex("## Analysis")]
                for key, step in enumerate(STEP.finditer(solution)):
                    if step["tool"]:
                        call = {"id": str(key), "name": step["tool"], "arguments": step["given"]}
                        messages += [{"role": "assistant", "content": "", "tool_calls": [call]},
                                     {"role": "tool", "id": str(key), "content": step["result"]}]
                    else:
                        messages.append({"role": "assistant", "content": step["said"].strip()})
                runs.append((f"{size}.{service}.{number}", messages))
    return gather("apis", runs, SERVICES, lambda tool, given: CHANGES.match(tool) is not None)


if __name__ == "__main__":
    collect({"asserted": asserted, "cart": cart, "apis": apis})
