#!/bin/sh
# One event stream, three readers: one forgets the last id and hands on half an event, one makes events without data.
#
# Expected: the HTML standard: the last id stays until another is sent, a block without data is no event, and an event cut
#   off before its blank line is dropped. It is what makes a stream resume where it broke.
# With: sseclient-py 1.9.0, httpx-sse 0.4.3 with httpx 0.28.1 (PyPI); eventsource-parser 3.1.1 (npm).
# Behaviour: sseclient-py gives an event without an id line none, not the last one, and hands on an event that was cut off.
#   httpx-sse makes a "message" with empty data of a block that holds only "retry:" or "event:". eventsource-parser keeps to
#   the rules; an event without id it leaves without, the caller's EventSource remembers.
# Seen: the block "stated" below: type, id and data of each event.
# Why it matters: a client that reconnects with event.id gets the whole game again or half of the last event; one that
#   parses data as JSON stops at the first "retry:".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q sseclient-py==1.9.0 httpx-sse==0.4.3 httpx==0.28.1 &&
  npm install --silent --no-audit --no-fund --prefix "$work" eventsource-parser@3.1.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
sseclient-py id stays: message 1 "a", message none "b"
httpx-sse id stays: message 1 "a", message 1 "b"
sseclient-py no data: message none "c"
httpx-sse no data: message none "", turn none "", message none "c"
sseclient-py cut off: message none "d", message none "half"
httpx-sse cut off: message none "d"
eventsource-parser id stays: message 1 "a", message none "b"
eventsource-parser no data: message none "c"
eventsource-parser cut off: message none "d"
E

cat >"$work/streams.json" <<'E'
{"id stays": "id: 1\ndata: a\n\ndata: b\n\n", "no data": "retry: 1000\n\nevent: turn\n\ndata: c\n\n",
 "cut off": "data: d\n\ndata: half"}
E
"$work/py/bin/python" - "$work" >"$work/seen" <<'E'
import json
import sys

import httpx
import httpx_sse
import sseclient


class Stream:
    def __init__(self, text):
        self.text = text

    def __iter__(self):
        yield self.text.encode()

    def close(self):
        pass


def show(events):
    return ", ".join(f'{event.event} {event.id or "none"} "{event.data}"' for event in events)


for name, text in json.load(open(f"{sys.argv[1]}/streams.json")).items():
    print(f"sseclient-py {name}:", show(sseclient.SSEClient(Stream(text)).events()))
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text.encode())
    print(f"httpx-sse {name}:", show(httpx_sse.EventSource(answer).iter_sse()))
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import { createParser } from "eventsource-parser";

const streams = JSON.parse(readFileSync(new URL("streams.json", import.meta.url), "utf8"));
for (const [name, text] of Object.entries(streams)) {
  const events = [];
  createParser({ onEvent: (event) => events.push(event) }).feed(text);
  const show = ({ event = "message", id = "none", data }) => `${event} ${id} "${data}"`;
  console.log(`eventsource-parser ${name}:`, events.map(show).join(", "));
}
E
node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: sseclient-py forgets the last id, httpx-sse makes events of blocks without data"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
