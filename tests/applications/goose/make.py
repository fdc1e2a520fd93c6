"""Creates a sessions.db like that of Goose. Goose is in no package registry and takes long to build, so this script
creates the tables with the statements in its source, and inserts rows as its `add_message` does.

    python3 make.py SESSION_MANAGER_RS DATABASE

SESSION_MANAGER_RS is crates/goose/src/session/session_manager.rs of a checkout (github.com/aaif-goose/goose).
"""

import json
import re
import sqlite3
import sys

source = open(sys.argv[1], encoding="utf-8").read()
create = source[source.index("async fn create_schema"):]
statements = re.findall(r'sqlx::query\(\s*(?:r#"(.*?)"#|"((?:[^"\\]|\\.)*)")', create, re.S)
connection = sqlite3.connect(sys.argv[2])
for raw, plain in statements:
    statement = raw or plain
    if re.match(r"\s*CREATE (TABLE|INDEX) IF NOT EXISTS", statement):
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            sys.exit(f"{error}: {statement}")
version = re.search(r"CURRENT_SCHEMA_VERSION: i32 = (\d+)", source).group(1)
connection.execute("INSERT INTO schema_version (version, applied_at) VALUES (?, '2026-11-20 09:00:00')", [version])

clock = 1795000000
calls = 0


def message(session, role, *blocks):
    global clock
    clock += 7
    number = connection.execute("SELECT count(*) + 1 FROM messages").fetchone()[0]
    connection.execute(
        "INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp, timestamp, metadata_json)"
        " VALUES (?, ?, ?, ?, ?, datetime(?, 'unixepoch'), ?)",
        [f"msg_{session}_{number:04}", session, role, json.dumps(blocks, separators=(",", ":")), clock, clock,
         json.dumps({"userVisible": True, "agentVisible": True}, separators=(",", ":"))])


def text(words):
    return {"type": "text", "text": words}


def shell(command):
    global calls
    calls += 1
    call = {"status": "success", "value": {"name": "developer__shell", "arguments": {"command": command}}}
    return {"type": "toolRequest", "id": f"call_{calls:04}", "toolCall": call}


def answer(words, failed=False):
    value = {"content": [text(words)], "isError": failed}
    return {"type": "toolResponse", "id": f"call_{calls:04}", "toolResult": {"status": "success", "value": value}}


def refused(words):
    return {"type": "toolResponse", "id": f"call_{calls:04}", "toolResult": {"status": "error", "error": words}}


def session(number, name):
    identity = f"20261120_{number}"
    connection.execute("INSERT INTO sessions (id, name, working_dir, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
                       [identity, name, "/home/ana/garden", "2026-11-20 09:00:00", "2026-11-20 09:00:00"])
    return identity


book = '{"files": ["beds.txt", "seeds.txt"]}'
leaked = '<tool_call>\n{"name": "developer__shell", "arguments": {"command": "%s"}}\n</tool_call>'

garden = session(1, "The garden book")
message(garden, "user", text("Which files are in the garden book?"))
message(garden, "assistant", shell("cat book.json"))
message(garden, "user", answer(book + "\n"))
message(garden, "assistant", text(book + "\nThere are two files in the book."))
message(garden, "user", text("And what stands in the beds?"))
message(garden, "assistant", text("Let me look."), shell("cat beds.txt"))
message(garden, "user", answer("Bed 1: leeks. Bed 2: broad beans.\n"))
message(garden, "assistant", text(leaked % "cat beds.txt" + "\nLeeks and broad beans."))
message(garden, "user", text("Please count the seeds."))
message(garden, "assistant", text(leaked % "wc -l seeds.txt"))
message(garden, "user", text("And what is the weather like?"))
message(garden, "assistant", text('{"city": "Braga", "degrees": 24, "sky": "rain"}\nIt is raining in Braga.'))

notes = session(2, "Notes")
message(notes, "user", text("Save a note that the fig was pruned."))
message(notes, "assistant", shell("echo 'The fig was pruned.' > notes.txt"))
message(notes, "user", answer(""))
message(notes, "assistant", text("I've saved the note about the fig."))
message(notes, "user", text("And save a note that the vine was pruned."))
message(notes, "assistant", text("I've saved the note about the vine."))

failed = session(3, "Figs and vines")
message(failed, "user", text("What stands in figs.txt?"))
message(failed, "assistant", shell("cat figs.txt"))
message(failed, "user", answer("cat: figs.txt: No such file or directory\n", failed=True))
message(failed, "assistant", text(leaked % "cat figs.txt" + "\nThere is nothing about figs in the book."))
message(failed, "user", text("Then look it up in vine.md."))
message(failed, "assistant", shell("cat vine.md"))
message(failed, "user", refused("The user has declined to run this tool."))
message(failed, "assistant", text(leaked % "cat vine.md" + "\nThe vine wants pruning in February."))

asked = session(4, "Vegetables")
message(asked, "user", text("Give me the vegetables of the north bed as JSON with the keys name and rows."))
message(asked, "assistant", text('{"name": "leek", "rows": 4}'))

letter = session(5, "A letter")
message(letter, "user", text("Tell my neighbour about the figs."))
message(letter, "assistant",
        text('<tool_call>{"name": "send_letter", "arguments": {"to": "neighbour", "text": "Ripe figs."}}</tool_call>'))

rounds = session(6, "The book and the notes")
message(rounds, "user", text("Compare the book with the notes."))
message(rounds, "assistant", shell("cat book.json"))
message(rounds, "user", answer(book + "\n"))
message(rounds, "assistant", shell("cat notes.txt"))
message(rounds, "user", answer("The fig was pruned.\n"))
message(rounds, "assistant", text("<tool_response>\n" + book + "\n</tool_response>\nThe notes speak of the fig, the book does not."))

connection.commit()
