#!/usr/bin/env python3
"""Collects published conversations with services and assistants for measurements.

Usage: services.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named after its repository:
dstc8-schema-guided-dialogue, simulated-dialogue, Taskmaster (all google-research-datasets), STAR (RasaHQ), ToolTalk
(microsoft), DAMO-ConvAI (AlibabaResearch), tau-bench (sierra-research). Missing clones are skipped.

README.md describes the files of each set. Never commit them: the texts belong to other people.
"""
import ast, json, os, re

from collection import Collection, collect, folder, git, shown, some


def schema_guided():
    """Task dialogues with labelled acts. A reply with the act NOTIFY_SUCCESS claims the call before it."""
    clone, collection = "dstc8-schema-guided-dialogue", Collection("sgd")
    changing, dialogues = set(), []
    for part in ("dev", "test"):
        for service in json.loads(shown(clone, f"{part}/schema.json")):
            for intent in service["intents"]:
                given = intent["required_slots"] + list(intent["optional_slots"])
                collection.knows(intent["name"], given, intent["description"])
                if intent["is_transactional"]:
                    changing.add(intent["name"])
        paths = git(clone, "ls-tree", "--name-only", "HEAD", f"{part}/").decode().split()
        for text in (shown(clone, path) for path in paths if "dialogues" in path):
            dialogues += [(part + d["dialogue_id"], d["turns"]) for d in json.loads(text)] if text else []
    for key, turns in some(dialogues, 400):
        collection.begin(key)
        for turn in turns:
            for frame in turn["frames"]:
                if call := frame.get("service_call"):
                    method = call["method"]
                    result = json.dumps(frame["service_results"][:2])
                    collection.call(method, call["parameters"], result, method in changing)
            acts = {action["act"] for frame in turn["frames"] for action in frame["actions"]}
            role = "user" if turn["speaker"] == "USER" else "assistant"
            collection.say(role, turn["utterance"], role == "assistant" and "NOTIFY_SUCCESS" in acts)
    return collection


def simulated():
    """Bookings of movie tickets and restaurant tables, simulated and then rewritten by people in lower case.

    Calls are not recorded, so this adds them."""
    clone, collection = "simulated-dialogue", Collection("simulated")
    for path, tool in (("sim-M/dev.json", "buy_movie_tickets"), ("sim-R/dev.json", "reserve_restaurant")):
        dialogues = [(d["dialogue_id"], d["turns"]) for d in json.loads(shown(clone, path))]
        for key, turns in some(dialogues, 50):
            collection.begin(key)
            for turn in turns:
                acts = {act["type"] for act in turn.get("system_acts", [])}
                if "system_utterance" in turn:
                    if "NOTIFY_SUCCESS" in acts:
                        given = {slot["slot"]: slot["value"] for slot in turn["dialogue_state"]}
                        collection.call(tool, given, '{"success": true}', True)
                    collection.say("assistant", turn["system_utterance"]["text"], "NOTIFY_SUCCESS" in acts)
                if "user_utterance" in turn:
                    collection.say("user", turn["user_utterance"]["text"])
    return collection


STAR_CLAIMS = re.compile(r"(_successful|_succeeded|_submitted|_rsvp|_inform_confirmed|^ride_confirm_booking)$")
STAR_CHANGES = {"bank_fraud_report", "party_rsvp", "meeting_schedule", "ride_change", "hotel_service_request"}


def star():
    """People who play the assistant according to a flow chart, mostly with prepared sentences."""
    collection = Collection("star")
    files = folder("STAR", "dialogues")
    dialogues = [(d["DialogueID"], d["Events"]) for d in map(json.loads, files.values())]
    for key, events in some(dialogues, 220):
        collection.begin(key)
        query, has_changed = None, False
        for event in events:
            kind, agent = event["Action"], event.get("Agent")
            if kind == "query":
                given = {name: value.strip('"') for part in event["Constraints"] for name, value in part.items()
                         if isinstance(value, str)}
                query = (event["APIName"], given)
            elif kind == "return_item" and query:
                tool, given = query
                if given.get("RequestType") == "Check":
                    tool = re.sub("_(book|schedule|plan)$", "_availability", tool)
                changes = given.get("RequestType") == "Book" or tool in STAR_CHANGES
                collection.call(tool, given, json.dumps(event.get("Item")), changes)
                query, has_changed = None, has_changed or changes
            elif agent == "User" and kind == "utter":
                collection.say("user", event["Text"])
            elif agent == "Wizard" and kind in ("pick_suggestion", "utter"):
                claims = has_changed and STAR_CLAIMS.search(event.get("ActionLabel", ""))
                collection.say("assistant", event["Text"], bool(claims))
                has_changed = False
    return collection


def tool_talk():
    """An assistant with mail, calendar, alarms and an account; written by people."""
    collection, changing = Collection("tooltalk"), set()
    for text in folder("ToolTalk", "src/tooltalk/apis").values():
        for node in ast.parse(text).body:
            if not isinstance(node, ast.ClassDef):
                continue
            fields = {part.targets[0].id: part.value for part in node.body
                      if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)}
            if "parameters" in fields and "is_action" in fields:
                value = lambda name: ast.literal_eval(fields[name])
                collection.knows(node.name, value("parameters"), value("description"))
                if value("is_action"):
                    changing.add(node.name)
    for path, text in sorted(folder("ToolTalk", "data/easy", "data/tooltalk").items()):
        dialogue = json.loads(text)
        collection.begin(dialogue["name"])
        for turn in dialogue["conversation"]:
            claims = False
            for call in turn.get("apis", []):
                request, failure = call["request"], call.get("exception")
                tool = request["api_name"]
                result = f"Error: {failure}" if failure else json.dumps(call["response"])
                collection.call(tool, request["parameters"], result, tool in changing)
                claims |= tool in changing and not failure
            collection.say(turn["role"], turn["text"], claims)
    return collection


READING = re.compile(r"^(Query|Get|Search|Check|Tool|Dictionary|Wiki|Calculator|Translate|Image|Speech|Symptom|Emergency"
                     r"|Document)")


def api_bank():
    """An assistant with accounts, agendas, alarms, a bank and a clinic; written by people and models."""
    collection = Collection("apibank")
    files = folder("DAMO-ConvAI", "api-bank/lv1-lv2-samples/level-1-given-desc")
    for path, text in some(sorted(files.items()), 120):
        collection.begin(os.path.basename(path))
        claims = False
        for turn in map(json.loads, text.splitlines()):
            if turn["role"] == "API":
                result, tool = turn["result"], turn["api_name"]
                failure = result.get("exception")
                output = f"Error: {failure}" if failure else json.dumps(result.get("output"))
                changes = not READING.match(tool)
                collection.call(tool, turn["param_dict"], output, changes)
                claims |= changes and not failure
            else:
                role = "user" if turn["role"] == "User" else "assistant"
                collection.say(role, turn["text"], role == "assistant" and claims)
                claims = claims and role == "user"
    return collection


COFFEE_CLAIMS = re.compile(r"\b(sent|placed|submitted|started|received|confirmed|processed|complete|being made)\b")


def coffee():
    """Orders at a coffee bar; people wrote both sides."""
    collection, dialogues = Collection("coffee"), []
    for dialogue in json.loads(shown("Taskmaster", "TM-4-2024/data/data_03.json")):
        dialogues.append((dialogue["conversation_id"], dialogue["utterances"]))
    for key, turns in some(dialogues, 150):
        collection.begin(key)
        has_ordered = False
        for turn in turns:
            if turn["speaker"] == "assistant":
                claims = has_ordered and "?" not in turn["text"] and COFFEE_CLAIMS.search(turn["text"].lower())
                collection.say("assistant", turn["text"], bool(claims))
                has_ordered = False
            else:
                collection.say("user", turn["text"])
            fields = {(note["name"], note["context"].rsplit("_", 1)[-1]): note["value"] for note in turn["annotations"]}
            for (name, number), tool in fields.items():
                if name != "api_call":
                    continue
                try:
                    given = json.loads(fields.get(("request", number), "{}"))
                except ValueError:
                    given = {}
                result = fields.get(("response", number), "")
                changes = not tool.startswith("get_")
                collection.call(tool, given if isinstance(given, dict) else {}, result, changes)
                has_ordered |= tool == "finish_order"
    return collection


SPEAKER = re.compile(r"^(user|assistant|tool): ", re.MULTILINE)
STATUSES = {"cancelled": "cancel_pending_order", "return requested": "return_delivered_order_items",
            "exchange requested": "exchange_delivered_order_items",
            "pending (item modified)": "modify_pending_order_items"}


def changed_by(before, after):
    """The tool that changed a record of the shop, or None if nothing changed."""
    if before is None or before == after:
        return None
    if "order_id" not in after:
        return "modify_user_address" if before.get("address") != after.get("address") else None
    if before["status"] != after["status"]:
        return STATUSES.get(after["status"])
    is_moved = before["address"] != after["address"]
    return "modify_pending_order_address" if is_moved else "modify_pending_order_payment"


def shop():
    """An agent of a shop.

    The data contains only the results of calls: one that shows a record differently than before has changed it."""
    collection = Collection("shop")
    text = shown("tau-bench", "few_shot_data/MockRetailDomainEnv-few_shot.jsonl")
    for number, line in enumerate(text.splitlines()):
        collection.begin(number)
        parts = SPEAKER.split(json.loads(line)["messages_display"])[1:]
        records, has_changed = {}, False
        for role, said in zip(parts[::2], parts[1::2]):
            said = said.strip()
            if role == "tool":
                tool, given = "get_details", {}
                try:
                    record = json.loads(said)
                except ValueError:
                    record = None
                if isinstance(record, dict) and ("order_id" in record or "email" in record):
                    key = record.get("order_id") or record["email"]
                    changer = changed_by(records.get(key), record)
                    records[key] = record
                    if changer:
                        tool, given, has_changed = changer, {"order_id" if "order_id" in record else "user_id": key}, True
                collection.call(tool, given, said, tool != "get_details")
            elif said != "None":
                claims = role == "assistant" and has_changed
                collection.say(role, said, claims)
                has_changed = has_changed and not claims
    return collection


collect({"sgd": schema_guided, "simulated": simulated, "star": star, "tooltalk": tool_talk, "apibank": api_bank,
        "coffee": coffee, "shop": shop})
