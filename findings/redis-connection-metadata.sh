#!/bin/sh
# Every new connection of redis-py reads the package's whole description from disk and parses it as a mail.
#
# Expected: the client tells the server its version (CLIENT SETINFO), a constant that is looked up once, or on import.
# With: redis 8.1.0 (PyPI), Python 3.11 or later.
# Behaviour: each Connection() calls importlib.metadata.version(), which caches nothing: it searches sys.path, reads the
#   METADATA file of the package, the README included, and parses it with email.parser - for every connection of a
#   pool, before anything is sent. No server is needed to see it.
# Seen: the block "stated" below; the calls are counted, and each text is longer than 10,000 characters.
# Why it matters: a short-lived worker, a pool that grows or a test with its own client pays for reading and parsing a
#   file with each connection. driver_info=None sends no version and saves the work, and so does one shared DriverInfo.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q redis==8.1.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
import: 0 mails parsed
1 connections: 1 mails parsed, all long: True
2 connections: 2 mails parsed, all long: True
3 connections: 3 mails parsed, all long: True
E

"$work/py/bin/python" - >"$work/seen" <<'E'
import email.parser

texts = []
parse = email.parser.Parser.parsestr


def counted(self, text, headersonly=False):
    texts.append(text)
    return parse(self, text, headersonly)


email.parser.Parser.parsestr = counted
import redis  # noqa: E402

print("import:", len(texts), "mails parsed")
for number in range(1, 4):
    redis.Connection()
    print(number, "connections:", len(texts), "mails parsed, all long:", all(len(text) > 10_000 for text in texts))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: each connection of redis-py parses the package's description"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
