#!/usr/bin/env python3
"""Collects recorded runs of language models that talk with difficult customers and patients, and run errands for people.

Usage: customers.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named after its repository: tau-trait (collinear-ai)
and multi-agent-dialogue-generator (azernik). A reply counts as a claim if a call of its turn changed something and
succeeded, and one of its sentences says so.
"""
import ast, json, re

from collection import Collection, collect, folder, shown

# Words that take back what a part of a sentence says, before it.
NOT_DONE = re.compile(
    r"\b(not|no|never|cannot|will|would|should|could|can|may|might|must|needs?|let me|if|to be|unable|fail\w*"
    r"|errors?|unless|before|once|until|when|please|going to|I'll|let's|try|ready to|want)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
# A line of JSON that a reply quotes.
RECORD = re.compile(r'[\s-]*["{\[]')
# What a reply says of any deed.
ALL_SET = r"\b(all set|all done|done|complete[d]?|success(ful(ly)?)?|confirmed)\b|✅"


def says(text, done):
    for part in re.split(r"(?<=[.!?])\s+|\n+|;\s|, but |—|–| so (that )?", text):
        for match in done.finditer(part or "") if not RECORD.match(part or "") else ():
            if not NOT_DONE.search(part[: match.end()]) and not part.rstrip().endswith("?"):
                return True
    return False


def deeds(words):
    return [(re.compile(tools), re.compile(rf"\b({said})\b|{ALL_SET}", re.IGNORECASE)) for tools, said in words.items()]


def deed(words, tool):
    return next((said for tools, said in words if tools.match(tool)), None)


# Conversations in which the model claims what it never did, found by reading: a transfer without a tool for it, a
# reminder, a mail, a meeting.
UNBACKED = {
    "impatience_telehealth.1.0", "impatience_telehealth.11.0", "impatience_telehealth.13.0", "skeptical_telehealth.13.0",
    "confusion_telehealth.19.0", "telehealth_none.11.0", "telehealth_none.17.0", "impatience_telecom.9.0",
    "impatience_telecom.14.0", "impatience_telecom.15.0", "telecom_none.15.0",
    "v1/calendar_assistant/schedule_meeting/ca_sm_001__persona_002__20251119_230409",
    "v2/20251123_185610__os_co_009__persona_048",
}


# ---------------------------------------------------------------- one model for patients and for customers of a telecom

CARE = deeds({
    "schedule_appointment": r"booked|scheduled|reserved|set( up)?|rebooked|made",
    "reschedule_appointment": r"rescheduled|moved|updated|changed",
    "cancel_appointment": r"cancell?ed",
    "update_prescription_supplier": r"updated|switched|routed|set|changed|assigned|selected|sent|moved|recorded|saved|locked in|placed",
    "update_medical_record_note": r"added|noted|documented|recorded|updated|saved|logged|filed|placed|entered|attached|put|appended",
    "transfer_to_human_support": r"transferr?ed|transferring|connected|connecting|escalated|escalating|handed|routed|sent|submitted|requested|placed",
    "manage_service": r"added|removed|activated|cancell?ed|switched|upgraded|updated|moved|assigned|changed|dropped|ended|linked|active",
    "add_device": r"added|registered|set up|linked",
    "create_support_ticket": r"created|opened|submitted|filed|logged|escalated|raised|started",
    "modify_support_ticket": r"updated|escalated|raised|set|changed|bumped|marked",
    "record_payment": r"recorded|processed|paid|charged|posted|applied|received|went through|made",
})
SUCCEEDED = re.compile(r"Success|\{(?!.{0,3}error)|Appointment successfully|Transferring you")


def tools_of(kind):
    """The name, the parameters and the description of each tool, from the code, without running it."""
    for path, text in sorted(folder("tau-trait", f"tau_trait/envs/{kind}/tools").items()):
        for node in ast.walk(ast.parse(text)) if "retired" not in path else ():
            fields = {}
            for key, value in zip(node.keys, node.values) if isinstance(node, ast.Dict) else ():
                if isinstance(key, ast.Constant):
                    fields[key.value] = value
            if isinstance(fields.get("name"), ast.Constant) and "parameters" in fields:
                properties = next(value for key, value in zip(fields["parameters"].keys, fields["parameters"].values)
                                  if key.value == "properties")
                yield fields["name"].value, [key.value for key in properties.keys], ast.literal_eval(fields["description"])


def trait(kind):
    collection = Collection(kind)
    for tool in tools_of(kind):
        collection.knows(*tool)
    for path, text in sorted(folder("tau-trait", f":(glob)trajectories/gpt5_trajectories/*{kind}*.json").items()):
        for run in json.loads(text):
            name = re.search(r"(\w+)\.json$", path)[1]
            key = f"{name}.{run['task_id']}.{run['trial']}"
            if key in UNBACKED:
                continue
            collection.begin(key)
            calls, done = {}, []
            for message in run["traj"]:
                role, said = message["role"], (message.get("content") or "").replace("###STOP###", "").strip()
                if role == "tool":
                    tool, given = calls[message["tool_call_id"]]
                    words = deed(CARE, tool) if given.get("action") != "list" else None
                    collection.call(tool, given, said[:3000], words is not None)
                    if words and SUCCEEDED.match(said):
                        done.append(words)
                elif role != "system" and said:
                    collection.say(role, said, role == "assistant" and any(says(said, words) for words in done))
                    done = []
                for call in message.get("tool_calls") or []:
                    calls[call["id"]] = (call["function"]["name"], json.loads(call["function"]["arguments"]))
    return collection


def telehealth():
    return trait("telehealth")


def telecom():
    return trait("telecom")


# ---------------------------------------------------------------- two models with six kinds of errands

ERRANDS = deeds({
    "submit_dispute": r"submitted|filed|opened|disputed|started",
    "report_card_issue": r"reported|blocked|locked|frozen|ordered|requested|deactivated|issued|cancell?ed|marked|on (its|the) way|processed",
    "create_(recurring_)?meeting": r"scheduled|created|booked|added|set( up)?|sent|on (your|the) calendar|invited",
    "update_(meeting|service)": r"updated|moved|rescheduled|changed|shifted|set|notified|cancell?ed|now",
    "cancel_": r"cancell?ed|refunded",
    "create_return": r"created|started|set( up)?|processed|initiated|opened|submitted|approved|ready|authorized",
    "(make_reservation|book_flight|schedule_service)": r"booked|reserved|scheduled|set|made|under|placed",
    "request_refund": r"submitted|requested|filed|sent|pending|in progress|opened",
})


def domain_tools(domain):
    tools = json.loads(shown("multi-agent-dialogue-generator", f"data/domains/{domain}/tools.json"))["tools"]
    return [(name, list(tool["parameters"]), tool["description"]) for name, tool in tools.items()]


def errands():
    collection = Collection("errands")
    for domain in ("banking", "calendar_assistant", "home_services", "online_shopping", "restaurant_booking", "travel"):
        for tool in domain_tools(domain):
            collection.knows(*tool)
    for path, text in sorted(folder("multi-agent-dialogue-generator", ":(glob)data/valid_outputs/**/*.json").items()):
        run = {} if path.endswith("eval.json") else json.loads(text)
        key = path.removeprefix("data/valid_outputs/").removesuffix(".json").removesuffix("/conversation")
        if not run.get("messages") or key in UNBACKED:
            continue
        collection.begin(key)
        done = []
        for message in run["messages"]:
            if message["role"] == "user":
                collection.say("user", message["output_raw"])
                done = []
            for step in message.get("steps", []):
                action = step["action_structured"]
                if action["type"] == "tool_call":
                    tool, result = action["name"], (step["observation"] or {}).get("raw") or ""
                    words = deed(ERRANDS, tool)
                    collection.call(tool, action["args"], result[:3000], words is not None)
                    if words and result and not re.search(r'"success": ?false|"error": ?["{]', result):
                        done.append(words)
                elif action.get("text", "").strip():
                    said = action["text"].strip()
                    collection.say("assistant", said, any(says(said, words) for words in done))
                    done = []
    return collection


collect({"telehealth": telehealth, "telecom": telecom, "errands": errands})
