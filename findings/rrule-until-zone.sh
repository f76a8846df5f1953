#!/bin/sh
# A series at 18:00 in Berlin until a given session: rrule for JavaScript leaves that session out; in New York it adds a day.
#
# Expected: UNTIL is an instant in UTC, as iCalendar demands for a series with a time zone, and the last session is the one that begins
#   then; rrulestr(), which takes the zone from the DTSTART line, compares the two as instants.
# With: rrule 2.8.1, rrule-temporal 2.2.8, node-ical 0.26.1 (npm); python-dateutil 2.9.0.post0 (PyPI).
# Behaviour: rrule compares the digits: 16:00 of UNTIL with the wall clock's 18:00. East of Greenwich the last session is missing, and
#   west of it there may be one too many. The other three have five sessions each time. Series in UTC are right.
# Seen: the block "stated" below: the days of June in each zone.
# Why it matters: calendar programs write UNTIL either as the start of the last session or as the end of its day. The final session
#   of a season is in nobody's list, or one is announced that is in nobody's calendar.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q python-dateutil==2.9.0.post0 tzdata==2025.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" rrule@2.8.1 rrule-temporal@2.2.8 node-ical@0.26.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
rrule: Berlin: 1, 2, 3, 4; New York: 1, 2, 3, 4, 5, 6; UTC: 1, 2, 3, 4, 5
rrule-temporal: Berlin: 1, 2, 3, 4, 5; New York: 1, 2, 3, 4, 5; UTC: 1, 2, 3, 4, 5
node-ical: Berlin: 1, 2, 3, 4, 5; New York: 1, 2, 3, 4, 5; UTC: 1, 2, 3, 4, 5
dateutil: Berlin: 1, 2, 3, 4, 5; New York: 1, 2, 3, 4, 5; UTC: 1, 2, 3, 4, 5
E

cat >"$work/series.json" <<'E'
{
  "Berlin": ["DTSTART;TZID=Europe/Berlin:20260601T180000", "RRULE:FREQ=DAILY;UNTIL=20260605T160000Z"],
  "New York": ["DTSTART;TZID=America/New_York:20260601T010000", "RRULE:FREQ=DAILY;UNTIL=20260606T035959Z"],
  "UTC": ["DTSTART:20260601T180000Z", "RRULE:FREQ=DAILY;UNTIL=20260605T180000Z"]
}
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import ical from "node-ical";
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";

const series = JSON.parse(readFileSync(new URL("series.json", import.meta.url)));
const calendar = (lines) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:1@example.org", "DTSTAMP:20260501T000000Z"]
    .concat(lines, ["DURATION:PT1H", "SUMMARY:Session", "END:VEVENT", "END:VCALENDAR", ""])
    .join("\r\n");
const libraries = {
  rrule: (lines) => rrule.rrulestr(lines.join("\n")).all(),
  "rrule-temporal": (lines) => new RRuleTemporal({ rruleString: lines.join("\n") }).all().map((date) => new Date(date.epochMilliseconds)),
  "node-ical": (lines) => Object.values(ical.sync.parseICS(calendar(lines))).find(({ type }) => type === "VEVENT").rrule.all(),
};
for (const [name, dates] of Object.entries(libraries)) {
  const seen = Object.entries(series).map(([zone, lines]) => `${zone}: ${dates(lines).map((date) => date.getUTCDate()).join(", ")}`);
  console.log(`${name}: ${seen.join("; ")}`);
}
E
cat >"$work/ask.py" <<'E'
import json
import sys

from dateutil.rrule import rrulestr

with open(sys.argv[1]) as file:
    series = json.load(file)
seen = [f"{zone}: " + ", ".join(str(date.day) for date in rrulestr("\n".join(lines))) for zone, lines in series.items()]
print(f"dateutil: {'; '.join(seen)}")
E
TZ=UTC node "$work/ask.mjs" >"$work/seen"
"$work/py/bin/python" "$work/ask.py" "$work/series.json" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: rrule compares UNTIL with the wall clock of the series"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
