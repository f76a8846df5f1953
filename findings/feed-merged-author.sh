#!/bin/sh
# A feed put together from several others: no reader of nine knows who wrote an entry, and one links it to the wrong page.
#
# Expected: an entry copied from another feed carries that feed's head in <source>. If it names no author itself, those of
#   its <source> count, and only without a <source> those of the feed around it (RFC 4287, 4.2.1 and 4.2.11).
# With: feedparser 6.0.14, fastfeedparser 0.6.5, atoma 0.0.17 (PyPI); feedparser 2.6.0, @rowanmanning/feed-parser 2.1.5,
#   htmlparser2 12.0.0, rss-parser 3.13.0, @extractus/feed-extractor 8.0.3, feedsmith 3.0.1 (npm).
# Behaviour: three name the author of the feed around, who wrote none of it; the others name nobody (feedsmith hands on the source
#   as it is and says nothing of authors). htmlparser2 takes the source's link for the entry's if it stands first.
# Seen: the block "stated" below: author and link of an entry without an author, from a source by Ben.
# Why it matters: "all my games in one feed" is what such a service offers, and what planet-like programs make of single feeds:
#   every move would be shown as made by the service, or by nobody.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q feedparser==6.0.14 atoma==0.0.17 fastfeedparser==0.6.5 &&
  npm install --silent --no-audit --no-fund --prefix "$work" feedparser@2.6.0 @rowanmanning/feed-parser@2.1.5 htmlparser2@12.0.0 \
    rss-parser@3.13.0 @extractus/feed-extractor@8.0.3 feedsmith@3.0.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
feedparser (Python): None https://example.org/games/7/moves/3
fastfeedparser: None https://example.org/games/7/moves/3
atoma: Server https://example.org/games/7/moves/3
feedparser (Node): Server https://example.org/games/7/moves/3
@rowanmanning/feed-parser: Server https://example.org/games/7/moves/3
htmlparser2: None https://example.org/games/7
rss-parser: None https://example.org/games/7/moves/3
@extractus/feed-extractor: None https://example.org/games/7/moves/3
feedsmith: None https://example.org/games/7/moves/3
E

cat >"$work/feed.xml" <<'E'
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>All my games</title><id>urn:x:all</id><updated>2026-06-01T10:00:00Z</updated>
<author><name>Server</name></author><link href="https://example.org/"/>
<entry><source><id>urn:x:game7</id><title>Game 7</title><updated>2026-06-01T10:00:00Z</updated><author><name>Ben</name></author>
<link href="https://example.org/games/7"/></source><id>urn:x:move3</id><title>Move 3</title><updated>2026-06-01T10:00:00Z</updated>
<link href="https://example.org/games/7/moves/3"/><summary>Ben passes.</summary></entry>
</feed>
E
cat >"$work/ask.py" <<'E'
import pathlib
import sys

import atoma
import fastfeedparser
import feedparser

feed = pathlib.Path(sys.argv[1], "feed.xml").read_bytes()
entry = feedparser.parse(feed).entries[0]
print("feedparser (Python):", entry.get("author"), entry.link)
entry = fastfeedparser.parse(feed).entries[0]
print("fastfeedparser:", entry.get("author"), entry.link)
entry = atoma.parse_atom_bytes(feed).entries[0]
print("atoma:", *[person.name for person in entry.authors], entry.links[0].href)
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "fs";
import { extractFromXml } from "@extractus/feed-extractor";
import { parseFeed as parseRowan } from "@rowanmanning/feed-parser";
import FeedParser from "feedparser";
import { parseFeed as parseSmith } from "feedsmith";
import { parseFeed as parseHtml } from "htmlparser2";
import RssParser from "rss-parser";

const feed = readFileSync(new URL("feed.xml", import.meta.url), "utf8");
const show = (name, author, link) => console.log(`${name}:`, author ?? "None", link);
const reader = new FeedParser({ feedurl: "https://example.org/all.xml" });
reader.on("data", ({ author, link }) => show("feedparser (Node)", author, link));
await new Promise((done) => reader.on("end", done).end(feed));
let entry = parseRowan(feed).items[0];
show("@rowanmanning/feed-parser", entry.authors[0]?.name, entry.url);
entry = parseHtml(feed, { xmlMode: true }).items[0];
show("htmlparser2", entry.author, entry.link);
entry = (await new RssParser().parseString(feed)).items[0];
show("rss-parser", entry.author, entry.link);
entry = extractFromXml(feed, { getExtraEntryFields: ({ author }) => ({ author: author?.name }) }).entries[0];
show("@extractus/feed-extractor", entry.author, entry.link);
entry = parseSmith(feed).feed.entries[0];
show("feedsmith", entry.authors?.[0].name, entry.links[0].href);
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: no reader takes the author of an entry from its source"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
