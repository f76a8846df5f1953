#!/bin/sh
# An Atom entry with several links: three of four readers open the "edit" address or the picture in place of the page.
#
# Expected: RFC 4287: a link without "rel" means rel="alternate", the page of the entry; "self", "edit" and "enclosure" are for
#   machines. Whatever stands first, a reader links the title to the page, and resolves "e2" against xml:base.
# With: feedparser 6.0.14, fastfeedparser 0.6.5 (PyPI); rss-parser 3.13.0, @extractus/feed-extractor 8.0.3 (npm).
# Behaviour: feed-extractor takes the first link of all, whatever it is for. rss-parser and fastfeedparser look for the word
#   "alternate" and else take the first: "edit" before a link without rel. An entry with a picture only links to the picture.
#   feedparser does as the RFC says; where there is no page, it gives the id.
# Seen: the block "stated" below.
# Why it matters: the title of a turn opens an XML file, an address that changes things when it is asked, or the picture of the
#   board. In a feed for others write rel="alternate", and first.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q feedparser==6.0.14 fastfeedparser==0.6.5 &&
  npm install --silent --no-audit --no-fund --prefix "$work" rss-parser@3.13.0 @extractus/feed-extractor@8.0.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
feedparser: https://example.org/page1 https://example.org/page2 urn:x:3
fastfeedparser: https://example.org/page1 https://example.org/edit2 https://example.org/board.png
rss-parser: https://example.org/page1 https://example.org/edit2 https://example.org/board.png
feed-extractor: https://example.org/entry1.atom https://example.org/edit2 https://example.org/board.png
E

cat >"$work/feed.xml" <<'E'
<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/">
<title>turns</title><id>urn:x:0</id><updated>2026-06-01T18:00:00Z</updated><author><name>game</name></author>
<entry><title>self, then alternate</title><id>urn:x:1</id><updated>2026-06-01T18:00:00Z</updated>
<link rel="self" href="https://example.org/entry1.atom"/><link rel="alternate" href="https://example.org/page1"/></entry>
<entry><title>edit, then no rel</title><id>urn:x:2</id><updated>2026-06-01T18:00:00Z</updated>
<link rel="edit" href="https://example.org/edit2"/><link href="page2"/></entry>
<entry><title>picture only</title><id>urn:x:3</id><updated>2026-06-01T18:00:00Z</updated><content type="text">x</content>
<link rel="enclosure" type="image/png" length="5" href="https://example.org/board.png"/></entry>
</feed>
E
cat >"$work/ask.py" <<'E'
import sys

import fastfeedparser
import feedparser

text = open(f"{sys.argv[1]}/feed.xml").read()
for library in (feedparser, fastfeedparser):
    print(f"{library.__name__}:", *(entry["link"] for entry in library.parse(text).entries))
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import { extractFromXml } from "@extractus/feed-extractor";
import Parser from "rss-parser";

const text = readFileSync(new URL("feed.xml", import.meta.url), "utf8");
console.log("rss-parser:", ...(await new Parser().parseString(text)).items.map(({ link }) => link));
console.log("feed-extractor:", ...extractFromXml(text).entries.map(({ link }) => link));
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: three of four feed readers link an entry to its edit address or its picture"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
