#!/bin/sh
# An event at 18:00 in Berlin made an event of the whole day: ics.py puts it on the day before, and one day becomes two.
#
# Expected: make_all_day() keeps the day on which the event begins, in its own zone (in UTC the same evening is the same day,
#   too), and an event from midnight to midnight stays one day.
# With: ics 0.7.3 (PyPI).
# Behaviour: the beginning is set to midnight of its zone, which is 22:00 of the day before in UTC, and that day is written: so
#   it is for every zone east of Greenwich and every hour. An event that lasts 24 hours gets a DTEND two days later; DTEND is
#   exclusive (RFC 5545, 3.6.1).
# Seen: the block "stated" below.
# Why it matters: "due on 1 June" is in the player's calendar on 31 May, or lasts until 2 June. West of Greenwich, and with
#   hours in UTC, as the library's examples have them, the day is right.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q ics==0.7.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
2026-06-01T18:00:00Z no duration -> 20260601 -
2026-06-01T18:00:00-04:00 no duration -> 20260601 -
2026-06-01T18:00:00+02:00 no duration -> 20260531 -
2026-06-01T18:00:00+02:00 {'hours': 1} -> 20260531 -
2026-06-01T00:00:00Z {'days': 1} -> 20260601 20260603
2026-06-01T00:00:00Z {'days': 2} -> 20260601 20260604
E

"$work/py/bin/python" -W ignore - >"$work/seen" <<'E'
import ics

for begin, duration in (
    ("2026-06-01T18:00:00Z", None),
    ("2026-06-01T18:00:00-04:00", None),
    ("2026-06-01T18:00:00+02:00", None),
    ("2026-06-01T18:00:00+02:00", {"hours": 1}),
    ("2026-06-01T00:00:00Z", {"days": 1}),
    ("2026-06-01T00:00:00Z", {"days": 2}),
):
    event = ics.Event(name="Due", begin=begin, duration=duration)
    event.make_all_day()
    lines = dict(line.split(":", 1) for line in event.serialize().splitlines())
    first, end = (lines.get(f"{name};VALUE=DATE", "-") for name in ("DTSTART", "DTEND"))
    print(begin, "no duration" if duration is None else duration, "->", first, end)
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ics.py's make_all_day() takes the day before"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
