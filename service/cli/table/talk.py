"""``siegelpost say``: talk to the whole table, or confer with a partner while the rules let you; and read what was said.

What partners say is checked against the log; what is said to the whole table is in no log (docs/talk.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

import click

from engine.contract import Language
from engine.kit.text.phrases import book_of
from engine.protocol.talk import LONGEST_TEXT, holds
from service.cli.player.answers import answer
from service.cli.player.client import Client
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.match_facts import MatchFacts, match_facts, plain
from service.cli.table.ownlog import OwnLog, Tampered


@click.command(
    epilog=f"""\b
Examples
  siegelpost say 018f7c2e Good luck!
  siegelpost say 018f7c2e                                           what was said at the table
  siegelpost say 018f7c2e I take the quay, leave me the ship         to your partner, while you may confer

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.argument("text", nargs=-1)
@click.option(
    "--all", "to_all", is_flag=True, help="To everybody at the table, also while you may confer with a partner."
)
@click.option("--channel", metavar="ID", help="Which channel, if several of yours are open.")
@click.option("--json", "as_json", is_flag=True, help="Print what was said as the server keeps it.")
def say(session: Session, match: str, text: tuple[str, ...], to_all: bool, channel: str | None, as_json: bool) -> None:
    """Say TEXT to everybody at the table of MATCH; or to your partner, while the rules let you confer.

    What you tell a partner becomes public at the end of the match. What you say to the table can be deleted there, and is
    deleted 30 days after the end. Without TEXT, what was said at the table is printed.
    """
    words = " ".join(text).strip()
    facts = match_facts(session.client.match(session.client.find(match)), session.language)
    if not text:
        for one in remarks(session.client, facts.match):
            click.echo(json.dumps(one, sort_keys=True) if as_json else remark_line(one, session.language))
        return
    if not 0 < len(words) <= LONGEST_TEXT:
        raise click.BadParameter(f"a message has 1 to {LONGEST_TEXT} characters", param_hint="TEXT")
    confers = not to_all and (channel is not None or facts.raw["channels"] or facts.raw["talk"]["state"] == "silent")
    if confers:
        said = send(session.client, facts.match, channel_of(facts, channel), words)
    else:
        said = cast(dict[str, Any], session.client.own.say_at_table(facts.match, {"text": words}))
    if as_json:
        click.echo(json.dumps(said, sort_keys=True))
        return
    session.tell("told" if confers else "told-all")


def remark_line(remark: Mapping[str, Any], language: Language) -> str:
    """Return something said to the whole table as a line; a reaction in the reader's language, or by a newer server's name."""
    key = f"react-{remark['reaction']}"
    known = book_of("service.cli", language).knows(f"answers.{key}")
    said = answer(language, key) if known else plain(remark["reaction"] or remark["text"])
    return f"{plain(remark['name'])}: {said}"


class Overheard:
    """The talk of the whole table while somebody follows a match."""

    def __init__(self, client: Client, facts: MatchFacts, *, from_start: bool) -> None:
        self._client, self._match = client, facts.match
        self._changes = 0 if from_start else int(facts.raw["talk"]["changes"])
        self._last = 0 if from_start else max((one["id"] for one in remarks(client, facts.match)), default=0)

    def new(self, facts: MatchFacts) -> list[dict[str, Any]]:
        """Return what was said since the last call. It asks the server only if something was said or erased."""
        changes = int(facts.raw["talk"]["changes"])
        if changes == self._changes:
            return []
        self._changes = changes
        found = list(remarks(self._client, self._match, self._last))
        self._last = found[-1]["id"] if found else self._last
        return found


def remarks(client: Client, match: str, after: int = 0) -> Iterator[dict[str, Any]]:
    """Yield what was said to the whole table after a remark, as far as this player may read it."""
    following: int | None = after
    while following is not None:
        page = cast(dict[str, Any], client.transport.list_talk(match, after=following))
        yield from page["remarks"]
        following = page["next"]


def channel_of(facts: MatchFacts, wished: str | None) -> str:
    """Return the id of the channel to talk in; :raises Failed: if there is none, or several and none is named."""
    mine = [str(one["id"]) for one in facts.raw["channels"]]
    if wished is not None:
        return wished
    if len(mine) == 1:
        return mine[0]
    if not mine:
        raise Failed("you cannot talk to your partner now: the rules open a channel only at certain times")
    raise Failed("several of your channels are open: give --channel with one of " + ", ".join(mine))


def send(client: Client, match: str, channel: str, text: str) -> dict[str, Any]:
    """Send a message; return it as the server stored it."""
    return cast(dict[str, Any], client.own.send_message(match, {"channel": channel, "text": text}))


def messages(client: Client, own: OwnLog, after: int = 0, *, unsaid: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the messages that this player may read beyond entry ``after`` of the local log.

    :param unsaid: whether to end with the player's own messages that are in no log: pending, or refused because the channel had
        closed.
    :raises Tampered: when a text does not match the log's commitment.
    """
    following: int | None = after
    while following is not None:
        page = cast(dict[str, Any], client.transport.list_messages(own.match, after=following))
        for one in page["messages"]:
            if one["n"] > own.n:
                return
            entry = own.entries[one["n"] - 1]
            rightly = (one["seat"], one["channel"]) == (entry["body"].get("from"), entry["body"].get("channel"))
            if entry["type"] != "said" or not rightly or not holds(own.match, entry["body"], one["salt"], one["text"]):
                raise Tampered(own.match, one["n"], "the server shows another message than the one it committed to")
            yield one
        following = page["next"]
        if unsaid and following is None:
            yield from page["unsaid"]


def heard(client: Client, own: OwnLog, after: int) -> dict[int, str]:
    """Return the readable texts of ``said`` entries beyond ``after``, by entry. It asks the server only if there are any."""
    if not any(entry["type"] == "said" for entry in own.entries[after:]):
        return {}
    return {one["n"]: one["text"] for one in messages(client, own, after)}


def show_talk(session: Session, facts: MatchFacts) -> None:
    """Print the messages in open channels, and how to send one; nothing if the rules demand silence."""
    mine = {one["id"] for one in facts.raw["channels"]}
    if not mine:
        return
    for one in messages(session.client, session.client.log(facts.match)):
        if one["channel"] in mine:
            session.console.print(f"{facts.names[one['seat']]}: {plain(one['text'])}")
    session.tell("may-confer", match=facts.match[:8])
