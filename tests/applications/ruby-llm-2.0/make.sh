#!/usr/bin/env bash
# Makes dump.sql again, as ../README.md tells.
exec "$(dirname "$0")/../ruby_llm/make.sh" "$(dirname "$0")" 2.0
