#!/bin/sh
# One event, two "add to calendar" links of the same library: Google's says 16:00Z, Outlook's 16:00 o'clock for each reader.
#
# Expected: the links of one event name one instant: 18:00 in Berlin (+02:00) is 16:00Z in each of them, wherever they are made.
# With: calendar-link 2.11.5, ical.js 2.2.1 (npm), run with the machine in UTC, as servers are.
# Behaviour: the link for Outlook carries the machine's local hour without any zone, and a time without one is the reader's own: 16:00
#   in Berlin as in New York. Google's and Yahoo's carry a "Z". A whole day goes into the file for other calendars as
#   "DTSTART:20260601" without VALUE=DATE, which RFC 5545 needs there; ical.js refuses the date.
# Seen: the block "stated" below.
# Why it matters: links in mails are made on a server. The same mail puts the deadline two hours apart for two players, and both
#   calendars look right.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" calendar-link@2.11.5 ical.js@2.2.1 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
google: 20260601T160000Z
yahoo: 20260601T160000Z
outlook: 2026-06-01T16:00:00
office365: 2026-06-01T16:00:00
ics: DTSTART:20260601T160000Z
ics, whole day: DTSTART:20260601
ical.js reads the whole day: invalid date-time value: "2026-06-01T::"
E

cat >"$work/ask.mjs" <<'E'
import { google, ics, office365, outlook, yahoo } from "calendar-link";
import ICAL from "ical.js";

const event = { title: "turn ends", start: "2026-06-01T18:00:00+02:00", duration: [1, "hour"] };
const ask = (link, name) => new URL(link).searchParams.get(name);
const line = (file) => decodeURIComponent(file).match(/DTSTART.*/)[0].trim();
console.log("google:", ask(google(event), "dates").split("/")[0]);
console.log("yahoo:", ask(yahoo(event), "st"));
console.log("outlook:", ask(outlook(event), "startdt"));
console.log("office365:", ask(office365(event), "startdt"));
console.log("ics:", line(ics(event)));
const day = ics({ title: "meeting", start: "2026-06-01", end: "2026-06-02", allDay: true });
console.log("ics, whole day:", line(day));
try {
  const text = decodeURIComponent(day).replace(/^data:[^,]*,/, "");
  const found = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent"));
  console.log("ical.js reads the whole day:", String(found.startDate));
} catch (error) {
  console.log("ical.js reads the whole day:", error.message);
}
E
TZ=UTC node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: calendar-link gives Outlook the machine's hour without a zone"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
