#!/bin/sh
# "0 18 * * 7", every Sunday: pycron is never due, and "5-7" is Friday and Saturday.
#
# Expected: Sunday is 0 or 7, as in every cron; a number that a library does not know is refused.
# With: pycron 3.3.0, huey 3.5.4, cronsim 2.8, croniter 7.0.0 (PyPI).
# Behaviour: pycron compares with the weekdays 0 to 6 and takes 7 without an error: is_now() is false on every day, has_been() finds no
#   Sunday in a month. "sun" and 0 work. The other three take 7 for Sunday.
# Seen: the block "stated" below: the days of June 2026 (Sundays are 7, 14, 21 and 28) at 18:00.
# Why it matters: a weekly letter on Sundays is never sent, and nothing is logged; "Friday to Sunday" looks right for two days.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q pycron==3.3.0 huey==3.5.4 cronsim==2.8 croniter==7.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
pycron: 7: none; 5-7: 5, 6, 12, 13, 19, 20, 26, 27; 0: 7, 14, 21, 28; sun: 7, 14, 21, 28
cronsim: 7: 7, 14, 21, 28; 5-7: 5, 6, 7, 12, 13, 14, 19, 20, 21, 26, 27, 28; 0: 7, 14, 21, 28; sun: 7, 14, 21, 28
croniter: 7: 7, 14, 21, 28; 5-7: 5, 6, 7, 12, 13, 14, 19, 20, 21, 26, 27, 28; 0: 7, 14, 21, 28; sun: 7, 14, 21, 28
huey: 7: 7, 14, 21, 28; 5-7: 5, 6, 7, 12, 13, 14, 19, 20, 21, 26, 27, 28; 0: 7, 14, 21, 28
pycron, a Sunday in June: False by 7, True by 0
E

cat >"$work/ask.py" <<'E'
import datetime

import croniter
import cronsim
import huey
import pycron

HOURS = [datetime.datetime(2026, 6, day, 18) for day in range(1, 31)]
BEFORE = datetime.datetime(2026, 5, 31, 23, 59)


def dates(times):
    return {next(times) for _ in HOURS}


def by_croniter(weekday):
    times = croniter.croniter(f"0 18 * * {weekday}", BEFORE)
    return dates(times.get_next(datetime.datetime) for _ in HOURS)


def tell(name, weekdays, due):
    seen = [f"{weekday}: " + (", ".join(str(hour.day) for hour in HOURS if hour in due(weekday)) or "none") for weekday in weekdays]
    print(f"{name}: {'; '.join(seen)}")


ALL = ("7", "5-7", "0", "sun")
tell("pycron", ALL, lambda weekday: {hour for hour in HOURS if pycron.is_now(f"0 18 * * {weekday}", hour)})
tell("cronsim", ALL, lambda weekday: dates(cronsim.CronSim(f"0 18 * * {weekday}", BEFORE)))
tell("croniter", ALL, by_croniter)
tell("huey", ALL[:3], lambda weekday: {hour for hour in HOURS if huey.crontab("0", "18", day_of_week=weekday)(hour)})
found = [pycron.has_been(f"0 18 * * {weekday}", HOURS[0], HOURS[-1]) for weekday in (7, 0)]
print(f"pycron, a Sunday in June: {found[0]} by 7, {found[1]} by 0")
E
"$work/py/bin/python" "$work/ask.py" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: pycron is never due on a Sunday that is written as 7"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
