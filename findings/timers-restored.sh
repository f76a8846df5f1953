#!/bin/sh
# A turn kept as a snapshot of an XState machine: once restored, its deadline never comes.
#
# Expected: "deep persistence" is there for machines that outlive the process. A state with `after` that is restored waits for
#   the rest of its time, or, as the snapshot holds no hour, for all of it again.
# With: xstate 5.33.3 (npm).
# Behaviour: the state's value is restored, and its timer is not: neither for the rest nor anew, and no warning is given. Timers
#   begin when a state is entered, and restoring enters none; the state has to be left and entered again.
# Seen: the block "stated" below: a turn whose silence counts after 200 ms, looked at after 600 ms.
# Why it matters: every turn that was open when the server was started again waits for ever, and only those; a game by mail is
#   always open then. Whoever answers goes on, so that nothing is noticed until somebody is silent.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" xstate@5.33.3 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
never stopped: timedOut
restored in the process: waiting
restored from JSON: waiting
restored, state entered again: timedOut
E

cat >"$work/ask.mjs" <<'E'
import { setTimeout as sleep } from "node:timers/promises";
import { createActor, createMachine } from "xstate";

const turn = createMachine({
  initial: "waiting",
  states: { waiting: { after: { 200: "timedOut" }, on: { AGAIN: { target: "waiting", reenter: true } } }, timedOut: {} },
});
function restore(change) {
  const before = createActor(turn).start();
  const snapshot = change(before.getPersistedSnapshot());
  before.stop();
  return createActor(turn, { snapshot }).start();
}
const actors = {
  "never stopped": createActor(turn).start(),
  "restored in the process": restore((snapshot) => snapshot),
  "restored from JSON": restore((snapshot) => JSON.parse(JSON.stringify(snapshot))),
  "restored, state entered again": restore((snapshot) => snapshot),
};
actors["restored, state entered again"].send({ type: "AGAIN" });
await sleep(600);
for (const [name, actor] of Object.entries(actors)) console.log(`${name}: ${actor.getSnapshot().value}`);
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: XState restores a state without its timer"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
