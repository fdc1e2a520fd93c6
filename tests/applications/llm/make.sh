#!/usr/bin/env bash
# Makes the databases of `llm`: the versions that are given, one after the other, in one file. See README.md.
#   tests/applications/llm/make.sh OUT VERSION...
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
out="$(realpath -m "$1")"; shift
work="$(mktemp -d)"
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

mkfifo "$work/port"
python3 "$here/../model_server.py" "$here/script.json" > "$work/port" &
server=$!
read -r port < "$work/port"

export LLM_USER_PATH="$work/home" OPENAI_API_KEY=none
mkdir -p "$LLM_USER_PATH"
cat > "$LLM_USER_PATH/extra-openai-models.yaml" <<MODEL
- model_id: demo
  model_name: demo-model
  api_base: "http://127.0.0.1:$port/v1"
  api_key_name: none
  supports_tools: true
MODEL

for version in "$@"; do
  python3 -m venv "$work/llm-$version"
  # The OpenAI client no longer brings httpx with it, which llm 0.31 needs.
  "$work/llm-$version/bin/pip" install --quiet "llm==$version" "httpx<1"
  llm() { "$work/llm-$version/bin/llm" "$@" < /dev/null > /dev/null; }
  first=1
  python3 -c 'import json, sys; print("\n".join(json.load(open(sys.argv[1]))))' "$here/script.json" > "$work/questions"
  while read -r question <&3; do
    # What begins with "And", or thanks, goes on with the conversation before it; the others open their own.
    case "$question" in
      And*|Thank*|*" too."|*"still the same"*) llm -c -m demo --functions "$here/tools.py" "$question" ;;
      *) llm -m demo --functions "$here/tools.py" "$question" ;;
    esac
  done 3< "$work/questions"
done

mkdir -p "$out"
python3 "$here/../dump.py" "$LLM_USER_PATH/logs.db" \
  --ids '\b(?P<head>01)[0-9a-hjkmnp-tv-z]{24}\b' > "$out/dump.sql"
