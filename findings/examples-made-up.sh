#!/bin/sh
# The example that Redoc's sampler makes up for a schema: "string" for a square of the board, [1,1,1] for three different dice, and both
# of two members that exclude each other.
#
# Expected: what a tool makes up from a schema to stand beside it in the manual fits the schema, or it shows none.
# With: openapi-sampler 1.7.10, json-schema-faker 0.6.3, ajv 8.20.0, ajv-formats 3.0.1 (npm).
# Behaviour: openapi-sampler regards type, const, enum, lengths, and limits, but neither pattern, multipleOf, uniqueItems, contains,
#   propertyNames nor an alternative without properties. json-schema-faker regards those, and makes every duration "PT0D", which
#   is none.
# Seen: the block "stated" below: the sampler's example, and how many of 20 by json-schema-faker fit (by ajv).
# Why it matters: these examples are in the manual, in "try it" forms and in mock servers: the first request that somebody copies out of
#   the manual is refused by the service with 422. An `example` of one's own for each such schema is needed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" openapi-sampler@1.7.10 json-schema-faker@0.6.3 ajv@8.20.0 ajv-formats@3.0.1 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
square: "string", refused; faker 20
points: 3, refused; faker 20
dice: [1,1,1], refused; faker 20
either: {"seat":0,"name":"string"}, refused; faker 20
pieces: ["string"], refused; faker 20
board: {"property1":"string","property2":"string"}, refused; faker 20
pair: ["string",0], fits; faker 20
kind: "move", fits; faker 20
turn: "string", refused; faker 0
E

cat >"$work/ask.mjs" <<'E'
import addFormats from "ajv-formats";
import Ajv from "ajv/dist/2020.js";
import * as faker from "json-schema-faker";
import * as sampler from "openapi-sampler";

const square = { pattern: "^[a-h][1-8]$" };
const schemas = {
  square: { type: "string", ...square },
  points: { type: "integer", minimum: 3, multipleOf: 5 },
  dice: { type: "array", items: { type: "integer", minimum: 1, maximum: 6 }, minItems: 3, uniqueItems: true },
  either: {
    type: "object",
    properties: { seat: { type: "integer" }, name: { type: "string" } },
    oneOf: [{ required: ["seat"] }, { required: ["name"] }],
  },
  pieces: { type: "array", items: { type: "string" }, contains: { const: "king" } },
  board: { type: "object", propertyNames: square, additionalProperties: { type: "string" } },
  pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false, minItems: 2 },
  kind: { const: "move" },
  turn: { type: "string", format: "duration" },
};
const ajv = new Ajv.default({ strict: false });
addFormats.default(ajv);
for (const [name, schema] of Object.entries(schemas)) {
  const fits = ajv.compile(schema);
  const sample = sampler.sample(structuredClone(schema), {}, { openapi: "3.1.0" });
  let count = 0;
  for (let time = 0; time < 20; time++) count += fits(await faker.generate(structuredClone(schema)));
  console.log(`${name}: ${JSON.stringify(sample)}, ${fits(sample) ? "fits" : "refused"}; faker ${count}`);
}
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: openapi-sampler's examples do not fit their schemas"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
