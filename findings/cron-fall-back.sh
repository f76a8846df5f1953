#!/bin/sh
# A daily job at 02:30 runs twice in the night when the clocks go back, in one cron library of five.
#
# Expected: cron's rule is well known: a job at a fixed time runs once, whether the clocks go back or forward; only
#   jobs with a wildcard hour follow the clock. Libraries that say they know time zones keep it.
# With: croniter 7.0.0, cronsim 2.8 (PyPI); cron-parser 5.10.6, croner 11.0.1, cron 4.4.0 (npm).
# Behaviour: in Europe/Berlin on 25 October 2026 croniter returns 02:30 twice, an hour apart; the other four return it
#   once. On 29 March, when 02:30 does not exist, four of them run at 03:00 and cron-parser at 03:30.
# Seen: the block "stated" below; the offset tells the two 02:30 apart.
# Why it matters: the job that resolves the turns of the day resolves two. RQ depends on croniter, as other
#   schedulers do, and a scheduler and a page that shows "next run" differ if they use two libraries.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q croniter==7.0.0 cronsim==2.8 tzdata &&
  npm install --silent --no-audit --no-fund --prefix "$work" cron-parser@5.10.6 croner@11.0.1 cron@4.4.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
croniter 10-25 02:30+0200 10-25 02:30+0100 10-26 02:30+0100
cronsim 10-25 02:30+0200 10-26 02:30+0100 10-27 02:30+0100
croniter 03-29 03:00+0200 03-30 02:30+0200 03-31 02:30+0200
cronsim 03-29 03:00+0200 03-30 02:30+0200 03-31 02:30+0200
cron-parser 10-25 02:30+0200 10-26 02:30+0100 10-27 02:30+0100
croner 10-25 02:30+0200 10-26 02:30+0100 10-27 02:30+0100
cron 10-25 02:30+0200 10-26 02:30+0100 10-27 02:30+0100
cron-parser 03-29 03:30+0200 03-30 02:30+0200 03-31 02:30+0200
croner 03-29 03:00+0200 03-30 02:30+0200 03-31 02:30+0200
cron 03-29 03:00+0200 03-30 02:30+0200 03-31 02:30+0200
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from datetime import datetime
from zoneinfo import ZoneInfo

from croniter import croniter
from cronsim import CronSim

for start in (datetime(2026, 10, 24, 12), datetime(2026, 3, 28, 12)):
    start = start.replace(tzinfo=ZoneInfo("Europe/Berlin"))
    for name, runs in (
        ("croniter", croniter("30 2 * * *", start, ret_type=datetime)),
        ("cronsim", CronSim("30 2 * * *", start)),
    ):
        print(name, *(next(runs).strftime("%m-%d %H:%M%z") for _ in range(3)))
E
cat >"$work/ask.mjs" <<'E'
import { CronExpressionParser } from "cron-parser";
import { Cron } from "croner";
import { CronTime } from "cron";

const zone = "Europe/Berlin";
const wall = new Intl.DateTimeFormat("sv-SE", {
  timeZone: zone, month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", timeZoneName: "longOffset",
});
const show = (date) => {
  const part = Object.fromEntries(wall.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${part.month}-${part.day} ${part.hour}:${part.minute}${part.timeZoneName.replace(/GMT|:/g, "")}`;
};
for (const text of ["2026-10-24T10:00:00Z", "2026-03-28T11:00:00Z"]) {
  const start = new Date(text);
  const runs = CronExpressionParser.parse("30 2 * * *", { currentDate: start, tz: zone });
  console.log("cron-parser", ...[1, 2, 3].map(() => show(runs.next().toDate())));
  console.log("croner", ...new Cron("30 2 * * *", { timezone: zone }).nextRuns(3, start).map(show));
  const time = new CronTime("30 2 * * *", zone);
  const found = [start];
  for (let run = 0; run < 3; run++) found.push(time.getNextDateFrom(found.at(-1), zone).toJSDate());
  console.log("cron", ...found.slice(1).map(show));
}
E
TZ=UTC node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: croniter runs a daily job twice when the clocks go back, four other libraries once"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
