#!/bin/sh
# "Monthly from the 31st" moves to the 28th or 29th for good, and 29 February to 1 March or 28 February, by library.
#
# Expected: RFC 5545: "Recurrence rules may generate recurrence instances with an invalid date [...] such recurrence
#   instances MUST be ignored". A rule without BYMONTHDAY takes the day of DTSTART, so it means the same as the rule that
#   names that day: months without a 31st are skipped, and a yearly event of 29 February comes every four years.
# With: recurring-ical-events 3.8.2 on icalendar 7.3.2 (PyPI); ical.js 2.2.1, node-ical 0.26.1 with
#   rrule-temporal 1.6.0 (npm).
# Behaviour: node-ical reads FREQ=MONTHLY from 31 January as the last of February and then that day (28 or 29) of each
#   later month, and a yearly event of 29 February as 28 February for good, leap years included. ical.js skips months
#   rightly, yet puts that yearly event on 1 March in other years. All three agree once the rule says BYMONTHDAY.
# Seen: the block "stated" below: the first five dates of each series.
# Why it matters: a round that starts "on the last of the month" or a season of a leap year is on another day in each
#   player's calendar. A rule with BYMONTH and BYMONTHDAY is safe everywhere.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q icalendar==7.3.2 recurring-ical-events==3.8.2 tzdata &&
  npm install --silent --no-audit --no-fund --prefix "$work" ical.js@2.2.1 node-ical@0.26.1 rrule-temporal@1.6.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
recurring-ical-events FREQ=MONTHLY 2028-01-31 2028-03-31 2028-05-31 2028-07-31 2028-08-31
recurring-ical-events FREQ=MONTHLY;BYMONTHDAY=31 2028-01-31 2028-03-31 2028-05-31 2028-07-31 2028-08-31
recurring-ical-events FREQ=YEARLY 2028-02-29 2032-02-29 2036-02-29 2040-02-29 2044-02-29
recurring-ical-events FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29 2028-02-29 2032-02-29 2036-02-29 2040-02-29 2044-02-29
ical.js FREQ=MONTHLY 2028-01-31 2028-03-31 2028-05-31 2028-07-31 2028-08-31
node-ical FREQ=MONTHLY 2028-01-31 2028-02-29 2028-03-29 2028-04-29 2028-05-29
ical.js FREQ=MONTHLY;BYMONTHDAY=31 2028-01-31 2028-03-31 2028-05-31 2028-07-31 2028-08-31
node-ical FREQ=MONTHLY;BYMONTHDAY=31 2028-01-31 2028-03-31 2028-05-31 2028-07-31 2028-08-31
ical.js FREQ=YEARLY 2028-02-29 2029-03-01 2030-03-01 2031-03-01 2032-02-29
node-ical FREQ=YEARLY 2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-28
ical.js FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29 2028-02-29 2032-02-29 2036-02-29 2040-02-29 2044-02-29
node-ical FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29 2028-02-29 2032-02-29 2036-02-29 2040-02-29 2044-02-29
E

cat >"$work/ask.py" <<'E'
import sys

import icalendar
import recurring_ical_events

SERIES = (
    ("20280131T120000Z", "FREQ=MONTHLY"),
    ("20280131T120000Z", "FREQ=MONTHLY;BYMONTHDAY=31"),
    ("20280229T120000Z", "FREQ=YEARLY"),
    ("20280229T120000Z", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"),
)
for number, (start, rule) in enumerate(SERIES):
    lines = (
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//turn//EN", "BEGIN:VEVENT", "UID:1@example.org",
        "DTSTAMP:20260101T000000Z", "SUMMARY:turn", f"DTSTART:{start}", f"RRULE:{rule};COUNT=5",
        "END:VEVENT", "END:VCALENDAR", "",
    )  # fmt: skip
    text = "\r\n".join(lines)
    with open(f"{sys.argv[1]}/{number}.ics", "w", newline="") as file:
        file.write(text)
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between("20280101", "20500101")
    print("recurring-ical-events", rule, *sorted(event.start.strftime("%Y-%m-%d") for event in found))
E
cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
const day = (date) => date.toISOString().slice(0, 10);
(async () => {
  const ICAL = (await import("ical.js")).default;
  const nodeIcal = require("node-ical");
  for (let number = 0; number < 4; number++) {
    const text = fs.readFileSync(`${__dirname}/${number}.ics`, "utf8");
    const rule = /RRULE:(.*);COUNT/.exec(text)[1];
    const days = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")).iterator();
    console.log("ical.js", rule, ...[1, 2, 3, 4, 5].map(() => day(days.next().toJSDate())));
    const event = Object.values(nodeIcal.sync.parseICS(text)).find((part) => part.rrule);
    console.log("node-ical", rule, ...event.rrule.all().map(day));
  }
})();
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
TZ=UTC node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a monthly event of the 31st moves to the 28th or 29th for good in node-ical"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
