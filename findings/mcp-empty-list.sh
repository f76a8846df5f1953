#!/bin/sh
# A tool of mcp that returns []: the answer has no content, like that of None; ["36", "Tea"] is two blocks of bare text.
#
# Expected: the text of a tool's answer is its value as JSON, as it is for a dict: "[]", "null", '["36", "Tea"]'.
# With: mcp 2.3.0 (PyPI), server and client.
# Behaviour: each element of a list becomes a block of its own, a text without quotes; a list or tuple of one looks like its element, an empty
#   one like None: no block at all. With a return annotation the value is in the structured content as well, as {"result": ...}; without
#   one it is nowhere. A set is one block of JSON.
# Seen: the block "stated" below.
# Why it matters: many clients hand on only the text to their model. Asked "which matches wait for me?", it gets nothing in place of an empty list,
#   and says that the tool failed or invents some.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q mcp==2.3.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
[] of list[str]: content [], structured {'result': []}
[] without a type: content [], structured None
None: content [], structured {'result': None}
["36"] of list[str]: content ['36'], structured {'result': ['36']}
"36": content ['36'], structured {'result': '36'}
["36", "Tea"] without a type: content ['36', 'Tea'], structured None
(1, 2) of tuple[int, int]: content ['1', '2'], structured {'result': [1, 2]}
{3} of set[int]: content ['[3]'], structured {'result': [3]}
{"seats": []} of dict[str, list[int]]: content ['{"seats":[]}'], structured {'seats': []}
E

cat >"$work/ask.py" <<'E'
import anyio
from mcp.client import Client
from mcp.server.mcpserver import MCPServer

VALUES = {
    "[] of list[str]": (list[str], []),
    "[] without a type": (None, []),
    "None": (type(None), None),
    '["36"] of list[str]': (list[str], ["36"]),
    '"36"': (str, "36"),
    '["36", "Tea"] without a type': (None, ["36", "Tea"]),
    "(1, 2) of tuple[int, int]": (tuple[int, int], (1, 2)),
    "{3} of set[int]": (set[int], {3}),
    '{"seats": []} of dict[str, list[int]]': (dict[str, list[int]], {"seats": []}),
}


def tool(kind, value):
    def answer():
        return value

    if kind is not None:
        answer.__annotations__["return"] = kind
    return answer


async def main():
    server = MCPServer("table", log_level="ERROR")
    for number, (kind, value) in enumerate(VALUES.values()):
        server.add_tool(tool(kind, value), name=f"tool{number}")
    async with Client(server) as client:
        for number, name in enumerate(VALUES):
            result = await client.call_tool(f"tool{number}", {})
            texts = ["".join(block.text.split()) for block in result.content]
            print(f"{name}: content {texts}, structured {result.structured_content}")


anyio.run(main)
E
"$work/py/bin/python" -W ignore "$work/ask.py" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: an empty list of a tool has no content, a list is a block for each element"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
