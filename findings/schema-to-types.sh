#!/bin/sh
# A turn of pydantic's as TypeScript: two dice are [unknown, unknown], "a roll or a move" is one type of optional members, or anything at all.
#
# Expected: from a JSON Schema of 2020-12 with a tuple, a union and references, generators make types that say as much, or stop.
# With: pydantic 2.14.4 (PyPI), json-schema-to-typescript 16.0.0, quicktype-core 26.0.0, json-schema-to-zod 2.8.1, zod 4.6.7 (npm).
# Behaviour: json-schema-to-typescript does not know prefixItems, which pydantic writes for a tuple. quicktype merges the members of a union into one type in
#   which each is optional, lets a tuple go on for ever, and calls dates `Date`, which JSON.parse never makes. json-schema-to-zod makes z.any() of a
#   reference. None of them warns. zod's own fromJSONSchema does all of it.
# Seen: the block "stated" below, the types of one member each, and whether the parsers accept an answer that is neither a roll nor a move.
# Why it matters: the page compiles and its checks pass, while nothing is checked any more exactly where a turn's answers differ.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q pydantic==2.14.4 &&
  npm install --silent --no-audit --no-fund --prefix "$work" \
    json-schema-to-typescript@16.0.0 quicktype-core@26.0.0 json-schema-to-zod@2.8.1 zod@4.6.7; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
json-schema-to-typescript: Dice = [unknown, unknown];
json-schema-to-typescript: Act = Roll | Move;
quicktype: dice?: [number, number, ...number[]];
quicktype: cell?: string;
quicktype: due: Date;
json-schema-to-zod: z.union([z.any(), z.any()])
json-schema-to-zod: a roll true, "pass" true, three dice true
zod.fromJSONSchema: a roll true, "pass" false, three dice false
E

cat >"$work/schema.py" <<'E'
import datetime
import json
from typing import Literal

from pydantic import BaseModel


class Roll(BaseModel):
    kind: Literal["roll"]
    dice: tuple[int, int]


class Move(BaseModel):
    kind: Literal["move"]
    cell: str


class Turn(BaseModel):
    due: datetime.date
    act: Roll | Move


print(json.dumps(Turn.model_json_schema()))
E
cat >"$work/ask.mjs" <<'E'
import { text } from "node:stream/consumers";
import { jsonSchemaToZod } from "json-schema-to-zod";
import { compile } from "json-schema-to-typescript";
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from "quicktype-core";
import * as z from "zod";

const schema = JSON.parse(await text(process.stdin));
const find = (code, pattern) => code.match(pattern)?.[0].replaceAll(/\s+/g, " ");
const show = (name, code) => console.log(`${name}: ${code}`);

const typed = await compile(schema, "Turn", { bannerComment: "" });
show("json-schema-to-typescript", find(typed, /Dice = .*/));
show("json-schema-to-typescript", find(typed, /Act = .*/));
const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
await input.addSource({ name: "Turn", schema: JSON.stringify(schema) });
const inputData = new InputData();
inputData.addInput(input);
const { lines } = await quicktype({ inputData, lang: "typescript", rendererOptions: { "just-types": "true" } });
const quick = lines.join("\n");
for (const pattern of [/dice\?: .*/, /cell\?: .*/, /due: .*/]) show("quicktype", find(quick, pattern));
const code = jsonSchemaToZod(schema, { module: "none" });
show("json-schema-to-zod", find(code, /z.union.*?\]\)/));
const parsers = { "json-schema-to-zod": new Function("z", `return ${code}`)(z), "zod.fromJSONSchema": z.fromJSONSchema(schema) };
for (const [name, parser] of Object.entries(parsers)) {
  const accepts = (act) => parser.safeParse({ due: "2026-06-01", act }).success;
  show(name, `a roll ${accepts({ kind: "roll", dice: [1, 2] })}, "pass" ${accepts("pass")}, three dice ${accepts({ kind: "roll", dice: [1, 2, 3] })}`);
}
E
(cd "$work" && py/bin/python schema.py | node ask.mjs) >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: three generators lose the tuple or the union of a turn"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
