#!/bin/sh
# A field of a board as a pair, ["a", 1]: Prism and openapi-backend refuse every one, in documents of OpenAPI 3.1 that say it right.
#
# Expected: validators that take a document of OpenAPI 3.1 know JSON Schema 2020-12, which it consists of: prefixItems with items:
#   false is a pair of just these types, and unevaluatedProperties: false shuts out members that no part of an allOf names. What they
#   do not know they say when they read the document.
# With: @stoplight/prism-cli 5.16.0, openapi-backend 5.21.2, express-openapi-validator 5.6.2 with express 5.3.0, ajv 8.20.0 (npm).
# Behaviour: Prism and openapi-backend read the schema as draft 7. They do not know prefixItems, so that items: false allows no item at all and
#   an empty list passes at most; without items: false any items pass. unevaluatedProperties and dependentRequired are
#   passed over. None of it is said anywhere. express-openapi-validator does as ajv's own class for 2020-12.
# Seen: the block "stated" below: which bodies pass.
# Why it matters: Prism is what others write their client against: the mock refuses the moves that the server wants, and lets misspelt members
#   through. pydantic writes every tuple with prefixItems.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --legacy-peer-deps --prefix "$work" @stoplight/prism-cli@5.16.0 openapi-backend@5.21.2 \
  express-openapi-validator@5.6.2 express@5.3.0 ajv@8.20.0 >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
a pair: ajv passes, express-openapi-validator passes, openapi-backend refuses, prism refuses
a pair the wrong way round: ajv refuses, express-openapi-validator refuses, openapi-backend refuses, prism refuses
a pair the wrong way round, no items: false: ajv refuses, express-openapi-validator refuses, openapi-backend passes, prism passes
by without to: ajv refuses, express-openapi-validator refuses, openapi-backend passes, prism passes
a misspelt member: ajv refuses, express-openapi-validator refuses, openapi-backend passes, prism passes
E

cat >"$work/ask.cjs" <<'E'
const { spawn } = require("child_process");
const fs = require("fs");
const Ajv2020 = require("ajv/dist/2020");
const express = require("express");
const OpenApiValidator = require("express-openapi-validator");
const { OpenAPIBackend } = require("openapi-backend");

const pair = { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], minItems: 2 };
const move = {
  allOf: [{ type: "object", required: ["game"], properties: { game: { type: "string" } } }],
  properties: { to: { ...pair, items: false }, from: { ...pair, maxItems: 2 }, by: { type: "string" } },
  dependentRequired: { by: ["to"] },
  unevaluatedProperties: false,
};
const content = { "application/json": { schema: move } };
const document = {
  openapi: "3.1.0", info: { title: "moves", version: "1" }, servers: [{ url: "/" }],
  paths: { "/moves": { post: { operationId: "play", requestBody: { required: true, content }, responses: { 200: { description: "played" } } } } },
};
const bodies = {
  "a pair": { game: "g", to: ["a", 1] },
  "a pair the wrong way round": { game: "g", to: [1, "a"] },
  "a pair the wrong way round, no items: false": { game: "g", from: [1, "a"] },
  "by without to": { game: "g", by: "ann" },
  "a misspelt member": { game: "g", too: ["a", 1] },
};

async function posted(port, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/moves`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  return answer.status < 400;
}

(async () => {
  console.warn = () => {};
  const app = express();
  app.use(express.json(), OpenApiValidator.middleware({ apiSpec: structuredClone(document) }));
  app.post("/moves", (request, response) => response.sendStatus(200));
  app.use((error, request, response, next) => response.sendStatus(error.status ?? 500));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));

  const backend = new OpenAPIBackend({ definition: structuredClone(document), quick: true });
  backend.register({ play: () => true, validationFail: () => false });
  await backend.init();

  fs.writeFileSync(`${__dirname}/document.json`, JSON.stringify(document));
  const free = require("net").createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => free.once("listening", resolve));
  const port = free.address().port;
  await new Promise((resolve) => free.close(resolve));
  const prism = spawn(process.execPath, [`${__dirname}/node_modules/.bin/prism`, "mock", "-h", "127.0.0.1", "-p", port, `${__dirname}/document.json`]);
  await new Promise((resolve, reject) => {
    prism.stdout.on("data", (line) => String(line).includes("listening") && resolve());
    prism.once("exit", reject);
  });
  const ajv = new Ajv2020({ strict: false }).compile(move);
  for (const [name, body] of Object.entries(bodies)) {
    const passes = {
      ajv: ajv(body),
      "express-openapi-validator": await posted(server.address().port, body),
      "openapi-backend": await backend.handleRequest({ method: "post", path: "/moves", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      prism: await posted(port, body),
    };
    console.log(`${name}:`, Object.entries(passes).map(([library, ok]) => `${library} ${ok ? "passes" : "refuses"}`).join(", "));
  }
  prism.kill();
  server.close();
})();
E
node "$work/ask.cjs" >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Prism and openapi-backend refuse every tuple and let unknown members through"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
