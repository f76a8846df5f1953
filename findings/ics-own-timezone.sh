#!/bin/sh
# A time zone that the calendar file defines itself: node-ical ignores it and takes the zone of the machine.
#
# Expected: a TZID is only a name; the VTIMEZONE of the same file says what it means (RFC 5545, 3.2.19). So a zone
#   "Game Time" at +06:00 puts 12:00 at 06:00 UTC everywhere, and a library that cannot read definitions complains.
# With: icalendar 7.3.2, vobject 0.9.9 (PyPI); ical.js 2.2.1, node-ical 0.26.1 (npm).
# Behaviour: icalendar, vobject and ical.js use the definition. node-ical takes the time zone of the
#   process, without an error or a warning, so that the same file gives other moments on other machines.
# Seen: the block "stated" below.
# Why it matters: mail servers and office programs write zones of their own ("Customized Time Zone"). A deadline
#   read from such a file depends on where the worker runs, and a test with one TZ never shows it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q icalendar==7.3.2 vobject==0.9.9 tzdata &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1 node-ical@0.26.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
icalendar 06:00 UTC
vobject 06:00 UTC
TZ=UTC ical.js 06:00 UTC
TZ=UTC node-ical 12:00 UTC
TZ=Europe/Berlin ical.js 06:00 UTC
TZ=Europe/Berlin node-ical 10:00 UTC
TZ=America/New_York ical.js 06:00 UTC
TZ=America/New_York node-ical 16:00 UTC
E

sed 's/$/\r/' >"$work/turn.ics" <<'E'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//turn//EN
BEGIN:VTIMEZONE
TZID:Game Time
BEGIN:STANDARD
TZOFFSETFROM:+0600
TZOFFSETTO:+0600
DTSTART:19700101T000000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1@example.org
DTSTAMP:20260101T000000Z
DTSTART;TZID=Game Time:20260601T120000
SUMMARY:turn
END:VEVENT
END:VCALENDAR
E
cat >"$work/ask.py" <<'E'
import sys
from datetime import timezone

import icalendar
import vobject

with open(f"{sys.argv[1]}/turn.ics", newline="") as file:
    text = file.read()
start = icalendar.Calendar.from_ical(text).walk("VEVENT")[0].start
print("icalendar", start.astimezone(timezone.utc).strftime("%H:%M UTC"))
start = next(vobject.readComponents(text)).vevent.dtstart.value
print("vobject", start.astimezone(timezone.utc).strftime("%H:%M UTC"))
E
cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
const utc = (date) => `${date.toISOString().slice(11, 16)} UTC`;
console.warn = (...words) => console.log("warning:", ...words);
(async () => {
  const ICAL = (await import("ical.js")).default;
  const text = fs.readFileSync(`${__dirname}/turn.ics`, "utf8");
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent"));
  console.log(`TZ=${process.env.TZ} ical.js ${utc(event.startDate.toJSDate())}`);
  const other = Object.values(require("node-ical").sync.parseICS(text)).find((part) => part.type === "VEVENT");
  console.log(`TZ=${process.env.TZ} node-ical ${utc(other.start)}`);
})();
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
for zone in UTC Europe/Berlin America/New_York; do TZ=$zone node "$work/ask.cjs" >>"$work/seen"; done

if diff "$work/stated" "$work/seen"; then
  echo "as stated: node-ical ignores a file's own time zone and uses the machine's"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
