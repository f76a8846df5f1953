#!/bin/sh
# A deadline a day later: Day.js with a time zone keeps the old offset over a change of the clocks, and its instant depends on the machine.
#
# Expected: 18:00 in Berlin on 24 October 2026 plus one day is 18:00 in Berlin on the 25th, 17:00 UTC, as in moment-timezone, whose calls
#   Day.js has; and wherever the program runs it is the same instant.
# With: dayjs 1.11.23 and its plugins utc and timezone, moment-timezone 0.6.6, luxon 3.7.2, date-fns 4.4.0 with @date-fns/tz 1.5.0 (npm).
# Behaviour: add(), subtract() and set() of days, weeks and months keep the offset of the day on which they began. In UTC and in New York
#   the deadline is an hour early. On a machine in Berlin the instant is right, but format() still writes the old offset, so that it
#   names another instant than toISOString(), and the day is 1.04 days long. A month later in New York the instant is right,
#   as New York's clocks have changed by then as well. tz() afterwards mends what is written, not the instant.
# Seen: the block "stated" below, in three zones of the machine.
# Why it matters: deadlines of days are reckoned so, twice a year every player loses an hour or has a letter that names another
#   hour than the server keeps; and tests on a developer's machine in Berlin do not show it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && npm install --silent --no-audit --no-fund \
  dayjs@1.11.23 moment-timezone@0.6.6 luxon@3.7.2 date-fns@4.4.0 @date-fns/tz@1.5.0) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
UTC: dayjs a day later: 2026-10-25T16:00:00.000Z, written 2026-10-25T18:00:00+02:00, 1.00 days
UTC: dayjs a day later, tz() again: 2026-10-25T16:00:00.000Z, written 2026-10-25T17:00:00+01:00
UTC: dayjs a month later: 2026-11-24T16:00:00.000Z, written 2026-11-24T18:00:00+02:00
UTC: moment-timezone a day later: 2026-10-25T17:00:00.000Z, written 2026-10-25T18:00:00+01:00
UTC: luxon a day later: 2026-10-25T17:00:00.000Z
UTC: date-fns a day later: 2026-10-25T17:00:00.000Z
Europe/Berlin: dayjs a day later: 2026-10-25T17:00:00.000Z, written 2026-10-25T18:00:00+02:00, 1.04 days
Europe/Berlin: dayjs a day later, tz() again: 2026-10-25T17:00:00.000Z, written 2026-10-25T18:00:00+01:00
Europe/Berlin: dayjs a month later: 2026-11-24T17:00:00.000Z, written 2026-11-24T18:00:00+02:00
Europe/Berlin: moment-timezone a day later: 2026-10-25T17:00:00.000Z, written 2026-10-25T18:00:00+01:00
Europe/Berlin: luxon a day later: 2026-10-25T17:00:00.000Z
Europe/Berlin: date-fns a day later: 2026-10-25T17:00:00.000Z
America/New_York: dayjs a day later: 2026-10-25T16:00:00.000Z, written 2026-10-25T18:00:00+02:00, 1.00 days
America/New_York: dayjs a day later, tz() again: 2026-10-25T16:00:00.000Z, written 2026-10-25T17:00:00+01:00
America/New_York: dayjs a month later: 2026-11-24T17:00:00.000Z, written 2026-11-24T18:00:00+02:00
America/New_York: moment-timezone a day later: 2026-10-25T17:00:00.000Z, written 2026-10-25T18:00:00+01:00
America/New_York: luxon a day later: 2026-10-25T17:00:00.000Z
America/New_York: date-fns a day later: 2026-10-25T17:00:00.000Z
E

cat >"$work/ask.mjs" <<'E'
import { TZDate } from "@date-fns/tz";
import { addDays } from "date-fns";
import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone.js";
import utc from "dayjs/plugin/utc.js";
import { DateTime } from "luxon";
import moment from "moment-timezone";

dayjs.extend(utc);
dayjs.extend(timezone);
const zone = "Europe/Berlin";
const hour = "2026-10-24T18:00";
const say = (name, instant, written, days) =>
  console.log(
    `${process.env.TZ}: ${name}: ${instant.toISOString()}` +
      (written ? `, written ${written}` : "") + (days ? `, ${days.toFixed(2)} days` : ""),
  );

const now = dayjs.tz(hour, zone);
const later = now.add(1, "day");
say("dayjs a day later", later, later.format(), later.diff(now, "day", true));
say("dayjs a day later, tz() again", later.tz(zone), later.tz(zone).format());
say("dayjs a month later", now.add(1, "month"), now.add(1, "month").format());
const other = moment.tz(hour, zone).add(1, "day");
say("moment-timezone a day later", other, other.format());
say("luxon a day later", DateTime.fromISO(hour, { zone }).plus({ days: 1 }).toJSDate());
say("date-fns a day later", new Date(addDays(new TZDate(2026, 9, 24, 18, 0, zone), 1)));
E
for zone in UTC Europe/Berlin America/New_York; do (cd "$work" && TZ=$zone node ask.mjs); done >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Day.js keeps the old offset over a change of the clocks"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
