#!/bin/sh
# Writes the tables of a webui.db that ghostcall reads as SQL: dump.sh DATABASE
# Random keys get names by what they belong to, so that a database that is made again has the same ones.
set -eu
here=$(dirname "$0")
names=$(python3 - "$1" <<'PYTHON'
import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
tables = {name for name, in c.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
named = [(key, "ana") for key, in c.execute("SELECT id FROM user")]
named += [(key, "share-" + str(n)) for n, (key,) in enumerate(c.execute("SELECT id FROM chat WHERE user_id LIKE 'shared-%'"), 1)]
if "shared_chat" in tables:
    named += [(key, "share-" + str(n)) for n, (key,) in enumerate(c.execute("SELECT id FROM shared_chat ORDER BY created_at"), 1)]
named += [(key, title.lower().replace(" ", "-")) for key, title in
          c.execute("SELECT id, title FROM chat WHERE user_id NOT LIKE 'shared-%'")]
named += [(key, "memory-" + str(n)) for n, (key,) in enumerate(c.execute("SELECT id FROM memory ORDER BY created_at"), 1)]
read = {"chat", "chat_message", "memory", "user", "shared_chat"}
print(*[f"--replace {key} {name}" for key, name in named], *[f"--drop {name}" for name in sorted(tables - read)])
PYTHON
)
exec python3 "$here/../dump.py" "$1" $names
