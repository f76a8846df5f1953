#!/bin/sh
# "1D" for a turn: one day in four libraries, ten years in timelength; "1,5 h" is fifteen hours in parse-duration, "1M" a minute
# in four.
#
# Expected: parsers of durations for people take the units as they are usually written, whatever their case (or M for months and
#   m for minutes), and refuse what they do not know. None guesses silently.
# With: ms 2.1.3, parse-duration 2.1.9 (npm); pytimeparse 1.1.10, pytimeparse2 1.7.1, timelength 3.0.4 (PyPI).
# Behaviour: timelength takes D for decades, so that "1D" and "P1D" (ISO 8601 for a day) are ten years, drops the minus of "-1d"
#   and the minutes of "1h30", and makes two days of half a day. parse-duration takes a comma for a thousands separator, so that
#   "1,5 h" is 15 hours, and of "36:00" the 36 only, in whatever unit it is asked for; in Python "36:00" is 36 minutes. "1M" is
#   a minute in all but timelength.
# Seen: the block "stated" below, in seconds; "-" for refused.
# Why it matters: a deadline or a pace is typed by people, and what they get is a number that is never shown again. A test with
#   "1d 12h" passes everywhere but in ms, which refuses it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q pytimeparse==1.1.10 pytimeparse2==1.7.1 timelength==3.0.4 &&
  npm install --silent --no-audit --no-fund --prefix "$work" ms@2.1.3 parse-duration@2.1.9; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
ms: 1d 12h = -; 1D = 86400; P1D = -; -1d = -86400; 1M = 60; 1,5 h = -; 1h30 = -; 36:00 = -; ½ day = -
parse-duration: 1d 12h = 129600; 1D = 86400; P1D = 86400; -1d = -86400; 1M = 60; 1,5 h = 54000; 1h30 = 5400; 36:00 = 36; ½ day = -
pytimeparse: 1d 12h = 129600; 1D = 86400; P1D = -; -1d = -86400; 1M = 60; 1,5 h = -; 1h30 = -; 36:00 = 2160; ½ day = -
pytimeparse2: 1d 12h = 129600; 1D = 86400; P1D = -; -1d = -86400; 1M = 60; 1,5 h = -; 1h30 = -; 36:00 = 2160; ½ day = -
timelength: 1d 12h = 129600; 1D = 315360000; P1D = 315360000; -1d = 86400; 1M = 2635200; 1,5 h = -; 1h30 = 3600; 36:00 = 2160; ½ day = 172800
E

cat >"$work/ask.mjs" <<'E'
import ms from "ms";
import parse from "parse-duration";

const parsers = { ms: (text) => ms(text) / 1000, "parse-duration": (text) => parse(text, "s") };
const texts = process.argv.slice(2);
for (const [name, read] of Object.entries(parsers)) {
  console.log(`${name}: ${texts.map((text) => `${text} = ${read(text) || "-"}`).join("; ")}`);
}
E
cat >"$work/ask.py" <<'E'
import sys

import pytimeparse
import pytimeparse2
from timelength import TimeLength


def by_timelength(text: str) -> float | None:
    result = TimeLength(text).result
    return result.seconds if result.success else None


for name, read in (("pytimeparse", pytimeparse.parse), ("pytimeparse2", pytimeparse2.parse), ("timelength", by_timelength)):
    seconds = {text: read(text) for text in sys.argv[1:]}
    print(f"{name}: " + "; ".join(f"{text} = {value:.12g}" if value else f"{text} = -" for text, value in seconds.items()))
E
set -- "1d 12h" 1D P1D -1d 1M "1,5 h" 1h30 36:00 "½ day"
node "$work/ask.mjs" "$@" >"$work/seen"
"$work/py/bin/python" "$work/ask.py" "$@" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: five parsers take the same text for a day and for ten years"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
