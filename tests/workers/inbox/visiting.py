"""How often people come, and how many mails go, in a match played by answering letters alone, without and with what follows.

Everybody answers as the game's bot would. With ``ahead`` they also say behind their choice what may follow, as letters print it.
A visit is an answer, or several by the same person with nobody else's between. ``python -m tests.workers.inbox.visiting``
prints a table of all games.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import redis

from engine.kit.ahead import Ahead
from engine.match.asking import decision_of
from engine.match.table import Standing
from engine.protocol.chance import Draws
from engine.registry import game_of
from service.choices.ahead import may_say_ahead
from service.matches.numbering import Numbered, asked_in, digest_of
from service.store.records import Account
from tests.given.undrawn import draw_nothing
from tests.servers.redis_server import RedisServer
from tests.workers.inbox import corresponding
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence
from tests.workers.mail.post_office import text_of
from workers.inbox.naming import MOST
from workers.mail.reply_address import read_address

MATCHES: Sequence[tuple[str, int, dict[str, Any]]] = (
    ("kontor", 2, {"preset": "goldsieber-pro", "round_limit": 8}),
    ("kontor", 2, {"preset": "tilsit", "round_limit": 8}),
    ("packet-row", 3, {}),
    ("anno-1701", 2, {"turn_limit": 20}),
    ("seafarers", 5, {"preset": "fuenf-inseln-5", "turn_limit": 20}),
)
ONE_SAYS_ALL = ("decline", "reject", "able", "nothing")
"""Wishes that leave nothing to ask; where there is none, all are wished in their order."""
MOST_STEPS = 5_000


@dataclass
class Count:
    """What a match took. ``decisions`` are those that people answered, by kind; ``asking`` letters ask something, ``answers``
    answer a mail, ``along`` of these ask what is next, ``other`` letters tell something; ``rounds`` are rounds, or turns."""

    decisions: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    visits: int = 0
    sent: int = 0
    asking: int = 0
    answers: int = 0
    along: int = 0
    other: int = 0
    verdict: str = ""

    def line(self) -> str:
        """Return the figures as a line."""
        kinds = ", ".join(f"{kind} {many}" for kind, many in self.decisions.most_common())
        letters = f"{self.asking + self.other:4} letters ({self.asking} ask), {self.answers} answers to mails ({self.along} ask)"
        return f"{self.rounds:3} rounds {self.visits:4} visits {letters}; answered by people: {kinds}; {self.verdict}"


def played(post: Correspondence, *, ahead: bool) -> Count:
    """Play the match that was begun to its end."""
    count, whims, last = Count(), Draws(bytes(32)), -1
    for _ in range(MOST_STEPS):
        if post.record.table["status"] == "closed":
            break
        seat, standing = _next(post, last)
        player = post.players[seat]
        line = _line(post, seat, standing, whims, ahead=ahead)
        code, said = post.answer(player, line)
        assert code == 250, said
        answer = text_of(post.last_to(player))
        assert "Sealed" in answer or "Answered" in answer, f"{line}\n{answer}"
        count.decisions[standing["kind"]] += 1
        count.sent += 1
        count.along += post.is_asked(player)
        count.visits += seat != last
        last = seat
        post.go_on()
    for letter in post.office.letters:
        kind = _kind(letter)
        setattr(count, kind, getattr(count, kind) + 1)
    state = post.record.state or {}
    count.rounds = state.get("round") or state.get("turn") or 0
    count.verdict = post.verdict().verdict
    return count


def _kind(letter: EmailMessage) -> str:
    if str(letter["Auto-Submitted"]) == "auto-replied":
        return "answers"
    address = read_address(str(letter["Reply-To"]), HOST)
    asks = address is not None and address.asked_nothing_at is None and address.asked != digest_of([])
    return "asking" if asks else "other"


def _next(post: Correspondence, last: int) -> tuple[int, Standing]:
    """Return who answers next, and what: whoever is there already, if anything is asked of them."""
    record = post.record
    open_ones = [
        (seat, one)
        for one in record.table["standing"]
        for seat in one["seats"]
        if not one["optional"] and (one["id"], seat) not in record.acts
    ]
    return next((one for one in open_ones if one[0] == last), open_ones[0])


def _line(post: Correspondence, seat: int, standing: Standing, whims: Draws, *, ahead: bool) -> str:
    record, game = post.record, game_of(post.record.table)
    assert record.state is not None
    listed = listed_in(post, post.players[seat], seat, standing)
    decision, offered = decision_of(standing), list(listed.moves)
    wanted = game.bot(game.view(record.state, seat), decision, game.moves(record.state, seat, decision["id"]), whims)
    place = offered.index(wanted) if wanted in offered else 0
    said = may_say_ahead(record, seat, standing, offered[place], "en") if ahead else []
    return " ".join([str(listed.first + place), *(f"{one.keywords[0]} {_wishes(one)}" for one in said)])


def listed_in(post: Correspondence, player: Account, seat: int, standing: Standing) -> Numbered:
    """Return the question as the last letter to a player numbers it."""
    address = read_address(str(post.last_to(player)["Reply-To"]), HOST)
    assert address is not None, f"{player.name} is asked {standing['id']} by no letter"
    asked = asked_in(post.record, seat, address.asked, whole=address.whole)
    assert asked is not None
    return next(one for one in asked if one.standing["id"] == standing["id"])


def _wishes(one: Ahead) -> str:
    short = next((wish for wish in one.wishes if wish.name in ONE_SAYS_ALL), None)
    return " ELSE ".join(wish.called or wish.words for wish in ([short] if short else one.wishes[:MOST]))


def table() -> None:
    """Print what matches of all games take."""
    with pytest.MonkeyPatch.context() as patched, tempfile.TemporaryDirectory() as data, ExitStack() as ends:
        server = RedisServer(Path(data))
        server.start()
        ends.callback(server.stop)
        draw_nothing(patched)
        for rules, seats, options in MATCHES:
            for ahead in (False, True):
                with redis.Redis.from_url(server.url) as client:
                    client.flushall()
                with tempfile.TemporaryDirectory() as folder, correspondence(server.url, Path(folder)) as post:
                    # What is drawn depends on the seed and on the match's id.
                    patched.setattr("service.matches.seating.creation.new_seed", lambda: bytes(range(32)))
                    patched.setattr(corresponding, "new_match_id", lambda: str(UUID(int=24)))
                    post.begin(rules, seats, options=options, hold=0)
                    print(rules, options, "with" if ahead else "without", played(post, ahead=ahead).line(), flush=True)


if __name__ == "__main__":
    table()
