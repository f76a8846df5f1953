#!/bin/sh
# One instant and a time zone: ical-generator names the zone and writes the hour of the machine's own beside it.
#
# Expected: 18:00 UTC in the zone Europe/Berlin is 20:00 there in June, on whichever machine and in whichever of the types for
#   an instant it is handed over. A zone given to the calendar is that of its events.
# With: ical-generator 10.2.0, luxon 3.7.2 (npm).
# Behaviour: a Date is written with the machine's hour and the label Europe/Berlin: 18:00 on a server in UTC, two hours early. A
#   Luxon DateTime, even one in UTC, is converted. If the zone is the calendar's, the event gets no label at all, a
#   floating time, which each reader takes for its own. Without any zone all is right. The manual says that the time given
#   is taken to match the zone, and shows new Date() with a zone, which matches on a machine in that zone only.
# Seen: the block "stated" below: machine's zone, type, and the line DTSTART of an event at 2026-06-01T18:00:00Z.
# Why it matters: a deadline stands two hours early in Berlin; whoever wrote it in Berlin saw it right. Hand over UTC, no zone.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" ical-generator@10.2.0 luxon@3.7.2 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
UTC, Date, event's zone: DTSTART;TZID=Europe/Berlin:20260601T180000
UTC, Date, calendar's zone: DTSTART:20260601T180000
UTC, Date, no zone: DTSTART:20260601T180000Z
UTC, Luxon, event's zone: DTSTART;TZID=Europe/Berlin:20260601T200000
UTC, Luxon, calendar's zone: DTSTART:20260601T200000
UTC, Luxon, no zone: DTSTART:20260601T180000Z
Europe/Berlin, Date, event's zone: DTSTART;TZID=Europe/Berlin:20260601T200000
Europe/Berlin, Date, calendar's zone: DTSTART:20260601T200000
Europe/Berlin, Date, no zone: DTSTART:20260601T180000Z
Europe/Berlin, Luxon, event's zone: DTSTART;TZID=Europe/Berlin:20260601T200000
Europe/Berlin, Luxon, calendar's zone: DTSTART:20260601T200000
Europe/Berlin, Luxon, no zone: DTSTART:20260601T180000Z
E

cat >"$work/ask.mjs" <<'E'
import ical from "ical-generator";
import { DateTime } from "luxon";

const zone = { timezone: "Europe/Berlin" };
const instant = "2026-06-01T18:00:00Z";
for (const [type, start] of [["Date", new Date(instant)], ["Luxon", DateTime.fromISO(instant, { zone: "utc" })]])
  for (const [name, ofCalendar, ofEvent] of [["event's zone", {}, zone], ["calendar's zone", zone, {}], ["no zone", {}, {}]]) {
    const calendar = ical(ofCalendar);
    calendar.createEvent({ id: "1", summary: "turn ends", start, ...ofEvent });
    console.log(`${process.env.TZ}, ${type}, ${name}: ${calendar.toString().match(/DTSTART.*/)[0]}`);
  }
E
{ TZ=UTC node "$work/ask.mjs" && TZ=Europe/Berlin node "$work/ask.mjs"; } >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ical-generator labels the hour of the machine with the zone of the event"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
