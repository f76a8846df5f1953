#!/bin/sh
# From 31 January to 1 March, in months and days: dateutils says 1 month and 62 days.
#
# Expected: a month and a day, as on 28 February the month is full; so say python-dateutil, luxon, date-fns and dayjs.
# With: dateutils 0.4.10-1 (Debian 12's package); python-dateutil 2.9.0.post0 (PyPI); luxon 3.7.2, date-fns 4.4.0, dayjs 1.11.23 (npm).
# Behaviour: from the last days of December or January to 1 March dateutils' ddiff counts 61 or 62 days too many; from the 31st to the end of a
#   shorter month, or to the first behind it, one too few ("0 months 30 days" to 30 June). Its days alone ("%d") are
#   right, and so is dadd, which makes 28 February of 31 January and a month.
# Seen: the block "stated" below: months and days by each.
# Why it matters: "your turn for 1 month and 2 days" and the rest of a long deadline are such differences.
#   Tested in any other month it is a day off at most; in the days before March it is two months.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q python-dateutil==2.9.0.post0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" luxon@3.7.2 date-fns@4.4.0 dayjs@1.11.23 &&
  (cd "$work" && apt-get download -qq dateutils=0.4.10-1 && dpkg-deb -x dateutils*.deb root); } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/stated" <<'E'
2026-01-28 to 2026-03-01: dateutils 1 1, python-dateutil 1 1, luxon 1 1, date-fns 1 1, dayjs 1 1
2026-01-29 to 2026-03-01: dateutils 1 0, python-dateutil 1 1, luxon 1 1, date-fns 1 1, dayjs 1 1
2026-01-30 to 2026-03-01: dateutils 1 63, python-dateutil 1 1, luxon 1 1, date-fns 1 1, dayjs 1 1
2026-01-31 to 2026-03-01: dateutils 1 62, python-dateutil 1 1, luxon 1 1, date-fns 1 1, dayjs 1 1
2026-12-31 to 2027-03-01: dateutils 2 62, python-dateutil 2 1, luxon 2 1, date-fns 2 1, dayjs 2 1
2026-03-31 to 2026-05-01: dateutils 1 0, python-dateutil 1 1, luxon 1 1, date-fns 1 1, dayjs 1 1
2026-05-31 to 2026-06-30: dateutils 0 30, python-dateutil 1 0, luxon 1 0, date-fns 1 0, dayjs 1 0
E

cat >"$work/ask.mjs" <<'E'
import { intervalToDuration, parseISO } from "date-fns";
import dayjs from "dayjs";
import duration from "dayjs/plugin/duration.js";
import { DateTime } from "luxon";

dayjs.extend(duration);
const libraries = {
  luxon: (start, end) => DateTime.fromISO(end).diff(DateTime.fromISO(start), ["months", "days"]).toObject(),
  "date-fns": (start, end) => intervalToDuration({ start: parseISO(start), end: parseISO(end) }),
  dayjs: (start, end) => {
    const months = dayjs(end).diff(start, "month");
    return { months, days: dayjs(end).diff(dayjs(start).add(months, "month"), "day") };
  },
};
for (const pair of process.argv.slice(2)) {
  const said = Object.values(libraries).map((library) => library(...pair.split(":")));
  console.log(Object.keys(libraries).map((name, number) => `${name} ${said[number].months ?? 0} ${said[number].days ?? 0}`).join(", "));
}
E
cat >"$work/ask.py" <<'E'
import datetime
import os
import pathlib
import subprocess
import sys

from dateutil.relativedelta import relativedelta

work = pathlib.Path(sys.argv[1])
pairs = [
    ("2026-01-28", "2026-03-01"),
    ("2026-01-29", "2026-03-01"),
    ("2026-01-30", "2026-03-01"),
    ("2026-01-31", "2026-03-01"),
    ("2026-12-31", "2027-03-01"),
    ("2026-03-31", "2026-05-01"),
    ("2026-05-31", "2026-06-30"),
]
asked = ["node", work / "ask.mjs", *(":".join(pair) for pair in pairs)]
answered = subprocess.run(asked, check=True, env=os.environ | {"TZ": "UTC"}, stdout=subprocess.PIPE, text=True).stdout
for pair, others in zip(pairs, answered.splitlines(), strict=True):
    asked = [work / "root/usr/bin/dateutils.ddiff", *pair, "-f", "%m %d"]
    said = subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    start, end = (datetime.date.fromisoformat(day) for day in pair)
    between = relativedelta(end, start)
    print(f"{' to '.join(pair)}: dateutils {said}, python-dateutil {between.months} {between.days}, {others}")
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: dateutils counts two months of days too many before 1 March"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
