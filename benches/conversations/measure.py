#!/usr/bin/env python3
"""Measures a ghostcall binary on the conversations that the other scripts collect.

Usage: measure.py BIN --data DIR [--half dev|test|both] [--only NAME,NAME] [--show N] [--flagged N]

DIR contains for each set NAME:
  NAME.whole.jsonl    the original messages (lines for `ghostcall check -`, with conversation_id)
  NAME.without.jsonl  the same without the calls that change something and without their results
  NAME.gold.json      the ids of the assistant messages that claim a removed call
  NAME.tools.json     the catalog, if there is one
A conversation is in the test half if the SHA-1 of its id is odd. Read only texts of the dev half, so that the test
half stays unseen.
"""
import argparse, collections, glob, hashlib, json, os, subprocess
p = argparse.ArgumentParser()
p.add_argument("ghostcall"); p.add_argument("--data", required=True)
p.add_argument("--half", default="both"); p.add_argument("--only"); p.add_argument("--show", type=int, default=0)
p.add_argument("--flagged", type=int, default=0)
a = p.parse_args()
def check(path, args):
    r = subprocess.run([a.ghostcall, "check", "-", *args], stdin=open(path), capture_output=True, text=True)
    if r.returncode not in (0, 1): raise SystemExit(r.stderr)
    return {str(f["message_id"]): f for f in map(json.loads, r.stdout.splitlines()) if f.get("claims")}
def half(c): return "test" if hashlib.sha1(str(c).encode()).digest()[-1] & 1 else "dev"
total = collections.defaultdict(lambda: [0, 0, 0, 0])
for gold_path in sorted(glob.glob(os.path.join(a.data, "*.gold.json"))):
    name = os.path.basename(gold_path)[:-len(".gold.json")]
    if a.only and not any(name.startswith(o) for o in a.only.split(",")): continue
    f = lambda kind: os.path.join(a.data, f"{name}.{kind}")
    gold = set(map(str, json.load(open(gold_path))))
    lines = [json.loads(l) for l in open(f("without.jsonl"))]
    whole = [json.loads(l) for l in open(f("whole.jsonl"))]
    where = {str(m["id"]): half(m["conversation_id"]) for m in lines + whole}
    replies = collections.Counter(where[str(m["id"])] for m in whole if m["role"] == "assistant" and m.get("content"))
    out = []
    for label, args in (("none", []), ("catalog", ["--catalog", f("tools.json")])):
        if args and not os.path.exists(args[1]): continue
        found = {i for i, x in check(f("without.jsonl"), args).items()
                 if any(c["kind"] == "statement" and c["verdict"] in ("not_executed", "unclear") for c in x["claims"])}
        flagged = check(f("whole.jsonl"), args)
        for h in ("dev", "test"):
            if a.half not in (h, "both"): continue
            g = {i for i in gold if where.get(i) == h}
            fl = [i for i in flagged if where.get(i) == h]
            out.append(f"{h} {label}: {len(found & g)}/{len(g)} ({len(found & g) / max(1, len(g)):.0%}), untouched {len(fl)}/{replies[h]} ({len(fl) / max(1, replies[h]):.2%})")
            t = total[h, label]; t[0] += len(found & g); t[1] += len(g); t[2] += len(fl); t[3] += replies[h]
    print(f"{name:18s} " + " | ".join(out), flush=True)
    order = [m["id"] for m in lines]; by = {str(m["id"]): (k, m) for k, m in enumerate(lines)}
    for i in sorted((g for g in gold - found if where.get(g) == "dev"), key=lambda i: hashlib.sha1(i.encode()).digest())[: a.show]:
        k, m = by[i]; before = [x for x in lines[max(0, k - 3):k] if x["conversation_id"] == m["conversation_id"]]
        print("   missed", i, " / ".join(f"{x['role'][0]}: {(x.get('content') or '')[:150]}" for x in before), "=>", (m.get("content") or "")[:250])
    if a.flagged:
        by = {str(m["id"]): (k, m) for k, m in enumerate(whole)}
        for i in [x for x in flagged if where.get(x) == "dev"][: a.flagged]:
            k, m = by[i]; before = [x for x in whole[max(0, k - 3):k] if x["conversation_id"] == m["conversation_id"]]
            print("   flagged", i, " / ".join(f"{x['role'][0]}: {(x.get('content') or '')[:150]}" for x in before), "=>", (m.get("content") or "")[:250], "|", [(c.get("pattern"), c["verdict"], c.get("text", "")[:60]) for c in flagged[i]["claims"]])
for (h, label), t in sorted(total.items()):
    print(f"all {h} {label}: found {t[0]}/{t[1]} ({t[0] / max(1, t[1]):.0%}), untouched {t[2]}/{t[3]} ({t[2] / max(1, t[3]):.2%})")
