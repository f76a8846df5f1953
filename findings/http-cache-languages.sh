#!/bin/sh
# A game page in two languages ("Vary: Accept-Language"): two of four Python caches give whoever asks second the language of the first.
#
# Expected: a cache keeps each language by itself and gives nobody another's (RFC 9111, 4.1); asked de, en, de, en, it fetches twice.
# With: CacheControl 0.14.4, requests-cache 1.3.3 and aiohttp-client-cache 0.15.0 with cache_control=True, hishel 2.0.0 (PyPI).
# Behaviour: requests-cache does as expected. aiohttp-client-cache ignores Vary, with cache_control=True as well, although it descends from
#   requests-cache. hishel ignores it like all of HTTP's rules, unless its adapter is given rfc=True. CacheControl has room for one
#   language at a time: each request in another one throws the first out, so that readers who alternate are never helped.
# Seen: the block "stated" below: the languages given to de, en, de, en, and how often the server was asked.
# Why it matters: a service that fetches pages or letters for players of both languages sends half of them the wrong one, and
#   a test that asks in one language only does not show it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q CacheControl==0.14.4 requests==2.34.2 requests-cache==1.3.3 \
  aiohttp-client-cache==0.15.0 hishel==2.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
CacheControl: de en de en, asked 4 times
requests-cache: de en de en, asked 2 times
hishel: de de de de, asked 1 times
hishel, rfc=True: de en de en, asked 2 times
aiohttp-client-cache: de de de de, asked 1 times
E

cat >"$work/ask.py" <<'E'
import asyncio
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import aiohttp_client_cache
import cachecontrol
import hishel
import hishel.requests
import requests
import requests_cache

LANGUAGES = "de", "en", "de", "en"
folder = sys.argv[1]
asked = []


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        language = self.headers["Accept-Language"]
        asked.append(language)
        self.send_response(200)
        for name, value in {
            "Cache-Control": "max-age=60", "Vary": "Accept-Language", "ETag": f'"{language}"',
            "Content-Type": "text/plain", "Content-Length": str(len(language)),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(language.encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=server.serve_forever, daemon=True).start()
page = f"http://127.0.0.1:{server.server_port}/game"


def with_hishel(rfc):
    session = requests.Session()
    storage = hishel.SqliteStorage(database_path=f"{folder}/{rfc}.db")
    session.mount("http://", hishel.requests.CacheAdapter(storage=storage, rfc=rfc))
    return session


def report(name, given):
    print(f"{name}: {' '.join(given)}, asked {len(asked)} times")
    asked.clear()


for name, session in {
    "CacheControl": cachecontrol.CacheControl(requests.Session()),
    "requests-cache": requests_cache.CachedSession(backend="memory", cache_control=True),
    "hishel": with_hishel(False),
    "hishel, rfc=True": with_hishel(True),
}.items():
    report(name, [session.get(page, headers={"Accept-Language": language}).text for language in LANGUAGES])


async def ask():
    async with aiohttp_client_cache.CachedSession(cache=aiohttp_client_cache.CacheBackend(cache_control=True)) as session:
        return [await (await session.get(page, headers={"Accept-Language": language})).text() for language in LANGUAGES]


report("aiohttp-client-cache", asyncio.run(ask()))
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen" 2>"$work/log" || cat "$work/log"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: aiohttp-client-cache and hishel give a reader another's language"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
