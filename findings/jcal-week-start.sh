#!/bin/sh
# A weekly series with a week start in jCal: ical.js writes Monday as the number 2, and icalendar refuses the whole calendar for it.
#
# Expected: jCal is iCalendar in JSON (RFC 7265); a calendar that ical.js writes is read by icalendar, or loses a line at most.
# With: ical.js 2.2.1 (npm); icalendar 7.3.2 (PyPI).
# Behaviour: the standard has the two letters of the weekday for WKST as for BYDAY. ical.js writes them for BYDAY and, for
#   WKST, its own number of the day, 1 for Sunday to 7 for Saturday, as soon as the parsed calendar is turned into a text of JSON; it reads both.
#   icalendar writes letters, and raises JCalParsingError for the number, whatever else the calendar holds.
# Seen: the block "stated" below: WKST as each writes it, and the rule as icalendar and ical.js read it back (Monday is the default).
# Why it matters: calendar programs put WKST into every series "every second Monday", where it decides the week. A game night that goes from the
#   browser to the server as jCal costs all events that are in the same calendar.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q icalendar==7.3.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
WKST=MO by ical.js: 2; icalendar: JCalParsingError, The value must be a string. Got value: 2; ical.js: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
WKST=MO by icalendar: "MO"; icalendar: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=MO; ical.js: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
WKST=SU by ical.js: 1; icalendar: JCalParsingError, The value must be a string. Got value: 1; ical.js: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU
WKST=SU by icalendar: "SU"; icalendar: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU; ical.js: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU
E

cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";

const text = readFileSync(0, "utf8");
if (process.argv[2] === "write") console.log(JSON.stringify(ICAL.parse(text)));
else {
  const event = new ICAL.Component(JSON.parse(text)).getFirstSubcomponent("vevent");
  console.log(event.getFirstPropertyValue("rrule").toString());
}
E
cat >"$work/ask.py" <<'E'
import json
import subprocess
import sys

import icalendar


def ical_js(what, text):
    asked = ["node", sys.argv[1], what]
    return subprocess.run(asked, input=text, check=True, stdout=subprocess.PIPE, text=True).stdout


def rule(jcal):
    event = next(part for part in jcal[2] if part[0] == "vevent")
    return next(line[3] for line in event[1] if line[0] == "rrule")


def read(jcal):
    try:
        (event,) = icalendar.Calendar.from_jcal(jcal).events
    except icalendar.error.JCalParsingError as error:
        return f"JCalParsingError, {str(error).partition(': ')[2]}"
    return event["RRULE"].to_ical().decode()


for day in ("MO", "SU"):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//games//EN", "BEGIN:VEVENT", "UID:night@example.org"]
    lines += ["DTSTAMP:20260601T120000Z", "DTSTART:20260601T180000Z", f"RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST={day}"]
    text = "\r\n".join([*lines, "END:VEVENT", "END:VCALENDAR", ""])
    written = {
        "ical.js": json.loads(ical_js("write", text)),
        "icalendar": icalendar.Calendar.from_ical(text).to_jcal(),
    }
    for name, jcal in written.items():
        again = ical_js("read", json.dumps(jcal)).strip()
        print(f"WKST={day} by {name}: {json.dumps(rule(jcal)['wkst'])}; icalendar: {read(jcal)}; ical.js: {again}")
E
"$work/py/bin/python" "$work/ask.py" "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ical.js writes 2 for Monday, which icalendar refuses"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
