#!/bin/sh
# "Every week, in February" read by Perl's DateTime::Event::ICal: from Monday, 5 January 2026, the first session is in 2029, and from a Saturday there is an error.
#
# Expected: FREQ=WEEKLY;BYMONTH=2 is each week's day of the start, in February of every year (RFC 5545, 3.3.10: BYMONTH limits a weekly rule).
# With: libdatetime-event-ical-perl 0.13-2 and libdatetime-format-ical-perl 0.09-3 (Debian 12), python-dateutil 2.9.0 (PyPI).
# Behaviour: the rule becomes "the day of the month of the start, if it is the weekday of the start", whose next such 5 February is in 2029: one day
#   every some years, also with the weekday written out (BYDAY=MO). With a 31st there is no such day at all, and the iterator dies of an undefined value.
#   Without BYMONTH both agree.
# Seen: the block "stated" below.
# Why it matters: a season "every Monday in February" disappears for years from what a Perl program makes of the feed. A season is safer as a weekly rule with COUNT or UNTIL.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
needed() {
  apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances "$@" | grep -E '^lib.*-perl$' | sort -u
}
{ (cd "$work" && apt-get download -qq libdatetime-event-ical-perl=0.13-2 libdatetime-format-ical-perl=0.09-3 \
  $(needed libdatetime-event-ical-perl libdatetime-format-ical-perl | grep -v -e '^libdatetime-event-ical-perl$' -e '^libdatetime-format-ical-perl$') &&
  for package in *.deb; do dpkg-deb -x "$package" root; done) &&
  python3 -m venv "$work/py" && "$work/py/bin/pip" install -q python-dateutil==2.9.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/rules" <<'E'
2026-01-05 FREQ=WEEKLY;BYMONTH=2
2026-01-31 FREQ=WEEKLY;BYMONTH=2
2026-01-05 FREQ=WEEKLY;BYMONTH=2;BYDAY=MO
2026-01-05 FREQ=WEEKLY;BYDAY=MO
E
cat >"$work/stated" <<'E'
dateutil: 2026-02-02 2026-02-09 2026-02-16 2026-02-23
dateutil: 2026-02-07 2026-02-14 2026-02-21 2026-02-28
dateutil: 2026-02-02 2026-02-09 2026-02-16 2026-02-23
dateutil: 2026-01-05 2026-01-12 2026-01-19 2026-01-26
perl: 2029-02-05 2035-02-05 2046-02-05 2052-02-05
perl: an error
perl: 2029-02-05 2035-02-05 2046-02-05 2052-02-05
perl: 2026-01-05 2026-01-12 2026-01-19 2026-01-26
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
cat >"$work/ask.pl" <<'E'
use strict;
use warnings;
use DateTime;
use DateTime::Format::ICal;

while (<>) {
    my ($year, $month, $day, $rule) = /^(\d+)-(\d+)-(\d+) (\S+)/;
    my $start = DateTime->new(year => $year, month => $month, day => $day, hour => 18);
    my @days;
    my $fine = eval {
        my $days = DateTime::Format::ICal->parse_recurrence(recurrence => $rule, dtstart => $start)->iterator;
        push @days, $days->next->ymd for 1 .. 4;
        1;
    };
    print "perl: ", ($fine ? join(" ", @days) : "an error"), "\n";
}
E
"$work/py/bin/python" "$work/ask.py" "$work/rules" >"$work/seen"
PERL5LIB="$work/root/usr/share/perl5:$(echo "$work"/root/usr/lib/*/perl5/5.36)" perl "$work/ask.pl" <"$work/rules" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a weekly rule for a month loses nearly all of its days in DateTime::Event::ICal"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
