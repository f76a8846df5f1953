#!/bin/sh
# Game ids of version 7: those of the package uuid7 are read as of the year 2203 and come behind everything that others will make until then.
#
# Expected: UUIDs of version 7 sort by the time at which they were made and carry it (RFC 9562), whichever library made them; most of all those of
#   the package that has the version's name.
# With: uuid7 0.1.0, uuid6 2025.0.1, uuid-utils 1.2.0 (PyPI), uuid 14.0.3, uuidv7 1.2.1 (npm).
# Behaviour: uuid7 follows a draft of 2021, with seconds in 36 bits in place of milliseconds in 48, but writes the same version and variant.
#   All others agree. Nothing tells the two apart: uuid6 and uuid-utils read its time without a complaint.
# Seen: the block "stated" below: how long after 1970 others date an id, against the clock (4.1 times: 2203 in 2026), and the order of ids of which uuid7's was made first.
# Why it matters: ids of matches and events are sorted and paged through instead of a clock. Two services of one game, or one after a change of the
#   library, show the newest matches before the old ones, for good: the ids that are already given out stay.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ (cd "$work" && npm install --silent --no-audit --no-fund uuid@14.0.3 uuidv7@1.2.1) &&
  python3 -m venv "$work/py" && "$work/py/bin/pip" install -q uuid7==0.1.0 uuid6==2025.0.1 uuid-utils==1.2.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
uuid7: version 7, RFC variant, 4.1 times as long after 1970 for uuid6, 4.1 times as long after 1970 for uuid-utils
uuid6: version 7, RFC variant, 1.0 times as long after 1970 for uuid6, 1.0 times as long after 1970 for uuid-utils
uuid-utils: version 7, RFC variant, 1.0 times as long after 1970 for uuid6, 1.0 times as long after 1970 for uuid-utils
uuid (npm): version 7, RFC variant, 1.0 times as long after 1970 for uuid6, 1.0 times as long after 1970 for uuid-utils
uuidv7 (npm): version 7, RFC variant, 1.0 times as long after 1970 for uuid6, 1.0 times as long after 1970 for uuid-utils
sorted, made in the order above: uuid6, uuid-utils, uuid (npm), uuidv7 (npm), uuid7
E

cat >"$work/ask.mjs" <<'E'
import { setTimeout } from "node:timers/promises";
import { v7 } from "uuid";
import { uuidv7 } from "uuidv7";

const first = v7();
await setTimeout(20);
console.log(first, uuidv7());
E
cat >"$work/ask.py" <<'E'
import datetime
import subprocess
import sys
import time
import uuid

import uuid6
import uuid_extensions
import uuid_utils

made = {}
for name, make in (("uuid7", uuid_extensions.uuid7), ("uuid6", uuid6.uuid7), ("uuid-utils", uuid_utils.uuid7)):
    made[name] = str(make())
    time.sleep(0.02)
others = subprocess.run(["node", "ask.mjs"], cwd=sys.argv[1], check=True, capture_output=True, text=True).stdout.split()
made |= {"uuid (npm)": others[0], "uuidv7 (npm)": others[1]}
now = datetime.datetime.now(datetime.UTC).timestamp()


def told(milliseconds):
    return f"{milliseconds / 1000 / now:.1f} times as long after 1970"


for name, text in made.items():
    plain = uuid.UUID(text)
    variant = "RFC variant" if plain.variant == uuid.RFC_4122 else plain.variant
    by = f"{told(uuid6.UUID(text).time)} for uuid6, {told(uuid_utils.UUID(text).timestamp)} for uuid-utils"
    print(f"{name}: version {plain.version}, {variant}, {by}")
print("sorted, made in the order above:", ", ".join(sorted(made, key=made.get)))
E
"$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: the ids of uuid7 are of the year 2203 for others"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
