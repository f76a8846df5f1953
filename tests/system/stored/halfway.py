"""What is left in Redis by an installation that is stopped in the middle of things.

A match whose sealed cards are locked, one of them opened and one not, both of client custody; an answer that is held back; one
whose time comes while nobody runs; a match that is parked because its rules raised an error; a login code that waits to be
mailed. All of these have deadlines of minutes to days, which would be over when a store is read later, so the limits of pace,
hold and codes are a hundred years while it is made; nothing else differs.
"""

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from engine.protocol.canon import b64
from engine.protocol.seal import Opening, commitment
from engine.registry import game_of
from service.accounts.access import login
from service.context import Context
from service.matches import acts, pace
from service.matches.seating import creation, lobby
from tests.given.contexts import account
from tests.system.stored import keep
from workers.resolve.drain import drain_once

FAR = 100 * 365 * 86_400
"""A hundred years in seconds."""
MAIL = "dora@players.example"
HALF_OPENED, HELD, CAME_DUE, PARKED = (keep.MATCH.format(number) for number in range(100, 104))


@contextmanager
def long_waits() -> Iterator[None]:
    """Allow decisions, openings, holds and login codes a hundred years."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(pace, "LONGEST", FAR))
        stack.enter_context(patch.object(pace, "LONGEST_OPENING", FAR))
        stack.enter_context(patch.object(creation, "LONGEST_HOLD", FAR * 1000))
        stack.enter_context(patch.object(login, "CODE_LIFE", FAR * 1000))
        yield


def begun(context: Context, match: str, game: str, hold_seconds: int = 0) -> None:
    """Begin a match of the game's newest rules and deal it."""
    people = [account(context, f"{name}{match[-2:]}") for name in ("Ann", "Ben")]
    rules = next(one for one in keep.newest_rules() if one.partition("@")[0] == game)
    wish = creation.NewMatch(rules=rules, grace=0, hold=hold_seconds * 1000, pace={"kind": "duration", "seconds": FAR})
    creation.create(context, people[0], wish, match)
    lobby.join(context, match, people[1], seat=None, invitation=None)
    drain_once(context)


def half_open(context: Context, match: str) -> Opening:
    """Make a match with locked cards of client custody; return the opening of the seat that has not opened yet."""
    begun(context, match, "kontor")
    openings = []
    record = keep.load(context, match)
    standing = record.table["standing"][0]
    for seat in standing["seats"]:
        opening = Opening(
            v=1, match=match, rules=record.table["rules"], decision=standing["id"], seat=seat, head=standing["head"],
            move=game_of(record.table).moves(record.state or {}, seat, standing["id"])[seat], salt=b64(bytes([seat]) * 32),
        )  # fmt: skip
        openings.append(opening)
        acts.commit(context, record, seat, acts.SeatAct(standing["id"], commitment=commitment(opening)))
    drain_once(context)
    record = keep.load(context, match)
    assert record.table["standing"][0]["phase"] == "opening"
    acts.open_commitment(context, record, 0, acts.SeatAct(standing["id"], opening=openings[0]))
    return openings[1]


def answered(context: Context, match: str, hold_seconds: int) -> None:
    """Make a match in which an answer waits because answers are held back."""
    begun(context, match, "packet-row", hold_seconds)
    record = keep.load(context, match)
    keep.answer(context, record, record.table["standing"][0]["seats"][0], random.Random(1))


def parked(context: Context, match: str) -> None:
    """Make a match that is parked because its rules raise an error."""
    begun(context, match, "kontor")
    record = keep.load(context, match)
    for seat in record.table["standing"][0]["seats"]:
        keep.answer(context, keep.load(context, match), seat, random.Random(seat))
    with patch.object(type(game_of(record.table)), "resolve", side_effect=RuntimeError("a fault of the rules")):
        drain_once(context)
    assert match in context.store.parked()


def make(context: Context) -> Opening:
    """Make all of it; return the opening still to come."""
    with long_waits():
        opening = half_open(context, HALF_OPENED)
        answered(context, HELD, 10 * 365 * 86_400)
        answered(context, CAME_DUE, 2)
        parked(context, PARKED)
        login.request_login(context, MAIL, "192.0.2.1", name="Dora", language="en", zone="Europe/Berlin")
    return opening
