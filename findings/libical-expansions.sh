#!/bin/sh
# "The 1st and the 15th of every month, by the year" are two days a year in libical; a week by its number is one day of another week.
#
# Expected: the library behind Evolution and GNOME's calendar expands rules as RFC 5545 (section 3.3.10, the table of BYxxx parts) says.
# With: libical 3.0.16 (Debian 12's libical3 3.0.16-1+b1 or alike), python-dateutil 2.9.0 (PyPI).
# Behaviour: FREQ=YEARLY with BYMONTHDAY gives the month of the start only, where the table says "expand". FREQ=YEARLY with BYWEEKNO and no BYDAY gives
#   one day, which moves with the start and need not lie in that week. BYWEEKNO=53 happens in years with 52 weeks, too. FREQ=HOURLY with BYDAY and
#   BYHOUR leaves out the first day, if that is today. python-dateutil does as the table says. (With the month of the start libical is not alone: so do
#   DateTime::Event::ICal for Perl and ice_cube for Ruby.)
# Seen: the block "stated" below: days from a start on Saturday, 31 January 2026, 18:00.
# Why it matters: a game night "on the 1st and 15th" that a service writes this way is there twice a year for players with these calendars.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ (cd "$work" && apt-get download -qq libical3 libicu72 && for package in *.deb; do dpkg-deb -x "$package" root; done && ls root/usr/lib/*/libical.so.3.0.16) &&
  python3 -m venv "$work/py" && "$work/py/bin/pip" install -q python-dateutil==2.9.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/stated" <<'E'
FREQ=YEARLY;BYMONTHDAY=1,15
  libical: 2027-01-01, 2027-01-15, 2028-01-01, 2028-01-15
  dateutil: 2026-02-01, 2026-02-15, 2026-03-01, 2026-03-15
FREQ=YEARLY;BYWEEKNO=1
  libical: 2026-02-26, 2027-02-25, 2028-03-02, 2029-03-01
  dateutil: 2027-01-04, 2027-01-05, 2027-01-06, 2027-01-07
FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO
  libical: 2026-12-28, 2031-12-29, 2032-12-27, 2037-12-28
  dateutil: 2026-12-28, 2032-12-27, 2037-12-28, 2043-12-28
FREQ=HOURLY;BYDAY=SA;BYHOUR=20
  libical: 2026-02-07, 2026-02-14, 2026-02-21, 2026-02-28
  dateutil: 2026-01-31, 2026-02-07, 2026-02-14, 2026-02-21
E

cat >"$work/ask.py" <<'E'
import ctypes
import itertools
import sys
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

START, EPOCH = datetime(2026, 1, 31, 18), datetime(1970, 1, 1)
expand = ctypes.CDLL(sys.argv[1]).icalrecur_expand_recurrence
expand.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int, ctypes.POINTER(ctypes.c_long)]


def shown(times):
    return ", ".join(str(time.date()) for time in times)


for rule in ("FREQ=YEARLY;BYMONTHDAY=1,15", "FREQ=YEARLY;BYWEEKNO=1", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "FREQ=HOURLY;BYDAY=SA;BYHOUR=20"):
    found = (ctypes.c_long * 4)()
    expand(rule.encode(), int((START - EPOCH).total_seconds()), 4, found)
    print(rule)
    print("  libical:", shown(EPOCH + timedelta(seconds=second) for second in found))
    print("  dateutil:", shown(itertools.islice(rrulestr(rule, dtstart=START), 4)))
E
library=$(echo "$work"/root/usr/lib/*/libical.so.3)
LD_LIBRARY_PATH=$(dirname "$library") TZ=UTC "$work/py/bin/python" "$work/ask.py" "$library" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: libical takes the month of the start for every yearly day of the month, and counts weeks its own way"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
