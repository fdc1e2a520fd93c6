#!/usr/bin/env python3
"""Collects small models with the APIs of files, cars, trades, tickets, posts and journeys, and a model on a clinic's telephone.

Usage: consoles.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY:
dwaqas+assertion-cc-multiturn-tool-calling-llms, WhissleAI+tau2-bench-w. A reply counts as a claim if a call of its turn
changed something and one of its sentences says so.
"""
import ast, json

from collection import Collection, collect, git, shown, some
from desks import deed, deeds, gather, says

# ---------------------------------------------------------------- small models with many APIs

RESULTS = "dwaqas+assertion-cc-multiturn-tool-calling-llms"
APIS = deeds({
    r"^(mkdir|touch)$": r"created|made",
    r"^echo$": r"written|added|saved|created|updated",
    r"^mv$": r"moved|renamed",
    r"^cp$": r"copied|created|moved",
    r"^(rm|rmdir)$": r"removed|deleted",
    r"^(startEngine|activateParkingBrake|setHeadlights|setCruiseControl|lockDoors|fillFuelTank|pressBrakePedal|set_navigation)$":
        r"started|activated|engaged|locked|unlocked|filled|added|set|turned|running|pressed|released|refueled",
    r"^(post_tweet|retweet|comment|mention)$": r"posted|tweeted|shared|retweeted|added|commented|mentioned|published",
    r"^(send|delete)_message$": r"sent|deleted",
    r"^(place|cancel)_order$": r"placed|cancell?ed|bought|submitted|purchased",
    r"^(add_to_watchlist|remove_stock_from_watchlist|add_contact)$": r"added|removed",
    r"^(fund_account|make_transaction)$": r"funded|added|deposited|withdrawn|credited|transferred",
    r"^(book_flight|cancel_booking|purchase_insurance|register_credit_card|set_budget_limit|contact_customer_support)$":
        r"booked|cancell?ed|purchased|registered|set|contacted|submitted|sent|added",
    r"^(create|resolve|close|edit)_ticket$": r"created|resolved|closed|updated|edited|submitted|marked|changed",
}, "")
SIZES = ("Llama-xLAM-2-70b", "xLAM-2-32b", "Llama-xLAM-2-8b", "xLAM-2-3b")


def api_runs():
    """The turns of each run; a step is a list of calls, or the reply."""
    for size in SIZES:
        text = shown(RESULTS, f"data/results/noassert/att1/Salesforce_{size}-fc-r/BFCL_v4_multi_turn_base_result.json") or ""
        for run in map(json.loads, text.splitlines()):
            messages = []
            for turn in (turn for turn in run["inference_log"] if isinstance(turn, dict)):
                messages += [{"role": "user", "content": said["content"]} for said in turn["begin_of_turn_query"]]
                for number, step in enumerate(step for name, step in turn.items() if name.startswith("step")):
                    calls = next((m["model_response_decoded"] for m in step if m.get("model_response_decoded")), [])
                    results = [m["content"] for m in step if m["role"] == "tool"]
                    for call, result in zip(calls, results):
                        name, _, given = call.partition("(")
                        given = {word.arg: ast.literal_eval(word.value) for word in ast.parse(f"f({given}", mode="eval").body.keywords}
                        key = f"{len(messages)}.{number}"
                        messages.append({"role": "assistant", "tool_calls": [{"id": key, "name": name, "arguments": given}]})
                        messages.append({"role": "tool", "tool_call_id": key, "content": result})
                    if not calls:
                        messages += [{"role": "assistant", "content": m["content"]} for m in step if m["role"] == "assistant"]
            yield f"{size}.{run['id']}", messages


def consoles():
    """Runs of xLAM 2, from 3 to 70 billion parameters."""
    return gather("consoles", some(api_runs(), 10_000), APIS, lambda tool, given: any(tools.search(tool) for tools, _ in APIS), most=1600)


# ---------------------------------------------------------------- a clinic's telephone

CASES = "results/whissle/patientagentbench/pab_text_100/cases"
CLINIC = deeds({
    r"^schedule_": r"booked|scheduled|set|confirmed|reserved",
    r"^cancel_": r"cancell?ed",
    r"^join_": r"added|in (the|line)|joined|connected|placed|queued|on (the|its)|in",
    r"^message_": r"sent|messaged|on its way|forwarded|passed along",
    r"^request_": r"requested|submitted|sent|placed|in",
    r"^update_": r"updated|changed|set|switched",
})


def clinic():
    """A model that books appointments, sends messages to doctors and requests refills."""
    collection = Collection("clinic")
    for path in git("WhissleAI+tau2-bench-w", "ls-tree", "-r", "--name-only", "HEAD", CASES).decode().splitlines():
        case = json.loads(shown("WhissleAI+tau2-bench-w", path))
        calls, done, lines = list(case["tool_calls"]), [], case["transcript"]
        collection.begin(f"clinic.{case['case_id']}")
        for number, line in enumerate(lines):
            said = line["content"]
            # What announces a call is in its message.
            announces = line["role"] == "ai" and calls and lines[number + 1:number + 2] and lines[number + 1]["role"] == "tool"
            if "FAIL]" in said:
                break
            if line["role"] == "tool" and calls:
                call = calls.pop(0)
                changes = deed(CLINIC, call["name"])
                before = lines[number - 1]
                announced = before["content"] if before["role"] == "ai" else ""
                collection.call(call["name"], call["args"], said, changes is not None, announced)
                done += [changes] if changes and not said.startswith("Error") else []
            elif not announces:
                is_reply = line["role"] == "ai"
                collection.say("assistant" if is_reply else "user", said, is_reply and any(says(said, words) for words in done))
                done = done if is_reply else []
    return collection


if __name__ == "__main__":
    collect({"consoles": consoles, "clinic": clinic})
