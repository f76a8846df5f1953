#!/bin/sh
# "10. Juni, 18 Uhr" is the year 2018 for one parser of written dates and 2118 for the other; "10.6. 18:00" is today.
#
# Expected: a library with German built in reads how Germans write a day and an hour: "10.6. 18:00", "Freitag 18 Uhr"; and what it
#   does not understand makes it say that it found nothing.
# With: chrono-node 2.10.3 (npm), chrono.de with forwardDate; dateparser 1.5.0 (PyPI), languages=["de"], PREFER_DATES_FROM=future.
# Behaviour: chrono.de knows no day without a year, "10.6.": it drops it and hands back the hour alone, of today, or takes "Mi 10" for
#   10 o'clock. dateparser does not know the word "Uhr": the number before it becomes a day or a year. With "um" it keeps
#   the day and loses the hour. "früh" (early) holds "fr", which is Friday to chrono.de.
# Seen: the block "stated" below: what each makes of it on Sunday, 7 June 2026, at 12:00.
# Why it matters: "away until ..." and "deadline on ..." are typed by people. The English of both libraries is well tested, so that
#   a try in English shows nothing, and the German answer is a plausible date.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q dateparser==1.5.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" chrono-node@2.10.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/texts" <<'E'
10. Juni 18:00
10. Juni, 18 Uhr
10.6. 18:00
Mi 10.6. 18:00
Freitag 18 Uhr
morgen um 6
morgen früh
24 Uhr
E
cat >"$work/stated" <<'E'
dateparser, 10. Juni 18:00: 2026-06-10 18:00
dateparser, 10. Juni, 18 Uhr: 2118-06-10 00:00
dateparser, 10.6. 18:00: 2026-06-10 18:00
dateparser, Mi 10.6. 18:00: 2026-06-10 18:00
dateparser, Freitag 18 Uhr: 2026-06-18 00:00
dateparser, morgen um 6: 2026-06-08 12:00
dateparser, morgen früh: nothing
dateparser, 24 Uhr: 2026-06-24 00:00
chrono.de, 10. Juni 18:00: 2026-06-10 18:00
chrono.de, 10. Juni, 18 Uhr: 2018-06-10 12:00
chrono.de, 10.6. 18:00: 2026-06-07 18:00
chrono.de, Mi 10.6. 18:00: 2026-06-10 10:00 and 2026-06-07 18:00
chrono.de, Freitag 18 Uhr: 2026-06-12 18:00
chrono.de, morgen um 6: 2026-06-08 06:00
chrono.de, morgen früh: 2026-06-08 12:00 and 2026-06-12 12:00
chrono.de, 24 Uhr: nothing
E

cat >"$work/ask.py" <<'E'
import datetime
import sys

import dateparser

settings = {"RELATIVE_BASE": datetime.datetime(2026, 6, 7, 12), "PREFER_DATES_FROM": "future"}
for text in open(sys.argv[1], encoding="utf-8").read().splitlines():
    day = dateparser.parse(text, languages=["de"], settings=settings)
    print(f"dateparser, {text}:", f"{day:%Y-%m-%d %H:%M}" if day else "nothing")
E
cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
const chrono = require("chrono-node");
for (const text of fs.readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const found = chrono.de.parse(text, new Date(Date.UTC(2026, 5, 7, 12)), { forwardDate: true });
  const days = found.map((one) => one.date().toISOString().slice(0, 16).replace("T", " "));
  console.log(`chrono.de, ${text}: ${days.join(" and ") || "nothing"}`);
}
E
TZ=UTC "$work/py/bin/python" "$work/ask.py" "$work/texts" >"$work/seen"
TZ=UTC node "$work/ask.cjs" "$work/texts" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: chrono.de and dateparser make other days of German hours"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
