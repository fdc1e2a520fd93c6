"""A model that says what the last user message names: an OpenAI-compatible server on loopback, standard library only.

The client writes its script into the user's message, behind a bar, as JSON: a list of steps, each {"call": name, "arguments": {…}}
or {"text": "…"}. Each request is answered with the step that follows the answers given since that message. `{result:KEY}` in a text
stands for a member of the last tool result, so that a later message can repeat what a tool said.
"""

import hashlib
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def text_of(content):
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


def step_for(messages):
    last = max((i for i, m in enumerate(messages) if m["role"] == "user"), default=-1)
    asked = text_of(messages[last]["content"]) if last >= 0 else ""
    begin = asked.find("|[")
    if begin < 0:
        return {"text": "Nothing to do."}, []
    script, _ = json.JSONDecoder().raw_decode(asked[begin + 1 :])
    done = sum(1 for m in messages[last + 1 :] if m["role"] == "assistant" and m.get("tool_calls"))
    results = [text_of(m["content"]) for m in messages[last + 1 :] if m["role"] == "tool"]
    return script[min(done, len(script) - 1)], results


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, body, kind="application/json"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        model = {"id": "script", "object": "model", "owned_by": "tests"}
        self.answer(json.dumps({"object": "list", "data": [model]}).encode())

    def do_POST(self):
        form = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/embeddings"):
            texts = form["input"] if isinstance(form["input"], list) else [form["input"]]
            vector = lambda text: [byte / 255 for byte in hashlib.sha256(text.encode()).digest()]
            data = [{"object": "embedding", "index": i, "embedding": vector(t)} for i, t in enumerate(texts)]
            return self.answer(json.dumps({"object": "list", "data": data, "model": "script"}).encode())
        step, results = step_for(form["messages"])
        if "call" in step:
            digest = hashlib.sha256(json.dumps([step, len(results)]).encode()).hexdigest()[:12]
            function = {"name": step["call"], "arguments": json.dumps(step["arguments"])}
            message = {"tool_calls": [{"index": 0, "id": f"call_{digest}", "type": "function", "function": function}]}
            reason = "tool_calls"
        else:
            text = step["text"].replace("{result}", results[-1] if results else "")
            message, reason = {"content": text}, "stop"
        if not form.get("stream"):
            choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}
            return self.answer(json.dumps({"id": "x", "object": "chat.completion", "choices": [choice]}).encode())
        chunk = lambda delta, reason: b"data: " + json.dumps(
            {"id": "x", "object": "chat.completion.chunk", "model": "script",
             "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
        ).encode() + b"\n\n"
        body = chunk({"role": "assistant", **message}, None) + chunk({}, reason) + b"data: [DONE]\n\n"
        self.answer(body, "text/event-stream")


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
