#!/bin/sh
# An event with one further date (RDATE): one library shows only the first date, one only the second, one both.
#
# Expected: RFC 5545: the recurrence set is DTSTART, what RRULE gives and what RDATE lists. An event on 1 June with
#   RDATE 3 June is on both days, with or without a rule.
# With: recurring-ical-events 3.8.2 on icalendar 7.3.2 (PyPI); ical.js 2.2.1, node-ical 0.26.1 (npm).
# Behaviour: node-ical parses RDATE, and its expandRecurringEvent never looks at it: dates are lost, with a rule, too.
#   ical.js lets RDATE replace DTSTART when there is no rule: the event's own date is lost. (A property called
#   isRecurring() is true there, so nothing says that a date is missing.) Only recurring-ical-events gives both.
# Seen: the block "stated" below.
# Why it matters: "the two evenings when we meet" or a turn on an extra day is the natural use of RDATE, and half of it
#   vanishes without an error, another half for each player. A calendar for others needs one VEVENT for each date.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q icalendar==7.3.2 recurring-ical-events==3.8.2 tzdata &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1 node-ical@0.26.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
recurring-ical-events RDATE alone: 06-01 06-03
recurring-ical-events RDATE and RRULE: 06-01 06-02 06-05
ical.js RDATE alone: 06-03
node-ical RDATE alone: 06-01
ical.js RDATE and RRULE: 06-01 06-02 06-05
node-ical RDATE and RRULE: 06-01 06-02
E

cat >"$work/ask.py" <<'E'
import sys

import icalendar
import recurring_ical_events

for name, lines in (
    ("RDATE alone", ["RDATE:20260603T120000Z"]),
    ("RDATE and RRULE", ["RRULE:FREQ=DAILY;COUNT=2", "RDATE:20260605T120000Z"]),
):
    text = "\r\n".join((
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//turn//EN", "BEGIN:VEVENT", "UID:1@example.org",
        "DTSTAMP:20260101T000000Z", "SUMMARY:turn", "DTSTART:20260601T120000Z", "DTEND:20260601T130000Z", *lines,
        "END:VEVENT", "END:VCALENDAR", "",
    ))  # fmt: skip
    with open(f"{sys.argv[1]}/{name}.ics", "w", newline="") as file:
        file.write(text)
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between("20260501", "20260701")
    print(f"recurring-ical-events {name}:", *sorted(event.start.strftime("%m-%d") for event in found))
E
cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
const show = (date) => date.toISOString().slice(5, 10);
(async () => {
  const ICAL = (await import("ical.js")).default;
  const nodeIcal = require("node-ical");
  for (const name of ["RDATE alone", "RDATE and RRULE"]) {
    const text = fs.readFileSync(`${__dirname}/${name}.ics`, "utf8");
    const days = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")).iterator();
    const found = [];
    for (let day = days.next(); day; day = days.next()) found.push(show(day.toJSDate()));
    console.log(`ical.js ${name}:`, ...found);
    const event = Object.values(nodeIcal.sync.parseICS(text)).find((part) => part.type === "VEVENT");
    const range = { from: new Date("2026-05-01"), to: new Date("2026-07-01") };
    console.log(`node-ical ${name}:`, ...nodeIcal.expandRecurringEvent(event, range).map(({ start }) => show(start)));
  }
})();
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
TZ=UTC node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: of an event with an RDATE, node-ical loses the RDATE and ical.js the DTSTART"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
