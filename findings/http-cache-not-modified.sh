#!/bin/sh
# Polling a game that is answered with an ETag and no-cache: one cache keeps showing the first answer, one downloads every second one whole.
#
# Expected: a cache keeps the answer, asks with If-None-Match each time, and after a 304 still has it (RFC 9111, 4.3.3 and 5.2.2.4): the
#   first request is whole, all later ones are conditional.
# With: CacheControl 0.14.4, requests-cache 1.3.3 and aiohttp-client-cache 0.15.0 with cache_control=True (PyPI), undici 7.30.2
#   with its cache as a private one, axios-cache-interceptor 1.12.3 with axios 1.21.1, make-fetch-happen 15.0.6 (npm).
# Behaviour: aiohttp-client-cache takes no-cache for leave to keep the answer, and never asks again. undici answers from its store after
#   a 304, but then has forgotten it, so that every second request is whole. axios-cache-interceptor keeps nothing. CacheControl,
#   requests-cache and make-fetch-happen do as expected.
# Seen: the block "stated" below: what reached the server for six requests.
# Why it matters: "is it my turn?" is asked a thousand times for each move. With one client the answer never changes; a service that
#   counts on 304 for cheap polling pays half of all answers, or all of them, in full.
set -eu
work=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q CacheControl==0.14.4 requests-cache==1.3.3 aiohttp-client-cache==0.15.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" undici@7.30.2 axios@1.21.1 axios-cache-interceptor@1.12.3 \
    make-fetch-happen@15.0.6; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
CacheControl: whole 304 304 304 304 304
requests-cache: whole 304 304 304 304 304
aiohttp-client-cache: whole
undici: whole 304 whole 304 whole 304
axios-cache-interceptor: whole whole whole whole whole whole
make-fetch-happen: whole 304 304 304 304 304
E

cat >"$work/serve.cjs" <<'E'
const asked = {};
require("http").createServer((request, response) => {
  if (request.url.startsWith("/asked/")) return response.end(asked[request.url.slice(6)].join(" "));
  const known = request.headers["if-none-match"] === '"1"';
  (asked[request.url] ??= []).push(known ? "304" : "whole");
  response.writeHead(known ? 304 : 200, { ETag: '"1"', "Cache-Control": "no-cache", Date: new Date().toUTCString(),
    ...(known ? {} : { "Content-Type": "application/json" }) });
  response.end(known ? undefined : '{"turn":"ann"}');
}).listen(0, "127.0.0.1", function () { console.log(`http://127.0.0.1:${this.address().port}`); });
E
cat >"$work/ask.py" <<'E'
import asyncio
import sys

import aiohttp_client_cache
import cachecontrol
import requests
import requests_cache

base = sys.argv[1]


def report(name):
    print(f"{name}: {requests.get(f'{base}/asked/{name}').text}")


for name, session in {
    "CacheControl": cachecontrol.CacheControl(requests.Session()),
    "requests-cache": requests_cache.CachedSession(backend="memory", cache_control=True),
}.items():
    for _ in range(6):
        assert session.get(f"{base}/{name}").json() == {"turn": "ann"}
    report(name)


async def ask(name):
    async with aiohttp_client_cache.CachedSession(cache=aiohttp_client_cache.CacheBackend(cache_control=True)) as session:
        for _ in range(6):
            assert await (await session.get(f"{base}/{name}")).json() == {"turn": "ann"}
    report(name)


asyncio.run(ask("aiohttp-client-cache"))
E
cat >"$work/ask.cjs" <<'E'
const { Agent, interceptors, cacheStores, fetch: fetchUndici } = require("undici");
const { setupCache } = require("axios-cache-interceptor");
const axios = require("axios");
const makeFetchHappen = require("make-fetch-happen");
const [base, folder] = process.argv.slice(2);
const dispatcher = new Agent().compose(interceptors.cache({ store: new cacheStores.MemoryCacheStore(), type: "private" }));
const cachingAxios = setupCache(axios.create());
const cachingFetch = makeFetchHappen.defaults({ cachePath: `${folder}/make-fetch-happen` });
const clients = {
  undici: async (game) => (await fetchUndici(game, { dispatcher })).json(),
  "axios-cache-interceptor": async (game) => (await cachingAxios.get(game)).data,
  "make-fetch-happen": async (game) => (await cachingFetch(game)).json(),
};
(async () => {
  for (const [name, get] of Object.entries(clients)) {
    for (let i = 0; i < 6; i++) if ((await get(`${base}/${name}`)).turn !== "ann") throw new Error(name);
    console.log(`${name}: ${await (await fetch(`${base}/asked/${name}`)).text()}`);
  }
  process.exit(0);
})();
E
node "$work/serve.cjs" >"$work/address" &
server=$!
while ! grep -qs . "$work/address"; do sleep 0.1; done
"$work/py/bin/python" "$work/ask.py" "$(cat "$work/address")" >"$work/seen" 2>"$work/log" || cat "$work/log"
node "$work/ask.cjs" "$(cat "$work/address")" "$work" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: three of six caches do not poll an unchanged game by 304"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
