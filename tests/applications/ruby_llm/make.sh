#!/usr/bin/env bash
# Makes the database of an application with RubyLLM. See README.md.
#   tests/applications/ruby_llm/make.sh OUT VERSION            with the gem, from RubyGems
#   RUBY_LLM="lib folder[:lib folder...]" make.sh OUT VERSION  with checkouts of ruby_llm and of the gems that Debian lacks
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
out="$(realpath -m "$1")" version="$2"
work="$(mktemp -d)"
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

mkfifo "$work/port"
python3 "$here/../model_server.py" "$here/script.json" > "$work/port" &
server=$!
read -r port < "$work/port"

if [ -n "${RUBY_LLM:-}" ]; then
  # apt-get install ruby ruby-activerecord ruby-sqlite3 ruby-zeitwerk ruby-marcel ruby-faraday
  RUBYLIB="$RUBY_LLM" ruby -r "$here/debian.rb" "$here/make.rb" "$work/chats.db" "http://127.0.0.1:$port/v1"
else
  export GEM_HOME="$work/gems"
  gem install --silent --no-document "ruby_llm:$version" "activerecord:~>7.1" "sqlite3:~>1.7"
  ruby "$here/make.rb" "$work/chats.db" "http://127.0.0.1:$port/v1"
fi

mkdir -p "$out"
python3 "$here/../dump.py" "$work/chats.db" > "$out/dump.sql"
