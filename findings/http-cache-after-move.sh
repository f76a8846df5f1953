#!/bin/sh
# A player moves by POST and reads the game again: CacheControl shows the game before the move, though not after PATCH, PUT or DELETE.
#
# Expected: a successful request by an unsafe method drops the stored answer of the same address (RFC 9111, 4.4: "must invalidate"), in
#   every cache that follows Cache-Control, and for POST as for the others.
# With: CacheControl 0.14.4, requests-cache 1.3.3 and aiohttp-client-cache 0.15.0 with cache_control=True, hishel 2.0.0 (PyPI),
#   undici 7.30.2 with its cache as a private one, make-fetch-happen 15.0.6 (npm).
# Behaviour: CacheControl invalidates after PUT, PATCH and DELETE, but not after POST. requests-cache, aiohttp-client-cache and hishel (whose
#   adapter follows no rules of HTTP unless it is given rfc=True) invalidate after none of the four. undici and make-fetch-happen do
#   so after each.
# Seen: the block "stated" below. The game may be kept for a minute ("private, max-age=60").
# Why it matters: moves are sent by POST. A bot that moves and looks at the game sees itself to move still, and moves again.
#   The answer to the move must carry the new game.
set -eu
work=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q CacheControl==0.14.4 requests==2.34.2 requests-cache==1.3.3 \
  aiohttp-client-cache==0.15.0 hishel==2.0.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" undici@7.30.2 make-fetch-happen@15.0.6; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
CacheControl: POST old, PATCH new, PUT new, DELETE new
requests-cache: POST old, PATCH old, PUT old, DELETE old
hishel: POST old, PATCH old, PUT old, DELETE old
aiohttp-client-cache: POST old, PATCH old, PUT old, DELETE old
undici: POST new, PATCH new, PUT new, DELETE new
make-fetch-happen: POST new, PATCH new, PUT new, DELETE new
E

cat >"$work/serve.cjs" <<'E'
let state = 0;
require("http").createServer((request, response) => {
  if (request.method !== "GET") state += 1;
  response.writeHead(200, { "Content-Type": "application/json", Date: new Date().toUTCString(),
    ...(request.method === "GET" ? { "Cache-Control": "private, max-age=60" } : {}) });
  response.end(JSON.stringify({ state }));
}).listen(0, "127.0.0.1", function () { console.log(`http://127.0.0.1:${this.address().port}`); });
E
cat >"$work/ask.py" <<'E'
import asyncio
import sys

import aiohttp_client_cache
import cachecontrol
import hishel
import hishel.requests
import requests
import requests_cache

METHODS = "POST", "PATCH", "PUT", "DELETE"
base, folder = sys.argv[1:]


def said(before, again, after):
    return ("old" if after == before else "new") if again == before else "not kept"


def with_hishel():
    session = requests.Session()
    session.mount("http://", hishel.requests.CacheAdapter(storage=hishel.SqliteStorage(database_path=f"{folder}/hishel.db")))
    return session


for name, session in {
    "CacheControl": cachecontrol.CacheControl(requests.Session()),
    "requests-cache": requests_cache.CachedSession(backend="memory", cache_control=True),
    "hishel": with_hishel(),
}.items():
    seen = []
    for method in METHODS:
        game = f"{base}/{name}/{method}"
        before, again = session.get(game).json(), session.get(game).json()
        session.request(method, game, json={})
        seen.append(f"{method} {said(before, again, session.get(game).json())}")
    print(f"{name}: {', '.join(seen)}")


async def ask():
    seen = []
    async with aiohttp_client_cache.CachedSession(cache=aiohttp_client_cache.CacheBackend(cache_control=True)) as session:
        async def get():
            return await (await session.get(game)).json()

        for method in METHODS:
            game = f"{base}/aiohttp/{method}"
            before, again = await get(), await get()
            await session.request(method, game, json={})
            seen.append(f"{method} {said(before, again, await get())}")
    print(f"aiohttp-client-cache: {', '.join(seen)}")


asyncio.run(ask())
E
cat >"$work/ask.cjs" <<'E'
const { Agent, interceptors, cacheStores, fetch: fetchUndici } = require("undici");
const makeFetchHappen = require("make-fetch-happen");
const [base, folder] = process.argv.slice(2);
const dispatcher = new Agent().compose(interceptors.cache({ store: new cacheStores.MemoryCacheStore(), type: "private" }));
const clients = {
  undici: (game, options) => fetchUndici(game, { dispatcher, ...options }),
  "make-fetch-happen": makeFetchHappen.defaults({ cachePath: `${folder}/make-fetch-happen` }),
};
(async () => {
  for (const [name, ask] of Object.entries(clients)) {
    const seen = [];
    for (const method of ["POST", "PATCH", "PUT", "DELETE"]) {
      const game = `${base}/${name}/${method}`;
      const get = async () => (await (await ask(game, {})).json()).state;
      const before = await get();
      const again = await get();
      await (await ask(game, { method, body: "{}" })).json();
      const after = await get();
      seen.push(`${method} ${again !== before ? "not kept" : after === before ? "old" : "new"}`);
    }
    console.log(`${name}: ${seen.join(", ")}`);
  }
  process.exit(0);
})();
E
node "$work/serve.cjs" >"$work/address" &
server=$!
while ! grep -qs . "$work/address"; do sleep 0.1; done
"$work/py/bin/python" "$work/ask.py" "$(cat "$work/address")" "$work" >"$work/seen" 2>"$work/log" || cat "$work/log"
node "$work/ask.cjs" "$(cat "$work/address")" "$work" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: after a POST, four of six caches give the game before it"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
