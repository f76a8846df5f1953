#!/bin/sh
# "The last session of the week" is every session, and "the 20th Monday of the year" every Monday, in ical.js.
#
# Expected: BYSETPOS, BYWEEKNO and a Monday with a number narrow a rule down, in any rule that RFC 5545 allows them in; a library
#   that does not know one says so, as ical.js does for some others.
# With: ical.js 2.2.1, rrule 2.8.1, rrule-temporal 2.2.8 (npm); python-dateutil 2.9.0.post0 (PyPI).
# Behaviour: ical.js obeys BYSETPOS in monthly rules and ignores it, without an error, in weekly and daily ones. In a yearly rule it
#   ignores BYWEEKNO and the number of a weekday when there is no BYMONTH, and can lose the first day. The other three agree.
# Seen: the block "stated" below: the first three of each rule; every rule starts with a day that it matches.
# Why it matters: Thunderbird's calendar and Nextcloud's are built on ical.js. A rare reminder of a feed becomes a frequent one there,
#   and a test with another library sees nothing wrong. Write the dates of a feed out.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q python-dateutil==2.9.0.post0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1 rrule@2.8.1 rrule-temporal@2.2.8; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/rules" <<'E'
20260130 FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
20260605 FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1
20260601 FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0,30;BYSETPOS=1
20260518 FREQ=YEARLY;BYDAY=20MO
20261228 FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO
E
cat >"$work/stated" <<'E'
FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
  dateutil: 20260130 20260227 20260331
  rrule: 20260130 20260227 20260331
  rrule-temporal: 20260130 20260227 20260331
  ical.js: 20260130 20260227 20260331
FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1
  dateutil: 20260605 20260612 20260619
  rrule: 20260605 20260612 20260619
  rrule-temporal: 20260605 20260612 20260619
  ical.js: 20260605 20260608 20260610
FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0,30;BYSETPOS=1
  dateutil: 20260601 20260602 20260603
  rrule: 20260601 20260602 20260603
  rrule-temporal: 20260601 20260602 20260603
  ical.js: 20260601 20260601 20260601
FREQ=YEARLY;BYDAY=20MO
  dateutil: 20260518 20270517 20280515
  rrule: 20260518 20270517 20280515
  rrule-temporal: 20260518 20270517 20280515
  ical.js: 20260518 20260525 20260601
FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO
  dateutil: 20261228 20321227 20371228
  rrule: 20261228 20321227 20371228
  rrule-temporal: 20261228 20321227 20371228
  ical.js: 20270104 20270111 20270118
E

cat >"$work/ask.py" <<'E'
import datetime
import sys

from dateutil.rrule import rrulestr

for line in open(sys.argv[1]):
    start, rule = line.split()
    days = rrulestr(f"{rule};COUNT=3", dtstart=datetime.datetime.strptime(start + "09", "%Y%m%d%H"))
    print(start, rule, *(f"{day:%Y%m%d}" for day in days))
E
cat >"$work/ask.mjs" <<'E'
import fs from "fs";
import ICAL from "ical.js";
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";

for (const line of fs.readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const [start, rule, ...days] = line.split(" ");
  const rruleString = `DTSTART:${start}T090000Z\nRRULE:${rule};COUNT=3`;
  const next = ICAL.Recur.fromString(`${rule};COUNT=3`).iterator(ICAL.Time.fromString(start.replace(/(....)(..)(..)/, "$1-$2-$3T09:00:00Z")));
  const seen = {
    dateutil: days,
    rrule: rrule.rrulestr(rruleString).all().map((day) => day.toISOString()),
    "rrule-temporal": new RRuleTemporal({ rruleString }).all().map((day) => day.toPlainDate().toString()),
    "ical.js": [...Array(3)].map(() => next.next().toString()),
  };
  console.log(rule);
  for (const [name, all] of Object.entries(seen)) {
    console.log(`  ${name}:`, ...all.map((day) => day.replaceAll("-", "").slice(0, 8)));
  }
}
E
"$work/py/bin/python" "$work/ask.py" "$work/rules" >"$work/asked"
node "$work/ask.mjs" "$work/asked" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ical.js ignores BYSETPOS, BYWEEKNO and the number of a weekday in rules where others obey them"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
