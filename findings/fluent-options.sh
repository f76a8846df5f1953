#!/bin/sh
# One message of Fluent for browser and mail: the deadline is 18:00 in Python and 16:00 in JavaScript, and "2nd" is "2th" in
# both.
#
# Expected: NUMBER() and DATETIME() take the options of Intl in the message, as Fluent's guide shows with type: "ordinal"; both
#   are the project's own implementations and say the same.
# With: @fluent/bundle 0.19.1 (npm), fluent.runtime 0.4.0 (PyPI).
# Behaviour: JavaScript ignores type, style and timeZone in a message, without an error; they count only if the program gives
#   them with the value. Python takes style and timeZone, refuses type (an error in the list that format_pattern returns, and
#   the cardinal's form), knows no hour, minute and weekday, and chooses "one" for what it shows as "1.0", where JavaScript
#   chooses "other".
# Seen: the block "stated" below, with the machine in UTC and useIsolating off.
# Why it matters: a translator writes timeZone: "Europe/Berlin" into the message and sees it work in the mail; in the browser
#   the same deadline is in the machine's zone. The place in a table is "2th" wherever a translator cares for ordinals.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q fluent.runtime==0.4.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" @fluent/bundle@0.19.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
JavaScript, due: 1 June 2026 at 16:00, errors: 0
JavaScript, day: Monday 16:00, errors: 0
JavaScript, place: 2th, errors: 0
JavaScript, chance: 0.5, errors: 0
JavaScript, points: 1.0 points, errors: 0
JavaScript, place, the type given by the program: 2nd, errors: 0
Python, due: 1 June 2026, 18:00, errors: 0
Python, day: 1 Jun 2026, errors: 0
Python, place: 2th, errors: 1
Python, chance: 50%, errors: 0
Python, points: 1.0 point, errors: 0
E

cat >"$work/messages.ftl" <<'E'
due = { DATETIME($due, dateStyle: "long", timeStyle: "short", timeZone: "Europe/Berlin") }
day = { DATETIME($due, weekday: "long", hour: "2-digit", minute: "2-digit") }
place = { NUMBER($number, type: "ordinal") ->
    [one] { $number }st
    [two] { $number }nd
   *[other] { $number }th
 }
chance = { NUMBER($half, style: "percent") }
points = { NUMBER($one, minimumFractionDigits: 1) ->
    [one] { NUMBER($one, minimumFractionDigits: 1) } point
   *[other] { NUMBER($one, minimumFractionDigits: 1) } points
 }
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "fs";
import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";

const bundle = new FluentBundle("en-GB", { useIsolating: false });
bundle.addResource(new FluentResource(readFileSync(process.argv[2], "utf8")));
function show(name, id, values) {
  const errors = [];
  const text = bundle.formatPattern(bundle.getMessage(id).value, values, errors);
  console.log(`JavaScript, ${name}: ${text}, errors: ${errors.length}`);
}
const values = { due: new Date("2026-06-01T16:00:00Z"), number: 2, half: 0.5, one: 1 };
for (const id of ["due", "day", "place", "chance", "points"]) show(id, id, values);
show("place, the type given by the program", "place", { number: new FluentNumber(2, { type: "ordinal" }) });
E
cat >"$work/ask.py" <<'E'
import datetime
import pathlib
import sys

from fluent.runtime import FluentBundle, FluentResource

bundle = FluentBundle(["en-GB"], use_isolating=False)
bundle.add_resource(FluentResource(pathlib.Path(sys.argv[1]).read_text()))
values = {"due": datetime.datetime(2026, 6, 1, 16, tzinfo=datetime.UTC), "number": 2, "half": 0.5, "one": 1}
for name in ("due", "day", "place", "chance", "points"):
    text, errors = bundle.format_pattern(bundle.get_message(name).value, values)
    print(f"Python, {name}: {text}, errors: {len(errors)}")
E
TZ=UTC node "$work/ask.mjs" "$work/messages.ftl" >"$work/seen"
"$work/py/bin/python" -W ignore "$work/ask.py" "$work/messages.ftl" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Fluent's options in a message count in one language only"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
