#!/bin/sh
# A systemd timer "daily" in Cairo: on 24 April 2026 it does not run, and one for each half hour past pauses for two hours in October.
#
# Expected: "daily" runs every day and "hourly" every hour; if the clocks skip the hour named, the run comes right after the gap, as in cron.
# With: systemd 252 (Debian 12's package, systemd-analyze and libsystemd-shared).
# Behaviour: a time of day that does not exist on a day is passed over, and the day has no run: 02:30 in Berlin on the last Sunday of March, and
#   midnight itself, that is "daily", where the clocks change at midnight (Cairo, Beirut, Santiago). When they go back, what is due every hour
#   runs in the first of the two equal hours and not in the second. The manual (systemd.time) says neither.
# Seen: the block "stated" below: the times by systemd-analyze calendar, in UTC, shown in the zone of the timer.
# Why it matters: the backup, the day's mail and the end of a day's turns hang on it in installations with OnCalendar=daily. It shows on one day
#   of the year in some countries. A timer in UTC has neither.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && apt-get download -qq 'systemd=252.*' 'libsystemd-shared=252.*' && for package in *.deb; do dpkg-deb -x "$package" root; done) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }
LD_LIBRARY_PATH=$(dirname "$(find "$work/root" -name 'libsystemd-shared-252.so')")
PATH=$work/root/bin:$work/root/usr/bin:$PATH
TZ=UTC
LC_ALL=C
export LD_LIBRARY_PATH PATH TZ LC_ALL
program=$(command -v systemd-analyze)
! ldd "$program" | grep "not found" || { echo "cannot run systemd-analyze here"; exit 2; }

cat >"$work/stated" <<'E'
*-*-* 00:00:00 Africa/Cairo: 04-22 00:00+02, 04-23 00:00+02, 04-25 00:00+03, 04-26 00:00+03
*-*-* 00:00:00 America/Santiago: 09-04 00:00-04, 09-05 00:00-04, 09-07 00:00-03, 09-08 00:00-03
*-*-* 02:30:00 Europe/Berlin: 03-27 02:30+01, 03-28 02:30+01, 03-30 02:30+02, 03-31 02:30+02
*-*-* *:30:00 Europe/Berlin: 10-25 01:30+02, 10-25 02:30+02, 10-25 03:30+01, 10-25 04:30+01
E

cat >"$work/ask.py" <<'E'
import datetime
import re
import subprocess
import zoneinfo

timers = [
    ("*-*-* 00:00:00 Africa/Cairo", "2026-04-21 12:00:00"),
    ("*-*-* 00:00:00 America/Santiago", "2026-09-03 12:00:00"),
    ("*-*-* 02:30:00 Europe/Berlin", "2026-03-26 12:00:00"),
    ("*-*-* *:30:00 Europe/Berlin", "2026-10-24 23:00:00"),
]
for timer, since in timers:
    asked = ["systemd-analyze", "calendar", "--iterations=4", f"--base-time={since} UTC", timer]
    answered = subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout
    zone = zoneinfo.ZoneInfo(timer.split()[-1])
    instants = [datetime.datetime.fromisoformat(f"{time}+00:00") for time in re.findall(r"([0-9-]{10} [0-9:]{8}) UTC", answered)]
    print(f"{timer}: " + ", ".join(f"{instant.astimezone(zone):%m-%d %H:%M%z}".removesuffix("00") for instant in instants))
E
python3 "$work/ask.py" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a systemd timer has no run on a day that lacks its hour, and one in two equal hours"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
