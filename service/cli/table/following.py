"""``siegelpost watch``: tells what happens in a match, and opens in time what this machine sealed under client custody."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import click

from engine.contract import Language
from engine.protocol.canon import canonical
from engine.protocol.log import Entry
from service.cli.player.answers import said
from service.cli.player.client import Client
from service.cli.player.exits import EXIT_CODES
from service.cli.player.session import MatchId, Session, connected
from service.cli.table import sealing
from service.cli.table.match_facts import MatchFacts, match_facts
from service.cli.table.narration import Overheard, Teller, heard, remark_line

LONG_POLL = 25
"""How long one request waits for news, in seconds."""


def follow(
    session: Session, facts: MatchFacts, decision: str | None, patience: float, *, until_asked: bool = False
) -> bool:
    """Tell what happens until the decision is resolved (None = until the match is closed) or the time is up.

    With ``until_asked`` it also ends when something waits for this player. Opens what this machine committed to under client
    custody as soon as it is locked. Returns whether the end was seen.
    """
    client = session.client
    own = client.log(facts.match)
    teller = Teller(
        facts.rules, facts.names, session.language, data=facts.data, taken_over=facts.taken_over, seat=facts.seat
    )
    until = time.monotonic() + patience
    seen, now = facts.n, facts
    while True:
        teller.hear(heard(client, own, seen))
        new, seen = own.entries[seen:], own.n
        for entry in new:
            for line in teller.tell(entry):
                session.console.print(line)
        if own.closed or any(_resolves(entry, decision) for entry in new):
            return True
        if until_asked and any(one.waits for one in now.mine):
            return True
        left = until - time.monotonic()
        if left <= 0:
            return False
        # What is heard may be newer than the facts, and then nothing is waited for: the question may stand already.
        now = match_facts(
            client.match(facts.match, after=now.n, wait=max(1, min(LONG_POLL, round(left)))), session.language
        )
        for opened in open_kept(client, now, session.language):
            session.console.print(opened.line)
        client.witness.news(facts.match)


@dataclass(frozen=True)
class Opened:
    """A decision that waited for this player's opening; ``here``: the opening was on this machine and has been sent."""

    line: str
    here: bool


def open_kept(client: Client, facts: MatchFacts, language: Language = "en") -> Iterator[Opened]:
    """Open seals of this machine that must be opened now; yield what was done."""
    for asked in facts.mine:
        if facts.seat not in asked.awaited or asked.mine is None or asked.mine["opened"]:
            continue
        assert facts.seat is not None
        if sealing.open_kept(client, facts.match, asked.id, facts.seat) is not None:
            yield Opened(said(language, "opened", decision=asked.id), True)
        else:
            yield Opened(said(language, "opening-missing", decision=asked.id), False)


def _resolves(entry: Entry, decision: str | None) -> bool:
    return decision is not None and entry["type"] == "resolved" and entry["body"]["decision"] == decision


@click.command(
    epilog=f"""\b
Examples
  siegelpost watch 018f7c2e            from now on, until the match is over or Ctrl-C
  siegelpost watch 018f7c2e --all      from the beginning

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.option("--all", "from_start", is_flag=True, help="Begin with what has already happened.")
@click.option("--once", is_flag=True, help="Print what there is and end, without waiting for more.")
@click.option("--json", "as_json", is_flag=True, help="Print the log's entries as JSON Lines.")
def watch(session: Session, match: str, from_start: bool, once: bool, as_json: bool) -> None:
    """Follow MATCH as it happens, with what is said to the whole table.

    What you sealed under client custody is opened when the time comes.
    """
    client = session.client
    whole = client.find(match)
    facts = match_facts(client.match(whole), session.language)
    own = client.log(whole)
    teller = Teller(
        facts.rules, facts.names, session.language, data=facts.data, taken_over=facts.taken_over, seat=facts.seat
    )
    seen = 0 if from_start else own.n - own.closed  # of a match that is over, at least its end is told
    table = Overheard(client, facts, from_start=from_start)
    try:
        while True:
            lines: list[tuple[str, str]] = []
            if not as_json:
                teller.hear(heard(client, own, seen))
                lines = [(one["at"], remark_line(one, session.language)) for one in table.new(facts)]
            for entry in own.entries[seen:]:
                told = [canonical(entry).decode()] if as_json else teller.tell(entry)
                lines += [(entry["at"], line) for line in told]
            for _, line in sorted(lines, key=lambda one: one[0]):
                click.echo(line)
            seen = own.n
            if once or own.closed:
                return
            # The log may be newer than the facts: a lock that it told would wait a whole long poll to be opened.
            talk = None if as_json else facts.raw["talk"]["changes"]
            facts = match_facts(client.match(whole, after=facts.n, wait=LONG_POLL, talk=talk), session.language)
            teller.rename(facts.names, facts.taken_over)
            for opened in open_kept(client, facts, session.language):
                click.echo(opened.line, err=as_json)
            client.witness.news(whole)
    except KeyboardInterrupt:
        session.tell("goes-on")
