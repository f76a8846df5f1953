#!/bin/sh
# A list and an object in the query: of four generated clients only one sends what the OpenAPI document says.
#
# Expected: a generator turns style and explode of a parameter into code, it is what it reads the document for: the list
#   without explode as "kinds=place,swap", that with it as "seats=1&seats=2", the deepObject as "filter[seat]=2".
# With: @hey-api/openapi-ts 0.95.0, orval 7.13.2 for fetch and for axios 1.21.1, bundled with esbuild 0.25.12 (npm);
#   openapi-python-client 0.29.1 with httpx 0.28.1 (PyPI).
# Behaviour: hey-api does it. orval's fetch client ignores "explode: false" and sends an object as "[object Object]"; its axios
#   client leaves all to axios, which adds "[]" to names of lists, with explode, too. openapi-python-client ignores style
#   and explode, and puts the members of the object among the parameters, where "open" replaces the parameter "open".
#   All four compile, and none warns.
# Seen: the block "stated" below: the decoded query of one request.
# Why it matters: a filter that a server does not know it ignores: the player sees the moves of everybody, or of the open
#   matches in place of all. One-item lists, as tests have them, look right. For others to use: explode, no objects.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q openapi-python-client==0.29.1 ruff==0.17.6 httpx==0.28.1 &&
  npm install --silent --no-audit --no-fund --prefix "$work" orval@7.13.2 @hey-api/openapi-ts@0.95.0 axios@1.21.1 \
    typescript@5.9.3 esbuild@0.25.12; } >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cd "$work"
cat >stated <<'E'
hey-api: seats=1&seats=2&kinds=place,swap&open=false&filter[seat]=2&filter[open]=true
orval, fetch: seats=1&seats=2&kinds=place&kinds=swap&open=false&filter=[object Object]
orval, axios: seats[]=1&seats[]=2&kinds[]=place&kinds[]=swap&open=false&filter[seat]=2&filter[open]=true
openapi-python-client: seats=1&seats=2&kinds=place&kinds=swap&open=true&seat=2
E

cat >api.yaml <<'E'
openapi: 3.1.0
info: {title: turn, version: "1"}
servers: [{url: "http://127.0.0.1"}]
paths:
  /moves:
    get:
      operationId: getMoves
      parameters:
        - {name: seats, in: query, schema: {type: array, items: {type: integer}}}
        - {name: kinds, in: query, style: form, explode: false, schema: {type: array, items: {type: string}}}
        - {name: open, in: query, schema: {type: boolean}}
        - name: filter
          in: query
          style: deepObject
          explode: true
          schema: {type: object, properties: {seat: {type: integer}, open: {type: boolean}}}
      responses: {"200": {description: moves, content: {application/json: {schema: {type: array, items: {type: string}}}}}}
E
{
  PATH="$PWD/node_modules/.bin:$PWD/py/bin:$PATH"
  orval --input ./api.yaml --output ./orval-fetch.ts --client fetch
  orval --input ./api.yaml --output ./orval-axios.ts --client axios
  openapi-ts -i ./api.yaml -o ./hey -c @hey-api/client-fetch
  openapi-python-client generate --path api.yaml --output-path client --meta none
} >log 2>&1 </dev/null || { cat log; exit 1; }

cat >ask.ts <<'E'
import axios from "axios";
import { getMoves as hey } from "./hey";
import { getTurn } from "./orval-axios";
import { getGetMovesUrl } from "./orval-fetch";

const query = { seats: [1, 2], kinds: ["place", "swap"], open: false, filter: { seat: 2, open: true } };
const show = (name: string, url: string) => console.log(`${name}: ${decodeURIComponent(url.split("?")[1].replace(/\+/g, " "))}`);
const fetch = async (request: Request) => (show("hey-api", request.url), Response.json([]));
axios.defaults.adapter = async (config) => (show("orval, axios", axios.getUri(config)), { data: [], config }) as never;

await hey({ query, fetch: fetch as never });
show("orval, fetch", getGetMovesUrl(query));
await getTurn().getMoves(query);
E
node_modules/.bin/esbuild ask.ts --bundle --platform=node --format=esm --packages=external --outfile=ask.mjs --log-level=warning
node ask.mjs >seen
py/bin/python - >>seen <<'E'
from urllib.parse import unquote

import httpx
from client.api.default.get_moves import _get_kwargs
from client.models import GetMovesFilter

asked = _get_kwargs(seats=[1, 2], kinds=["place", "swap"], open_=False, filter_=GetMovesFilter(seat=2, open_=True))
request = httpx.Client(base_url="http://127.0.0.1").build_request(**asked)
print("openapi-python-client:", unquote(request.url.query.decode()))
E

if diff stated seen; then
  echo "as stated: of four generated clients one sends lists and objects as the document says"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
