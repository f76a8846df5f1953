#!/bin/sh
# "P1W" for a turn: dayjs calls it seven days and adds none; isoduration ends an hour and a half after two hours; two drop the minus of a reminder.
#
# Expected: ISO 8601's durations are the same everywhere: added to 1 June, 18:00 UTC, each gives one instant, and what a library does not
#   support it refuses.
# With: isodate 0.7.2, aniso8601 10.0.1, isoduration 20.11.0 (PyPI); dayjs 1.11.23, iso8601-duration 2.1.4, luxon 3.7.2 (npm).
# Behaviour: dayjs reads weeks (asDays() is 7, toISOString() P7D), and add() leaves them out; it rounds days, takes a comma for nothing and
#   drops the minus. iso8601-duration drops the minus, too. isoduration rounds each part to a whole number when it is added: an hour and a half is
#   two hours, half a week four days. aniso8601 does not know the minus, says so, and refuses weeks with days, as does isoduration.
# Seen: the block "stated" below: the end, in June, or "refused".
# Why it matters: turns, reminders and seasons are kept as such texts. A deadline of a week is over at once in the browser, one of an hour
#   and a half comes half an hour late, and a reminder a day before the deadline comes a day behind it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q isodate==0.7.2 aniso8601==10.0.1 isoduration==20.11.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" dayjs@1.11.23 iso8601-duration@2.1.4 luxon@3.7.2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
PT36H: isodate 3, 06:00; aniso8601 3, 06:00; isoduration 3, 06:00; dayjs 3, 06:00; iso8601-duration 3, 06:00; luxon 3, 06:00
P1W: isodate 8, 18:00; aniso8601 8, 18:00; isoduration 8, 18:00; dayjs 1, 18:00; iso8601-duration 8, 18:00; luxon 8, 18:00
P1W2D: isodate 10, 18:00; aniso8601 refused; isoduration refused; dayjs 3, 18:00; iso8601-duration 10, 18:00; luxon 10, 18:00
PT1.5H: isodate 1, 19:30; aniso8601 1, 19:30; isoduration 1, 20:00; dayjs 1, 19:30; iso8601-duration 1, 19:30; luxon 1, 19:30
P1.5D: isodate 3, 06:00; aniso8601 3, 06:00; isoduration 3, 18:00; dayjs 3, 18:00; iso8601-duration refused; luxon 3, 06:00
P1,5D: isodate 3, 06:00; aniso8601 3, 06:00; isoduration 3, 18:00; dayjs 1, 18:00; iso8601-duration refused; luxon refused
P0.5W: isodate 5, 06:00; aniso8601 5, 06:00; isoduration 5, 18:00; dayjs 1, 18:00; iso8601-duration refused; luxon 5, 06:00
-PT6H: isodate 1, 12:00; aniso8601 refused; isoduration 1, 12:00; dayjs 2, 00:00; iso8601-duration 2, 00:00; luxon 1, 12:00
dayjs.duration("P1W"): 7 days, P7D
E

cat >"$work/ask.mjs" <<'E'
import dayjs from "dayjs";
import duration from "dayjs/plugin/duration.js";
import { end, parse } from "iso8601-duration";
import { DateTime, Duration } from "luxon";

dayjs.extend(duration);
const start = new Date("2026-06-01T18:00:00Z");
const libraries = {
  dayjs: (text) => dayjs(start).add(dayjs.duration(text)).toDate(),
  "iso8601-duration": (text) => end(parse(text), start),
  luxon: (text) => DateTime.fromJSDate(start).plus(Duration.fromISO(text)).toJSDate(),
};
for (const text of process.argv.slice(2)) {
  const seen = Object.entries(libraries).map(([name, added]) => {
    try {
      const time = added(text);
      return `${name} ${time.getUTCDate()}, ${time.toISOString().slice(11, 16)}`;
    } catch {
      return `${name} refused`;
    }
  });
  console.log(seen.join("; "));
}
const week = dayjs.duration("P1W");
console.log(`${week.asDays()} days, ${week.toISOString()}`);
E
cat >"$work/ask.py" <<'E'
import datetime
import os
import subprocess
import sys

import aniso8601
import isodate
import isoduration

start = datetime.datetime(2026, 6, 1, 18)
libraries = {"isodate": isodate, "aniso8601": aniso8601, "isoduration": isoduration}
texts = ["PT36H", "P1W", "P1W2D", "PT1.5H", "P1.5D", "P1,5D", "P0.5W", "-PT6H"]


def added(library, text):
    try:
        time = start + library.parse_duration(text)
    except ValueError:
        return "refused"
    return f"{time.day}, {time:%H:%M}"


asked = ["node", sys.argv[1], *texts]
*others, week = subprocess.run(
    asked, check=True, env=os.environ | {"TZ": "UTC"}, stdout=subprocess.PIPE, text=True
).stdout.splitlines()
for text, line in zip(texts, others, strict=True):
    print(f"{text}: " + "; ".join([*(f"{name} {added(library, text)}" for name, library in libraries.items()), line]))
print('dayjs.duration("P1W"):', week)
E
"$work/py/bin/python" "$work/ask.py" "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: dayjs adds no weeks, isoduration rounds, two drop the minus"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
