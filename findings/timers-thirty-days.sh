#!/bin/sh
# "Silence counts in thirty days": XState, RxJS and p-timeout say at once that the time is up, memory-cache forgets at once.
#
# Expected: Node.js' own setTimeout is known to take 24.8 days at most. A library for timers or state machines, above all one
#   that takes a date, waits in pieces, as node-schedule does, or refuses, as toad-scheduler does.
# With: xstate 5.33.3, rxjs 7.8.2, p-timeout 7.0.2, memory-cache 0.2.0, node-schedule 2.1.1, cron 4.4.0, croner 11.0.1, delay
#   7.0.0, toad-scheduler 4.1.0 (npm).
# Behaviour: the first four hand the number on to setTimeout, which makes 1 ms of it: `after` of a state, timer() and delay()
#   with a Date as well, a limit for a promise, a lifetime. Node.js warns on stderr once per process, naming none of them. The
#   next four wait.
# Seen: the block "stated" below, 300 ms after the start.
# Why it matters: thirty days of vacation or a month for a correspondence move end as soon as they are set, while all shorter
#   deadlines, in every test too, hold.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" xstate@5.33.3 rxjs@7.8.2 p-timeout@7.0.2 memory-cache@0.2.0 node-schedule@2.1.1 \
  cron@4.4.0 croner@11.0.1 delay@7.0.0 toad-scheduler@4.1.0 >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
xstate after: over
rxjs timer(milliseconds): over
rxjs timer(date): over
rxjs delay(date): over
p-timeout: over
memory-cache: over
node-schedule: waits
cron: waits
croner: waits
delay: waits
toad-scheduler: refuses
E

cat >"$work/ask.mjs" <<'E'
import { setTimeout as sleep } from "node:timers/promises";
import { CronJob } from "cron";
import { Cron } from "croner";
import delay from "delay";
import cache from "memory-cache";
import schedule from "node-schedule";
import pTimeout from "p-timeout";
import { delay as delayUntil, of, timer } from "rxjs";
import { SimpleIntervalJob, Task, ToadScheduler } from "toad-scheduler";
import { createActor, createMachine } from "xstate";

const milliseconds = 30 * 24 * 60 * 60 * 1000;
const date = new Date(Date.now() + milliseconds);
const states = {};
function ask(name, start) {
  states[name] = "waits";
  try {
    start(() => (states[name] = "over"));
  } catch {
    states[name] = "refuses";
  }
}
ask("xstate after", (over) => createActor(createMachine({
  initial: "waiting", states: { waiting: { after: { [milliseconds]: "timedOut" } }, timedOut: { entry: over } } })).start());
ask("rxjs timer(milliseconds)", (over) => timer(milliseconds).subscribe(over));
ask("rxjs timer(date)", (over) => timer(date).subscribe(over));
ask("rxjs delay(date)", (over) => of("move").pipe(delayUntil(date)).subscribe(over));
ask("p-timeout", (over) => pTimeout(new Promise(() => {}), { milliseconds }).catch(over));
ask("memory-cache", (over) => cache.put("invitation", "Ben", milliseconds, over));
ask("node-schedule", (over) => schedule.scheduleJob(date, over));
ask("cron", (over) => new CronJob(date, over, null, true));
ask("croner", (over) => new Cron(date.toISOString(), over));
ask("delay", (over) => delay(milliseconds).then(over));
ask("toad-scheduler", (over) => new ToadScheduler().addSimpleIntervalJob(new SimpleIntervalJob({ days: 30 }, new Task("turn", over))));
await sleep(300);
for (const [name, state] of Object.entries(states)) console.log(`${name}: ${state}`);
process.exit();
E
node --no-warnings "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: four libraries end thirty days at once"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
