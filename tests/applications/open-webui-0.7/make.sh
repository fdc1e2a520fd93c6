#!/usr/bin/env bash
# Makes this dump.sql and that of the other version again, as ../README.md tells.
exec "$(dirname "$0")/../open-webui/make.sh"
