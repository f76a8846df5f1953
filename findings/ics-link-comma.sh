#!/bin/sh
# A link with a comma and a player "Müller, Bärbel" in a calendar: one generator puts a backslash into the link, another makes two names of one.
#
# Expected: what a calendar library is given arrives as it was, whatever reads the file: a URL as it stands, for RFC 5545 escapes commas in
#   texts only; a name with a comma in quotation marks, as the RFC has it for parameters.
# With: ical-generator 10.2.0, ts-ics 2.4.6, ics 3.12.0, ical.js 2.2.1, node-ical 0.26.1 (npm), icalendar 7.3.2, vobject 0.9.9 (PyPI).
# Behaviour: ical-generator escapes "," and ";" of a URL as in a text. ical.js, ts-ics and vobject give the backslashes back, so that the link leads
#   elsewhere; node-ical and icalendar take them away. ts-ics writes the name without quotation marks: icalendar and vobject
#   read two names. node-ical reads a backslash and an "n" of a text as a line break, whoever wrote them, rightly doubled.
# Seen: the block "stated" below, for each pair of generator and reader what did not arrive.
# Why it matters: letters' calendars link to the match, with seats or filters in the query, and name who is to move as Exchange writes names.
#   The same file is right in one calendar and leads to an error page in another.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ (cd "$work" && npm install --silent --no-audit --no-fund \
    ical-generator@10.2.0 ts-ics@2.4.6 ics@3.12.0 ical.js@2.2.1 node-ical@0.26.1) &&
  python3 -m venv "$work/py" && "$work/py/bin/pip" install -q icalendar==7.3.2 vobject==0.9.9; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
ical-generator, ical.js: link https://example.org/?seats=1\,2\;open
ical-generator, node-ical: text C:\⏎ew, or later
ical-generator, ts-ics: link https://example.org/?seats=1\,2\;open
ical-generator, icalendar: all arrives
ical-generator, vobject: link https://example.org/?seats=1\,2\;open
ts-ics, ical.js: all arrives
ts-ics, node-ical: text C:\⏎ew, or later
ts-ics, ts-ics: all arrives
ts-ics, icalendar: name Müller |  Bärbel
ts-ics, vobject: name Müller |  Bärbel
ics, ical.js: all arrives
ics, node-ical: text C:\⏎ew, or later
ics, ts-ics: all arrives
ics, icalendar: all arrives
ics, vobject: all arrives
E

cat >"$work/ask.mjs" <<'E'
import fs from "node:fs";
import ICAL from "ical.js";
import { createEvent } from "ics";
import ical from "ical-generator";
import nodeIcal from "node-ical";
import { convertIcsCalendar, generateIcsCalendar } from "ts-ics";

const text = "C:\\new, or later";
const link = "https://example.org/?seats=1,2;open";
const who = { name: "Müller, Bärbel", email: "baerbel@example.org" };
const [start, end] = [new Date(Date.UTC(2026, 5, 1, 16)), new Date(Date.UTC(2026, 5, 1, 17))];

const calendar = ical({ events: [{ id: "1", start, end, summary: text, url: link, attendees: [who] }] });
const event = { uid: "1", stamp: { date: start }, start: { date: start }, end: { date: end }, summary: text, url: link, attendees: [who] };
const written = {
  "ical-generator": calendar.toString(),
  "ts-ics": generateIcsCalendar({ version: "2.0", prodId: "a", events: [event] }),
  ics: createEvent({ uid: "1", start: [2026, 6, 1, 18, 0], duration: { hours: 1 }, title: text, url: link, attendees: [who] }).value,
};
const readers = {
  "ical.js": (file) => {
    const read = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent");
    const name = read.getFirstProperty("attendee").getParameter("cn");
    return { text: read.getFirstPropertyValue("summary"), link: read.getFirstPropertyValue("url"), name };
  },
  "node-ical": (file) => {
    const read = Object.values(nodeIcal.sync.parseICS(file)).find((one) => one.type === "VEVENT");
    return { text: read.summary, link: read.url.val ?? read.url, name: read.attendee.params.CN.replace(/^"|"$/g, "") };
  },
  "ts-ics": (file) => {
    const [read] = convertIcsCalendar(undefined, file).events;
    return { text: read.summary, link: read.url, name: read.attendees[0].name };
  },
};
const seen = {};
for (const [generator, file] of Object.entries(written)) {
  fs.writeFileSync(`${generator}.written`, file);
  seen[generator] = Object.fromEntries(Object.entries(readers).map(([reader, read]) => [reader, read(file)]));
}
fs.writeFileSync("seen.json", JSON.stringify(seen));
E
cat >"$work/ask.py" <<'E'
import json
import pathlib
import sys

import icalendar
import vobject

work = pathlib.Path(sys.argv[1])
meant = {"text": "C:\\new, or later", "link": "https://example.org/?seats=1,2;open", "name": "Müller, Bärbel"}
for generator, seen in json.loads((work / "seen.json").read_text()).items():
    file = (work / f"{generator}.written").read_bytes()
    event = icalendar.Calendar.from_ical(file).events[0]
    seen["icalendar"] = {"text": event["summary"], "link": event["url"], "name": event["attendee"].params["CN"]}
    event = vobject.readOne(file.decode()).vevent
    seen["vobject"] = {"text": event.summary.value, "link": event.url.value, "name": event.attendee.params["CN"]}
    for reader, got in seen.items():
        given = {what: " | ".join([value] if isinstance(value, str) else value) for what, value in got.items()}
        wrong = [f"{what} {given[what]}".replace("\n", "⏎") for what, value in meant.items() if given[what] != value]
        print(f"{generator}, {reader}: {', '.join(wrong) or 'all arrives'}")
E
(cd "$work" && node ask.mjs)
"$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a backslash in ical-generator's links, two names by ts-ics, a line break in node-ical"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
