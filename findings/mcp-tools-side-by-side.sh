#!/bin/sh
# Two calls of one tool, written as a plain function: the MCP SDK runs them at the same time, each in a thread.
#
# Expected: a server of the Model Context Protocol is one event loop, and a tool that is no coroutine holds it up: the second
#   call of the same assistant begins when the first has ended, as in mcp 1.x.
# With: mcp 2.3.0 and 1.28.0 (PyPI).
# Behaviour: 2.3.0 runs a plain function in a worker thread, so calls that an assistant makes together overlap; 1.28.0 ran
#   them one after the other. Nothing in the code of the tool has to change for that, and no type checker sees it.
# Seen: the block "stated" below: version, and how many calls were in the tool at once when an assistant made two.
# Why it matters: "read the table, then answer" in a tool is no longer one step: two answers of one assistant read the same state.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cat >"$work/stated" <<'E'
mcp 1.28.0: 1
mcp 2.3.0: 2
E
cat >"$work/ask.py" <<'E'
import threading
from importlib.metadata import version

import anyio

MET = threading.Barrier(2)
most = 1


def answer() -> str:
    """Wait a moment for another call of this tool."""
    global most
    try:
        MET.wait(timeout=2)
        most = 2
    except threading.BrokenBarrierError:
        pass
    return "done"


async def main() -> None:
    if version("mcp").startswith("1."):
        from mcp.server.fastmcp import FastMCP
        from mcp.shared.memory import create_connected_server_and_client_session

        server = FastMCP("table")
        server.add_tool(answer)
        talking = create_connected_server_and_client_session(server._mcp_server)
    else:
        from mcp.client import Client
        from mcp.server.mcpserver import MCPServer

        server = MCPServer("table", log_level="ERROR")
        server.add_tool(answer)
        talking = Client(server)
    async with talking as assistant, anyio.create_task_group() as both:
        for _ in range(2):
            both.start_soon(assistant.call_tool, "answer", {})


anyio.run(main)
print(f"mcp {version('mcp')}: {most}")
E
for one in 1.28.0 2.3.0; do
  python3 -m venv "$work/$one"
  "$work/$one/bin/python" -m pip install --quiet --disable-pip-version-check "mcp==$one" >"$work/log" 2>&1 ||
    { cat "$work/log"; echo "cannot install the packages"; exit 2; }
  "$work/$one/bin/python" "$work/ask.py" >>"$work/seen" 2>"$work/errors" || { cat "$work/errors"; exit 1; }
done
if diff "$work/stated" "$work/seen"; then
  echo "as stated: mcp 2 runs two calls of a plain function at the same time, mcp 1 did not"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
