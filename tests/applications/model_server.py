"""A fake model with scripted answers: a local server with OpenAI's API, which needs nothing but Python.

    python3 model_server.py SCRIPT [PORT]

SCRIPT is JSON: it maps each user question to the rounds of the answer, each
`{"text", "calls": [{"name", "arguments"}]}`. The round is the number of model messages since the question. A request
that is not in the script (a title, a summary) gets the answer "Garden". Prints its port on one line when it is ready.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SCRIPT = json.load(open(sys.argv[1], encoding="utf-8"))
COUNTED = {"calls": 0}


def text_of(content):
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


def round_for(messages):
    """The next round of the answer to the last question that the script contains."""
    spoken, later = 0, None
    for message in reversed(messages):
        # Some clients send the text and the calls of one answer as two messages.
        if message["role"] == "assistant" and later != "assistant":
            spoken += 1
        later = message["role"]
        if message["role"] == "user":
            asked = text_of(message.get("content"))
            for question, rounds in SCRIPT.items():
                if question in asked:
                    return rounds[spoken] if spoken < len(rounds) else {"text": ""}
    return {"text": "Garden"}


def calls_of(answer):
    calls = []
    for index, call in enumerate(answer.get("calls", [])):
        COUNTED["calls"] += 1
        arguments = call["arguments"] if isinstance(call["arguments"], str) else json.dumps(call["arguments"])
        calls.append({"index": index, "id": f"call_{COUNTED['calls']:04}", "type": "function",
                      "function": {"name": call["name"], "arguments": arguments}})
    return calls


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        models = {"object": "list", "data": [{"id": "demo-model", "object": "model", "created": 0, "owned_by": "demo"}]}
        self.send("application/json", json.dumps(models).encode())

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/embeddings"):
            texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
            data = [{"object": "embedding", "index": index, "embedding": [1.0, 0.5, float(len(text))]}
                    for index, text in enumerate(texts)]
            self.send("application/json", json.dumps({"object": "list", "model": "demo-model", "data": data}).encode())
            return
        if not self.path.endswith("/chat/completions"):
            self.send_error(404)
            return
        answer = round_for(asked["messages"])
        calls = calls_of(answer)
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        finish = "tool_calls" if calls else "stop"
        head = {"id": "answer", "created": 0, "model": asked.get("model", "demo-model")}
        if not asked.get("stream"):
            message = {"role": "assistant", "content": answer.get("text") or None}
            if calls:
                message["tool_calls"] = [{key: call[key] for key in ("id", "type", "function")} for call in calls]
            choice = {"index": 0, "message": message, "finish_reason": finish}
            self.send("application/json",
                      json.dumps({**head, "object": "chat.completion", "choices": [choice], "usage": usage}).encode())
            return
        deltas = [{"role": "assistant", "content": ""}]
        text = answer.get("text", "")
        deltas += [{"content": text[start:start + 40]} for start in range(0, len(text), 40)]
        deltas += [{"tool_calls": [call]} for call in calls]
        chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        chunks.append({"choices": [], "usage": usage})
        lines = [json.dumps({**head, "object": "chat.completion.chunk", **chunk}) for chunk in chunks] + ["[DONE]"]
        self.send("text/event-stream", "".join(f"data: {line}\n\n" for line in lines).encode())


SERVER = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Model)
print(SERVER.server_address[1], flush=True)
SERVER.serve_forever()
