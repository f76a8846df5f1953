#!/bin/sh
# rss-parser takes an Atom entry with type="xhtml" apart: the line breaks move to the end, the title becomes an object.
#
# Expected: Atom has text, html and xhtml; a parser gives the text of each. "A PAR - BUR<br/>F BRE - MAO" stays two lines.
# With: rss-parser 3.13.0 (npm); feedparser 6.0.14 (PyPI) and feedsmith 3.0.1 (npm) as comparison.
# Behaviour: rss-parser reads the feed with xml2js, which keeps the texts and the elements of an element apart, and writes
#   that back: all text first, then all elements. "a<br/>b<br/>c" comes out as "abc<br/><br/>", "<b>Ann</b> beats
#   <b>Ben</b>" as " beats <b>Ann</b><b>Ben</b>". The title is no string but the object of xml2js. No error.
# Seen: the block "stated" below.
# Why it matters: orders one a line become one line, and winner and loser of a sentence become a list of names. A feed
#   that others read must use type="html" or plain text.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q feedparser==6.0.14 &&
  npm install --silent --no-audit --no-fund --prefix "$work" rss-parser@3.13.0 feedsmith@3.0.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/feed.xml" <<'E'
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x:1</id><title>g</title><updated>2026-06-01T18:00:00Z</updated>
<entry><id>urn:x:2</id><updated>2026-06-01T18:00:00Z</updated>
<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><b>Ann</b> beats <b>Ben</b></div></title>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A PAR - BUR<br/>F BRE - MAO<br/>A MAR H</div></content>
</entry></feed>
E

cat >"$work/stated" <<'E'
feedparser title <b>Ann</b> beats <b>Ben</b>
feedparser content A PAR - BUR<br />F BRE - MAO<br />A MAR H
feedsmith title <b>Ann</b> beats <b>Ben</b>
feedsmith content A PAR - BUR<br/>F BRE - MAO<br/>A MAR H
rss-parser title object
rss-parser content A PAR - BURF BRE - MAOA MAR H<br/><br/>
E

"$work/py/bin/python" - "$work/feed.xml" >"$work/seen" <<'E'
import sys

import feedparser

(entry,) = feedparser.parse(open(sys.argv[1]).read()).entries
strip = str.maketrans("", "", "\n")
print("feedparser title", entry.title.removeprefix("<div>").removesuffix("</div>").translate(strip))
print("feedparser content", entry.content[0].value.removeprefix("<div>").removesuffix("</div>").translate(strip))
E
cat >"$work/ask.cjs" <<'E'
const Parser = require("rss-parser");
(async () => {
  const { parseFeed } = await import("feedsmith");
  const text = require("fs").readFileSync(`${__dirname}/feed.xml`, "utf8");
  const bare = (value) => (typeof value === "string" ? value.replace(/<\/?div[^>]*>/g, "") : typeof value);
  const value = (part) => bare(part.value ?? part);
  const [smith] = parseFeed(text).feed.entries;
  console.log("feedsmith title", value(smith.title));
  console.log("feedsmith content", value(smith.content));
  const [rss] = (await new Parser().parseString(text)).items;
  console.log("rss-parser title", bare(rss.title));
  console.log("rss-parser content", bare(rss.content));
})();
E
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: rss-parser moves the line breaks of xhtml content behind its text"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
