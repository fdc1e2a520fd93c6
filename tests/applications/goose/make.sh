#!/usr/bin/env bash
# Makes dump.sql again, as ../README.md tells.
#   tests/applications/goose/make.sh SESSION_MANAGER_RS [OUT]
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
out="$(realpath -m "${2:-$here}")"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 "$here/make.py" "$1" "$work/sessions.db"
mkdir -p "$out"
python3 "$here/../dump.py" "$work/sessions.db" > "$out/dump.sql"
