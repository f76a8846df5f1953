#!/bin/sh
# calcurse imports a calendar without a complaint and shows days that are not in it: moved, cancelled and excluded ones.
#
# Expected: what a calendar program cannot read it skips and counts as skipped, as calcurse does for hourly series. An
#   excluded day (EXDATE) shortens a series of four to three, and a moved day (RECURRENCE-ID) replaces the day it was.
# With: calcurse 4.7.1-1 (Debian 12's package, for amd64 and others).
# Behaviour: it counts COUNT without the excluded days and so goes on past the end: of four days less two it shows four.
#   A moved or cancelled day becomes one more event beside the series, a further day (RDATE) is dropped, and
#   of "at 8 and at 20" only one is left. Each time it reports "0 skipped".
# Seen: the block "stated" below, times in UTC. The series are of at most four days from 1 June, 08:00.
# Why it matters: a player with the service's calendar of deadlines in calcurse sees a turn at its old hour and at its new one, and
#   a session that was called off, and no import ever reported a doubt.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && apt-get download -qq calcurse=4.7.1-1 && dpkg-deb -x calcurse_*.deb root && root/usr/bin/calcurse --version) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/stated" <<'E'
four days: 01. 08h 02. 08h 03. 08h 04. 08h (0 skipped)
four days, the 2nd and 3rd excluded: 01. 08h 04. 08h 05. 08h 06. 08h (0 skipped)
two days, the 2nd moved from 8 to 12: 01. 08h 02. 08h 12h (0 skipped)
two days, the 2nd cancelled: 01. 08h 02. 08h 08h (0 skipped)
one day, and the 3rd (RDATE): 01. 08h (0 skipped)
at 8 and 20, four times: 01. 08h 02. 08h 03. 08h 04. 08h (0 skipped)
every twelve hours, four times: (1 skipped)
E

ask() {
  name=$1
  shift
  rm -rf "$work/home"
  mkdir "$work/home"
  {
    printf 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//EN\r\n'
    for event in "$@"; do
      printf 'BEGIN:VEVENT\r\nUID:turn\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Turn\r\nDURATION:PT1H\r\n%b\r\nEND:VEVENT\r\n' "$event"
    done
    printf 'END:VCALENDAR\r\n'
  } >"$work/turns.ics"
  run() { TZ=UTC HOME="$work" LC_ALL=C "$work/root/usr/bin/calcurse" -D "$work/home" "$@"; }
  skipped=$(run -i "$work/turns.ics" 2>&1 | grep -o '[0-9]* skipped')
  days=$(run -Q --from 06/01/2026 --days 14 | sed -n 's/^06.\([0-9]*\).26:$/\1. /p; s/^ - \([0-9]*\):.*/\1h /p' | tr -d '\n')
  echo "$name: $days($skipped)"
}
{
  ask "four days" 'DTSTART:20260601T080000Z\r\nRRULE:FREQ=DAILY;COUNT=4'
  ask "four days, the 2nd and 3rd excluded" \
    'DTSTART:20260601T080000Z\r\nRRULE:FREQ=DAILY;COUNT=4\r\nEXDATE:20260602T080000Z,20260603T080000Z'
  ask "two days, the 2nd moved from 8 to 12" 'DTSTART:20260601T080000Z\r\nRRULE:FREQ=DAILY;COUNT=2' \
    'RECURRENCE-ID:20260602T080000Z\r\nDTSTART:20260602T120000Z'
  ask "two days, the 2nd cancelled" 'DTSTART:20260601T080000Z\r\nRRULE:FREQ=DAILY;COUNT=2' \
    'RECURRENCE-ID:20260602T080000Z\r\nDTSTART:20260602T080000Z\r\nSTATUS:CANCELLED'
  ask "one day, and the 3rd (RDATE)" 'DTSTART:20260601T080000Z\r\nRDATE:20260603T080000Z'
  ask "at 8 and 20, four times" 'DTSTART:20260601T080000Z\r\nRRULE:FREQ=DAILY;BYHOUR=8,20;COUNT=4'
  ask "every twelve hours, four times" 'DTSTART:20260601T080000Z\r\nRRULE:FREQ=HOURLY;INTERVAL=12;COUNT=4'
} >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: calcurse shows days that the calendar has moved, cancelled or excluded"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
