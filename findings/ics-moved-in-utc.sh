#!/bin/sh
# A session moved from 18:00 to 21:00, its RECURRENCE-ID given in UTC: the library ical shows both sessions, five others the new one only.
#
# Expected: RECURRENCE-ID names the session by its instant, so that 16:00Z stands for 18:00 in Berlin, as it does in EXDATE.
# With: ical 14.3.1, recurring-ical-events 3.8.2, icalevents 0.3.1, khal 0.14.1 (PyPI); node-ical 0.26.1, ical-expander 3.2.0 on ical.js (npm).
# Behaviour: ical (used by Home Assistant) compares the texts of time and id, so that a change in another form than the start's replaces nothing. An
#   EXDATE in UTC it compares by instant and leaves the session out.
# Seen: the block "stated" below: what each shows of three sessions, of which the second is moved.
# Why it matters: programs that keep times in UTC write a change so, and are free to. The player's calendar then has the old hour beside the new one, and the
#   turn looks due twice.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q ical==14.3.1 recurring-ical-events==3.8.2 icalevents==0.3.1 khal==0.14.1 &&
  npm install --silent --no-audit --no-fund --prefix "$work" node-ical@0.26.1 ical-expander@3.2.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
ical: 10 18:00, 11 18:00, 11 21:00, 13 18:00
recurring-ical-events: 10 18:00, 11 21:00, 13 18:00
icalevents: 10 18:00, 11 21:00, 13 18:00
khal: 10 18:00, 11 21:00, 13 18:00
node-ical: 10 18:00, 11 21:00, 13 18:00
ical-expander: 10 18:00, 11 21:00, 13 18:00
E

mkdir "$work/calendar"
sed 's/$/\r/' >"$work/calendar/table.ics" <<'E'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example.org//game night//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:night@example.org
DTSTAMP:20260101T000000Z
SUMMARY:Night
DTSTART;TZID=Europe/Berlin:20260610T180000
DTEND;TZID=Europe/Berlin:20260610T200000
RRULE:FREQ=DAILY;COUNT=4
EXDATE:20260612T160000Z
END:VEVENT
BEGIN:VEVENT
UID:night@example.org
DTSTAMP:20260101T000000Z
SUMMARY:Moved
RECURRENCE-ID:20260611T160000Z
DTSTART;TZID=Europe/Berlin:20260611T210000
DTEND;TZID=Europe/Berlin:20260611T220000
END:VEVENT
END:VCALENDAR
E
cat >"$work/khal.conf" <<E
[calendars]
[[table]]
path = $work/calendar
[locale]
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %d %H:%M
longdatetimeformat = %d %H:%M
[sqlite]
path = $work/khal.db
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import IcalExpander from "ical-expander";
import nodeIcal from "node-ical";

const ics = readFileSync("calendar/table.ics", "utf8");
const show = (name, starts) => console.log(`${name}: ${starts.sort().join(", ")}`);
const hour = (date) => date.toLocaleString("sv", { timeZone: "Europe/Berlin" }).slice(8, 16);
const event = Object.values(nodeIcal.parseICS(ics)).find((one) => one.type === "VEVENT");
const span = { from: new Date("2026-06-01"), to: new Date("2026-07-01") };
show("node-ical", nodeIcal.expandRecurringEvent(event, span).map((one) => hour(new Date(one.start))));
const { events, occurrences } = new IcalExpander({ ics }).all();
show("ical-expander", [...events, ...occurrences].map((one) => hour(one.startDate.toJSDate())));
E
cat >"$work/ask.py" <<'E'
import datetime
import os
import subprocess
import sys
import zoneinfo

import icalendar
import icalevents.icalevents
import recurring_ical_events
from ical.calendar_stream import IcsCalendarStream

os.chdir(sys.argv[1])
berlin = zoneinfo.ZoneInfo("Europe/Berlin")
with open("calendar/table.ics", newline="") as file:
    text = file.read()


def show(name, starts):
    print(f"{name}: {', '.join(sorted(start.astimezone(berlin).strftime('%d %H:%M') for start in starts))}")


first, last = datetime.datetime(2026, 6, 1, tzinfo=berlin), datetime.datetime(2026, 7, 1, tzinfo=berlin)
show("ical", [event.start for event in IcsCalendarStream.calendar_from_ics(text).timeline])
events = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(first, last)
show("recurring-ical-events", [event["DTSTART"].dt for event in events])
show("icalevents", [event.start for event in icalevents.icalevents.events(string_content=text.encode(), start=first, end=last)])
command = ["py/bin/khal", "-c", "khal.conf", "list", "-df", "", "-f", "{start}", "2026-06-09", "7d"]
listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
print(f"khal: {', '.join(line for line in listed.splitlines() if line)}", flush=True)
subprocess.run(["node", "ask.mjs"], check=True)
E
PYTHONIOENCODING=utf-8 "$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ical shows a moved session twice if its id is in UTC"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
