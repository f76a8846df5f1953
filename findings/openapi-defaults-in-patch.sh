#!/bin/sh
# A "default" in the schema of a PATCH makes generated clients reset every field that the caller did not name.
#
# Expected: "default" tells what the server assumes if a property is missing. Properties outside "required" stay
#   optional in a generated client, and what the caller does not set is not sent; a patch with a name changes the name.
# With: openapi-typescript 7.13.0 with typescript 5.9.3 (npm); openapi-python-client 0.29.1,
#   datamodel-code-generator 0.89.0 with pydantic 2.14.3 (PyPI).
# Behaviour: openapi-typescript makes each property with a default mandatory, in request bodies, too, so that TypeScript
#   refuses {name: "x"}. openapi-python-client leaves them optional and sends the defaults: {"name": "x"} goes out
#   with speed, note and paused. Only the Pydantic model can leave them out, and only with exclude_unset=True. Properties
#   without a default (due) are optional and unsent in all three.
# Seen: the block "stated" below.
# Why it matters: renaming a game over such a client resumes it, empties its note and changes its speed. Schemas shared by
#   POST and PATCH have defaults; give PATCH a schema without any.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q openapi-python-client==0.29.1 ruff==0.17.6 datamodel-code-generator==0.89.0 pydantic==2.14.3 &&
  npm install --silent --no-audit --no-fund --prefix "$work" openapi-typescript@7.13.0 typescript@5.9.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
openapi-typescript: use.ts(2,14): error TS2739: Type '{ name: string; }' is missing the following properties from type '{ name?: string | undefined; speed: "slow" | "fast"; note: string; paused: boolean; due?: string | undefined; }': speed, note, paused
openapi-python-client: {"name": "x", "speed": "slow", "note": "", "paused": false}
pydantic model: {"name":"x","speed":"slow","note":"","paused":false,"due":null}
pydantic model, exclude_unset: {"name":"x"}
E

cd "$work"
cat >api.yaml <<'E'
openapi: 3.1.0
info: {title: turn, version: "1"}
paths:
  /game:
    patch:
      operationId: change_game
      requestBody:
        required: true
        content: {application/merge-patch+json: {schema: {$ref: "#/components/schemas/Change"}}}
      responses: {"204": {description: changed}}
components:
  schemas:
    Change:
      type: object
      properties:
        name: {type: string}
        speed: {type: string, enum: [slow, fast], default: slow}
        note: {type: string, default: ""}
        paused: {type: boolean, default: false}
        due: {type: string, format: date-time}
E
{
  ./node_modules/.bin/openapi-typescript api.yaml --output api.ts
  PATH="$work/py/bin:$PATH" openapi-python-client generate --path api.yaml --output-path client --meta none
  py/bin/datamodel-codegen --input api.yaml --input-file-type openapi --output model.py \
    --output-model-type pydantic_v2.BaseModel --formatters builtin
} >log 2>&1 || true

cat >use.ts <<'E'
import type { components } from "./api";
export const change: components["schemas"]["Change"] = { name: "x" };
E
{
  ./node_modules/.bin/tsc --noEmit --strict --target es2022 --moduleResolution bundler --module esnext use.ts || true
} | sed 's/^/openapi-typescript: /' >seen
py/bin/python - >>seen <<'E'
import json

from client.models import Change as Attrs
from model import Change

print("openapi-python-client:", json.dumps(Attrs(name="x").to_dict()))
print("pydantic model:", Change(name="x").model_dump_json(warnings=False))
print("pydantic model, exclude_unset:", Change(name="x").model_dump_json(exclude_unset=True))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: clients generated from a PATCH schema with defaults demand or send the defaults"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
