#!/bin/sh
# None of five calendar libraries tells 24 hours from one day: each gets one of the two wrong when the clocks change.
#
# Expected: RFC 5545 tells hours from days: PT24H is 24 exact hours, P1D is "the same time on the next day". The
#   clocks of Europe/Berlin go back in the night of 25 October 2026, so an event that starts at 12:00 on the 24th
#   ends at 11:00 with PT24H and at 12:00 with P1D. The file brings its own VTIMEZONE, so nothing is left to guess.
# With: icalendar 7.3.2, vobject 0.9.9, ics 0.7.3 (PyPI); ical.js 2.2.1, node-ical 0.26.1 (npm).
# Behaviour: icalendar, vobject, ics and ical.js move the clock on the wall, so that PT24H lasts 25 hours; node-ical
#   counts hours, so that P1D ends at 11:00. Alarms of -PT24H and -P1D go off together in icalendar, 25 hours ahead.
# Seen: the block "stated" below, all times in UTC.
# Why it matters: "48 hours for a move" written as a duration is an hour off twice a year, and server and reader differ
#   on the deadline. Write DTEND (or DTSTART) in UTC instead.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q icalendar==7.3.2 vobject==0.9.9 ics==0.7.3 tzdata &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1 node-ical@0.26.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
PT24H icalendar 24 10:00 to 25 11:00, alarms 24 10:00, 24 10:00
PT24H vobject   24 10:00 to 25 11:00
PT24H ics       24 10:00 to 25 11:00
P1D icalendar 24 10:00 to 25 11:00, alarms 24 10:00, 24 10:00
P1D vobject   24 10:00 to 25 11:00
P1D ics       24 10:00 to 25 11:00
PT24H ical.js   24 10:00 to 25 11:00
PT24H node-ical 24 10:00 to 25 10:00
P1D ical.js   24 10:00 to 25 11:00
P1D node-ical 24 10:00 to 25 10:00
E

cat >"$work/ask.py" <<'E'
import sys
import warnings
from datetime import timezone

import icalendar
import ics
import vobject

warnings.simplefilter("ignore")
BERLIN = """BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
"""


def alarm(trigger):
    return f"BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER;RELATED=END:{trigger}\nEND:VALARM\n"


def event(duration):
    text = (
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example//turn//EN\n" + BERLIN + "BEGIN:VEVENT\nUID:1@example.org\n"
        "DTSTAMP:20261001T000000Z\nDTSTART;TZID=Europe/Berlin:20261024T120000\nSUMMARY:turn\n"
        f"DURATION:{duration}\n{alarm('-PT24H')}{alarm('-P1D')}END:VEVENT\nEND:VCALENDAR\n"
    )
    return text.replace("\n", "\r\n")


def utc(moment):
    return moment.astimezone(timezone.utc).strftime("%d %H:%M")


for duration in ("PT24H", "P1D"):
    text = event(duration)
    with open(f"{sys.argv[1]}/{duration}.ics", "w", newline="") as file:
        file.write(text)
    modern = icalendar.Calendar.from_ical(text).walk("VEVENT")[0]
    print(f"{duration} icalendar {utc(modern.start)} to {utc(modern.end)}, alarms", end=" ")
    print(", ".join(utc(time.trigger) for time in modern.alarms.times))
    old = next(vobject.readComponents(text)).vevent
    print(f"{duration} vobject   {utc(old.dtstart.value)} to {utc(old.dtstart.value + old.duration.value)}")
    (short,) = ics.Calendar(text).events
    print(f"{duration} ics       {utc(short.begin.datetime)} to {utc(short.end.datetime)}")
E
cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
const utc = (date) => date.toISOString().slice(8, 16).replace("T", " ");
(async () => {
  const ICAL = (await import("ical.js")).default;
  const nodeIcal = require("node-ical");
  for (const duration of ["PT24H", "P1D"]) {
    const text = fs.readFileSync(`${__dirname}/${duration}.ics`, "utf8");
    const calendar = new ICAL.Component(ICAL.parse(text));
    const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent"));
    console.log(`${duration} ical.js   ${utc(event.startDate.toJSDate())} to ${utc(event.endDate.toJSDate())}`);
    const other = Object.values(nodeIcal.sync.parseICS(text)).find((part) => part.type === "VEVENT");
    console.log(`${duration} node-ical ${utc(other.start)} to ${utc(other.end)}`);
  }
})();
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
TZ=UTC node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: none of five calendar libraries tells PT24H from P1D when the clocks go back"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
