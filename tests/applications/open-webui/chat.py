"""Uses an Open WebUI server as its web page does: signs in, asks, waits for the answer, changes memories.

    python3 chat.py URL CLOCK before|after

CLOCK is the file from which the server reads its time. The script sets it forward between two questions, so that only
messages that belong together are close in time.
"""

import datetime
import json
import sys
import time
import urllib.error
import urllib.request
import uuid

URL, CLOCK, PART = sys.argv[1:4]
MODEL = "demo-model"
USER = {"email": "ana@example.com", "password": "not-a-secret"}
STATE = {"token": None, "number": 0}


def at(moment):
    """Sets the clock of the server."""
    with open(CLOCK, "w", encoding="ascii") as clock:
        clock.write(f"@{moment}\n")
    STATE["time"] = int(datetime.datetime.fromisoformat(moment + "+00:00").timestamp())


def ask(method, path, body=None):
    headers = {"Content-Type": "application/json"}
    if STATE["token"]:
        headers["Authorization"] = "Bearer " + STATE["token"]
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {error.code} {error.read()[:400]!r}")


def wait(chat):
    """Waits until the answer is written."""
    for _ in range(300):
        if not ask("GET", f"/api/tasks/chat/{chat}")["task_ids"]:
            return
        time.sleep(0.1)
    sys.exit(f"no answer in {chat}")


def new_id():
    STATE["number"] += 1
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{PART}-{STATE['number']}"))


def completion(chat, answer, messages, **more):
    ask("POST", "/api/chat/completions", {
        "model": MODEL, "stream": True, "messages": messages, "chat_id": chat, "id": answer, "session_id": "page",
        "features": {"memory": True}, "params": {"function_calling": "native"}, **more,
    })
    wait(chat)


class Old:
    """A chat as the page of version 0.7 stores it: the page itself writes the tree of messages."""

    def __init__(self, title):
        self.chat = {"title": title, "models": [MODEL], "messages": [], "history": {"messages": {}, "currentId": None}}
        self.key = ask("POST", "/api/v1/chats/new", {"chat": self.chat})["id"]

    def say(self, text, moment):
        at(moment)
        question, answer, history = new_id(), new_id(), self.chat["history"]
        last = history["currentId"]
        asked = {"id": question, "parentId": last, "childrenIds": [answer], "role": "user", "content": text,
                 "timestamp": STATE["time"], "models": [MODEL]}
        empty = {"id": answer, "parentId": question, "childrenIds": [], "role": "assistant", "content": "", "model": MODEL,
                 "modelName": MODEL, "modelIdx": 0, "timestamp": STATE["time"] + 1}
        if last:
            history["messages"][last]["childrenIds"].append(question)
        history["messages"].update({question: asked, answer: empty})
        history["currentId"] = answer
        self.save()
        thread = [m for m in self.thread() if m["id"] != answer]
        completion(self.key, answer, [{"role": m["role"], "content": m["content"]} for m in thread], parent_id=question)
        self.chat = ask("GET", f"/api/v1/chats/{self.key}")["chat"]
        self.chat["history"]["messages"][answer]["done"] = True
        self.save()
        return answer

    def thread(self):
        messages, key, found = self.chat["history"]["messages"], self.chat["history"]["currentId"], []
        while key:
            found.append(messages[key])
            key = messages[key]["parentId"]
        return found[::-1]

    def save(self):
        self.chat["messages"] = self.thread()
        ask("POST", f"/api/v1/chats/{self.key}", {"chat": self.chat})


class New:
    """A chat as the page of version 0.12 starts it: the server writes the tree of messages."""

    def __init__(self):
        self.key, self.last = None, None

    def say(self, text, moment):
        at(moment)
        question, answer = new_id(), new_id()
        asked = {"id": question, "parentId": self.last, "childrenIds": [], "role": "user", "content": text,
                 "timestamp": STATE["time"], "models": [MODEL]}
        form = {"model": MODEL, "stream": True, "messages": [{"role": "user", "content": text}], "session_id": "page",
                "features": {"memory": True}, "params": {"function_calling": "native"}, "parent_id": self.last,
                "user_message": asked, "message_ids": [{"model_id": MODEL, "message_id": answer}]}
        if self.key:
            form["chat_id"] = self.key
        told = ask("POST", "/api/chat/completions", form)
        self.key, self.last = self.key or told["chat_id"], answer
        wait(self.key)


def memory(text):
    [found] = [one for one in ask("GET", "/api/v1/memories/") if one["content"] == text]
    return found["id"]


def correct(old, new, moment):
    at(moment)
    ask("POST", f"/api/v1/memories/{memory(old)}/update", {"content": new})


def forget(text, moment):
    at(moment)
    ask("DELETE", f"/api/v1/memories/{memory(text)}")


def before():
    at("2026-01-12 09:00:00")
    STATE["token"] = ask("POST", "/api/v1/auths/signup", {**USER, "name": "Ana"})["token"]
    chat = Old("Home")
    chat.say("Please note that I am allergic to walnuts.", "2026-01-12 09:05:00")
    chat.say("And I take the bus to work.", "2026-01-12 11:05:00")
    chat.say("I live in Porto, by the way.", "2026-01-12 13:05:00")
    chat.say("What time is it?", "2026-01-12 15:05:00")
    chat.say("I play the cello.", "2026-01-13 09:05:00")
    chat.say("I collect stamps.", "2026-01-13 11:05:00")
    chat.say("I keep bees.", "2026-01-13 13:05:00")
    chat.say("Please show me a book as JSON.", "2026-01-13 15:05:00")
    chat.say("Please remember that I get up at six.", "2026-01-13 17:05:00")
    ask("POST", f"/api/v1/chats/{chat.key}/share")
    club = Old("Club")
    club.say("Note that my chess club meets on Mondays.", "2026-01-14 09:05:00")
    forget("Ana takes the bus to work.", "2026-01-20 09:00:00")
    forget("Ana's chess club meets on Mondays.", "2026-01-20 09:05:00")
    correct("Ana lives in Porto.", "Ana lives in Braga.", "2026-01-21 09:00:00")


def after():
    at("2026-09-01 09:00:00")
    STATE["token"] = ask("POST", "/api/v1/auths/signin", USER)["token"]
    club = next(one for one in ask("GET", "/api/v1/chats/") if one["title"] == "Club")
    old = ask("GET", f"/api/v1/chats/{club['id']}")["chat"]["history"]
    answer = old["currentId"]
    # Presses the button "continue" under an answer from before the upgrade.
    at("2026-09-01 10:05:00")
    completion(club["id"], answer, [{"role": "user", "content": "Go on about the club"}],
               assistant_message_id=answer, parent_id=old["messages"][answer]["parentId"],
               message_ids=[{"model_id": MODEL, "message_id": answer}])
    chat = New()
    chat.say("I paint with oils.", "2026-09-02 09:05:00")
    chat.say("What time is it?", "2026-09-02 11:05:00")
    chat.say("Look at the clock and tell me.", "2026-09-02 13:05:00")
    chat.say("I sing in a choir.", "2026-09-03 09:05:00")
    chat.say("I moved house.", "2026-09-03 11:05:00")
    chat.say("I grow tomatoes.", "2026-09-03 13:05:00")
    chat.say("Please show me a book as JSON.", "2026-09-03 15:05:00")
    chat.say("Please remember that I get up at six.", "2026-09-03 17:05:00")
    ask("POST", f"/api/v1/chats/{chat.key}/share")
    correct("Ana lives in Braga.", "Ana lives in Faro.", "2026-10-01 09:00:00")


{"before": before, "after": after}[PART]()
