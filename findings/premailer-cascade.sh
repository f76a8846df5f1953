#!/bin/sh
# The styles of a letter, written into its elements: premailer lets another rule win than browsers, css-inline and juice.
#
# Expected: an inliner does what the cascade of CSS does: "p[class]" and ":first-child" count as much as a class, more than "p",
#   and !important wins over the style attribute.
# With: premailer 3.10.0, css-inline 0.24.0 (PyPI); juice 11.1.1 (npm).
# Behaviour: premailer counts ids, classes and names of elements only. Rules with [attribute], :first-child or :not(.class) lose to
#   a plain "p" that stands below, and !important loses to the style attribute. css-inline and juice do it right.
# Seen: the block "stated" below: the colour that the paragraph gets.
# Why it matters: "the first row is the player to move" or "whoever has a deadline is red" shows in the draft in a browser, and
#   not in the letter. With a background by one rule and a text by another it is white on white.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q premailer==3.10.0 css-inline==0.24.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" juice@11.1.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
premailer: class red, attribute black, first child black, not black, important blue
css-inline: class red, attribute red, first child red, not red, important red
juice: class red, attribute red, first child red, not red, important red
E

cat >"$work/letters.json" <<'E'
{"class": "<style>p.due {color: red} p {color: black}</style><div><p class='due'>x</p></div>",
 "attribute": "<style>p[class] {color: red} p {color: black}</style><div><p class='due'>x</p></div>",
 "first child": "<style>p:first-child {color: red} p {color: black}</style><div><p>x</p></div>",
 "not": "<style>p:not(.later) {color: red} p {color: black}</style><div><p>x</p></div>",
 "important": "<style>p {color: red !important}</style><div><p style='color: blue'>x</p></div>"}
E
cat >"$work/ask.py" <<'E'
import json
import re
import sys

import css_inline
import premailer

letters = json.load(open(f"{sys.argv[1]}/letters.json"))
for library, inline in (("premailer", premailer.transform), ("css-inline", css_inline.inline)):
    said = (f'{name} {re.search("<p [^>]*color: ?([a-z]+)", inline(html)).group(1)}' for name, html in letters.items())
    print(f"{library}:", ", ".join(said))
E
cat >"$work/ask.cjs" <<'E'
const juice = require("juice");
const said = Object.entries(require("./letters.json")).map(
  ([name, html]) => `${name} ${juice(html).match(/<p [^>]*color: ?([a-z]+)/)[1]}`,
);
console.log("juice:", said.join(", "));
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: premailer gives a paragraph another colour than css-inline and juice"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
