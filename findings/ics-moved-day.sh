#!/bin/sh
# One day of an all-day series gets a time of day, and node-ical moves it to midnight; "this and future" moves one day only.
#
# Expected: an occurrence replaced through RECURRENCE-ID is at the DTSTART of its replacement. With RANGE=THISANDFUTURE the
#   later occurrences move along (RFC 5545, 3.8.4.4). Whoever knows RECURRENCE-ID knows both.
# With: recurring-ical-events 3.8.2 on icalendar 7.3.2 (PyPI); ical.js 2.2.1, node-ical 0.26.1 (npm).
# Behaviour: node-ical's expandRecurringEvent takes "all day" from the series, not from the replacement: an occurrence
#   moved to 18:00 is listed at 00:00, although parsing kept the 18:00. It reads RANGE=THISANDFUTURE like a single
#   replacement, so the days behind it stay at the old time. The other two libraries do what is expected.
# Seen: the block "stated" below, in UTC.
# Why it matters: turns are listed by day until a group agrees on a time, and a new rhythm is "from now on". Both are one
#   click in a calendar program, and a service that reads the result with node-ical has other deadlines than its players.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q icalendar==7.3.2 recurring-ical-events==3.8.2 tzdata &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1 node-ical@0.26.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
recurring-ical-events one day: 06-01 06-03 06-10 18:00
recurring-ical-events future: 06-01 12:00 06-02 12:00 06-03 15:00 06-04 15:00 06-05 15:00
ical.js one day: 06-01 00:00 06-03 00:00 06-10 18:00
node-ical one day: 06-01 00:00 06-03 00:00 06-10 00:00
ical.js future: 06-01 12:00 06-02 12:00 06-03 15:00 06-04 15:00 06-05 15:00
node-ical future: 06-01 12:00 06-02 12:00 06-03 15:00 06-04 12:00 06-05 12:00
E

cat >"$work/ask.py" <<'E'
import sys

import icalendar
import recurring_ical_events

COMMON = ("BEGIN:VEVENT", "UID:1@example.org", "DTSTAMP:20260101T000000Z", "SUMMARY:turn")
DAYS = ("DTSTART;VALUE=DATE:20260601", "RRULE:FREQ=DAILY;COUNT=3")
ONE = ("RECURRENCE-ID;VALUE=DATE:20260602", "DTSTART:20260610T180000Z", "DTEND:20260610T190000Z")
TIMES = ("DTSTART:20260601T120000Z", "DTEND:20260601T130000Z", "RRULE:FREQ=DAILY;COUNT=5")
FUTURE = ("RECURRENCE-ID;RANGE=THISANDFUTURE:20260603T120000Z", "DTSTART:20260603T150000Z", "DTEND:20260603T160000Z")
for name, series, moved in (("one day", DAYS, ONE), ("future", TIMES, FUTURE)):
    text = "\r\n".join((
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//turn//EN",
        *COMMON, *series, "END:VEVENT", *COMMON, *moved, "END:VEVENT", "END:VCALENDAR", "",
    ))  # fmt: skip
    with open(f"{sys.argv[1]}/{name}.ics", "w", newline="") as file:
        file.write(text)
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between("20260501", "20260701")
    starts = sorted(str(event.start)[5:16] for event in found)
    print(f"recurring-ical-events {name}:", *starts)
E
cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
const show = (date) => date.toISOString().slice(5, 16).replace("T", " ");
(async () => {
  const ICAL = (await import("ical.js")).default;
  const nodeIcal = require("node-ical");
  for (const name of ["one day", "future"]) {
    const text = fs.readFileSync(`${__dirname}/${name}.ics`, "utf8");
    const [series, ...exceptions] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
    const event = new ICAL.Event(series, { exceptions });
    const found = [];
    const days = event.iterator();
    for (let day = days.next(); day; day = days.next())
      found.push(show(event.getOccurrenceDetails(day).startDate.toJSDate()));
    console.log(`ical.js ${name}:`, ...found.sort());
    const parsed = Object.values(nodeIcal.sync.parseICS(text)).find((part) => part.type === "VEVENT");
    const range = { from: new Date("2026-05-01"), to: new Date("2026-07-01") };
    console.log(`node-ical ${name}:`, ...nodeIcal.expandRecurringEvent(parsed, range).map(({ start }) => show(start)));
  }
})();
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
TZ=UTC node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: node-ical puts a moved all-day occurrence at midnight and moves one day for THISANDFUTURE"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
