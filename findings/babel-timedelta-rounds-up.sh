#!/bin/sh
# "In 1 week" means six days: Babel rounds a time span up from 85 % of the next unit.
#
# Expected: a span keeps the largest unit that fits (20 hours, 6 days, 10 days). Libraries differ in their words, and
#   round to the nearest whole unit at worst.
# With: Babel 2.19.0, humanize 4.17.0 (PyPI); date-fns 4.4.0 (npm).
# Behaviour: Babel's format_timedelta leaves a unit at 85 % of the next: 20 h 24 min are "1 day", 6 days "1 week",
#   26 days "1 month", 320 days "1 year". Otherwise it rounds, so 10 days are "1 week" and 11 days "2 weeks".
#   36 hours are "2 days"; humanize and date-fns call them one day.
# Seen: the block "stated" below.
# Why it matters: "your orders are due in 1 week" sent with six days to go, or "in 1 day" with 20 hours, makes the
#   player miss the deadline. The text of the mail and that of the page disagree if they come from two libraries.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q babel==2.19.0 humanize==4.17.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" date-fns@4.4.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
0:51:00            in 1 hour     in 1 Stunde   51 minutes  about 1 hour
20:00:00           in 20 hours   in 20 Stunden 20 hours    about 20 hours
20:24:00           in 1 day      in 1 Tag      20 hours    about 20 hours
1 day, 12:00:00    in 2 days     in 2 Tagen    a day       1 day
5 days, 0:00:00    in 5 days     in 5 Tagen    5 days      5 days
6 days, 0:00:00    in 1 week     in 1 Woche    6 days      6 days
10 days, 0:00:00   in 1 week     in 1 Woche    10 days     10 days
11 days, 0:00:00   in 2 weeks    in 2 Wochen   11 days     11 days
26 days, 0:00:00   in 1 month    in 1 Monat    a month     26 days
320 days, 0:00:00  in 1 year     in 1 Jahr     10 months   11 months
E

cat >"$work/ask.cjs" <<'E'
const { formatDistance } = require("date-fns");
const start = new Date("2026-06-01T00:00:00Z");
const spans = process.argv.slice(2).map((minutes) => new Date(start.getTime() + minutes * 60e3));
console.log(spans.map((end) => formatDistance(end, start)).join("\n"));
E
NODE_SCRIPT="$work/ask.cjs" "$work/py/bin/python" - >"$work/seen" <<'E'
import os
import subprocess
from datetime import timedelta

import humanize
from babel.dates import format_timedelta

spans = [timedelta(minutes=51), timedelta(hours=20), timedelta(hours=20, minutes=24), timedelta(hours=36)]
spans += [timedelta(days=days) for days in (5, 6, 10, 11, 26, 320)]
minutes = [str(int(span.total_seconds() // 60)) for span in spans]
node = ["node", os.environ["NODE_SCRIPT"], *minutes]
answer = subprocess.run(node, env={**os.environ, "TZ": "UTC"}, capture_output=True, text=True, check=True)
for span, other in zip(spans, answer.stdout.splitlines(), strict=True):
    english, german = (format_timedelta(span, add_direction=True, locale=locale) for locale in ("en", "de"))
    print(f"{str(span):18} {english:13} {german:13} {humanize.naturaldelta(span):11} {other}")
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Babel calls six days a week and 20 h 24 min a day, unlike humanize and date-fns"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
