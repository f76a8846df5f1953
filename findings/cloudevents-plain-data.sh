#!/bin/sh
# An event whose data is false, 0 or "5": between two official SDKs of CloudEvents it arrives as the word "False", as nothing,
# or as a number.
#
# Expected: data of application/json is any JSON value. In binary mode it is the body: false or "5" with its quotation marks; in
#   structured mode it is the member "data" (CloudEvents 1.0, JSON format, 3.1). Whatever is sent arrives as it was.
# With: cloudevents 10.0.0 (npm), cloudevents 2.2.0 (PyPI), its API cloudevents.core.
# Behaviour: in binary mode both write strings without quotation marks, so that Python reads the number 5 where "5" was sent.
#   Python writes False, as Python spells it, and both read the word "False", which is true. JavaScript reads 0 and false as
#   words in binary mode, and as nothing in structured mode. Lists and objects arrive.
# Seen: the block "stated" below; "-" for no data.
# Why it matters: a vote, a count of points or an order in one word are such values, and a refusal turns into consent. Put them
#   into an object: {"vote": false}.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q cloudevents==2.2.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" cloudevents@10.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
false by JavaScript, binary: JavaScript reads "false", Python reads false
0 by JavaScript, binary: JavaScript reads "0", Python reads 0
"" by JavaScript, binary: JavaScript reads "", Python reads -
"5" by JavaScript, binary: JavaScript reads "5", Python reads 5
[5] by JavaScript, binary: JavaScript reads [5], Python reads [5]
{"vote": false} by JavaScript, binary: JavaScript reads {"vote":false}, Python reads {"vote": false}
false by JavaScript, structured: JavaScript reads -, Python reads false
0 by JavaScript, structured: JavaScript reads -, Python reads 0
"" by JavaScript, structured: JavaScript reads -, Python reads ""
"5" by JavaScript, structured: JavaScript reads "5", Python reads "5"
[5] by JavaScript, structured: JavaScript reads [5], Python reads [5]
{"vote": false} by JavaScript, structured: JavaScript reads {"vote":false}, Python reads {"vote": false}
false by Python, binary: JavaScript reads "False", Python reads "False"
0 by Python, binary: JavaScript reads "0", Python reads 0
"" by Python, binary: JavaScript reads "", Python reads -
"5" by Python, binary: JavaScript reads "5", Python reads 5
[5] by Python, binary: JavaScript reads [5], Python reads [5]
{"vote": false} by Python, binary: JavaScript reads {"vote":false}, Python reads {"vote": false}
false by Python, structured: JavaScript reads -, Python reads false
0 by Python, structured: JavaScript reads -, Python reads 0
"" by Python, structured: JavaScript reads -, Python reads ""
"5" by Python, structured: JavaScript reads "5", Python reads "5"
[5] by Python, structured: JavaScript reads [5], Python reads [5]
{"vote": false} by Python, structured: JavaScript reads {"vote":false}, Python reads {"vote": false}
E

cat >"$work/node.mjs" <<'E'
import { CloudEvent, HTTP } from "cloudevents";

const [action, text] = process.argv.slice(2);
const attributes = { id: "7", source: "/games/3", type: "vote", datacontenttype: "application/json" };
const write = ([mode, data]) => {
  const { headers, body } = HTTP[mode](new CloudEvent({ ...attributes, data }));
  return [headers, String(body)];
};
const read = ([headers, body]) => JSON.stringify(HTTP.toEvent({ headers, body }).data) ?? "-";
console.log(JSON.stringify(JSON.parse(text).map(action === "read" ? read : write)));
E
cat >"$work/ask.py" <<'E'
import itertools
import json
import pathlib
import subprocess
import sys

from cloudevents.core.bindings.http import HTTPMessage, from_http_event, to_binary_event, to_structured_event
from cloudevents.core.v1.event import CloudEvent

ATTRIBUTES = {"id": "7", "source": "/games/3", "type": "vote", "specversion": "1.0", "datacontenttype": "application/json"}


def node(action: str, values: list) -> list:
    program = pathlib.Path(sys.argv[1], "node.mjs")
    return json.loads(subprocess.run(["node", program, action, json.dumps(values)], stdout=subprocess.PIPE, check=True).stdout)


def write(mode: str, data: object) -> tuple[dict[str, str], str]:
    message = (to_binary_event if mode == "binary" else to_structured_event)(CloudEvent(dict(ATTRIBUTES), data))
    return dict(message.headers), message.body.decode()


def read(headers: dict[str, str], body: str) -> str:
    data = from_http_event(HTTPMessage(headers=headers, body=body.encode())).get_data()
    return "-" if data is None else json.dumps(data)


events = list(itertools.product(["binary", "structured"], [False, 0, "", "5", [5], {"vote": False}]))
for writer, messages in (("JavaScript", node("write", events)), ("Python", [write(*event) for event in events])):
    for (mode, data), message, in_node in zip(events, messages, node("read", messages), strict=True):
        print(f"{json.dumps(data)} by {writer}, {mode}: JavaScript reads {in_node}, Python reads {read(*message)}")
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: false, 0 and \"5\" do not survive two SDKs of CloudEvents"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
