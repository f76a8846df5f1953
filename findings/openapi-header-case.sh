#!/bin/sh
# Headers of an answer in openapi-generator's Python client: found only in the case that the server writes.
#
# Expected: names of HTTP headers have no case (RFC 9110, 5.1). The client sends its requests with urllib3, whose headers are
#   found in any case, so that headers["ETag"] finds what a server or a proxy writes as "etag" or "Etag".
# With: openapi-generator-cli 7.26.0 (its Python client, with pydantic 2.12.5 and urllib3 2.6.3) and, to compare,
#   openapi-python-client 0.29.1 with httpx 0.28.1 (PyPI). Needs Java 11 or later for the generator.
# Behaviour: ApiResponse is a pydantic model with `headers: Optional[Mapping[str, str]]`. Validating it copies urllib3's
#   HTTPHeaderDict into a plain dict, whose keys are as the server wrote them.
# Seen: the block "stated" below.
# Why it matters: a client that asks with If-None-Match, waits for Retry-After or follows Link works against one server and
#   raises KeyError, or never asks conditionally, once another server or a proxy writes the same header in another case.
#   Look through the names yourself: {name.lower(): value for name, value in answer.headers.items()}.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
python3 -m venv "$work/env"
java -version >"$work/log" 2>&1 || { echo "needs Java"; exit 2; }
"$work/env/bin/pip" install --quiet --disable-pip-version-check openapi-generator-cli==7.26.0 openapi-python-client==0.29.1 \
  pydantic==2.12.5 urllib3==2.6.3 python-dateutil==2.9.0.post0 typing-extensions httpx==0.28.1 lazy-imports >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cd "$work"
cat >stated <<'T'
server writes ETag: openapi-generator has "v1", openapi-python-client has "v1"
server writes Etag: openapi-generator raises KeyError, openapi-python-client has "v1"
server writes etag: openapi-generator raises KeyError, openapi-python-client has "v1"
T

cat >api.json <<'T'
{"openapi": "3.0.3", "info": {"title": "turn", "version": "1"}, "paths": {"/turn": {"get": {"operationId": "getTurn",
 "tags": ["turn"], "responses": {"200": {"description": "turn", "headers": {"ETag": {"schema": {"type": "string"}}},
 "content": {"application/json": {"schema": {"type": "object", "properties": {"n": {"type": "integer"}}}}}}}}}}}
T
env/bin/openapi-generator-cli generate -i api.json -g python -o one >log 2>&1 || { cat log; exit 1; }
echo '{"post_hooks": []}' >config.json
env/bin/openapi-python-client generate --path api.json --meta none --config config.json --output-path two >log 2>&1 ||
  { cat log; exit 1; }

cat >ask.py <<'T'
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

sys.path[:0] = ["one", "."]
import openapi_client
import two
from two.api.turn import get_turn


class Turn(BaseHTTPRequestHandler):
    name = ""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header(self.name, "v1")
        self.send_header("Content-Length", "8")
        self.end_headers()
        self.wfile.write(b'{"n": 1}')

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Turn)
Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"
first = openapi_client.TurnApi(openapi_client.ApiClient(openapi_client.Configuration(host=url)))
second = two.Client(base_url=url)


def found(headers):
    try:
        return f'has "{headers["ETag"]}"'
    except KeyError:
        return "raises KeyError"


for Turn.name in ("ETag", "Etag", "etag"):
    one, other = first.get_turn_with_http_info().headers, get_turn.sync_detailed(client=second).headers
    print(f"server writes {Turn.name}: openapi-generator {found(one)}, openapi-python-client {found(other)}")
T
env/bin/python ask.py >seen 2>log || { cat log; exit 1; }
diff stated seen && echo "openapi-header-case: as stated"
