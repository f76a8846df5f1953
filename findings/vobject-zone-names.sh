#!/bin/sh
# A session at 18:00 in Chicago and one at 18:00 in Shanghai: vobject writes both into the time zone "CST", and Shanghai's is 14 hours
# late.
#
# Expected: a datetime of zoneinfo's Asia/Shanghai is written as TZID=Asia/Shanghai, or under a name of its own.
# With: vobject 0.9.9, pytz 2025.2, python-dateutil 2.9.0.post0, icalendar 7.3.2 (PyPI), ical.js 2.2.1 (npm).
# Behaviour: for a zone of zoneinfo or dateutil vobject takes the abbreviation of its winter for its name and keeps one definition for
#   each name: Berlin is "CET", and the second "CST" is the first. All readers, vobject too, agree on the wrong hour. With pytz's
#   zones the names are right.
# Seen: the block "stated" below: the sessions in UTC.
# Why it matters: IST is India, Israel and Ireland, CST is America, China and Cuba. A calendar of games between continents sends a
#   player to the table in the middle of the night; one zone at a time, as in most tests, all hours are right.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q vobject==0.9.9 pytz==2025.2 \
  python-dateutil==2.9.0.post0 icalendar==7.3.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
zoneinfo: TZID:CST TZID:CET
  vobject: Chicago 02T00, Shanghai 02T00, Berlin 01T17
  icalendar: Chicago 02T00, Shanghai 02T00, Berlin 01T17
  ical.js: Chicago 02T00, Shanghai 02T00, Berlin 01T17
dateutil: TZID:CST TZID:CET
  vobject: Chicago 02T00, Shanghai 02T00, Berlin 01T17
  icalendar: Chicago 02T00, Shanghai 02T00, Berlin 01T17
  ical.js: Chicago 02T00, Shanghai 02T00, Berlin 01T17
pytz: TZID:America/Chicago TZID:Asia/Shanghai TZID:Europe/Berlin
  vobject: Chicago 02T00, Shanghai 01T10, Berlin 01T17
  icalendar: Chicago 02T00, Shanghai 01T10, Berlin 01T17
  ical.js: Chicago 02T00, Shanghai 01T10, Berlin 01T17
E

cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";

const calendar = new ICAL.Component(ICAL.parse(readFileSync(process.argv[2], "utf8")));
const starts = calendar.getAllSubcomponents("vevent").map((component) => {
  const event = new ICAL.Event(component);
  return `${event.summary} ${event.startDate.toJSDate().toISOString().slice(8, 13)}`;
});
console.log(`  ical.js: ${starts.join(", ")}`);
E
cat >"$work/ask.py" <<'E'
import datetime
import pathlib
import subprocess
import sys
import zoneinfo

import dateutil.tz
import icalendar
import pytz
import vobject

PLACES = {"Chicago": "America/Chicago", "Shanghai": "Asia/Shanghai", "Berlin": "Europe/Berlin"}
SIX = datetime.datetime(2026, 12, 1, 18)
work = pathlib.Path(sys.argv[1])


def tell(name, sessions):
    print(f"  {name}: " + ", ".join(f"{place} {start.astimezone(datetime.UTC):%dT%H}" for place, start in sessions))


for kind, placed in (
    ("zoneinfo", lambda zone: SIX.replace(tzinfo=zoneinfo.ZoneInfo(zone))),
    ("dateutil", lambda zone: SIX.replace(tzinfo=dateutil.tz.gettz(zone))),
    ("pytz", lambda zone: pytz.timezone(zone).localize(SIX)),
):
    calendar = vobject.iCalendar()
    for place, zone in PLACES.items():
        event = calendar.add("vevent")
        event.add("uid").value = f"{place}@example.org"
        event.add("summary").value = place
        event.add("dtstart").value = placed(zone)
    text = calendar.serialize()
    print(f"{kind}: " + " ".join(line for line in text.splitlines() if line.startswith("TZID:")))
    tell("vobject", [(event.summary.value, event.dtstart.value) for event in vobject.readOne(text).vevent_list])
    tell("icalendar", [(event["SUMMARY"], event.start) for event in icalendar.Calendar.from_ical(text).events])
    (work / "calendar.ics").write_text(text)
    asked = ["node", work / "ask.mjs", work / "calendar.ics"]
    print(subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout, end="")
E
"$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: vobject writes Chicago and Shanghai into one time zone"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
