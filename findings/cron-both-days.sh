#!/bin/sh
# "0 18 1 * 1", the first of the month and every Monday: Huey runs it only on Mondays that are the first, cronstrue says "and", and
# seven libraries differ about "*/10".
#
# Expected: if both the day of the month and the weekday are given, cron takes either, as the manual of crontab has said for decades, and
#   what a library does with five such fields is the same.
# With: huey 3.5.4, pycron 3.3.0, cronsim 2.8, croniter 7.0.0 (PyPI); cron-parser 5.10.6, croner 11.0.1, cron 4.4.0, cronstrue 3.39.0
#   (npm).
# Behaviour: Huey's crontab() wants both to fit: once in June 2026. With "*/10" as the day, cronsim and pycron want both, as Debian's cron
#   does for a field that begins with a star; croniter and the three in JavaScript take either. cronstrue describes all with "and".
# Seen: the block "stated" below: the days of June 2026 (which begins on a Monday) at 18:00.
# Why it matters: a reminder "on the 1st and on Mondays" is sent once in place of five times, and on no day in most months; the line
#   that an operator tried out with one library, or read in words, is another one in the next.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q huey==3.5.4 pycron==3.3.0 cronsim==2.8 croniter==7.0.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" cron-parser@5.10.6 croner@11.0.1 cron@4.4.0 cronstrue@3.39.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
huey: 1 and Monday: 1; */10 and Monday: 1
pycron: 1 and Monday: 1, 8, 15, 22, 29; */10 and Monday: 1
cronsim: 1 and Monday: 1, 8, 15, 22, 29; */10 and Monday: 1
croniter: 1 and Monday: 1, 8, 15, 22, 29; */10 and Monday: 1, 8, 11, 15, 21, 22, 29
cron-parser: 1 and Monday: 1, 8, 15, 22, 29; */10 and Monday: 1, 8, 11, 15, 21, 22, 29
croner: 1 and Monday: 1, 8, 15, 22, 29; */10 and Monday: 1, 8, 11, 15, 21, 22, 29
cron: 1 and Monday: 1, 8, 15, 22, 29; */10 and Monday: 1, 8, 11, 15, 21, 22, 29
cronstrue: At 06:00 PM, on day 1 of the month, and on Monday
E

cat >"$work/ask.py" <<'E'
import datetime

import croniter
import cronsim
import huey
import pycron

HOURS = [datetime.datetime(2026, 6, day, 18) for day in range(1, 31)]
BEFORE = datetime.datetime(2026, 5, 31, 23, 59)


def by_huey(line):
    minute, hour, day, month, day_of_week = line.split()
    is_due = huey.crontab(minute=minute, hour=hour, day=day, month=month, day_of_week=day_of_week)
    return [hour for hour in HOURS if is_due(hour)]


def by_cronsim(line):
    dates = cronsim.CronSim(line, BEFORE)
    return [date for date in (next(dates) for _ in HOURS) if date.month == 6 and date.year == 2026]


def by_croniter(line):
    dates = croniter.croniter(line, BEFORE)
    return [date for date in (dates.get_next(datetime.datetime) for _ in HOURS) if date.month == 6 and date.year == 2026]


for name, days in (
    ("huey", by_huey),
    ("pycron", lambda line: [hour for hour in HOURS if pycron.is_now(line, hour)]),
    ("cronsim", by_cronsim),
    ("croniter", by_croniter),
):
    seen = [f"{day} and Monday: " + ", ".join(str(date.day) for date in days(f"0 18 {day} * 1")) for day in ("1", "*/10")]
    print(f"{name}: {'; '.join(seen)}")
E
cat >"$work/ask.mjs" <<'E'
import { CronTime } from "cron";
import { CronExpressionParser } from "cron-parser";
import { Cron } from "croner";
import cronstrue from "cronstrue";

const before = new Date("2026-05-31T23:59:00Z");
const repeat = (next) => {
  const dates = [];
  for (let date = next(before); date < new Date("2026-07-01T00:00:00Z"); date = next(date)) dates.push(date);
  return dates;
};
const libraries = {
  "cron-parser": (line) => repeat((date) => CronExpressionParser.parse(line, { currentDate: date, tz: "UTC" }).next().toDate()),
  croner: (line) => repeat((date) => new Cron(line, { timezone: "UTC", paused: true }).nextRun(date)),
  cron: (line) => repeat((date) => new CronTime(line, "UTC").getNextDateFrom(date, "UTC").toJSDate()),
};
for (const [name, days] of Object.entries(libraries)) {
  const seen = ["1", "*/10"].map((day) => `${day} and Monday: ${days(`0 18 ${day} * 1`).map((date) => date.getUTCDate()).join(", ")}`);
  console.log(`${name}: ${seen.join("; ")}`);
}
console.log(`cronstrue: ${cronstrue.toString("0 18 1 * 1")}`);
E
"$work/py/bin/python" "$work/ask.py" >"$work/seen"
node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Huey wants both days of a cron line to fit, and six others differ about */10"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
