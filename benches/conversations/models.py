#!/usr/bin/env python3
"""Collects recorded runs of language models with tools: a voice assistant at home, an office, and the services of many
firms.

Usage: models.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named after its repository: home-assistant-datasets
(allenporter), WorkBench (olly-styles) and agentdojo-luna-trajectories (Liu-Ruotian). A reply counts as a claim if a call
of its turn changed something and succeeded, and one of its sentences says so. Of the firms it is the next reply after
such a call, whatever it says.
"""
import ast, collections, csv, io, json, re

import yaml

from collection import Collection, collect, folder, some

# The most conversations with the same request.
ALIKE = {"assist": 12, "questions": 4, "workbench": 2}


# ---------------------------------------------------------------- sixteen models at home

RELEASES = ["assist/2026.2.3", "assist/2026.1.1", "assist/2026.6.0b2", "questions/2026.2.3"]
READS = re.compile(r"^(Get|Hass(Get|List(?!Add)|Nevermind|Respond)|todo__?get|calendar_get)", re.IGNORECASE)
ADMITS = re.compile(
    r"sorry|unable|can'?t|cannot|couldn'?t|could not|error|attempt|not support|did ?n[o']t|does ?n[o']t|fail"
    r"|\bissue\b|no (device|lock|light)|already|\?\s*$",
    re.IGNORECASE,
)
# "OK.", and a repetition of the request: they claim nothing.
ECHO = re.compile(
    r"^(OK|Okay|Sure)\W*$|^(Pause|Unlock|Lock|Turn|Open|Close|Skip|Start|Stop|Set|Add|Resume|Mute|Unpause)\b",
    re.IGNORECASE,
)


def runs():
    """Each run with its release and its record of tools, calls and results."""
    for release in RELEASES:
        for path, text in sorted(folder("home-assistant-datasets", f"reports/{release}").items()):
            if path.count("/") < 4 or not path.endswith(".yaml"):
                continue
            run = yaml.load(text, yaml.CSafeLoader)
            traces = run["context"].get("conversation_trace", [])
            details = [entry["data"] for entry in traces if entry["event_type"] == "agent_detail"]
            if details and run.get("response", "").strip():
                yield release.split("/")[0], path, run, details[0]


def outcome(detail):
    """The calls of a run with their results, and whether any changed something, and any of those failed."""
    calls = {call["id"]: call for message in detail["messages"] for call in message.get("tool_calls") or []}
    results, changed, failed = [], False, False
    for message in detail["messages"]:
        if message["role"] != "tool_result":
            continue
        result = message["tool_result"]
        text = json.dumps(result.get("dictitems", result) if isinstance(result, dict) else result, default=str)
        changes = not READS.match(message["tool_name"])
        fails = changes and '"error"' in text
        given = calls.get(message["tool_call_id"], {}).get("tool_args", {})
        results.append((message["tool_name"], given, text, changes))
        changed, failed = changed or (changes and not fails), failed or fails
    return results, changed, failed


def assist():
    collection, often, known = Collection("assist"), collections.Counter(), set()
    for kind, path, run, detail in runs():
        asked, answer = run["task"]["input_text"], run["response"].strip()
        said = (asked.lower(), re.sub(r"\W+", " ", answer.lower()))
        results, changed, failed = outcome(detail)
        # A model that did not act as it should, or claims what failed, needs a label by hand.
        is_right = bool(run["task"].get("expect_changes")) == any(changes for *_, changes in results)
        if not is_right or failed and not ADMITS.search(answer) or said in known or often[said[0]] >= ALIKE[kind]:
            continue
        known.add(said)
        often[said[0]] += 1
        collection.begin(path.removeprefix("reports/").removesuffix(".yaml"))
        for tool in detail.get("tools") or []:
            parameters = tool["parameters"]
            names = re.findall(r"'(\w+)'(?:,|:) ", parameters) if isinstance(parameters, str) else []
            collection.knows(tool["name"], names, tool["description"])
        collection.say("user", asked)
        for tool, given, text, changes in results:
            collection.call(tool, given, text, changes)
        collection.say("assistant", answer, changed and not failed and not ADMITS.search(answer) and not ECHO.search(answer))
    return collection


# ---------------------------------------------------------------- seven models at mail, calendar, customers and tasks

DONE = {
    r"send_email|forward_email|reply_email": r"\b(sent|emailed|forwarded|replied|notified|informed)\b",
    r"delete_": r"\b(deleted|cancell?ed|removed|cleared)\b",
    r"create_event": r"\b(created|scheduled|booked|added|set up|arranged)\b",
    r"update_": r"\b(updated|changed|moved|renamed|rescheduled|(re-?|been )assigned|set|marked|modified|pushed|postponed)\b",
    r"create_task|add_customer": r"\b(created|added|made|set up)\b",
    r"create_plot": r"\b(created|generated|plotted|made|produced|saved)\b",
}
DONE = [(re.compile(tools), re.compile(said, re.IGNORECASE)) for tools, said in DONE.items()]
SUCCEEDED = re.compile(r"^(\d{8}$|.*successfully|plots/)")
# Words that take back what a part of a sentence says, before it.
NOT_DONE = re.compile(
    r"\b(not|no|already|never|cannot|will|would|should|could|can|may|might|must|needs?|let me|if|to be|unable|fail\w*"
    r"|errors?|unless|before|once|until|please|next|going to|I'll|let's|try|ready to)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
MARKUP = re.compile(r"```|\"action\"|Action:|Observation:|\w+\.\w+\(|Thought:")


def says(text, done):
    for part in re.split(r"(?<=[.!?])\s+|\n+|;\s|, but |—| so that ", text):
        if (match := done.search(part)) and not NOT_DONE.search(part[: match.end() + 15]):
            return True
    return False


def value(node):
    """A value from the text of a Python object, without running it."""
    if isinstance(node, ast.Call):
        return {keyword.arg: value(keyword.value) for keyword in node.keywords}
    if isinstance(node, (ast.Tuple, ast.List)):
        return [value(element) for element in node.elts]
    if isinstance(node, ast.Dict):
        return {value(key): value(member) for key, member in zip(node.keys, node.values)}
    return None if isinstance(node, ast.Name) else ast.literal_eval(node)


def works():
    """Each run: its name, the request, the calls with their results, and the reply if that is prose."""
    csv.field_size_limit(10**8)
    for path, text in sorted(folder("WorkBench", "data/results").items()):
        for number, row in enumerate(csv.DictReader(io.StringIO(text)) if path.endswith(".csv") else ()):
            try:
                run = value(ast.parse(row["full_response"], mode="eval").body)
            except (SyntaxError, ValueError, TypeError):
                continue
            said = str(run.get("output") or "").strip() if isinstance(run, dict) else ""
            if said and said[0] != "{" and "stopped due to" not in said and not MARKUP.search(said):
                name = path.split("/", 2)[2].removesuffix(".csv")
                yield f"{name}.{number}", row["query"], run.get("intermediate_steps") or [], said


def workbench():
    collection, often = Collection("workbench"), collections.Counter()
    for key, asked, steps, said in some(list(works()), 100_000):
        deeds, fails = [], False
        for action, result in steps:
            done = next((done for tools, done in DONE if tools.search(str(action.get("tool")))), None)
            succeeded = SUCCEEDED.match(str(result)) is not None
            deeds += [done] if done and succeeded else []
            fails |= done is not None and not succeeded
        # What fails, and what is claimed without a call, needs a label by hand.
        if often[asked] >= ALIKE["workbench"] or fails or not deeds and any(says(said, done) for _, done in DONE):
            continue
        often[asked] += 1
        collection.begin(key)
        collection.say("user", asked)
        for action, result in steps:
            tool, given = str(action.get("tool")), action.get("tool_input")
            changes = any(tools.search(tool) for tools, _ in DONE)
            collection.call(tool, given if isinstance(given, dict) else {"input": given}, str(result)[:3000], changes)
        collection.say("assistant", said, any(says(said, done) for done in deeds))
    return collection


# ---------------------------------------------------------------- one model at the services of twelve kinds of firms

SUBMITS = re.compile(r"^(submit|apply|request|change|make|cancel|update|create|send|reset|register)_")


def firms():
    collection = Collection("firms")
    for path, text in sorted(folder("agentdojo-luna-trajectories", "runs").items()):
        if not path.endswith(".json"):
            continue
        run = json.loads(text)
        collection.begin(run["run_id"])
        for tool in run["available_tools"]:
            collection.knows(tool)
        results = {message["tool_call_id"]: message for message in run["messages"] if message["role"] == "tool"}
        has_changed = False
        for message in run["messages"]:
            said = "\n".join(part.get("content") or "" for part in message.get("content") or [])
            for call in message.get("tool_calls") or []:
                parts = results.get(call["id"], {}).get("content") or []
                changes = SUBMITS.match(call["function"]) is not None
                result = "\n".join(part.get("content") or "" for part in parts)
                collection.call(call["function"], call["args"], result[:3000], changes)
                has_changed |= changes
            if message["role"] == "user" or message["role"] == "assistant" and said:
                collection.say(message["role"], said, message["role"] == "assistant" and has_changed)
                has_changed &= message["role"] == "user"
    return collection


collect({"assist": assist, "workbench": workbench, "firms": firms})
