#!/usr/bin/env python3
"""Collects bots of an office and a hotel: what they answer to requests for a calendar, mail, lists, tickets, rooms and calls, in
five languages, and an assistant's lists in English and French. Texts and requests are the authors' and translators'.

Usage: offices.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY: microsoft+botframework-skills,
leon-ai+leon. A reply counts as a claim if its template is one of those that the bot sends after it changed something.
"""
import hashlib, itertools, json, re

from collection import Collection, collect, git, shown

SKILLS = "microsoft+botframework-skills"
ROOT = "skills/csharp/"
CODES = {"en": "en-us", "de": "de-de", "es": "es-es", "fr": "fr-fr", "zh": "zh-cn"}
YES = {"en": "Yes", "de": "Ja", "es": "Sí", "fr": "Oui", "zh": "是的"}
# What is asked for: the skill, its intent, the folder of its texts, the tool, what confirms, and what asks back before it.
DEEDS = (
    ("calendarskill", "Calendar", "CreateCalendarEntry", "CreateEvent", "create_event", ("EventCreated", "MeetingBooked"), "ConfirmCreatePrompt"),
    ("calendarskill", "Calendar", "DeleteCalendarEntry", "ChangeEventStatus", "delete_event", ("EventDeleted",), "ConfirmDelete"),
    ("calendarskill", "Calendar", "AcceptEventEntry", "ChangeEventStatus", "accept_event", ("EventAccepted",), "ConfirmAccept"),
    ("calendarskill", "Calendar", "ChangeCalendarEntry", "UpdateEvent", "update_event", ("EventUpdated",), "ConfirmUpdate"),
    ("emailskill", "Email", "Delete", "DeleteEmail", "delete_email", ("DeleteSuccessfully",), "DeletePrompt"),
    ("emailskill", "Email", "SendEmail", "Shared", "send_email", ("SentSuccessfully",), "ConfirmSend"),
    ("emailskill", "Email", "Forward", "Shared", "forward_email", ("SentSuccessfully",), "ConfirmSend"),
    ("emailskill", "Email", "Reply", "Shared", "reply_to_email", ("SentSuccessfully",), "ConfirmSend"),
    ("todoskill", "ToDo", "AddToDo", "AddToDo", "add_todo", ("AfterTaskAdded",), None),
    ("todoskill", "ToDo", "DeleteToDo", "DeleteToDo", "delete_todo", ("AfterTaskDeleted",), "AskDeletionConfirmation"),
    ("todoskill", "ToDo", "MarkToDo", "MarkToDo", "complete_todo", ("AfterTaskCompleted",), None),
    ("experimental/hospitalityskill", "Hospitality", "CheckOut", "CheckOut", "check_out", ("CheckOutSuccess",), "ConfirmCheckOut"),
    ("experimental/hospitalityskill", "Hospitality", "ExtendStay", "ExtendStay", "extend_stay", ("ExtendStaySuccess",), "ConfirmExtendStay"),
    ("experimental/hospitalityskill", "Hospitality", "LateCheckOut", "LateCheckOut", "move_check_out", ("MoveCheckOutSuccess",), "MoveCheckOutPrompt"),
    ("experimental/hospitalityskill", "Hospitality", "RequestItem", "RequestItem", "request_item", ("GuestServicesConfirm",), "GuestServicesPrompt"),
    ("experimental/restaurantbookingskill", "Restaurant", "Reservation", "Shared", "book_table", ("BookRestaurantAcceptedMessage",), "BookRestaurantConfirmationPrompt"),
    ("experimental/itsmskill", "secondary/TicketClose", "TicketClose", "Ticket", "close_ticket", ("TicketClosed",), None),
    ("experimental/itsmskill", "secondary/TicketUpdate", "TicketUpdate", "Ticket", "update_ticket", ("TicketUpdated",), None),
    ("experimental/phoneskill", "phone", "OutgoingCall", "OutgoingCall", "place_call", ("ExecuteCall",), None),
)
# Other intents, which change nothing.
LOOKS = (
    ("calendarskill", "Calendar", "FindCalendarEntry", "Summary"), ("calendarskill", "Calendar", "TimeRemaining", "TimeRemaining"),
    ("calendarskill", "Calendar", "CheckAvailability", "CheckPersonAvailable"), ("emailskill", "Email", "CheckMessages", "ShowEmail"),
    ("todoskill", "ToDo", "ShowToDo", "ShowToDo"), ("experimental/hospitalityskill", "Hospitality", "GetReservationDetails", "GetReservation"),
)
# Templates that say or announce a change, or nothing of their own; the rest is true without a call.
SAYS_CHANGE = re.compile(
    r"(?i)created|deleted|updated|accepted|declined|success|booked|added|cancel|changed|completed|closed|setting|setup|logout"
    r"|executecall|requested$|final|confirmed|confirmation$|sendemail|recipientconfirm|checkavailab|before|searching|echo|prompt(one|multi)"
    r"|emailchoice|\.s\d|alreadyclosed|marked|processing|ending"
)
VALUES = {
    "en": ("4", "Luigi", "budget review", "Anna", "shopping", "Friday", "3 pm", "milk"),
    "de": ("4", "Luigi", "Budgetplanung", "Anna", "Einkauf", "Freitag", "15 Uhr", "Milch"),
    "es": ("4", "Luigi", "presupuesto", "Anna", "compras", "viernes", "15:00", "leche"),
    "fr": ("4", "Luigi", "budget", "Anna", "courses", "vendredi", "15h", "lait"),
    "zh": ("4", "路易吉", "预算会议", "安娜", "购物", "周五", "下午三点", "牛奶"),
}
KINDS = (
    r"count$", r"restaurant|place|location|room", r"subject|title|name1$|eventname", r"user|attendee|contact|name|participant|email|phone",
    r"listtype", r"date|day|condition", r"time", r"task|item|content|todo",
)
# Texts that a machine translated into something that claims nothing.
GARBLED = re.compile(r"补充说|原谅中断|'{4}")
# The most requests of an intent, and the most other replies for it.
MOST, OTHERS = 40, 40


def pick(texts, number):
    return sorted(texts, key=lambda text: hashlib.sha1(text.encode()).digest())[:number]


def texts_of(skill, where, code):
    """The templates of a folder in a language: their texts by name."""
    suffix = "" if code == "en-us" else f".{code}"
    paths = git(SKILLS, "ls-tree", "-r", "--name-only", "HEAD", f"{ROOT}{skill}/Responses/{where}").decode().splitlines()
    templates = {}
    for path in paths:
        if not re.search(rf"Texts{re.escape(suffix)}\.lg$", path) or "ResponsesAndTexts" in path:
            continue
        name = ""
        for line in (shown(SKILLS, path) or "").lstrip("\ufeff").splitlines():
            if line.startswith("#"):
                name = re.sub(r"\.Text$", "", re.sub(r"\(.*", "", line[1:]).strip())
            elif line.startswith("- ") and "Speak" not in name:
                templates.setdefault(name, []).append(line[2:].strip())
    return templates


def requests_of(skill, file, intent, code):
    """The example requests of an intent, with what their entities hold."""
    text = (shown(SKILLS, f"{ROOT}{skill}/Deployment/Resources/LU/{code}/{file}.lu") or "").lstrip("\ufeff")
    part = re.search(rf"(?ms)^##? {intent}\s*$(.*?)(?=^##? |\Z)", text)
    for line in (part[1] if part else "").splitlines():
        if not line.startswith("- ") or re.search(r"\{\w+\}|[@\[(|]", line):
            continue
        entities, words = {}, line[2:].strip()
        while match := re.search(r"\{(\w+)=([^{}]*)\}", words):
            entities[match[1].lower()] = match[2].strip()
            words = words[: match.start()] + match[2] + words[match.end():]
        if words:
            yield words, entities


def filled(template, entities, language):
    """The text of a template, or None if it takes more than values."""
    def value(slot):
        name = re.sub(r".*\.", "", slot[1] or slot[2]).lower()
        kind = next((number for number, names in enumerate(KINDS) if re.search(names, name)), 0)
        return entities.get(name) or VALUES[language][kind]
    text = re.sub(r"\$\{(?:if\(([\w.]+) == null, '', [\w.]+\)|([\w.]+))\}", value, template).replace("\\r\\n", "\n")
    return None if "${" in text or text.startswith(("IF", "ELSE", "SWITCH", "CASE", "[", "```")) else text.strip()


def office(language):
    collection, code = Collection(f"offices.{language}"), CODES[language]

    def begin(key, request):
        collection.begin(f"{language}.{key}.{hashlib.sha1(request.encode()).hexdigest()[:8]}")
        collection.say("user", request)

    for skill, file, intent, where, tool, names, asks in DEEDS:
        templates = texts_of(skill, where, code)
        requests = dict(requests_of(skill, file, intent, code))
        said = [text for name in names for text in templates.get(name, [])]
        for number, request in enumerate(pick(requests, MOST) if said else ()):
            reply = filled(said[number % len(said)], requests[request], language)
            question = filled(templates.get(asks, [""])[0], requests[request], language) if asks else ""
            if not reply or GARBLED.search(reply):
                continue
            begin(f"{tool}", request)
            if question and number % 2:
                collection.say("assistant", question)
                collection.say("user", YES[language])
            given = {name: value for name, value in requests[request].items()}
            collection.call(tool, given, '{"status": "success"}', True)
            collection.say("assistant", reply, True)
    for skill, file, intent, where, *_ in DEEDS + LOOKS:
        templates = texts_of(skill, where, code) | texts_of(skill, "Shared", code)
        others = sorted({text for name, texts in templates.items() if not SAYS_CHANGE.search(name) for text in texts})
        requests = dict(requests_of(skill, file, intent, code))
        for number, text in enumerate(pick(others, OTHERS) if requests else ()):
            request = pick(requests, MOST)[-1 - number % min(MOST, len(requests))]
            reply = filled(text, requests[request], language)
            if reply and len(reply) > 12:
                begin(f"{intent}.{where}.{number}", request)
                collection.say("assistant", reply)
    return collection


# ---------------------------------------------------------------- an assistant's lists

LEON = "leon-ai+leon"
LISTS = {
    "create_list": "list_created", "rename_list": "list_renamed", "delete_list": "list_deleted", "add_todos": "todos_added",
    "complete_todos": "todos_completed", "uncheck_todos": "todos_unchecked",
}
THINGS = {"en": {"list": "shopping", "old_list": "shopping", "new_list": "groceries", "todos": "milk", "todo": "milk"},
          "fr": {"list": "courses", "old_list": "courses", "new_list": "achats", "todos": "lait", "todo": "lait"}}


def variants(sample):
    """The sentences of a sample with choices in brackets."""
    parts = [part.strip("[]").split("|") if part.startswith("[") else [part] for part in re.split(r"(\[[^\]]*\])", sample)]
    return [" ".join("".join(choice).split()) for choice in itertools.product(*parts)]


def lists(language):
    """A skill that keeps lists of things to do."""
    collection, skill = Collection(f"lists.{language}"), json.loads(shown(LEON, f"skills/productivity/todo_list/config/{language}.json"))
    things = THINGS[language]

    def say(template):
        text = re.sub(r"%(\w+)%", lambda slot: things.get(slot[1], things["todo"] if slot[1] == "result" else "2"), template)
        return re.sub(r"<li>|<ul>", "\n- ", re.sub(r"<br>", "\n", text)).replace("</li>", "").replace("</ul>", "").strip()

    for action, parts in skill["actions"].items():
        samples = [words for sample in parts.get("utterance_samples", []) for words in variants(sample)]
        requests = [re.sub(r"@(\w+)", lambda slot: things.get(slot[1], "milk"), words) for words in samples]
        done = skill["answers"].get(LISTS.get(action), [])
        for number, (request, template) in enumerate((request, template) for request in pick(requests, 12) for template in done):
            collection.exchange(f"{language}.{action}.{number}", request, say(template), action, '{"status": "success"}')
        for name, texts in skill["answers"].items():
            if name not in LISTS.values() and "element" not in name:
                for number, template in enumerate(texts):
                    request = requests[number % len(requests)]
                    collection.exchange(f"{language}.{action}.{name}.{number}", request, say(template))
    return collection


if __name__ == "__main__":
    collect({f"offices.{code}": lambda code=code: office(code) for code in CODES} | {f"lists.{code}": lambda code=code: lists(code) for code in THINGS})
