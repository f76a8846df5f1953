#!/bin/sh
# "The last workday of the month" read by Ruby's ice_cube is every workday, and a monthly session on the 31st is on the 28th of February, too.
#
# Expected: a library that does not know a part of a rule says so, as ice_cube does for BYWEEKNO; and a month without a 31st is skipped (RFC 5545, 3.3.10).
# With: ice_cube 0.16.4 (Debian 12's ruby-ice-cube) and Ruby 3.1; python-dateutil 2.9.0 (PyPI).
# Behaviour: Rule.from_ical() reads BYSETPOS and drops it without a word, so that the rule given back has lost it, too. A monthly rule without days moves
#   from the 31st to the last day of shorter months, a yearly one of 29 February to the 28th; written with BYMONTHDAY=31 it skips them.
# Seen: the block "stated" below: the first four days of each rule from its start, and the rule as ice_cube writes it again.
# Why it matters: a calendar feed with a monthly session has other sessions in Rails programs than in a calendar. Who writes feeds writes the days out.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ (cd "$work" && apt-get download -qq ruby-ice-cube=0.16.4-3 ruby3.1 libruby3.1 libyaml-0-2 libgmp10 && for package in *.deb; do dpkg-deb -x "$package" root; done) &&
  python3 -m venv "$work/py" && "$work/py/bin/pip" install -q python-dateutil==2.9.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/rules" <<'E'
2026-01-05 FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
2026-01-05 FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=-1
2026-01-31 FREQ=MONTHLY
2026-01-31 FREQ=MONTHLY;BYMONTHDAY=31
2024-02-29 FREQ=YEARLY
E
cat >"$work/stated" <<'E'
dateutil: 2026-01-30 2026-02-27 2026-03-31 2026-04-30
dateutil: 2026-01-09 2026-01-16 2026-01-23 2026-01-30
dateutil: 2026-01-31 2026-03-31 2026-05-31 2026-07-31
dateutil: 2026-01-31 2026-03-31 2026-05-31 2026-07-31
dateutil: 2024-02-29 2028-02-29 2032-02-29 2036-02-29
ice_cube: 2026-01-05 2026-01-06 2026-01-07 2026-01-08; FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR
ice_cube: 2026-01-05 2026-01-09 2026-01-12 2026-01-16; FREQ=WEEKLY;BYDAY=MO,FR
ice_cube: 2026-01-31 2026-02-28 2026-03-31 2026-04-30; FREQ=MONTHLY
ice_cube: 2026-01-31 2026-03-31 2026-05-31 2026-07-31; FREQ=MONTHLY;BYMONTHDAY=31
ice_cube: 2024-02-29 2025-02-28 2026-02-28 2027-02-28; FREQ=YEARLY
E

cat >"$work/ask.py" <<'E'
import itertools
import sys
from datetime import datetime

from dateutil.rrule import rrulestr

for line in open(sys.argv[1]):
    start, rule = line.split()
    days = itertools.islice(rrulestr(rule, dtstart=datetime.fromisoformat(f"{start}T18:00")), 4)
    print("dateutil:", *(day.date() for day in days))
E
cat >"$work/ask.rb" <<'E'
require "ice_cube"

File.foreach(ARGV[0]) do |line|
  start, text = line.split
  schedule = IceCube::Schedule.new(Time.utc(*start.split("-").map(&:to_i), 18))
  rule = IceCube::Rule.from_ical(text)
  schedule.add_recurrence_rule(rule)
  days = schedule.first(4).map { |time| time.to_time.strftime("%Y-%m-%d") }
  puts "ice_cube: #{days.join(' ')}; #{rule.to_ical}"
end
E
libraries=$(dirname "$(find "$work/root/usr/lib" -name 'libruby-3.1.so.3.1' | head -n 1)")
paths=$(dirname "$(find "$work/root" -name ice_cube.rb)"):$work/root/usr/lib/ruby/3.1.0:$libraries/ruby/3.1.0
"$work/py/bin/python" "$work/ask.py" "$work/rules" >"$work/seen"
LD_LIBRARY_PATH=$libraries RUBYLIB=$paths "$work/root/usr/bin/ruby3.1" --disable-gems "$work/ask.rb" "$work/rules" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ice_cube drops BYSETPOS in silence and moves the 31st to the last day of the month"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
