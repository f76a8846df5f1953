"""Answers given ahead through a letter, and withdrawal of an answer that was sealed through a letter's link.

Answers ahead are standing orders of the seat for those questions alone (:mod:`engine.kit.ahead`). A seat has one document of
standing orders, sealed to the workers, so answers ahead replace the one in force, wherever it was set; callers tell the
player. The store remembers the answer that came with them. Changing or withdrawing that answer cancels them, but leaves orders
given elsewhere alone.

An answer can be withdrawn until it is opened, and only by the person who sealed it: the page with the receipt contains a text
that identifies the act, and only that browser has it. The letter does not contain the text. If the answer was changed since,
at the table or by mail, the text no longer identifies it.
"""

import hmac
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from engine.contract import Language, Move, Orders
from engine.kit.ahead import Ahead, Wishes, ahead_of, orders_ahead
from engine.match.table import Standing
from engine.protocol.acts import ORDERS
from engine.protocol.canon import b64, canonical, tagged_hash
from engine.protocol.seal import order_commitment
from engine.registry import game_of
from service.choices.answering import TRIES, WHY, Asked, Shut, find
from service.context import Context
from service.keys.signing import Links
from service.matches import acts
from service.matches.changes import OVERTAKEN, tries_of_act
from service.matches.errors import ActError
from service.matches.orders import NewOrders, orders_in_force, orders_seq, set_orders
from service.matches.receipts import Acted, receipt_of
from service.matches.seat_keys import has_key
from service.store.records import Record

CONFLICT = "other orders were set at the same moment"


@dataclass(frozen=True)
class SaidAhead:
    """Orders set by a letter: the act with its receipt, their document and salt, and whether they replaced others."""

    acted: Acted
    document: dict[str, object] | None
    replaced: bool


def may_say_ahead(record: Record, seat: int, standing: Standing, move: Move, language: Language) -> list[Ahead]:
    """Return what may be said ahead with a move; empty for a seat that signs its orders, which a letter cannot."""
    game = game_of(record.table)
    if record.state is None or has_key(record.table, seat) or game.rules.orders is None:
        return []
    return ahead_of(game, record.state, seat, standing["id"], move, language)


def orders_of(record: Record, seat: int, standing: Standing, move: Move, wishes: Wishes) -> Orders:
    """Return the orders for these wishes; :raises ValueError: for wishes that :func:`may_say_ahead` does not offer."""
    assert record.state is not None
    return orders_ahead(game_of(record.table), record.state, seat, standing["id"], move, wishes)


def say_ahead(
    context: Context,
    record: Record,
    seat: int,
    standing: Standing,
    orders: Orders,
    salt: bytes,
    *,
    mailed: bool = False,
) -> SaidAhead:
    """Set the orders from :func:`orders_of`; repeating it with the same salt changes nothing. ``mailed``: they come by
    mail.

    :raises ActError: ``illegal``, ``full``, ``gone``, or ``conflict`` where others are set again and again meanwhile.
    """
    for now in tries_of_act(context, record, seat):
        act = orders_in_force(now, seat)
        elsewhere = act is not None and act.beside is None
        new = NewOrders(orders, replaces=orders_seq(now, seat), salt=salt, beside=standing["id"], mailed=mailed)
        try:
            acted, document = set_orders(context, now, seat, new)
        except ActError as error:
            if error.code not in OVERTAKEN:
                raise
        else:
            return SaidAhead(acted, document, elsewhere and acted.stored)
    raise ActError("conflict", CONFLICT)


def say_with(context: Context, asked: Asked, move: Move, wishes: Wishes, acted: Acted, once: str) -> SaidAhead | None:
    """Set answers ahead after a form gave the choice; the same form again neither repeats them nor overrides later
    orders.

    :param once: random text of the submitted form (:func:`service.choices.answering.choose`).
    :returns: None if other orders set since the form was first sent are in force.
    :raises ActError: as :func:`say_ahead`.
    """
    *_, record = islice(tries_of_act(context, asked.record, asked.seat), 2)  # as it stands, if the seat is still theirs
    orders = orders_of(asked.record, asked.seat, asked.standing, move, wishes)
    salt = hmac.digest(once.encode(), tagged_hash("siegelpost/ahead/v1", canonical(orders)), "sha256")
    act = record.acts.get((ORDERS, asked.seat))
    if not acted.stored and act is not None and act.received >= acted.act.received:
        if act.commitment != order_commitment(orders, salt):
            return None
        document: dict[str, object] = {"order": orders, "salt": b64(salt)}
        receipt, signature = receipt_of(context, record.table, act)
        return SaidAhead(Acted(act, receipt, signature, None, False, None), document, False)
    return say_ahead(context, record, asked.seat, asked.standing, orders, salt)


def end_ahead(
    context: Context, record: Record, seat: int, standing: Standing, move: Move | None = None
) -> Acted | None:
    """End what a letter said ahead with an answer to this question, or to an earlier one if ``move`` could have had
    such words.

    :returns: the act, or None if there is nothing to end: orders from elsewhere are left alone.
    :raises ActError: as the store refuses.
    """
    for now in tries_of_act(context, record, seat):
        act = orders_in_force(now, seat)
        if act is None or act.beside is None:
            return None
        if act.beside != standing["id"] and (move is None or not may_say_ahead(now, seat, standing, move, "en")):
            return None
        try:
            return set_orders(context, now, seat, NewOrders(None, replaces=orders_seq(now, seat)))[0]
        except ActError as error:
            if error.code not in OVERTAKEN:
                raise
    raise ActError("conflict", CONFLICT)


BACK = "choice-back"
AGAIN = "choice-again"


@dataclass(frozen=True)
class Given:
    """An answer given with a link: the number of the act, and the log's length at that time.

    ``decision`` is the answered decision, if sealed; empty for an open answer, which counts at once.
    """

    seq: int
    n: int
    decision: str


def may_take_back(links: Links, link: str, given: Given) -> str:
    """Return the text that permits taking back an act about the link's question; its holder is also told the outcome."""
    return links.make(BACK, {"link": link, "seq": given.seq, "n": given.n, "decision": given.decision})


def given_with(links: Links, link: str, text: str) -> Given | None:
    """Return the answer to the link's question that the text identifies, or None."""
    read = links.read(BACK, text) if text else None
    if read is None or read["link"] != link or not isinstance(read.get("n"), int):
        return None
    return Given(read["seq"], read["n"], read.get("decision", ""))


def may_answer_again(links: Links, link: str, seq: int) -> str:
    """Return the text that permits answering after the act with this number, which took an answer back."""
    return links.make(AGAIN, {"link": link, "seq": seq})


def answers_after(links: Links, link: str, text: str) -> int:
    """Return the act after which the text permits answering; 0, for a first answer, without such a text."""
    return _named(links, AGAIN, link, text)


def sealed_by(context: Context, link: str, text: str) -> Asked | None:
    """Return the question whose current sealed answer the text permits taking back, or None."""
    seq, found = _named(context.links, BACK, link, text), find(context, link)
    if not seq or isinstance(found, Shut) or not found.standing["sealed"]:
        return None
    act = found.record.acts.get((found.standing["id"], found.seat))
    return found if act is not None and act.commitment is not None and act.seq == seq else None


def take_back(context: Context, link: str, text: str) -> tuple[Asked, str] | Shut:
    """Take the answer back; return the question with the text that permits answering again, or why nothing was done."""
    seq = _named(context.links, BACK, link, text)
    for _ in range(TRIES):
        found = find(context, link)
        if isinstance(found, Shut):
            return found
        if not seq or not found.standing["sealed"]:
            return Shut("answered", found.account, found.record)
        try:
            done = acts.withdraw(context, found.record, found.seat, acts.SeatAct(found.standing["id"], replaces=seq))
            break
        except ActError as error:
            if error.code != "stale":
                return Shut(WHY.get(error.code, "moved-on"), found.account, found.record)
    else:
        return Shut("moved-on", found.account, found.record)
    # What was said with the answer about what may follow goes with it; the answer is taken back whatever becomes of that.
    with suppress(ActError):
        end_ahead(context, found.record, found.seat, found.standing)
    return found, may_answer_again(context.links, link, done.act.seq)


def _named(links: Links, purpose: str, link: str, text: str) -> int:
    read = links.read(purpose, text) if text else None
    return read["seq"] if read is not None and read["link"] == link else 0
