#!/bin/sh
# A calendar by icalendar for Python, read by ical.js: every session of the summer is an hour late.
#
# Expected: the time zone that icalendar's add_missing_timezones() adds to a calendar tells every reader when the clocks change.
# With: icalendar 7.3.2, python-dateutil 2.9.0.post0 (PyPI); ical.js 2.2.1 (npm).
# Behaviour: icalendar writes one RDATE line with the changes of all years, which RFC 5545 allows; ical.js takes the first date of a line
#   only: the clocks change in 1981 for the last time, and it is winter ever since. With a line for each date it is right.
#   dateutil is right with both.
# Seen: the block "stated" below: sessions at 18:00 in Berlin, in UTC.
# Why it matters: two much used libraries, each right with its own files, and players come an hour late from March to
#   October. A test in winter passes. Leaving the time zone out, or writing it with RRULEs, helps.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q icalendar==7.3.2 python-dateutil==2.9.0.post0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
as icalendar writes it
  dateutil: 06-01 16:00, 12-01 17:00
  ical.js: 06-01 17:00, 12-01 17:00
a line for each date
  dateutil: 06-01 16:00, 12-01 17:00
  ical.js: 06-01 16:00, 12-01 17:00
E

cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";

const calendar = new ICAL.Component(ICAL.parse(readFileSync(process.argv[2], "utf8")));
for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
const starts = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event).startDate.toJSDate().toISOString());
console.log(`  ical.js: ${starts.map((start) => start.slice(5, 16).replace("T", " ")).sort().join(", ")}`);
E
cat >"$work/ask.py" <<'E'
import datetime
import io
import pathlib
import re
import subprocess
import sys
import zoneinfo

import dateutil.tz
import icalendar

work = pathlib.Path(sys.argv[1])
calendar = icalendar.Calendar()
calendar.add("prodid", "-//example//EN")
calendar.add("version", "2.0")
for month in (6, 12):
    event = icalendar.Event()
    event.add("uid", f"{month}@example.org")
    event.add("dtstamp", datetime.datetime(2026, 5, 1, tzinfo=datetime.UTC))
    event.add("dtstart", datetime.datetime(2026, month, 1, 18, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")))
    calendar.add_component(event)
calendar.add_missing_timezones()
written = calendar.to_ical().decode()
lines = re.sub(r"\r\n ", "", written)
split = re.sub(r"RDATE:(.*)\r\n", lambda found: "".join(f"RDATE:{date}\r\n" for date in found[1].split(",")), lines)
for name, text in (("as icalendar writes it", written), ("a line for each date", split)):
    print(name)
    defined = re.search(r"BEGIN:VTIMEZONE.*END:VTIMEZONE", re.sub(r"\r\n ", "", text), re.DOTALL)[0].replace("\r", "")
    zone = dateutil.tz.tzical(io.StringIO(defined)).get()
    starts = [datetime.datetime(2026, month, 1, 18, tzinfo=zone).astimezone(datetime.UTC) for month in (6, 12)]
    print("  dateutil: " + ", ".join(f"{start:%m-%d %H:%M}" for start in starts))
    (work / "calendar.ics").write_text(text, newline="")
    asked = ["node", work / "ask.mjs", work / "calendar.ics"]
    print(subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout, end="")
E
"$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ical.js is an hour late in the summers of icalendar's calendars"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
