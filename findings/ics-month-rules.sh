#!/bin/sh
# "On the last day of the month" is the day before, and "the first Monday at 18:00" is at midnight, in ts-ics.
#
# Expected: whoever reads a rule from a calendar file and asks the same library for its dates gets the days and the hour of the rule;
#   a part that the library does not know is refused.
# With: ts-ics 2.4.6, rrule 2.8.1 (npm).
# Behaviour: ts-ics counts negative days of a month and of a year one too far from the end, and -1 in BYSETPOS keeps the last two. A
#   rule by weekdays of a month loses its time of day and with it the first date, and a fifth Friday lands in the first week of the
#   next month. In a daily rule with BYDAY, COUNT counts the days that are left out, too.
# Seen: the block "stated" below, UTC: what rrule says, then ts-ics. Every rule starts with a day that it matches.
# Why it matters: "last day of the month" is the usual end of a season or a payment. The parsing half of the package keeps
#   each of these rules well, so nothing shows before somebody looks at the dates.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" ts-ics@2.4.6 rrule@2.8.1 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
FREQ=WEEKLY;BYDAY=MO,TH
  rrule  26-01-05T18:00 26-01-08T18:00 26-01-12T18:00
  ts-ics 26-01-05T18:00 26-01-08T18:00 26-01-12T18:00
FREQ=MONTHLY;BYMONTHDAY=-1
  rrule  26-01-31T18:00 26-02-28T18:00 26-03-31T18:00
  ts-ics 26-02-27T18:00 26-03-30T18:00 26-04-29T18:00
FREQ=YEARLY;BYYEARDAY=1,-1
  rrule  26-01-01T18:00 26-12-31T18:00 27-01-01T18:00
  ts-ics 26-01-01T18:00 26-12-30T18:00 27-01-01T18:00
FREQ=MONTHLY;BYDAY=1MO
  rrule  26-01-05T18:00 26-02-02T18:00 26-03-02T18:00
  ts-ics 26-02-02T00:00 26-03-02T00:00 26-04-06T00:00
FREQ=MONTHLY;BYDAY=5FR
  rrule  26-01-30T18:00 26-05-29T18:00 26-07-31T18:00
  ts-ics 26-03-06T00:00 26-04-03T00:00 26-05-01T00:00
FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1
  rrule  26-01-02T18:00 26-01-09T18:00 26-01-16T18:00
  ts-ics 26-01-02T18:00 26-01-07T18:00 26-01-09T18:00
FREQ=DAILY;BYDAY=MO,WE
  rrule  26-01-05T18:00 26-01-07T18:00 26-01-12T18:00
  ts-ics 26-01-05T18:00 26-01-07T18:00
E

cat >"$work/ask.cjs" <<'E'
process.env.TZ = "UTC";
const { rrulestr } = require("rrule");
const { convertIcsCalendar, extendByRecurrenceRule } = require("ts-ics");

const show = (days) => days.slice(0, 3).map((day) => day.toISOString().slice(2, 16)).join(" ");
for (const [start, rule] of [
  ["20260105T180000Z", "FREQ=WEEKLY;BYDAY=MO,TH"],
  ["20260131T180000Z", "FREQ=MONTHLY;BYMONTHDAY=-1"],
  ["20260101T180000Z", "FREQ=YEARLY;BYYEARDAY=1,-1"],
  ["20260105T180000Z", "FREQ=MONTHLY;BYDAY=1MO"],
  ["20260130T180000Z", "FREQ=MONTHLY;BYDAY=5FR"],
  ["20260102T180000Z", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1"],
  ["20260105T180000Z", "FREQ=DAILY;BYDAY=MO,WE"],
]) {
  const ics = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:p", "BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z",
    `DTSTART:${start}`, `DTEND:${start.replace("T18", "T19")}`, `RRULE:${rule};COUNT=3`, "SUMMARY:turn", "END:VEVENT", "END:VCALENDAR", ""];
  const [event] = convertIcsCalendar(undefined, ics.join("\r\n")).events;
  console.log(rule);
  console.log("  rrule ", show(rrulestr(`DTSTART:${start}\nRRULE:${rule};COUNT=3`).all()));
  console.log("  ts-ics", show(extendByRecurrenceRule(event.recurrenceRule, { start: event.start.date, end: new Date("2030-01-01") })));
}
E
TZ=UTC node "$work/ask.cjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ts-ics takes the last day of a month for the day before, and loses the hour of a first Monday"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
