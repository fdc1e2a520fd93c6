#!/usr/bin/env python3
"""Collects more published conversations for measurements: models as agents, and people who play an agent.

Usage: agents.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named after its repository: e2e_dialog_challenge
(xiul-msr), Taskmaster (google-research-datasets), GLMP (jasonwu0731), tau2-bench-thesis (silas-blume), tau2-mermaid
(codesque16), tau2-bench-w (WhissleAI), CrossWOZ (thu-coai), dialogues (stanford-oval). Missing clones are skipped.

README.md describes the files of each set. Never commit them: the texts belong to other people.
"""
import csv, io, itertools, json, re, zipfile

from collection import Collection, collect, folder, git, shown, some

SLOT = re.compile(r"(\w+)=([^;)]+)")
# A wish for a good trip or film counts as a booking, because some labels are missing.
DONE = re.compile(r"inform\(([^)]*;)?taskcomplete[;)]|closing=[^;)]*(enjoy|safe trip)", re.IGNORECASE)
OFFERS = re.compile(r"\b(can|could|will|would)\b (\w+ )?(book|reserve|purchase)|\?$")


def challenge(name, path, tool):
    """Bookings between people, with labelled acts. Calls are not recorded, so this adds them."""
    collection = Collection(name)
    text = shown("e2e_dialog_challenge", path)
    rows = list(csv.reader(io.StringIO(text), delimiter="\t"))[1:]
    dialogues = [(key, list(group)) for key, group in itertools.groupby(rows, lambda row: row[0])]
    for key, lines in some(dialogues, 400):
        collection.begin(f"{name}{key}")
        given = {}
        for row in lines:
            role, said, acts = row[3], row[4].strip('"'), " ".join(row[5:])
            if role == "user":
                given.update(SLOT.findall(acts))
                collection.say("user", said)
                continue
            is_done = DONE.search(acts) and not OFFERS.search(said)
            if is_done:
                collection.call(tool, given, '{"success": true}', True)
            collection.say("assistant", said, bool(is_done))
    return collection


def taxis():
    return challenge("taxis", "data/taxi_all.tsv", "book_taxi")


def movies():
    return challenge("movies", "data/movie_all.tsv", "buy_movie_tickets")


def tickets():
    """Sales of cinema tickets by people and models, with their calls."""
    collection, dialogues = Collection("tickets"), []
    entries = [entry for text in folder("Taskmaster", "TM-3-2020/reward").values() for entry in json.loads(text)]
    begun = set()
    for entry in sorted(entries, key=lambda entry: -len(entry["context"])):
        turns = json.loads(entry["context"]) + [json.loads(entry["generation"])]
        texts = [turn["text"] for turn in turns if "text" in turn]
        # Dialogues with the same beginning count once. Dialogues with a call as text would be findings, so skip them.
        if tuple(texts[:6]) not in begun and not any('{"name"' in text for text in texts):
            begun.add(tuple(texts[:6]))
            dialogues.append((entry["conversation_id"], turns))
    sold = [d for d in dialogues if any("book_tickets" in turn.get("api", {}) for turn in d[1])]
    for key, turns in sold + some([d for d in dialogues if d not in sold], 200):
        collection.begin(key)
        call, has_sold = None, False
        for turn in turns:
            if "api" in turn:
                call = next(iter(turn["api"].items()))
            elif "response" in turn and call:
                tool, given = call
                result = turn["response"].get(tool)
                collection.call(tool, given, json.dumps(result), tool == "book_tickets")
                has_sold |= tool == "book_tickets" and "error" not in json.dumps(result).lower()
            elif "text" in turn:
                is_agent = turn["role"] == "agent"
                collection.say("assistant" if is_agent else "user", turn["text"], is_agent and has_sold)
                has_sold &= not is_agent
    return collection


ASKS = re.compile(r"\?$|^(what|when|which|at what|for what)\b", re.IGNORECASE)


def car():
    """A car assistant for appointments and the weather. Calls are not recorded, so this adds them.

    Each reply that is more than a question counts as one that does what the user asked for."""
    collection = Collection("car")
    for part in ("dev", "test"):
        for dialogue in json.loads(shown("GLMP", f"data/KVR/kvret_{part}_public.json")):
            scenario = dialogue["scenario"]
            intent, known = scenario["task"]["intent"], scenario["kb"]["items"]
            if intent == "navigate":
                continue
            collection.begin(scenario["uuid"])
            given, is_open, asked = {}, intent == "schedule" and not known, ""
            for turn in (turn for turn in dialogue["dialogue"] if turn["data"]["utterance"]):
                said = turn["data"]["utterance"]
                if turn["turn"] == "driver":
                    asked = said.lower()
                    collection.say("user", said)
                    continue
                given.update(turn["data"].get("slots", {}))
                states = [part for part in re.findall(r"[^.!?]+[.!?]?", said) if not ASKS.search(part)]
                is_done = is_open and "thank" not in asked and len(" ".join(states).split()) > 3
                if is_done:
                    tool = "set_reminder" if "remind" in asked + said.lower() else "schedule_event"
                    collection.call(tool, given, '{"success": true}', True)
                collection.say("assistant", said, is_done)
    return collection


CHANGES = re.compile(r"^(book|cancel|modify|exchange|return|update|send|transfer)_")
THESIS = "web/leaderboard/public/submissions/toolorchestra_nvidia_2025-12-02/trajectories/toolorchestra_"


def simulations(name, clone, paths):
    """Models as agents of an airline and a shop, on tasks of tau2-bench."""
    collection = Collection(name)
    for path in paths:
        for run in json.loads(shown(clone, path))["simulations"]:
            collection.begin(run["id"])
            has_changed, calls = False, {}
            for message in run["messages"]:
                role, said = message["role"], message.get("content") or ""
                if role == "tool":
                    tool, given = calls.get(message["id"], ("unknown", {}))
                    collection.call(tool, given, said, bool(CHANGES.match(tool)))
                    has_changed |= bool(CHANGES.match(tool)) and not said.startswith("Error")
                    continue
                said = unwrapped(said)
                if said:
                    collection.say(role, said, role == "assistant" and has_changed)
                    has_changed &= role == "user"
                for call in message.get("tool_calls") or []:
                    calls[call["id"]] = (call["name"], call["arguments"])
    return collection


def unwrapped(said):
    """The text of a reply that may be wrapped in JSON; empty if the JSON contains no text."""
    try:
        value = json.loads(said)
        return value.get("message") or value.get("summary", {}).get("message") or "" if isinstance(value, dict) else said
    except (ValueError, AttributeError):
        return "" if said.startswith("{") else said


def orchestra():
    return simulations("orchestra", "tau2-bench-thesis", [THESIS + f"{d}_gpt-5_1trial.json" for d in ("airline", "retail")])


def voice():
    return simulations("voice", "tau2-bench-w", ["results/whissle/airline_run1.json"])


def requests():
    """Agents of a shop that handle one letter from a customer, with little text between their calls."""
    collection = Collection("requests")
    for model in ("sonnet", "haiku"):
        files = folder("tau2-mermaid", f"results/{model}_run_complete_dataset")
        for path, text in sorted(files.items()):
            if not path.endswith(".jsonl"):
                continue
            collection.begin(path.removeprefix("results/").removesuffix(".jsonl"))
            has_changed, calls = False, {}
            for entry in map(json.loads, text.splitlines()):
                if entry["type"] not in ("user", "assistant"):
                    continue
                content = entry["message"]["content"]
                for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
                    if part["type"] == "text":
                        collection.say(entry["type"], part["text"], entry["type"] == "assistant" and has_changed)
                        has_changed = False
                    elif part["type"] == "tool_use":
                        calls[part["id"]] = (part["name"].rsplit("__", 1)[-1], part["input"])
                    elif part["type"] == "tool_result":
                        tool, given = calls[part["tool_use_id"]]
                        if tool == "ToolSearch":
                            continue
                        result = part["content"] if isinstance(part["content"], str) else json.dumps(part["content"])
                        changes = bool(CHANGES.match(tool))
                        collection.call(tool, given, result, changes)
                        has_changed |= changes and not part.get("is_error") and "Error" not in result[:40]
    return collection


def capital():
    """Searches for sights, hotels and taxis in Beijing, in Chinese, without changes."""
    collection = Collection("capital")
    with zipfile.ZipFile(io.BytesIO(git("CrossWOZ", "show", "HEAD:data/crosswoz/val.json.zip"))) as archive:
        dialogues = json.loads(archive.read("val.json"))
    for key, dialogue in some(dialogues.items(), 300):
        collection.begin(key)
        for message in dialogue["messages"]:
            collection.say("user" if message["role"] == "usr" else "assistant", message["content"])
    return collection


def town(language):
    """Searches for films, hotels and courses in several languages, without changes."""
    collection = Collection(f"town.{language}")
    text = shown("dialogues", f"dialogues/risawoz/data/original/{language}_fewshot.json")
    for dialogue in json.loads(text):
        collection.begin(f"{language}{dialogue['dialogue_id']}")
        for turn in dialogue["dialogue"]:
            collection.say("user", turn["user_utterance"])
            collection.say("assistant", turn["system_utterance"])
    return collection


collect({"taxis": taxis, "movies": movies, "tickets": tickets, "car": car, "orchestra": orchestra, "voice": voice,
         "requests": requests, "capital": capital, "town.fr": lambda: town("fr"), "town.zh": lambda: town("zh"),
         "town.en": lambda: town("en")})
