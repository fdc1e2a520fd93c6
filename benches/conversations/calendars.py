#!/usr/bin/env python3
"""Collects people who play an assistant: for hotels, tables and trains (English, and its translation to Chinese), for
journeys, a calendar, for reminders, messages, calls and music, and for flights, hotels and sights.

Usage: calendars.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY: thu-coai+ConvLab-2,
microsoft+task_oriented_dialogue_as_dataflow_synthesis, facebookresearch+mudoco. Calls are not recorded, so this adds
them where a label or the reply says that something was done. A reply counts as a claim if it is labelled so, where
labels exist, and one of its sentences says so.
"""
import collections, io, json, re, zipfile

from collection import Collection, collect, git, shown, some
from desks import says

WIZARDS = "thu-coai+ConvLab-2"
NOUNS = r"reservation|booking|tickets?|table|room|taxi|cab|trip|seats?"
BOOKED = re.compile(
    rf"\b(booked|reserved|purchased|all set|taken care of|({NOUNS})\b[^.]{{0,40}}\b(made|successful\w*|confirmed|complete\w*"
    r"|set|arranged|secured)|(made|secured|arranged|gotten|got)\b[^.]{0,30}\b(reservation|booking|table|room|tickets?))\b",
    re.IGNORECASE,
)
BOOKED_ZH = re.compile(r"(预[订定]|[订定])(好|了|成功|完成)|已(经)?[^，。？]{0,14}(预[订定]|[订定])|(成功|完成)[^，。？]{0,6}预[订定]")
ASKS_ZH = re.compile(r"[？?]|如果|是否|想|需要|可以|能够|要不要|将|会|没有|无法|不能")


def archive(path):
    """The one JSON file of a zip file in the clone of the wizards."""
    with zipfile.ZipFile(io.BytesIO(git(WIZARDS, "show", f"HEAD:{path}"))) as file:
        return json.loads(file.read(next(name for name in file.namelist() if re.search(r"^\w+\.json$", name))))


def joined(text):
    """A text whose words and marks are separated by spaces, as people write it."""
    text = re.sub(r"\s+(n't|'\w+|[.,;:!?%)])", r"\1", text.replace("\n", " "))
    return re.sub(r"([(])\s+|\s{2,}", lambda found: found.group(1) or " ", text).strip()


# ---------------------------------------------------------------- hotels, tables and trains

SERVICES = ("hotel", "restaurant", "train", "taxi", "attraction", "hospital", "police")


def labelled(act, pairs):
    """Whether the label of a reply says that something was booked."""
    slots = {slot for slot, _ in pairs}
    return act in ("Booking-Book", "Train-OfferBooked") or act == "Taxi-Inform" and "Phone" in slots


def says_zh(text):
    return any(BOOKED_ZH.search(part) and not ASKS_ZH.search(part) for part in re.findall(r"[^。！!\n]+[。！!]?", text))


def wizards(name, texts, number, said, tidy):
    collection = Collection(name)
    labels, texts = archive("data/multiwoz/val.json.zip"), archive(texts)
    for service in SERVICES:
        collection.knows(f"find_{service}", ["area", "name"])
    for key, dialogue in some([(key, texts[key]["log"]) for key in sorted(labels) if key in texts], number):
        collection.begin(f"{name}{key}")
        service, given = "hotel", {}
        for step, (turn, label) in enumerate(zip(dialogue, labels[key]["log"])):
            text, acts = tidy(turn["text"]), label["dialog_act"] or {}
            named = [act.split("-")[0].lower() for act in acts if act.split("-")[0].lower() in SERVICES]
            service = named[0] if named else service
            if step % 2 == 0:
                given.update({slot.lower(): value for pairs in acts.values() for slot, value in pairs if value != "?"})
                collection.say("user", text)
                continue
            is_labelled = any(labelled(*act) for act in acts.items())
            if is_labelled or said(text):
                collection.call(f"book_{service}", given, '{"success": true}', True)
            collection.say("assistant", text, is_labelled and said(text))
    return collection


def towns():
    """People who find and book hotels, tables, trains and taxis in a town."""
    return wizards("wizards.en", "data/multiwoz/val.json.zip", 350, lambda text: says(text, BOOKED), joined)


def towns_zh():
    """The same, translated to Chinese."""
    return wizards("wizards.zh", "data/multiwoz_zh/val.json.zip", 300, says_zh, str.strip)


# ---------------------------------------------------------------- journeys

def journeys():
    """People who sell journeys to others."""
    collection = Collection("journeys")
    with zipfile.ZipFile(io.BytesIO(git(WIZARDS, "show", "HEAD:data/unified_datasets/frames/original_data.zip"))) as file:
        dialogues = json.loads(file.read("frames.json"))
    collection.knows("search_packages", ["destination", "budget", "dates"])
    for key, turns in some([(dialogue["id"], dialogue["turns"]) for dialogue in dialogues], 350):
        collection.begin(f"journeys{key}")
        for turn in turns:
            if turn["author"] == "user":
                collection.say("user", turn["text"])
                continue
            told = [given for act in turn["labels"]["acts"] if act["name"] == "inform" for given in act["args"]]
            is_labelled = any(given.get("key") == "action" and given.get("val") == "book" for given in told)
            said = says(turn["text"], BOOKED)
            if is_labelled or said:
                collection.call("book_package", {"adults": 1}, '{"status": "booked"}', True)
            collection.say("assistant", turn["text"], is_labelled and said)
    return collection


# ---------------------------------------------------------------- flights, hotels and sights

ARRANGED = re.compile(
    rf"{BOOKED.pattern}|\b(cancell?ed|scheduled|upgraded|rescheduled|changed|sent|emailed|charged)\b", re.IGNORECASE
)
# What else may tell of a deed, in words that are no claim to count.
SETTLED = re.compile(r"\b(done|confirmed|completed?|(book|reserv|order|send|schedul|charg)\w*|ordered|paid|all set|set|in order)\b", re.I)
# Of places without room: "we are fully booked".
FULL = re.compile(r"\b(very|fully|completely|already|all|is|are|been) (booked|reserved)( up| solid| out)?\b(?! (for|to|in|with|at) )", re.I)


def bots():
    """People who play a bot for others, in few words."""
    collection = Collection("bots")
    path = "data/unified_datasets/metalwoz/metalwoz-test-v1.zip"
    with zipfile.ZipFile(io.BytesIO(git(WIZARDS, "show", f"HEAD:{path}"))) as outer:
        inner = zipfile.ZipFile(io.BytesIO(outer.read("dstc8_metalwoz_heldout.zip")))
    collection.knows("search", ["query"])
    for topic, service in (("BOOKING_FLIGHT", "flight"), ("HOTEL_RESERVE", "room"), ("TOURISM", "tour"), ("VACATION_IDEAS", "tour")):
        dialogues = [json.loads(line) for line in inner.read(f"dialogues/{topic}.txt").decode().splitlines()]
        for key, turns in some([(dialogue["id"], dialogue["turns"]) for dialogue in dialogues], 550):
            collection.begin(f"{service}{key}")
            for step, text in enumerate(turns):
                if step % 2:
                    collection.say("user", text)
                    continue
                done = says(text, ARRANGED) and not FULL.search(text)
                if done or SETTLED.search(text):
                    collection.call(f"book_{service}", {"customer": 1}, '{"success": true}', True)
                collection.say("assistant", text, done)
    return collection


# ---------------------------------------------------------------- a calendar

COMMITS = {"put": "create_event", "created": "create_event", "deleted": "delete_event", "changed": "update_event",
           "updated": "update_event", "declined": "respond_to_event", "accepted": "respond_to_event",
           "forwarded": "forward_event"}
COMMITTED = re.compile(rf"^(?:I've|I have|I) ({'|'.join(COMMITS)})\b")
# The most replies that begin with the same three words.
MOST = 45


def calendar():
    """People who write what they want of a calendar, and the replies of an assistant."""
    collection = Collection("calendar")
    data = git("microsoft+task_oriented_dialogue_as_dataflow_synthesis", "show",
               "HEAD:datasets/SMCalFlow-2.0/valid.dataflow_dialogues.jsonl.zip")
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        dialogues = [json.loads(line) for line in file.read(file.namelist()[0]).decode().splitlines()]
    often = collections.Counter()
    for key, turns in some([(dialogue["dialogue_id"], dialogue["turns"]) for dialogue in dialogues], 1200):
        texts = [turn["agent_utterance"]["original_text"].replace(" __BREAK ", "\n") for turn in turns]
        alike = [" ".join(text.split()[:3]) for text in texts if COMMITTED.search(text)]
        if any(often[start] >= MOST for start in alike):
            continue
        often.update(alike)
        collection.begin(f"calendar{key}")
        for turn, text in zip(turns, texts):
            collection.say("user", turn["user_utterance"]["original_text"])
            if "FindEventWrapper" in turn["lispress"] or "FindNumNextEvent" in turn["lispress"]:
                collection.call("find_events", {"query": "event"}, '{"events": [{"id": 1}]}', False)
            committed = COMMITTED.search(text)
            if committed:
                collection.call(COMMITS[committed.group(1)], {"event": 1}, '{"ok": true}', True)
            collection.say("assistant", text, committed is not None)
    return collection


# ---------------------------------------------------------------- reminders, messages, calls and music

ERRANDS = {
    "add": r"added|included|invited", "create": r"created|set|made|scheduled|saved",
    "delete": r"deleted|cancell?ed|removed|cleared|erased|declined|taken out",
    "update": r"updated|changed|moved|edited|rescheduled|renamed|modified|switched",
    "send": r"sent|replied|forwarded|shared|messaged|texted",
}
ERRAND = {tool: re.compile(rf"\b({words})\b", re.IGNORECASE) for tool, words in ERRANDS.items()}
# What else may tell of a deed, in words that are no claim to count.
ANY_DEED = re.compile(r"\b(done|confirmed|I will|I'll|will be|it's|is on|is in|are now|all set|got it|now|\w+ing)\b", re.IGNORECASE)
# What tells of something that was so before.
BEFORE = re.compile(
    r"\b(you have|you've|there (is|are|was)|who|that (you|was)|last|ago|yesterday|on \w+day at|already)\b"
    r"|\b(you|he|she|they|all \d+|that|the \w+) (just )?(sent|made|set|changed|added)\b|\bsays\b",
    re.IGNORECASE,
)
# What a user says to learn something.
LOOKS_UP = re.compile(r"^(who|what|when|where|which|is|are|do|does|did|any)\b|\b(read|what's|what are)\b", re.IGNORECASE)


def errands():
    """People who play an assistant for others."""
    collection = Collection("pairs")
    for topic, noun in (("reminders", "reminder"), ("messaging", "message"), ("calling", "call"), ("music", "playlist")):
        dialogues = []
        for part in ("train", "eval", "test"):
            path = f"jsonlines_output/mudoco_{topic}.json.{part}.jsonlines"
            dialogues += [json.loads(line) for line in shown("facebookresearch+mudoco", path).splitlines()]
        for dialogue in (found for _, found in some([(found["doc_key"], found) for found in dialogues], 330)):
            collection.begin(f"{topic}{dialogue['doc_key']}")
            asked = ""
            for words, speakers in zip(dialogue["sentences"], dialogue["speakers"]):
                text = joined(" ".join(words))
                if speakers[0] == "user":
                    asked = text
                    collection.say("user", text)
                    continue
                done = [tool for tool, said in ERRAND.items() if says(text, said)]
                is_claim = bool(done) and not BEFORE.search(text) and not LOOKS_UP.search(asked)
                if done or ANY_DEED.search(text):
                    collection.call(f"{(done or ['start'])[0]}_{noun}", {"name": noun}, '{"success": true}', True)
                collection.say("assistant", text, is_claim)
    return collection


if __name__ == "__main__":
    collect({"wizards.en": towns, "wizards.zh": towns_zh, "journeys": journeys, "calendar": calendar, "pairs": errands,
             "bots": bots})
