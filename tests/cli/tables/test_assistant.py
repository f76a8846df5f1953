"""``siegelpost mcp``: an assistant sees and answers what its player may, over the protocol itself, and nothing hidden."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
import requests
from mcp.client import Client as Assistant
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent
from rich.console import Console

from service.accounts.access import tokens
from service.cli.assistant import made_server
from service.cli.player.client import Client
from service.cli.player.session import Session
from service.cli.player.transport import Transport
from tests.cli.playing.test_play import Player, new_match, started, table_of_two, wait_for
from tests.cli.served import Served
from tests.servers.ports import free_port
from tests.service.serve.watching import until

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
    server = made_server(lambda: nullcontext(Session(client, Console(), "en")))

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
            ({"match": "ffffffff"}, "no match known here, of yours or public begins with 'ffffffff'"),
            ({"match": "null"}, "begins with 'null'"),
            ({"match": " "}, "name a match by its id or the beginning of it"),
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


def test_words_of_the_server_that_are_not_those_of_the_move_are_not_shown(
    ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a server that says of each move what another one is called has an assistant seal what nobody chose."""
    match = table_of_two(ada, ben)
    started(ada, match)
    honest = Transport.get_words

    def lying(self: Transport, *arguments: Any, **more: Any) -> Any:
        said = honest(self, *arguments, **more)
        for one in said["decisions"]:
            words = [choice["words"] for choice in one["choices"]]
            for choice, other in zip(one["choices"], words[1:] + words[:1], strict=True):
                choice["words"] = other
        return said

    async def talk(ask: Ask) -> None:
        true = CHOICE.findall(await ask("show_table", match=match))
        monkeypatch.setattr(Transport, "get_words", lying)
        assert CHOICE.findall(await ask("show_table", match=match)) == true
        with pytest.raises(Broken, match="nothing was answered"):
            await ask("answer", match=match, decision="r1.choose", number=1, words=true[1][1])
        assert (await ask("answer", match=match, decision="r1.choose", number=1, words=true[0][1])).startswith("Sealed")

    said = honest(ada.client().transport, match, language="en")
    asking(ada, talk)
    (kept,) = ada.keep.openings(match)
    assert kept.opening["move"] == said["decisions"][0]["choices"][0]["move"]


@contextmanager
def listening(player: Player, port: int) -> Iterator[str]:
    """Run ``siegelpost mcp --http`` without a token of its own; give its address."""
    kept = {name: one for name, one in os.environ.items() if name != "SIEGELPOST_TOKEN"}
    environment = {**kept, "SIEGELPOST_SERVER": player.url, "SIEGELPOST_DATA": str(player.folder / "elsewhere")}
    command = [str(Path(sys.executable).with_name("siegelpost")), "mcp", "--http", str(port)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = process.stderr.readline().strip()
            until(lambda: _is_open(port), "the server that assistants ask")
            yield address
        finally:
            process.terminate()


@pytest.fixture
def port() -> int:
    return free_port()


def _is_open(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def test_over_http_each_request_acts_for_the_player_whose_token_it_brings(ada: Player, ben: Player, port: int) -> None:
    match = table_of_two(ada, ben)
    started(ada, match)

    async def seat_of(address: str, player: Player) -> str:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {player.token}"}) as client,
            Assistant(streamable_http_client(address, http_client=client)) as assistant,
        ):
            table = text_of(await assistant.call_tool("show_table", {"match": match}))
            number, words = CHOICE.findall(table)[0]
            answer = {"match": match, "decision": "r1.choose", "number": int(number), "words": words}
            assert text_of(await assistant.call_tool("answer", answer)).startswith("Sealed: ")
            return next(line for line in table.splitlines() if "The player has seat" in line)

    with listening(ada, port) as address:
        assert "seat 0" in anyio.run(seat_of, address, ada)
        assert "seat 1" in anyio.run(seat_of, address, ben)


def test_over_http_a_page_in_a_browser_gets_nothing(ada: Player, port: int) -> None:
    """The attack: any page may have a browser send requests to this machine, and a name of its own lead here."""
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_waiting", "arguments": {}}}
    token = {"Authorization": f"Bearer {ada.token}"}
    known = {"Accept": "application/json, text/event-stream"}

    def status(**headers: str) -> int:
        named = {name.replace("_", "-"): one for name, one in headers.items()}
        return requests.post(address, json=ask, headers={**known, **named}, timeout=60).status_code

    with listening(ada, port) as address:
        assert status() == 401
        assert status(Authorization="Bearer ") == 401
        assert status(**token, Host=f"evil.example:{port}") == 421
        assert status(**token, Host="127.0.0.1") == 421
        for origin in ("https://evil.example", "null", f"http://localhost:{port}", "http://127.0.0.1:1"):
            assert status(**token, Origin=origin) == 403
        assert status(**token) not in (401, 403, 421)
        wanted = requests.post(address, json=ask, headers=known, timeout=60).headers["WWW-Authenticate"]
        [there] = re.findall(r'resource_metadata="([^"]+)"', wanted)
        assert requests.get(there, headers={"Origin": "https://evil.example"}, timeout=60).status_code == 403
        assert requests.get(there, headers={"Host": "evil.example"}, timeout=60).status_code == 421


def test_over_http_a_program_without_a_token_is_led_to_the_login(ada: Player, port: int) -> None:
    """By RFC 9728, as the protocol's clients look for it: from the refusal to the server that gives tokens."""
    with listening(ada, port) as address:
        refusal = requests.post(address, json={}, timeout=60)
        [there] = re.findall(r'resource_metadata="([^"]+)"', refusal.headers["WWW-Authenticate"])
        told = requests.get(there, timeout=60).json()
    assert (refusal.status_code, told["resource"]) == (401, address)
    assert told["authorization_servers"] == [ada.url], "as the server names itself: without a slash at its end"
    assert set(told["scopes_supported"]) == {"match:read", "match:play"}


def test_over_http_the_api_judges_the_token_of_every_request(ada: Player, live: Served, port: int) -> None:
    """The attack: look around with a made-up token, or one that was revoked, or that may not play."""
    me = ada.client().transport.get_me()["account"]
    looking = tokens.issue_token(live.context, me, name="a", scopes=("match:read",)).text
    blind = tokens.issue_token(live.context, me, name="a", scopes=("account:read",)).text
    ended = tokens.issue_token(live.context, me, name="a", scopes=("match:read", "match:play"))
    live.context.store.revoke_token(ended.token.id)
    known = {"Accept": "application/json, text/event-stream"}

    def answer(token: str, method: str) -> requests.Response:
        ask = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {}}
        return requests.post(address, json=ask, headers={**known, "Authorization": f"Bearer {token}"}, timeout=60)

    with listening(ada, port) as address:
        for method in ("initialize", "ping", "tools/list", "tools/call", "no/such"):
            for wrong in ("sp_wrong", ended.text, "x" * 5_000, "\u00fc"):
                refused = answer(wrong, method)
                assert refused.status_code == 401 and wrong not in refused.text
                assert "resource_metadata" in refused.headers["WWW-Authenticate"]
            assert answer(blind, method).status_code == 403
            assert answer(looking, method).status_code not in (401, 403)
        with live.down():
            away = answer(ada.token, "ping")
        assert (away.status_code, ada.token in away.text) == (503, False), "it may be good: nobody has to log in again"
