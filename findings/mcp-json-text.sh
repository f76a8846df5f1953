#!/bin/sh
# A note that reads `null` for a tool's parameter of `str | None`: MCP's SDK for Python hands on None, and refuses the text `[1]`.
#
# Expected: a string that the client sends for a parameter whose schema allows a string arrives as it was sent.
# With: mcp 2.3.0 (PyPI).
# Behaviour: a text for any parameter that is annotated otherwise than `str` is read as JSON first. If that gives null, a list or an
#   object, the value takes the text's place, and the tool's own schema then refuses the list: "Input should be a valid string". Numbers,
#   true and quoted words stay as they were sent; so does everything for a plain `str`, or with a word behind the JSON.
# Seen: the block "stated" below: what the tool is given.
# Why it matters: an optional note, a name or a move in JSON is the usual `str | None = None`. A chat line "[1]" or `{}` cannot be
#   sent, a player who calls himself "null" has no name, and the schema which the client checked itself allows them all.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q mcp==2.3.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
str | None: null -> None; [1] -> refused; {"to": "e4"} -> refused; 7 -> '7'; true -> 'true'; [1] or [2]? -> '[1] or [2]?'
str: null -> 'null'; [1] -> '[1]'; {"to": "e4"} -> '{"to": "e4"}'; 7 -> '7'; true -> 'true'; [1] or [2]? -> '[1] or [2]?'
E

cat >"$work/ask.py" <<'E'
import asyncio

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("game")


@server.tool()
def optional(note: str | None = None) -> str:
    return repr(note)


@server.tool()
def plain(note: str) -> str:
    return repr(note)


async def given(tool, note):
    try:
        return (await server.call_tool(tool, {"note": note})).content[0].text
    except ToolError as error:
        assert "Input should be a valid string" in str(error), error
        return "refused"


async def ask():
    for name, tool in (("str | None", "optional"), ("str", "plain")):
        notes = ["null", "[1]", '{"to": "e4"}', "7", "true", "[1] or [2]?"]
        print(f"{name}: " + "; ".join([f"{note} -> {await given(tool, note)}" for note in notes]))


asyncio.run(ask())
E
"$work/py/bin/python" "$work/ask.py" >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: text for a parameter of str | None is read as JSON first"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
