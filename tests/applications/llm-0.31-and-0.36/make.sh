#!/usr/bin/env bash
# Makes dump.sql again, as ../README.md tells.
exec "$(dirname "$0")/../llm/make.sh" "$(dirname "$0")" 0.31 0.36
