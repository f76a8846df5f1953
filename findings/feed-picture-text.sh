#!/bin/sh
# A picture with a description in a feed entry: Python's feedparser gives the picture's words as the summary of the entry.
#
# Expected: media:title and media:description inside media:content describe the picture (Media RSS). feedparser knows Media RSS:
#   it hands on entry.media_content, and it keeps media:title apart from the entry's title.
# With: feedparser 6.0.14, atoma 0.0.17, fastfeedparser 0.6.5 (PyPI); feedsmith 3.0.1, rss-parser 3.13.0 (npm).
# Behaviour: feedparser takes media:description for a <description> of the entry, in RSS and in Atom. The first of two becomes
#   "summary", the second "content". With the picture first, which both formats allow, the summary is the picture's and the text
#   of the entry is in "content"; the other way round the picture's words are the "content". The other four keep them apart.
# Seen: the block "stated" below.
# Why it matters: a feed of a game has a picture of the board with words for the blind. A program that reads "content" if there is
#   any, else "summary", as is usual, shows "The board after round 3" and never the question that waits until Friday.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q feedparser==6.0.14 atoma==0.0.17 fastfeedparser==0.6.5 &&
  npm install --silent --no-audit --no-fund --prefix "$work" feedsmith@3.0.1 rss-parser@3.13.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
feedparser, rss, picture last: summary "Choose a card.", content "The board"
feedparser, rss, picture first: summary "The board", content "Choose a card."
feedparser, atom, picture last: summary "Choose a card.", content "The board"
feedparser, atom, picture first: summary "The board", content "Choose a card."
atoma, rss, picture last: Choose a card.
atoma, rss, picture first: Choose a card.
atoma, atom, picture last: Choose a card.
atoma, atom, picture first: Choose a card.
fastfeedparser, rss, picture last: Choose a card.
fastfeedparser, rss, picture first: Choose a card.
fastfeedparser, atom, picture last: Choose a card.
fastfeedparser, atom, picture first: Choose a card.
feedsmith, rss, picture last: Choose a card.
feedsmith, rss, picture first: Choose a card.
feedsmith, atom, picture last: Choose a card.
feedsmith, atom, picture first: Choose a card.
rss-parser, rss, picture last: Choose a card.
rss-parser, rss, picture first: Choose a card.
rss-parser, atom, picture last: Choose a card.
rss-parser, atom, picture first: Choose a card.
E

cat >"$work/ask.py" <<'E'
import json
import sys

import atoma
import fastfeedparser
import feedparser

RSS = """<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Game</title>
<link>https://example.org/</link><description>Turns</description><item>%s<guid isPermaLink="false">e1</guid></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><title>Game</title><id>urn:x:f</id>
<author><name>Game</name></author><updated>2026-06-01T10:00:00Z</updated><entry><id>urn:x:e1</id>
<updated>2026-06-01T10:00:00Z</updated><link href="https://example.org/1"/>%s</entry></feed>"""
PICTURE = """<media:content url="https://example.org/board.png" type="image/png">
<media:description>The board</media:description></media:content>"""

feeds = {}
for kind, feed, tag in (("rss", RSS, "description"), ("atom", ATOM, "summary")):
    own = f"<title>Your turn</title><{tag}>Choose a card.</{tag}>"
    feeds[f"{kind}, picture last"] = feed % (own + PICTURE)
    feeds[f"{kind}, picture first"] = feed % (PICTURE + own)
for name, feed in feeds.items():
    entry = feedparser.parse(feed).entries[0]
    print(f'feedparser, {name}: summary "{entry.summary}", content "{entry.content[0].value}"')
for name, feed in feeds.items():
    if name.startswith("rss"):
        print(f"atoma, {name}: {atoma.parse_rss_bytes(feed.encode()).items[0].description}")
    else:
        print(f"atoma, {name}: {atoma.parse_atom_bytes(feed.encode()).entries[0].summary.value}")
for name, feed in feeds.items():
    print(f"fastfeedparser, {name}: {fastfeedparser.parse(feed).entries[0].description}")
with open(f"{sys.argv[1]}/feeds.json", "w") as file:
    json.dump(feeds, file)
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "fs";
import { parseFeed } from "feedsmith";
import Parser from "rss-parser";

const feeds = Object.entries(JSON.parse(readFileSync(new URL("feeds.json", import.meta.url))));
for (const [name, feed] of feeds) {
  const { items, entries } = parseFeed(feed).feed;
  console.log(`feedsmith, ${name}: ${items ? items[0].description : entries[0].summary.value}`);
}
for (const [name, feed] of feeds) {
  const { content, summary } = (await new Parser().parseString(feed)).items[0];
  console.log(`rss-parser, ${name}: ${content ?? summary}`);
}
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: feedparser takes the description of a picture for the text of the entry"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
