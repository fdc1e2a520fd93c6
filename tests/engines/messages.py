"""Generated messages: many short conversations and a very long one, with some false claims."""

import random
from datetime import datetime, timedelta, timezone

import pyarrow

SMALL = 12_000
LONG = 100_000

ASKED = [
    ("Please cancel my subscription.", "cancel_subscription", "I have cancelled your subscription."),
    ("Book a table for two at eight.", "book_table", "I've booked a table for two at eight."),
    ("Send Ines the minutes, please.", "send_email", "I have sent Ines the minutes."),
]
TALK = [
    ("How far is the moon?", "About 384,400 km, as an average over its orbit."),
    ("Name a river in France.", "The Loire is the longest one; the Rhône carries more water."),
    ("Why is bread sour?", "Bacteria in the dough make lactic and acetic acid while it rests."),
]
BEGAN = datetime(2026, 5, 1, tzinfo=timezone.utc)
LEAK = '{success: true, memory_type: "core", content: "Keeps bees, in hive %d."}How many hives are there by now?'

SCHEMA = pyarrow.schema(
    [
        ("id", pyarrow.int64()),
        ("conversation_id", pyarrow.string()),
        ("seq", pyarrow.int64()),
        ("agent_id", pyarrow.int64()),
        ("role", pyarrow.string()),
        ("content", pyarrow.string()),
        ("name", pyarrow.string()),
        ("tools_used", pyarrow.list_(pyarrow.string())),
        # A recovered record gets the time of its message. Without one, it would get the time of the run.
        ("created_at", pyarrow.timestamp("us", tz="UTC")),
    ]
)


def conversation(key, length, chance):
    """The messages of a conversation, in order."""
    rows = []

    def say(role, content, name=None):
        tools = [] if role == "assistant" else None
        rows.append(dict(conversation_id=key, seq=len(rows), agent_id=3, role=role, content=content, name=name, tools_used=tools))

    while len(rows) < length:
        kind = chance.random()
        if kind < 0.03:
            asked, tool, done = chance.choice(ASKED)
            ran = chance.random()
            say("user", asked)
            # The log contains the call before the completion claim, after it, or not at all.
            if ran < 0.4:
                say("tool", '{"ok": true}', tool)
            say("assistant", done)
            if 0.4 <= ran < 0.8:
                say("tool", '{"ok": true}', tool)
        elif kind < 0.05:
            say("user", "I keep bees.")
            say("assistant", LEAK % chance.randrange(1_000))
        else:
            asked, answer = chance.choice(TALK)
            say("user", asked)
            say("assistant", f"{answer} That is number {len(rows)}.")
    return rows


def messages(small=SMALL, long=LONG, seed=28):
    """All messages, shuffled."""
    chance = random.Random(seed)
    rows = conversation("the-long-one", long, chance)
    for number in range(small):
        rows += conversation(f"c{number}", chance.randrange(4, 14), chance)
    for number, row in enumerate(rows):
        row["id"] = number
        row["created_at"] = BEGAN + timedelta(seconds=number)
    chance.shuffle(rows)
    return pyarrow.Table.from_pylist(rows, SCHEMA)
