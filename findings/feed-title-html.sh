#!/bin/sh
# The feed package writes the title of an entry as unescaped HTML: "<anna> to move" loses the name.
#
# Expected: a title is text, and a library that writes XML escapes it: the same plain title in the feed and in an entry
#   comes out of a feed reader as it went in.
# With: feed 6.0.0 (npm), read with feedparser 6.0.14 (PyPI).
# Behaviour: the title of the feed is written as text, that of an entry as type="html" in CDATA, unescaped. Readers do
#   what they must: "<anna> to move" becomes "to move", "Ann & <Ben> agreed" becomes "Ann & agreed". The table of options
#   says "HTML allowed" for content only.
# Seen: the block "stated" below.
# Why it matters: names of players and of games come from people. They need escaping before this library, and only in
#   entries: escaped for the feed's title, too, they show "&lt;".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q feedparser==6.0.14 &&
  npm install --silent --no-audit --no-fund --prefix "$work" feed@6.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
atom feed: <anna> to move
atom entry: to move
atom entry: Ann &  agreed
E

cat >"$work/ask.cjs" <<'E'
const { Feed } = require("feed");
const fs = require("fs");
const link = "https://example.org/";
const feed = new Feed({ title: "<anna> to move", id: link, link });
const date = new Date("2026-06-01T18:00:00Z");
feed.addItem({ title: "<anna> to move", id: "urn:x:1", link, date });
feed.addItem({ title: "Ann & <Ben> agreed", id: "urn:x:2", link, date });
fs.writeFileSync(`${__dirname}/atom.xml`, feed.atom1());
E
node "$work/ask.cjs"
"$work/py/bin/python" - "$work" >"$work/seen" <<'E'
import html
import sys

import feedparser

read = feedparser.parse(open(f"{sys.argv[1]}/atom.xml").read())
print("atom feed:", html.unescape(read.feed.title))
for entry in read.entries:
    print("atom entry:", html.unescape(entry.title))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: the feed package writes the title of an entry as unescaped HTML"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
