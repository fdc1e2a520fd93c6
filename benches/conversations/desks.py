#!/usr/bin/env python3
"""Collects recorded runs of language models (and of people) as agents: shops and airlines with newer and smaller models,
firms of Peru, errands in the web and in an office with the tools of MCP servers.

Usage: desks.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains git clones (bare ones are enough), each named OWNER+REPOSITORY: bogoliubon+tau2-bench,
codesque16+tau2-bench, oscaralvaro+tau2-bench (all branches), mert-cemri+CTU-Agent-v0, jitrc+tau2-enhanced,
blakeelias+tau2-bench, Madhav-Kanda+tau-bench, WaitHZ+toolathlon-traj-website, hyeonch+tau3-bundle. A reply counts as a claim if a call of
its turn changed something and succeeded, and one of its sentences says so.
"""
import collections, json, re

from collection import Collection, collect, folder, git, shown, some

# Words that take back what a part of a sentence says, before it.
NOT_DONE = re.compile(
    r"\b(not|no|never|cannot|will|would|should|could|can|(?<!\d )may(?! \d)|might|must|needs?|let me|if|to be|unable|fail\w*"
    r"|errors?|unless|before|once|until|when|after|please|going to|I'll|let's|try|ready to|want|already|previously|earlier"
    r"|originally|currently|eligible"
    r"|nunca|pued\w+|podemos|podr\w+|quier\w+|dese\w+|necesit\w+|voy a|vamos a|si|para que|antes|cuando|una vez|intent\w+"
    r"|permít\w+|debe\w*)\b|n['’]t\b|\?|¿",
    re.IGNORECASE,
)
# A line of JSON that a reply quotes.
RECORD = re.compile(r'[\s-]*["{\[]')
# What a reply says of any deed.
ALL_SET = (
    r"\b(all set|all done|(it's|is|are|been|both|i'm|they're) done|completed|success(ful(ly)?)?|confirmed|taken care of"
    r"|exitosamente|con éxito|correctamente|listo)\b|✅|\bdone[.!,]"
)
# The most conversations in which each claim has the same words as in others.
ALIKE = 3
# Replies in which the model claims what it never did, found by reading. The conversations end before them.
UNBACKED = {
    *(f"_gpt-5-nano__mermaid_harness_v1__all_/task_{reply}" for reply in (
        "23.json.53", "53.json.35", "27.json.39", "55.json.39", "83.json.23", "26.json.49", "74.json.51", "65.json.27",
        "47.json.31", "20.json.57", "41.json.59", "77.json.31", "109.json.33", "0.json.35", "29.json.39", "19.json.63",
        "12.json.31", "67.json.31", "95.json.45", "80.json.43", "89.json.43")),
    *(f"_gpt-5-nano__base__all_/task_{reply}" for reply in (
        "38.json.38", "14.json.27", "30.json.41", "84.json.24", "113.json.25", "23.json.60")),
    "_gpt-5-mini__mermaid_harness_v1__all_/task_48.json.53", "_gpt-5-mini__mermaid_harness_v1__all_/task_78.json.73",
    *(f"_gemini-3-flash__base__user_agent_gemini-3-flash__all_/task_{reply}" for reply in (
        "48.json.17", "89.json.19", "104.json.39")),
    "_gemini-3-flash__mermaid_harness_v1__all_/task_35.json.37", "_gemini-3-flash__mermaid_harness_v1__all_/task_42.json.21",
    "ecommerce_calle.e1bac4ea-7ccc-42f1-9cbb-dc702cc0e92e.15", "filtro_gastelo.85fdbd61-6336-43ee-9dd2-08d691540a09.14",
    "filtro_gastelo.aabb11ca-81e8-470f-b557-6ee072413404.12", "hotel_calle.aa5400e7-6cdb-4d70-8ecb-4e686ee7efd8.17",
    "hotel_calle.cd536cd0-ee8d-43ff-911d-822b8afb7c91.15", "hotel_calle.fe28fa27-5e2c-481f-8e80-de3da07d503b.13",
    "retail_farfan.6a4cfd49-5e3d-49b2-a41e-6858f9562878.16", "retail_farfan.f95c3b4e-babc-4664-a5e6-0a34ef2c4208.5",
    "tau3-blind-05d0593f9d15cdce.13",
}


def says(text, done):
    for part in re.split(r"(?<=[.!?])\s+|\n+|;\s|, but |, pero |—|–| so (that )?", text):
        for match in done.finditer(part or "") if not RECORD.match(part or "") else ():
            if not NOT_DONE.search(part[: match.end()]) and not part.rstrip().endswith("?"):
                return True
    return False


def deeds(words, anything=rf"|{ALL_SET}"):
    return [(re.compile(tools), re.compile(rf"\b({said})\b{anything}", re.IGNORECASE)) for tools, said in words.items()]


def deed(words, tool):
    return next((said for tools, said in words if tools.search(tool)), None)


# What a reply may be wrapped in.
TEXTS = ("message", "response", "reply", "text", "content", "assistant_response", "user_message")


def prose(said):
    """The text of a reply that may think aloud or be wrapped in JSON; empty if there is none."""
    said = re.sub(r"(?s)<think>.*?(</think>|$)", "", said or "").replace("###STOP###", "").strip()
    if not said.startswith(("{", "[")):
        return said
    try:
        value = json.loads(said)
    except ValueError:
        return ""
    return next((value[key] for key in TEXTS if isinstance(value.get(key), str)), "") if isinstance(value, dict) else ""


def turns(messages):
    """The texts of both sides and the agent's calls with their results, in the formats of tau-bench and tau2-bench."""
    waiting = {}
    for message in messages:
        role = message["role"]
        if role == "tool":
            key = message.get("tool_call_id") or message.get("id") or ""
            key = key if key in waiting else next(iter(waiting), None)
            if message.get("requestor") == "user" or key is None:
                continue
            result = message["content"] if isinstance(message.get("content"), str) else json.dumps(message.get("content"))
            yield "call", (*waiting.pop(key), result, bool(message.get("error")))
            continue
        if role in ("user", "assistant") and prose(message.get("content")):
            yield role, prose(message["content"])
        for number, call in enumerate(message.get("tool_calls") or [] if role == "assistant" else []):
            call = call.get("function") and {**call, **call["function"]} or call
            given = call["arguments"]
            try:
                given = json.loads(given) if isinstance(given, str) else given
            except ValueError:
                given = {"input": given}
            waiting[call.get("id") or f"{id(message)}.{number}"] = (call["name"], given if isinstance(given, dict) else {})


FAILED = re.compile(r"^\W*(error|fail)|\"error\":|\bno encontrad[oa]\b|'error':|\"success\": ?false|\"status\": ?\"error", re.IGNORECASE)


def gather(name, runs, words, changes, failed=FAILED, keeps=False, most=None):
    """A set of these runs. With `keeps`, a reply may claim what an earlier reply of the same turn claimed."""
    collection, often = Collection(name), collections.Counter()
    number = 0
    for key, messages in runs:
        if most and number >= most:
            continue
        steps, done, claims, lines = [], [], [], 0
        for kind, what in turns(messages):
            lines += 2 if kind == "call" else 1
            if f"{key}.{lines}" in UNBACKED:
                break
            if kind == "call":
                tool, given, result, is_error = what
                does = changes(tool, given)
                steps.append((tool, given, result[:3000], does))
                said = deed(words, tool) if does else None
                done += [said] if said and not is_error and not failed.search(result[:300]) else []
                continue
            is_claim = kind == "assistant" and any(says(what, said) for said in done)
            claims += [re.sub(r"\W+", " ", what.lower())] if is_claim else []
            steps.append((kind, what, is_claim))
            done = done if keeps and kind == "assistant" else []
        if not any(len(step) == 3 and step[0] == "assistant" for step in steps):
            continue
        if claims and all(often[claim] >= ALIKE for claim in claims):
            continue
        often.update(claims)
        collection.begin(key)
        for step in steps:
            if len(step) == 4:
                collection.call(*step)
            else:
                collection.say(*step)
        number += sum(len(step) == 3 and step[0] == "assistant" for step in steps)
    return collection


# ---------------------------------------------------------------- shops and airlines

SHOP = deeds({
    "^cancel_": r"cancell?ed|refunded|voided|(cancell?ation|refund) [^.]{0,40}(processed|submitted|initiated|requested)",
    "^(modify|update)_": r"modified|updated|changed|switched|swapped|replaced|moved|upgraded|downgraded|added|removed"
                         r"|corrected|applied|rebooked|processed|adjusted|reverted",
    "^exchange_": r"exchanged|submitted|requested|processed|initiated|placed|set up|arranged|exchange requested",
    "^return_": r"returned|submitted|requested|processed|initiated|started|set up|arranged|placed",
    "^book_": r"booked|reserved|made|created|processed",
    "^send_certificate": r"sent|issued|added|provided|credited|processed",
    "^transfer_": r"transferr?ed|transferring|connected|connecting|escalated",
})


def shops(tool, given):
    return re.match(r"(book|cancel|modify|exchange|return|update|send|transfer)_", tool) is not None


def human():
    """People who act as agents; language models act as customers."""
    texts = folder("bogoliubon+tau2-bench", "data/tau2/human_trajectories").items()
    runs = [(path.split("human_trajectories/")[1], json.loads(text)) for path, text in sorted(texts) if "_human" in path]
    return gather("human", [(key, run["messages"]) for key, run in runs], SHOP, shops)


def codesque(name, *kinds, most):
    runs = []
    for kind in kinds:
        for path, text in folder("codesque16+tau2-bench", f"docs/data/{kind}").items():
            run = json.loads(text)
            if isinstance(run, dict) and run.get("messages"):
                runs.append((path.removeprefix("docs/data/"), run["messages"]))
    return gather(name, some(runs, 10_000), SHOP, shops, most=most)


def minis():
    """GPT-5 mini and nano in a shop. Many of their replies are wrapped in JSON."""
    return codesque("minis", *(f"_gpt-5-{size}__{harness}__all_" for size in ("mini", "nano")
                               for harness in ("base", "mermaid_harness_v1")), most=1800)


def flash():
    """Gemini 3 Flash in a shop."""
    return codesque("flash", "_gemini-3-flash__base__all_", "_gemini-3-flash__mermaid_harness_v1__all_",
                    "_gemini-3-flash__base__user_agent_gemini-3-flash__all_", most=1800)


QWEN = "testing_new/tau-bench/testing_results/qwen3_"


def listed(clone, path):
    """The runs of a file of tau-bench."""
    for number, run in enumerate(json.loads(shown(clone, path) or "[]")):
        key = f"{path.removeprefix(QWEN).removesuffix('.json')}.{run.get('task_id', number)}.{run.get('trial', 0)}"
        yield key, run.get("traj") or run.get("messages") or []


def qwen():
    """Qwen3 4B in a shop."""
    paths = [QWEN + f"4b_instruct_retail{version}/retail_full_results.json" for version in ("", "_v2", "_v3")]
    runs = [run for path in paths for run in listed("mert-cemri+CTU-Agent-v0", path)]
    return gather("qwen", some(runs, 10_000), SHOP, shops, most=1800)


def levels():
    """GPT-4.1 in a shop, with tools at three levels of detail."""
    runs = [run for level in "012" for run in listed("Madhav-Kanda+tau-bench", f"final_results/tool-calling-l{level}-4.1.json")]
    return gather("levels", some(runs, 10_000), SHOP, shops, most=1200)


def simulations(clone, paths):
    for path in paths:
        for run in json.loads(shown(clone, path))["simulations"]:
            yield str(run["id"]), run["messages"]


def flights():
    """Gemini 2.5 Flash, two Groks and Qwen3 4B and 8B at an airline."""
    runs = [*simulations("jitrc+tau2-enhanced", [f"samples/logs/airline_gemini2_5_flash_10tasks_2t{kind}.json"
                                                for kind in ("", "_context_agent", "_enhanced_agent", "_retry_agent")])]
    paths = git("blakeelias+tau2-bench", "ls-tree", "-r", "--name-only", "HEAD", "data/simulations").decode().splitlines()
    runs += simulations("blakeelias+tau2-bench", [path for path in paths if "relaxed" in path])
    paths = [QWEN + f"4b_instruct_airline{version}/airline_full_results.json" for version in ("", "_v2", "_v3")]
    for path in paths + [QWEN + "8b_airline/airline_full_results.json"]:
        runs += listed("mert-cemri+CTU-Agent-v0", path)
    return gather("flights", runs, SHOP, shops)


# ---------------------------------------------------------------- two large models

PHONES = SHOP + deeds({
    "^refuel_": r"added|refueled|refuelled|topped up|applied|loaded|charged|processed",
    "^(en|dis)able_": r"enabled|disabled|activated|turned o(n|ff)|switched o(n|ff)",
    "^(resume|suspend)_": r"resumed|restored|reactivated|unsuspended|suspended|lifted",
    "^make_": r"paid|made|processed",
})


def phones_and_shops(tool, given):
    return shops(tool, given) or re.match(r"(refuel|enable|disable|resume|suspend|make)_", tool) is not None


def bundle(name, *domains):
    """Runs whose calls have no ids, and whose customers use tools of their own."""
    runs = []
    for part in "abcd":
        for line in (shown("hyeonch+tau3-bundle", f"results/tau3/annotation_cases/part-a{part}.jsonl") or "").splitlines():
            run, messages, owners = json.loads(line), [], []
            if not run["policy"]["clauses"][0]["id"].startswith(domains):
                continue
            for message in run["trajectory"]:
                calls = [{**call, "id": f"{message['step']}.{n}"} for n, call in enumerate(message["tool_calls"] or [])]
                if message["role"] == "tool":
                    owner, key = owners.pop(0)
                    messages.append({"role": "tool", "id": key, "requestor": owner, "content": message["content"],
                                     "error": message["tool_error"]})
                    continue
                owners = [(message["role"], call["id"]) for call in calls]
                messages.append({**message, "tool_calls": calls})
            runs.append((run["blind_run_id"], messages))
    return gather(name, some(runs, 10_000), PHONES, phones_and_shops, most=1900)


def phones():
    """Claude Opus 4.5 and GPT-5.2 at a telecom whose customers have tools too."""
    return bundle("phones", "telecom")


def counters():
    """Claude Opus 4.5 and GPT-5.2 in a shop and at an airline."""
    return bundle("counters", "retail", "airline")


# ---------------------------------------------------------------- firms of Peru

PERU = deeds({
    r"^(transfer|escalate)_": r"transferr?ed|transferring|connected|connecting|escalated|escalating|transferid[oa]|derivad[oa]|escalad[oa]"
                              r"|transfiriendo|conectando|derivando",
    r"cancel|anular": r"cancell?ed|cancelad[oa]s?|anulad[oa]s?",
    r"payment": r"paid|processed|recorded|registered|charged|received|pagad[oa]|procesad[oa]|registrad[oa]|recibid[oa]",
    r"update|modif|actualiz|swap": r"updated|changed|modified|swapped|marked|actualizad[oa]s?|cambiad[oa]|modificad[oa]|registrad[oa]",
    r"return": r"requested|submitted|created|registered|initiated|processed|started|solicitad[oa]|registrad[oa]|creado|creada|iniciad[oa]|procesad[oa]",
    r"": r"created|registered|placed|submitted|booked|made|opened|issued|reserved|scheduled|enrolled|generated|sent|logged|filed|closed|added"
         r"|cread[oa]s?|registrad[oa]s?|generad[oa]s?|emitid[oa]s?|confirmad[oa]s?|realizad[oa]s?|agendad[oa]s?|reservad[oa]s?"
         r"|inscrit[oa]s?|matriculad[oa]s?|enviad[oa]s?|procesad[oa]s?|adjuntad[oa]s?|programad[oa]s?|cerrad[oa]s?",
})
LOOKS = re.compile(
    r"^(get|list|search|find|check|show|consult|calculate|identificar|buscar|verificar|validar|track|recommend|suggest|view"
    r"|read|listar|obtener|estimate|think)"
)


def peru():
    """Gemma 3 27B at hotels, clinics, shops, restaurants, a university and others, in Spanish and English."""
    clone, runs, known = "oscaralvaro+tau2-bench", {}, set()
    lines = git(clone, "rev-list", "--all", "--objects", "--missing=allow-any").decode().splitlines()
    for blob, path in sorted(line.split(" ", 1) for line in lines if re.search(r" .*data/simulations/.*\.json$", line)):
        try:
            value = json.loads(git(clone, "cat-file", "-p", blob))
        except Exception:
            continue
        domain = value["info"]["environment_info"]["domain_name"]
        calls = [call for run in value["simulations"] for message in run["messages"] for call in message.get("tool_calls") or []]
        for run in value["simulations"] if calls else ():
            if run["id"] not in known:
                known.add(run["id"])
                runs[f"{domain}.{run['id']}"] = run["messages"]
    return gather("peru", sorted(runs.items()), PERU, lambda tool, given: not LOOKS.match(tool))


# ---------------------------------------------------------------- an office with the tools of MCP servers

OFFICE = deeds({
    r"^emails-": r"sent|emailed|notified|replied|forwarded",
    r"^(word|excel|pptx|pdf-tools)-|^filesystem-(write|edit)": r"created|written|wrote|saved|generated|updated|added|filled|edited"
                                                               r"|formatted|populated|recorded|merged|stored|highlighted|applied",
    r"^filesystem-": r"moved|created|renamed|organi[sz]ed|sorted",
    r"^google_sheet-": r"created|updated|added|written|recorded|filled|renamed|populated|uploaded|saved",
    r"^notion-": r"created|added|updated|deleted|removed|written|recorded|saved|filled|inserted|changed|commented",
    r"^canvas-": r"created|enrolled|updated|submitted|posted|uploaded|sent|added|announced|assigned|published|graded|messaged|notified",
    r"^github-": r"created|updated|deleted|removed|added|posted|forked|pushed|committed|commented|closed|renamed|uploaded",
    r"^woocommerce-": r"updated|created|added|changed|set|moved|sent|reduced|applied",
    r"^snowflake-": r"inserted|updated|deleted|added|created|written|recorded|removed|stored|saved",
    r"^google_(calendar|forms)-": r"created|scheduled|added|sent|set up",
    r"^google-cloud-": r"created|uploaded|loaded|written|logged|exported|wrote|deleted|stored|recorded|saved",
    r"^k8s-": r"scaled|applied|created|deleted|deployed|updated|stopped|set up|shut down",
}, "")
WRITES = re.compile(
    r"(^emails-(send|reply|forward)|[-_](write|edit|create|add|update|delete|remove|patch|enroll|submit|upload|move|fork|push|rename"
    r"|batch|load|export|merge|format|set|highlight|apply|post-page)([-_]|$)|[-_](start_quiz|post-page|port_forward|kubectl_(scale"
    r"|generic|delete)|browser_(click|type|select|fill|evaluate)|python-execute|run_command|git_(commit|add)|download_))"
)
BROKE = re.compile(r"error|failed|exception|denied|not found|invalid|traceback|\b40\d\b", re.IGNORECASE)


def writes(tool, given):
    query = str(given.get("query") or "")
    return WRITES.search(tool) is not None or re.match(r"\s*(insert|update|delete|create|merge|drop|alter)\b", query, re.IGNORECASE) is not None


def mcp():
    """Claude Sonnet 4.5 and DeepSeek V3.2 at office work, with few words for people between many calls."""
    runs = []
    for path, text in folder("WaitHZ+toolathlon-traj-website", "trajs").items():
        if path.endswith(".json"):
            runs.append((path.removeprefix("trajs/").removesuffix(".json"), json.loads(text)["messages"]))
    return gather("mcp", some(runs, 10_000), OFFICE, writes, BROKE, keeps=True, most=2800)


if __name__ == "__main__":
    collect({"human": human, "minis": minis, "flash": flash, "qwen": qwen, "levels": levels, "flights": flights, "phones": phones,
             "counters": counters, "peru": peru, "mcp": mcp})
