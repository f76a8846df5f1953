#!/bin/sh
# A weekly game night that ics.py has read and written again: an hour early in winter, and the night that was moved is back in
# its place.
#
# Expected: a calendar read and written is the same calendar. ics.py keeps rules that it does not know as they are, and so it
#   should keep the time zone that they count in; its own instants are right either way.
# With: ics 0.7.3, recurring-ical-events 3.8.2 (PyPI), node-ical 0.26.1 (npm).
# Behaviour: ics.py writes DTSTART in UTC and leaves RRULE, EXDATE and RECURRENCE-ID in the zone. Without the zone the series
#   keeps its UTC hour when the clocks change, and a moved or excluded day after that is no longer met. It adds
#   CALSCALE:GEORGIAN, too, upon which recurring-ical-events refuses the whole calendar ("Only Gregorian calendars are
#   supported").
# Seen: the block "stated" below: the nights by both readers, from the original and from what ics.py wrote (for
#   recurring-ical-events with GREGORIAN put right).
# Why it matters: whoever adds one deadline to a calendar with ics.py moves the series in it. Events of summer, and those that
#   happen once, stay right.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q ics==0.7.3 recurring-ical-events==3.8.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" node-ical@0.26.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
CALSCALE:GEORGIAN
recurring-ical-events: Only Gregorian calendars are supported.
recurring-ical-events, original: 2026-10-12T16:00 2026-10-27T19:00 2026-11-02T17:00
recurring-ical-events, rewritten: 2026-10-12T16:00 2026-10-26T16:00 2026-10-27T19:00 2026-11-02T16:00
node-ical, original: 2026-10-12T16:00 2026-10-27T19:00 2026-11-02T17:00
node-ical, rewritten: 2026-10-12T16:00 2026-10-26T16:00 2026-11-02T16:00
E

cat >"$work/original.ics" <<'E'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//nights//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:1@example.org
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20261012T180000
RRULE:FREQ=WEEKLY;COUNT=4
EXDATE;TZID=Europe/Berlin:20261019T180000
SUMMARY:Game night
END:VEVENT
BEGIN:VEVENT
UID:1@example.org
DTSTAMP:20260101T000000Z
RECURRENCE-ID;TZID=Europe/Berlin:20261026T180000
DTSTART;TZID=Europe/Berlin:20261027T200000
SUMMARY:Game night
END:VEVENT
END:VCALENDAR
E
cat >"$work/ask.py" <<'E'
import datetime
import pathlib
import sys

import icalendar
import ics
import recurring_ical_events

folder = pathlib.Path(sys.argv[1])
original = (folder / "original.ics").read_text()
rewritten = ics.Calendar(original).serialize()
(folder / "rewritten.ics").write_text(rewritten)
print(next(line for line in rewritten.splitlines() if line.startswith("CALSCALE")))


def show(text: str) -> str:
    nights = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between((2026, 10, 1), (2026, 12, 1))
    return " ".join(sorted(f"{night['DTSTART'].dt.astimezone(datetime.UTC):%Y-%m-%dT%H:%M}" for night in nights))


try:
    show(rewritten)
except ValueError as refusal:
    print("recurring-ical-events:", refusal)
print("recurring-ical-events, original:", show(original))
print("recurring-ical-events, rewritten:", show(rewritten.replace("GEORGIAN", "GREGORIAN")))
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "fs";
import ical from "node-ical";

for (const name of ["original", "rewritten"]) {
  const series = Object.values(ical.sync.parseICS(readFileSync(`${process.argv[2]}/${name}.ics`, "utf8"))).find(({ rrule }) => rrule);
  const nights = ical.expandRecurringEvent(series, { from: new Date("2026-10-01"), to: new Date("2026-12-01") });
  console.log(`node-ical, ${name}: ${nights.map(({ start }) => start.toISOString().slice(0, 16)).join(" ")}`);
}
E
"$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"
node "$work/ask.mjs" "$work" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ics.py takes the time zone from a series and leaves its rule"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
