"""``siegelpost bot``: a player that uses only the public API and a token.

It plays the game's own bot from its view, seals on this machine, and opens seals under client custody. Since it can
play whole matches, the API is sufficient.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

import click

from engine.kit.text.particulars import answer_in_words
from engine.protocol.chance import Draws
from engine.registry import OtherData, game_with
from service.cli.player.client import Client, NotAsked
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import Session, connected
from service.cli.player.transport import Refused
from service.cli.table import sealing
from service.cli.table.following import open_kept
from service.cli.table.match_facts import Asked, MatchFacts, match_facts
from service.cli.table.sealing import Custody, reveal_kept
from service.cli.table.turn import custody_in

OVERTAKEN = frozenset({"gone", "locked", "late", "conflict", "stale", "not-running", "not-found", "paused"})
"""Refusals which only mean that the match has moved on."""


@click.command(
    epilog=f"""\b
Examples
  siegelpost bot --token sp_0123…             plays all matches of that account until stopped
  siegelpost bot --once                       plays what is waiting now, then ends

{EXIT_CODES}"""
)
@connected
@click.option("--once", is_flag=True, help="End when nothing is waiting.")
@click.option(
    "--pause",
    type=click.FloatRange(0.05, 3600),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait between looks.",
)
@click.option("--custody", type=click.Choice(["escrow", "client"]), default="escrow", show_default=True)
def bot(session: Session, once: bool, pause: float, custody: Custody) -> None:
    """Let the game's bot play all matches of this account, through the API like any player."""
    try:
        while True:
            if play_waiting(session.client, custody, click.echo) == 0:
                if once:
                    return
                time.sleep(pause)
    except KeyboardInterrupt:
        session.tell("bot-leaves")


def play_waiting(client: Client, custody: Custody, tell: Callable[[str], None]) -> int:
    """Answer everything waiting for this account; return how many answers were accepted."""
    done = reveal_kept(client, None, tell)
    for match in dict.fromkeys(item["match"] for item in client.waiting()):
        facts = match_facts(client.match(match))
        for opened in open_kept(client, facts):
            tell(f"{match[:8]} {opened.line}")
            done += opened.here
        for asked in facts.mine:
            if asked.phase == "open" and not asked.answered and not asked.decision["optional"]:
                done += _answer(client, facts, asked, custody, tell)
    return done


def _answer(client: Client, facts: MatchFacts, asked: Asked, custody: Custody, tell: Callable[[str], None]) -> bool:
    """Answer one decision as the game's bot would; return whether the server accepted it."""
    assert facts.view is not None and facts.seat is not None
    try:
        played = game_with(facts.rules, facts.data, facts.options)
    except OtherData as error:
        raise Failed(f"{error}; name a folder with them in SIEGELPOST_RULE_DATA") from error
    try:
        moves = client.moves(facts.match, asked.id)
        move = played.bot(dict(facts.view), asked.decision, moves, Draws(secrets.token_bytes(32)))
        if asked.decision["sealed"]:
            sealing.seal(
                client,
                facts.match,
                asked.id,
                facts.seat,
                move,
                custody=custody_in(asked, custody),
                replaces=asked.seq,
                seq=asked.next_seq,
            )
        else:
            sealing.answer(client, facts.match, asked.id, facts.seat, move, seq=asked.next_seq)
    except NotAsked:
        return False
    except Refused as error:
        # A listed move that is illegal now was, too: others have answered an offer, say.
        if error.code in OVERTAKEN or (error.code == "illegal-move" and move in moves):
            return False
        raise
    said = answer_in_words(played.words, move, "en", kind=asked.decision["kind"], names=facts.names)
    tell(f"{facts.match[:8]} {asked.id}: {said}")
    return True
