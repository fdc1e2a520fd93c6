#!/usr/bin/env python3
"""Collects homes in four languages, helpers with one tool or two each (English and Chinese), and calls to a barber.

Usage: rooms.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY: acon96+home-llm,
hiyouga+LLaMA-Factory, syntag-umd+eval-framework. A reply counts as a claim if a call of its turn changed something and
one of its sentences says so.
"""
import csv, hashlib, io, json, re

from collection import Collection, collect, shown, some

# ---------------------------------------------------------------- homes, with requests and answers by people

# What stands for the placeholders of the requests and answers.
COMMON = {"brightness": "50", "temp_f": "70", "temp_c": "21", "humidity": "45"}
VALUES = {
    "english": {"color": "blue", "fan_mode": "auto", "hvac_mode": "heat", "duration": "ten minutes", "todo": "buy bread"},
    "german": {"color": "blau", "fan_mode": "automatisch", "hvac_mode": "Heizen", "duration": "zehn Minuten", "todo": "Brot kaufen"},
    "french": {"color": "bleu", "fan_mode": "auto", "hvac_mode": "chauffage", "duration": "dix minutes", "todo": "acheter du pain"},
    "spanish": {"color": "azul", "fan_mode": "automático", "hvac_mode": "calor", "duration": "diez minutos", "todo": "comprar pan"},
}
# The most questions, and the most refusals, of a set.
FEW = 120


def pile(language, name):
    return list(csv.DictReader(io.StringIO(shown("acon96+home-llm", f"data/piles/{language}/pile_of_{name}.csv") or "")))


def slots(text):
    return set(re.findall(r"<(\w+)>", text)) - {"device_name"}


def picked(choices, key):
    """One of the choices, the same one every time."""
    return choices[int(hashlib.sha1(key.encode()).hexdigest(), 16) % len(choices)] if choices else None


def rooms(code, language):
    """An answer for each deed of a home, after a fitting request; questions and refusals are in between."""
    collection, values = Collection(f"rooms.{code}"), COMMON | VALUES[language]
    devices, requests = {}, {}
    for device in pile(language, "device_names"):
        devices.setdefault(device["device_name"].split(".")[0], []).append(device["description"].strip())
    for request in pile(language, "templated_actions"):
        requests.setdefault(f"{request['device_type']}.{request['service']}", []).append(request["phrase"])

    def filled(text, device):
        return re.sub(r"<(\w+)>", lambda slot: values.get(slot[1], device), text).strip()

    for number, answer in enumerate(pile(language, "responses")):
        service, key = answer["service"], f"rooms.{code}.{number}"
        fitting = [phrase for phrase in requests.get(service, ()) if slots(answer["response_confirmed"]) <= slots(phrase)]
        phrase, device = picked(fitting, key), picked(devices.get(service.split(".")[0]), key) or ""
        if answer["persona"] != "assistant" or not phrase or "." in answer["response_confirmed"].rstrip(".!")[:20]:
            continue
        collection.begin(key)
        collection.say("user", filled(phrase, device))
        given = {"target_device": device} | {name: values[name] for name in slots(phrase)}
        announced = filled(answer["response_starting"], device) if number % 3 == 0 else ""
        collection.call(service, given, '{"result": "success"}', True, announced)
        collection.say("assistant", filled(answer["response_confirmed"], device), True)
    for number, question in some(enumerate(pile(language, "status_requests")), FEW):
        collection.begin(f"rooms.{code}.question.{number}")
        device = picked(devices.get(question["device_type"]), f"{number}") or ""
        if slots(question["phrase"] + question["assistant_response"]):
            continue
        collection.say("user", filled(question["phrase"], device))
        collection.call("get_state", {"target_device": device}, json.dumps({"state": question["state"]}), False)
        collection.say("assistant", filled(question["assistant_response"], device))
    for number, refusal in some(enumerate(pile(language, "refusals")), FEW):
        collection.begin(f"rooms.{code}.refusal.{number}")
        collection.say("user", filled(refusal["phrase"], refusal["friendly_name"]))
        collection.say("assistant", filled(refusal["response"], refusal["friendly_name"]))
    return collection


# ---------------------------------------------------------------- helpers with one tool or two

CHANGES = re.compile(r"^(create|send|schedule|generate_(invoice|qr|bar)|play|book|buy|add|submit|set|execute|update|delete|post)")
SAYS = {
    "en": re.compile(r"\b(created|generated|sent|scheduled|booked|added|submitted|set|executed|playing|purchased|bought|placed)\b", re.IGNORECASE),
    "zh": re.compile(r"已|成功|正在|现在为|生成了|创建了|发送了"),
}


def helpers(language):
    """A model that invents conversations with an assistant, its tools and their results."""
    collection = Collection(f"helpers.{language}")
    dialogues = json.loads(shown("hiyouga+LLaMA-Factory", f"data/glaive_toolcall_{language}_demo.json"))
    for number, dialogue in enumerate(dialogues):
        collection.begin(f"glaive.{language}.{number}")
        for tool in json.loads(dialogue["tools"] or "[]"):
            collection.knows(tool["name"], tool.get("parameters", {}).get("properties", {}), tool.get("description"))
        call, done = None, False
        for turn in dialogue["conversations"]:
            said = turn["value"]
            if turn["from"] == "function_call":
                call = json.loads(said)
            elif turn["from"] == "observation" and call:
                changes = CHANGES.match(call["name"]) is not None
                collection.call(call["name"], call["arguments"], said, changes)
                done |= changes and '"error"' not in said
            elif turn["from"] in ("human", "gpt"):
                is_reply = turn["from"] == "gpt"
                collection.say("assistant" if is_reply else "user", said, is_reply and done and SAYS[language].search(said) is not None)
                done = False
    return collection


# ---------------------------------------------------------------- calls to a barber

BOOKED = re.compile(r"\b(booked|all set|scheduled|confirmed|reserved)\b|\bset for\b|\bsee you\b", re.IGNORECASE)
TRANSFERRED = re.compile(r"\btransferr(ed|ing)\b", re.IGNORECASE)


def barber():
    """A model that answers a barber's telephone. The recordings of a call grow turn by turn; the longest one counts."""
    collection, calls = Collection("barber"), []
    text = shown("syntag-umd+eval-framework", "lib/default-data.ts")
    recordings = json.JSONDecoder().raw_decode(text[text.index("{"):])[0]
    for recording in recordings.values():
        messages = recording["input"] + [{"role": "assistant", "content": recording["output"].get("message")}]
        if calls and [m.get("content") for m in messages[:len(calls[-1]) - 1]] == [m.get("content") for m in calls[-1][:-1]]:
            calls.pop()
        calls.append(messages)
    for number, messages in enumerate(calls):
        collection.begin(f"barber.{number}")
        waiting, done = [], []
        for message in messages:
            said = (message.get("content") or "").strip()
            for call in message.get("tool_calls") or []:
                waiting.append((call["function"]["name"], call["function"]["arguments"]))
            if message["role"] == "tool" and waiting:
                tool, given = waiting.pop(0)
                changes = tool in ("book_appointment", "transfer_call_to_manager")
                collection.call(tool, json.loads(given) if isinstance(given, str) else given, said, changes)
                done += [BOOKED if tool == "book_appointment" else TRANSFERRED] if changes else []
            elif message["role"] in ("user", "assistant") and said:
                is_claim = message["role"] == "assistant" and any(words.search(said) for words in done)
                collection.say(message["role"], said, is_claim)
                done = []
    return collection


LANGUAGES = {"en": "english", "de": "german", "fr": "french", "es": "spanish"}

if __name__ == "__main__":
    collect({f"rooms.{code}": lambda code=code, language=language: rooms(code, language) for code, language in LANGUAGES.items()}
            | {f"helpers.{language}": lambda language=language: helpers(language) for language in ("en", "zh")}
            | {"barber": barber})
