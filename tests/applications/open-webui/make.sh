#!/usr/bin/env bash
# Makes ../open-webui-0.7/dump.sql, and ../open-webui-0.12/dump.sql of the same database after its upgrade. See ../README.md.
#   FAKETIME_LIBRARY=/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1 tests/applications/open-webui/make.sh
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
library="${FAKETIME_LIBRARY:-/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1}"
work="$(mktemp -d)"
trap 'kill "${model:-}" "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

mkfifo "$work/port"
python3 "$here/../model_server.py" "$here/script.json" > "$work/port" &
model=$!
read -r port < "$work/port"

# What computes vectors, hears and reads pictures is large, and nothing of it is needed here: vectors come from the model server.
left_out='^(accelerate|sentence-transformers|faster-whisper)'

install() { # VERSION
  python3.11 -m venv "$work/$1"
  "$work/$1/bin/pip" install --quiet --no-deps "open-webui==$1" beautifulsoup4 soupsieve
  "$work/$1/bin/python" - "$left_out" > "$work/needed" <<'PYTHON'
import importlib.metadata, re, sys
for line in importlib.metadata.requires("open-webui"):
    if "extra ==" not in line and not re.match(sys.argv[1], line):
        print(line)
PYTHON
  "$work/$1/bin/pip" install --quiet -r "$work/needed" beautifulsoup4 google-auth pytz
}

talk() { # VERSION PORT PART TIME
  echo "@$4" > "$work/clock"
  env DATA_DIR="$work/data" FROM_INIT_PY=true WEBUI_SECRET_KEY=tests OFFLINE_MODE=true HF_HUB_OFFLINE=1 TZ=UTC \
    ENABLE_OLLAMA_API=false ENABLE_VERSION_UPDATE_CHECK=false ENABLE_EVALUATION_ARENA_MODELS=false ANONYMIZED_TELEMETRY=false \
    OPENAI_API_BASE_URL="http://127.0.0.1:$port/v1" OPENAI_API_KEY=none RAG_EMBEDDING_ENGINE=openai \
    RAG_OPENAI_API_BASE_URL="http://127.0.0.1:$port/v1" RAG_OPENAI_API_KEY=none RAG_EMBEDDING_MODEL=demo \
    LD_PRELOAD="$library" FAKETIME_TIMESTAMP_FILE="$work/clock" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
    "$work/$1/bin/python" -m uvicorn open_webui.main:app --host 127.0.0.1 --port "$2" > "$work/server.log" 2>&1 &
  server=$!
  until curl --silent --fail --output /dev/null "http://127.0.0.1:$2/health"; do kill -0 "$server"; sleep 1; done
  python3 "$here/chat.py" "http://127.0.0.1:$2" "$work/clock" "$3"
  kill "$server"; wait "$server" || true
}

mkdir -p "$work/data"
install 0.7.2
talk 0.7.2 18701 before "2026-01-12 08:59:00"
"$here/dump.sh" "$work/data/webui.db" > "$here/../open-webui-0.7/dump.sql"
install 0.12.4
talk 0.12.4 18702 after "2026-09-01 08:50:00"
"$here/dump.sh" "$work/data/webui.db" > "$here/../open-webui-0.12/dump.sql"
