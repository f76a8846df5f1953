#!/bin/sh
# A deadline that came in as an ISO time with an offset loses its time zone in a calendar file, without an error.
#
# Expected: icalendar writes an aware datetime as a moment that every program finds again: in UTC, or with a TZID that
#   it can read itself. datetime.fromisoformat("2026-06-01T18:00:00+02:00") is as good as any.
# With: icalendar 7.3.2 (PyPI); ical.js 2.2.1, node-ical 0.26.1 (npm).
# Behaviour: the offset becomes the name of a time zone, TZID="UTC+02:00", that is nowhere defined. icalendar itself
#   reads it back as a naive datetime, so start and end, the same moment before, can no longer be compared. ical.js
#   takes it for "floating", the reader's own time. node-ical splits the line at the colon inside the quotes and hands out
#   the string "00:20260601T180000" where a Date belongs.
# Seen: the block "stated" below; the reader of the last lines is once in London and once in New York.
# Why it matters: offsets are what JSON APIs deliver. The deadline in the player's calendar is off by hours, for each
#   player by others. Convert to UTC (or a named zone) before Event.add.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q icalendar==7.3.2 tzdata &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1 node-ical@0.26.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
DTSTART;TZID="UTC+02:00":20260601T180000
DTEND:20260601T160000Z
DTSTAMP:20260101T000000Z
icalendar start 2026-06-01T18:00:00 end 2026-06-01T16:00:00+00:00
start >= end: can't compare offset-naive and offset-aware datetimes
Europe/London: ical.js 2026-06-01T17:00:00.000Z (floating)
Europe/London: node-ical string 00:20260601T180000
America/New_York: ical.js 2026-06-01T22:00:00.000Z (floating)
America/New_York: node-ical string 00:20260601T180000
E

cat >"$work/ask.py" <<'E'
import sys
from datetime import datetime, timezone

import icalendar

deadline = datetime.fromisoformat("2026-06-01T18:00:00+02:00")
event = icalendar.Event()
event.add("uid", "1@example.org")
event.add("dtstamp", datetime(2026, 1, 1, tzinfo=timezone.utc))
event.add("dtstart", deadline)
event.add("dtend", deadline.astimezone(timezone.utc))
event.add("summary", "move due")
calendar = icalendar.Calendar()
calendar.add("prodid", "-//example//turn//EN")
calendar.add("version", "2.0")
calendar.add_component(event)
data = calendar.to_ical()
with open(f"{sys.argv[1]}/turn.ics", "wb") as file:
    file.write(data)
print("\n".join(line for line in data.decode().splitlines() if line.startswith("DT")))
again = icalendar.Calendar.from_ical(data).walk("VEVENT")[0]
print("icalendar start", again.start.isoformat(), "end", again.end.isoformat())
try:
    print("start >= end:", again.start >= again.end)
except TypeError as error:
    print("start >= end:", error)
E
cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
(async () => {
  const ICAL = (await import("ical.js")).default;
  const text = fs.readFileSync(`${__dirname}/turn.ics`, "utf8");
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent"));
  const other = Object.values(require("node-ical").sync.parseICS(text)).find((part) => part.type === "VEVENT");
  console.log(`${process.env.TZ}: ical.js ${event.startDate.toJSDate().toISOString()} (${event.startDate.zone.tzid})`);
  console.log(`${process.env.TZ}: node-ical ${typeof other.start} ${other.start}`);
})();
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
for zone in Europe/London America/New_York; do TZ=$zone node "$work/ask.cjs" >>"$work/seen"; done

if diff "$work/stated" "$work/seen"; then
  echo "as stated: icalendar writes an offset as a time zone that neither it nor two other libraries can read"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
