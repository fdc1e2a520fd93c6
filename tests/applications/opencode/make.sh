#!/usr/bin/env bash
# Makes the database of opencode. See ../README.md.
#   tests/applications/opencode/make.sh [OUT [VERSION]]
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
out="$(realpath -m "${1:-$here}")" version="${2:-1.18.33}"
work="$(mktemp -d)"
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

# The package of the platform alone: the program itself, without the script that chooses one.
npm install --silent --no-audit --no-fund --prefix "$work" "opencode-linux-x64@$version"

mkfifo "$work/port"
python3 "$here/../model_server.py" "$here/script.json" > "$work/port" &
server=$!
read -r port < "$work/port"

export HOME="$work/home" XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config" XDG_STATE_HOME="$work/state" XDG_CACHE_HOME="$work/cache"
export OPENCODE_DISABLE_AUTOUPDATE=1 OPENCODE_DISABLE_MODELS_FETCH=1 OPENCODE_DISABLE_LSP_DOWNLOAD=1
mkdir -p "$HOME" "$work/garden" "$XDG_CONFIG_HOME/opencode"
cat > "$XDG_CONFIG_HOME/opencode/opencode.json" <<CONFIGURATION
{
  "model": "demo/demo-model",
  "small_model": "demo/demo-model",
  "autoupdate": false,
  "share": "disabled",
  "snapshot": false,
  "permission": {"bash": "allow", "read": "allow", "external_directory": "allow"},
  "provider": {
    "demo": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "Demo",
      "options": {"baseURL": "http://127.0.0.1:$port/v1", "apiKey": "none"},
      "models": {"demo-model": {"name": "Demo", "tool_call": true, "limit": {"context": 32000, "output": 4000}}}
    }
  }
}
CONFIGURATION
cd "$work/garden"
printf '{"files": ["beds.txt", "seeds.txt"]}\n' > book.json
printf 'Bed 1: leeks. Bed 2: broad beans.\n' > beds.txt
printf 'Radish\nRocket\nChard\n' > seeds.txt

python3 -c 'import json, sys; print("\n".join(json.load(open(sys.argv[1]))))' "$here/script.json" > "$work/questions"
while read -r question <&3; do
  # What begins with "And" goes on with the conversation before it; the others open their own.
  case "$question" in
    And*) set -- --continue ;;
    *) set -- ;;
  esac
  # On standard input: a question among the arguments is stored with quotation marks around it.
  printf '%s' "$question" | timeout 120 "$work/node_modules/opencode-linux-x64/bin/opencode" run "$@" > /dev/null 2>&1
done 3< "$work/questions"

mkdir -p "$out"
[ -z "${KEEP:-}" ] || cp "$XDG_DATA_HOME"/opencode/*.db* "$KEEP"
# The log of events repeats what the other tables hold, and is larger than all of them.
python3 "$here/../dump.py" "$XDG_DATA_HOME/opencode/opencode.db" --empty event \
  --replace "$work/garden" /home/ana/garden --replace "${work#/}/garden" home/ana/garden \
  --ids '\b(?P<head>(?:ses|msg|prt|evt)_)[0-9a-zA-Z]{26}\b' > "$out/dump.sql"
