"""Code that the scripts of this folder share: arguments, access to clones, and the files of a set."""
import argparse, hashlib, io, json, os, subprocess, tarfile

parser = argparse.ArgumentParser()
parser.add_argument("--clones", required=True)
parser.add_argument("--out", required=True)
parser.add_argument("--only")
arguments = parser.parse_args()


def git(clone, *command):
    path = os.path.join(arguments.clones, clone)
    return subprocess.run(["git", "-C", path, *command], check=True, capture_output=True).stdout


def shown(clone, path):
    """The text of a file in a clone, or None if its content is missing."""
    try:
        return git(clone, "show", f"HEAD:{path}").decode()
    except subprocess.CalledProcessError:
        return None


def folder(clone, *paths):
    """The texts of the files in these folders, by path."""
    with tarfile.open(fileobj=io.BytesIO(git(clone, "archive", "HEAD", *paths))) as archive:
        return {m.name: archive.extractfile(m).read().decode() for m in archive if m.isfile()}


def some(conversations, number):
    """This many conversations, the same ones every time."""
    return sorted(conversations, key=lambda c: hashlib.sha1(str(c[0]).encode()).digest())[:number]


class Collection:
    """The conversations of one set, in full and without the calls that change something."""

    def __init__(self, name):
        self.name, self.whole, self.without, self.gold, self.tools = name, [], [], [], {}

    def begin(self, conversation):
        self.conversation, self.number = str(conversation), 0

    def _line(self, role, **more):
        self.number += 1
        key = f"{self.conversation}.{self.number}"
        return {"id": key, "conversation_id": self.conversation, "role": role, **more}

    def say(self, role, text, is_claim=False):
        line = self._line(role, content=text)
        if role == "assistant":
            line["tool_calls"] = []
        self.whole.append(line)
        self.without.append(line)
        if is_claim:
            self.gold.append(line["id"])

    def call(self, tool, given, result, changes, said=""):
        """A call with its result. With `said`, the message of the call announces it, and stays when the call is taken out."""
        key = f"call_{len(self.whole)}"
        function = {"name": tool, "arguments": json.dumps(given)}
        call = {"id": key, "type": "function", "function": function}
        lines = [
            self._line("assistant", content=said, tool_calls=[call]),
            self._line("tool", name=tool, tool_call_id=key, content=result),
        ]
        self.whole += lines
        if not changes:
            self.without += lines
        elif said:
            self.without.append({**lines[0], "tool_calls": []})
        self.knows(tool, given)

    def exchange(self, conversation, request, reply, tool=None, result='{"ok": true}'):
        """A conversation of a request and its reply, which claims what the tool did, if there is one."""
        self.begin(conversation)
        self.say("user", request)
        if tool:
            self.call(tool, {}, result, True)
        self.say("assistant", reply, tool is not None)

    def knows(self, tool, parameters=(), description=None):
        entry = self.tools.setdefault(tool, {"parameters": {}, "description": None})
        entry["parameters"].update(dict.fromkeys(parameters))
        entry["description"] = description or entry["description"]

    def write(self):
        path = lambda kind: os.path.join(arguments.out, f"{self.name}.{kind}")
        for kind, lines in (("whole", self.whole), ("without", self.without)):
            with open(path(f"{kind}.jsonl"), "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        tools = []
        for name, entry in sorted(self.tools.items()):
            properties = {key: {} for key in sorted(entry["parameters"])}
            tool = {"name": name, "parameters": {"type": "object", "properties": properties}}
            tools.append({**tool, "description": entry["description"]} if entry["description"] else tool)
        json.dump(self.gold, open(path("gold.json"), "w"))
        json.dump(tools, open(path("tools.json"), "w"))
        print(f"{self.name}: {len(self.whole)} messages, {len(self.gold)} replies that claim a change")


def collect(sets):
    """Writes the requested sets and skips those whose clone is missing."""
    os.makedirs(arguments.out, exist_ok=True)
    for name, collection in sets.items():
        if arguments.only and name not in arguments.only.split(","):
            continue
        try:
            collection().write()
        except subprocess.CalledProcessError as error:
            print(f"{name}: left out ({error.stderr.decode().strip()})")
