#!/bin/sh
# Writing 3.1.0 in place of 3.0.3 into a document turns the check of readOnly and writeOnly off in openapi-core.
#
# Expected: readOnly and writeOnly mean the same in both versions, and so does the validator: a request with the server's id is
#   refused, and so is an answer with a field that only requests may have.
# With: openapi-core 0.23.1 (PyPI); express-openapi-validator 5.6.2 with express 5.3.0 (npm).
# Behaviour: openapi-core refuses both under 3.0.3. Under 3.1.0, with no other letter changed, it hands the id on to the program
#   and the answer out, without a word (JSON Schema 2020-12, which 3.1 took over, calls both annotations). express-openapi-validator refuses both under both.
# Seen: the block "stated" below.
# Why it matters: 3.1 is where everybody moves, by changing that line. A program that leaves the server's own
#   fields to the validator takes a client's id or date from then on. Take the fields out yourself.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q openapi-core==0.23.1 &&
  npm install --silent --no-audit --no-fund --prefix "$work" express-openapi-validator@5.6.2 express@5.3.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/game.json" <<'E'
{"openapi": "3.0.3", "info": {"title": "games", "version": "1"}, "servers": [{"url": "/"}],
 "paths": {"/games": {"post": {
  "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}}}},
  "responses": {"200": {"description": "made", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}}}}}}}},
 "components": {"schemas": {"Game": {"type": "object", "properties": {
  "id": {"type": "string", "readOnly": true}, "title": {"type": "string"}, "greeting": {"type": "string", "writeOnly": true}}}}}}
E
cat >"$work/stated" <<'E'
openapi-core, 3.0.3: id in the request refused, greeting in the answer refused, neither passes
openapi-core, 3.1.0: id in the request passes, greeting in the answer passes, neither passes
express-openapi-validator, 3.0.3: id in the request refused, greeting in the answer refused, neither passes
express-openapi-validator, 3.1.0: id in the request refused, greeting in the answer refused, neither passes
E

cat >"$work/ask.py" <<'E'
import json
import sys

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse

document = json.load(open(sys.argv[1]))
for version in ("3.0.3", "3.1.0"):
    api = OpenAPI.from_dict({**document, "openapi": version})
    said = []
    for name, asked, answered in (
        ("id in the request", {"id": "mine", "title": "Skat"}, {}),
        ("greeting in the answer", {"title": "Skat"}, {"greeting": "hello"}),
        ("neither", {"title": "Skat", "greeting": "hello"}, {"id": "g1", "title": "Skat"}),
    ):
        request = MockRequest("http://localhost", "post", "/games", data=json.dumps(asked).encode(), content_type="application/json")
        response = MockResponse(json.dumps(answered).encode(), 200, content_type="application/json")
        errors = [*api.unmarshal_request(request).errors, *api.unmarshal_response(request, response).errors]
        said.append(f"{name} {'refused' if errors else 'passes'}")
    print(f"openapi-core, {version}:", ", ".join(said))
E
cat >"$work/ask.cjs" <<'E'
const express = require("express");
const OpenApiValidator = require("express-openapi-validator");
(async () => {
  for (const openapi of ["3.0.3", "3.1.0"]) {
    const app = express();
    let answer;
    app.use(express.json(), OpenApiValidator.middleware({ apiSpec: { ...require("./game.json"), openapi }, validateResponses: true }));
    app.post("/games", (request, response) => response.json(answer));
    app.use((error, request, response, next) => response.sendStatus(error.status ?? 500));
    const server = app.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const said = [];
    for (const [name, asked, answered] of [
      ["id in the request", { id: "mine", title: "Skat" }, {}],
      ["greeting in the answer", { title: "Skat" }, { greeting: "hello" }],
      ["neither", { title: "Skat", greeting: "hello" }, { id: "g1", title: "Skat" }],
    ]) {
      answer = answered;
      const { status } = await fetch(`http://127.0.0.1:${server.address().port}/games`, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked),
      });
      said.push(`${name} ${status < 400 ? "passes" : "refused"}`);
    }
    server.close();
    console.log(`express-openapi-validator, ${openapi}:`, said.join(", "));
  }
})();
E
"$work/py/bin/python" "$work/ask.py" "$work/game.json" >"$work/seen"
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: openapi-core does not check readOnly and writeOnly in documents of 3.1"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
