"""``siegelpost mcp``: an assistant sees and answers what its player may, over the protocol itself, and nothing hidden."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client as Assistant
from mcp.client.stdio import StdioServerParameters
from mcp.types import CallToolResult, TextContent
from rich.console import Console

from service.accounts.access import tokens
from service.cli.assistant import made_server
from service.cli.player.client import Client
from service.cli.player.session import Session
from service.cli.player.transport import Transport
from tests.cli.served import Served
from tests.cli.test_play import Player, new_match, started, table_of_two, wait_for

CHOICE = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
Ask = Callable[..., Awaitable[str]]


class Broken(Exception):
    """A tool's refusal, as the assistant reads it."""


def text_of(found: CallToolResult) -> str:
    said = "".join(one.text for one in found.content if isinstance(one, TextContent))
    if found.is_error:
        raise Broken(said)
    return said


def asking(player: Player, talk: Callable[[Ask], Awaitable[None]], *, token: str = "") -> None:
    """Let an assistant in this process talk with the tools of a player."""
    client = Client(Transport(player.url, token or player.token), player.keep, warn=print)
    server = made_server(Session(client, Console(), "en"))

    async def main() -> None:
        async with Assistant(server) as assistant:

            async def ask(tool: str, **arguments: Any) -> str:
                return text_of(await assistant.call_tool(tool, arguments))

            await talk(ask)

    anyio.run(main)
    client.transport.close()


def test_an_assistant_finds_what_waits_and_seals_one_of_the_choices(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    view = started(ada, match)["view"]
    theirs = [str(card["id"]) for card in started(ben, match)["view"]["hands"][1]]

    async def talk(ask: Ask) -> None:
        assert f"match {match} Kontor: " in await ask("list_waiting")
        table = await ask("show_table", match=match[:8])
        assert "The player has seat 0." in table
        assert not [one for one in theirs if re.search(rf"\b{one}\b", table)]
        number, words = CHOICE.findall(table)[0]
        said = await ask("answer", match=match, decision="r1.choose", number=int(number), words=words)
        assert said.startswith(f"Sealed: {words}\nReceipt: ")
        assert "Answered already (act 1)" in await ask("show_table", match=match)
        assert await ask("list_waiting") == "Nothing waits for an answer."
        assert (await ask("verify_match", match=match)).startswith("INCOMPLETE up to ")

    asking(ada, talk)
    assert view["seat"] == 0
    (kept,) = ada.keep.receipts(match)
    assert kept["receipt"]["act"] == "commit"


def test_what_goes_wrong_reaches_the_assistant_in_words(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)

    async def talk(ask: Ask) -> None:
        wrong = {"match": match, "decision": "r1.choose", "number": 1, "words": "Pass"}
        for changes, why in (
            ({"words": "Win"}, "not 'Win': nothing was answered"),
            ({"number": 0}, "there is no answer 0"),
            ({"number": 10_000}, "there is no answer 10000"),
            ({"decision": "r9.choose"}, "does not ask the player"),
            ({"match": "ffffffff"}, "no match known here, of yours or open begins with 'ffffffff'"),
            ({"match": "null"}, "begins with 'null'"),
        ):
            with pytest.raises(Broken, match=re.escape(why)):
                await ask("answer", **(wrong | changes))

    asking(ada, talk)
    assert list(ada.keep.receipts(match)) == []


def test_a_token_that_only_looks_answers_nothing(ada: Player, ben: Player, live: Served) -> None:
    match = table_of_two(ada, ben)
    me = ada.client().transport.get_me()["account"]
    looking = tokens.issue_token(live.context, me, name="assistant", scopes=("match:read",)).text

    async def talk(ask: Ask) -> None:
        number, words = CHOICE.findall(await ask("show_table", match=match))[0]
        with pytest.raises(Broken, match="match:play"):
            await ask("answer", match=match, decision="r1.choose", number=int(number), words=words)

    asking(ada, talk, token=looking)


def test_a_table_that_wants_no_assistants_is_left_to_its_people(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben, "--no-assistants")
    assert ben.client().match(match)["assistants"] == "unwanted"

    async def talk(ask: Ask) -> None:
        answer = {"decision": "r1.choose", "number": 1, "words": "pass"}
        for tool, more in (("show_table", {}), ("answer", answer), ("verify_match", {})):
            with pytest.raises(Broken, match="wants no assistants"):
                await ask(tool, match=match, **more)
        assert await ask("list_waiting") == f"match {match} wants no assistants until it is over: left to the player."

    asking(ada, talk)
    ada.run("resign", match, "--yes")
    wait_for(ada, match, "closed")

    async def afterwards(ask: Ask) -> None:
        assert "closed" in await ask("show_table", match=match)

    asking(ada, afterwards)


def test_it_speaks_the_protocol_over_its_own_input_and_output(ada: Player, live: Served) -> None:
    """With a token that only looks: nothing else is needed to begin."""
    match = new_match(ada, "--preset", "goldsieber-basic", "--bot", "steady")
    looking = tokens.issue_token(
        live.context, ada.client().transport.get_me()["account"], name="a", scopes=("match:read",)
    ).text
    started(ada, match)
    environment = {**os.environ, "SIEGELPOST_SERVER": ada.url, "SIEGELPOST_TOKEN": looking,
                   "SIEGELPOST_DATA": str(ada.folder), "SIEGELPOST_LANGUAGE": "de"}  # fmt: skip
    command = StdioServerParameters(
        command=str(Path(sys.executable).with_name("siegelpost")), args=["mcp"], env=environment
    )

    async def main() -> None:
        async with Assistant(command) as assistant:
            tools = {one.name: one for one in (await assistant.list_tools()).tools}
            assert set(tools) == {"list_waiting", "show_table", "answer", "verify_match"}
            reads = {name for name, one in tools.items() if one.annotations and one.annotations.read_only_hint}
            assert reads == set(tools) - {"answer"}
            assert f"match {match}" in text_of(await assistant.call_tool("list_waiting", {}))

    anyio.run(main)
