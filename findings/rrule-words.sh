#!/bin/sh
# "The last workday of the month" in words: rrule's toText() says "every month on weekdays", and rrule-temporal calls the last day but
# one "the last day".
#
# Expected: the text of a rule says what the rule does; where a library has no words for a part, it says so. fromText() takes 6pm for 18.
# With: rrule 2.8.1, rrule-temporal 2.2.8 (npm).
# Behaviour: rrule, whose manual calls the texts incomplete, leaves out BYSETPOS and BYMINUTE, and reads "6pm" as BYHOUR=6;
#   isFullyConvertibleToText(), by which a program should know, is true for all four rules. rrule-temporal says "the last day"
#   for the last but one.
# Seen: the block "stated" below.
# Why it matters: the text stands beside the check box with which a player agrees to a series. "Every month on weekdays" is some twenty
#   sessions a month and not one, and 18:30 is announced as "at 18".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" rrule@2.8.1 rrule-temporal@2.2.8 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
  rrule: every month on weekdays (fully: true)
  rrule-temporal: every month on Monday, Tuesday, Wednesday, Thursday and Friday at 6 PM UTC on the last instance
FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1
  rrule: every month on Saturday, Sunday (fully: true)
  rrule-temporal: every month on Saturday and Sunday at 6 PM UTC on the 1st instance
FREQ=MONTHLY;BYMONTHDAY=-2
  rrule: every month on the 2nd last (fully: true)
  rrule-temporal: every month on the last day of the month at 6 PM UTC
FREQ=DAILY;BYHOUR=18;BYMINUTE=30
  rrule: every day at 18 (fully: true)
  rrule-temporal: every day at 6:30 PM UTC
every Monday at 6pm
  rrule: RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=6
E

cat >"$work/ask.mjs" <<'E'
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";
import { toText } from "rrule-temporal/totext";

const { RRule } = rrule;
for (const line of [
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1",
  "FREQ=MONTHLY;BYMONTHDAY=-2",
  "FREQ=DAILY;BYHOUR=18;BYMINUTE=30",
]) {
  const rule = RRule.fromString(line);
  console.log(line);
  console.log(`  rrule: ${rule.toText()} (fully: ${rule.isFullyConvertibleToText()})`);
  console.log(`  rrule-temporal: ${toText(new RRuleTemporal({ rruleString: `DTSTART:20260601T180000Z\nRRULE:${line}` }))}`);
}
console.log("every Monday at 6pm");
console.log(`  rrule: ${RRule.fromText("every Monday at 6pm")}`);
E
TZ=UTC node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: rrule leaves out the place within the month, and rrule-temporal takes the last day but one for the last"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
