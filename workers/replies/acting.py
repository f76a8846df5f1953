"""Doing what a mail asks for: acts of its seat, under openings made here, each noted before it is sent to the store.

Nothing is done unless all of it is clear. The note holds commitments alone, which give nothing away; when the same mail comes
again, a commitment that the match has seen is an act that counted, whatever became of the process that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.contract import Language, Move
from engine.kit.wording import answer_in_words
from engine.match.standing import opening_around
from engine.match.step import Standing
from engine.protocol.canon import canonical
from engine.protocol.seal import Opening, commitment_of
from engine.registry import game_of
from service.context import Context
from service.matches import acts
from service.matches.errors import ActError
from service.matches.numbering import Numbered, asked_in
from service.matches.receipts import Acted, receipt_of
from service.signing import new_seed
from service.store.records import Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.replies.address import ReplyAddress
from workers.replies.grammar import NotUnderstood, Order, Picks, parse

Trouble = Literal["stale", "not-understood", "ambiguous", "wait-alone", "over", "no-replies"]
"""Why nothing of a mail was done."""
LANGUAGES: tuple[Language, ...] = ("en", "de")
TRIES = 5


@dataclass(frozen=True)
class Done:
    """What one choice came to: the act with its opening, that it had counted ``before``, or why it was ``refused``.

    ``standing`` and ``move`` are ``None`` where they are not known any more.
    """

    standing: Standing | None
    move: Move | None
    act: Literal["sealed", "answered", "taken-back", "before", "refused"]
    acted: Acted | None = None
    opening: Opening | None = None
    commitment: str = ""
    refused: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a whole mail came to. ``record`` is the match afterwards; ``line`` the one that was not understood."""

    record: Record
    done: Sequence[Done] = ()
    trouble: Trouble | None = None
    line: str = ""
    orders: frozenset[Order] = frozenset()
    asked: Sequence[Numbered] = field(default_factory=tuple)


Note = Callable[[dict[str, str]], None]
"""Remembers commitments by decision, durably, before the acts with them are sent."""


def carry_out(
    context: Context, record: Record, address: ReplyAddress, lines: Sequence[str], before: ReplyNote, note: Note
) -> Outcome:
    """Do what the lines ask for, or nothing; ``before`` is what is remembered of this very mail."""
    seat = address.seat
    counted = _counted(context, record.match, before)
    asked = asked_in(record, seat, address.asked, whole=address.whole)
    if record.table["status"] != "running":
        return Outcome(record, _repeated(record, counted), None if counted else "over")
    wanted = parse(lines, names_of_choices(record, asked or ()))
    if asked is None or (not asked and not isinstance(wanted, NotUnderstood) and "undo" in wanted.orders):
        only = isinstance(wanted, Picks) and not wanted.numbers and not wanted.orders & {"undo", "wait"}
        orders = wanted.orders if isinstance(wanted, Picks) else frozenset[Order]()
        return Outcome(record, _repeated(record, counted), None if counted or only else "stale", orders=orders)
    if isinstance(wanted, NotUnderstood):
        return Outcome(record, trouble="not-understood", line=wanted.line, asked=asked)
    picked = [(one, move) for number in wanted.numbers for one in asked if (move := one.move(number)) is not None]
    trouble = _unclear(picked, wanted)
    if trouble is not None:
        return Outcome(record, trouble=trouble, orders=wanted.orders, asked=asked)
    if "undo" in wanted.orders:
        done = [_take_back(context, record, seat, one.standing) for one in asked if one.standing["sealed"]]
        done = done or [Done(None, None, "refused", refused="nothing-sealed")]
    else:
        done = _act(context, record, seat, picked, counted, note, wait="wait" in wanted.orders)
    after = context.store.load(record.match) or record
    return Outcome(after, done, orders=wanted.orders, asked=asked)


def names_of_choices(record: Record, asked: Sequence[Numbered]) -> dict[int, list[str]]:
    """Return by number what the choices are called: as letters list them in each language, and in a word where that says all."""
    words = game_of(record.table).words
    players = [seat["name"] for seat in record.table["seats"]]
    found: dict[int, list[str]] = {}
    for one in asked:
        kind = one.standing["kind"]
        for place, move in enumerate(one.moves):
            names = [answer_in_words(words, move, lang, kind=kind, names=players) for lang in LANGUAGES]
            found[one.first + place] = [*names, *_short_names(move)]
    return found


def _short_names(move: Move) -> list[str]:
    """Return ``pass`` for a move that has nothing but its type, ``play 36`` for one with a card besides."""
    kind, card = move.get("type"), move.get("card")
    if set(move) == {"type"}:
        return [str(kind)]
    if set(move) == {"type", "card"} and isinstance(card, str):
        number = card[1:].lstrip("0") if card[1:].isdigit() else card
        return [f"{kind} {card}", f"{kind} {number}"]
    return []


def _unclear(picked: Sequence[tuple[Numbered, Move]], wanted: Picks) -> Trouble | None:
    decisions = [one.standing["id"] for one, _ in picked]
    if len(set(decisions)) < len(decisions) or ("undo" in wanted.orders and (picked or "wait" in wanted.orders)):
        return "ambiguous"
    return "wait-alone" if "wait" in wanted.orders and not picked else None


def _counted(context: Context, match: str, before: ReplyNote) -> dict[str, str]:
    """Return which of the acts that this mail was about to make the match has taken, by decision."""
    made = list(before.commitments.items())
    seen = context.store.seen(match, [commitment for _, commitment in made]) if made else []
    return {decision: commitment for (decision, commitment), known in zip(made, seen, strict=True) if known}


def _repeated(record: Record, counted: dict[str, str]) -> list[Done]:
    """Return what a mail that comes again had done, where its questions are gone."""
    by_id = {one["id"]: one for one in record.table["standing"]}
    return [Done(by_id.get(one), None, "before", commitment=made) for one, made in counted.items()]


def _act(
    context: Context,
    record: Record,
    seat: int,
    picked: Sequence[tuple[Numbered, Move]],
    counted: dict[str, str],
    note: Note,
    *,
    wait: bool,
) -> list[Done]:
    openings: dict[str, Opening] = {}
    for one, move in picked:
        if one.standing["id"] not in counted:
            openings[one.standing["id"]] = opening_around(record.table, one.standing, seat, move, new_seed())
    commitments = {decision: commitment_of(canonical(opening)) for decision, opening in openings.items()}
    if commitments:
        note({**counted, **commitments})
    found = []
    for one, move in picked:
        decision = one.standing["id"]
        if decision in counted:
            found.append(_had_counted(context, record, seat, one.standing, move, counted[decision]))
        else:
            found.append(_act_on(context, record, seat, one.standing, openings[decision], wait=wait))
    return found


def _had_counted(context: Context, record: Record, seat: int, standing: Standing, move: Move, commitment: str) -> Done:
    act = record.acts.get((standing["id"], seat))
    if act is None or act.commitment != commitment:
        return Done(standing, None, "before", commitment=commitment)
    receipt, signature = receipt_of(context, record.table, act)
    return Done(standing, move, "before", Acted(act, receipt, signature, None, False, None), commitment=commitment)


def _act_on(context: Context, record: Record, seat: int, standing: Standing, opening: Opening, *, wait: bool) -> Done:
    move, decision = opening["move"], standing["id"]
    for _ in range(TRIES):
        act = record.acts.get((decision, seat))
        replaces = 0 if act is None else act.seq
        try:
            if standing["sealed"]:
                acted = acts.commit(
                    context, record, seat, decision, opening=opening, replaces=replaces, wait=wait, held_by="mail"
                )
            else:
                acted = acts.answer(
                    context,
                    record,
                    seat,
                    decision,
                    None,
                    opening=opening,
                    replaces=replaces,
                    token=None,
                    held_by="mail",
                )
        except ActError as error:
            if error.code != "stale":
                return Done(standing, move, "refused", refused=error.code)
            record = context.store.load(record.match) or record
            continue
        if acted.closes is not None and acted.closes <= acted.act.received:
            wake(context.settings.queue_url, "resolve", record.match)
        kind: Literal["sealed", "answered"] = "sealed" if standing["sealed"] else "answered"
        return Done(standing, move, kind, acted, opening, acted.act.commitment or "")
    return Done(standing, move, "refused", refused="stale")


def _take_back(context: Context, record: Record, seat: int, standing: Standing) -> Done:
    act = record.acts.get((standing["id"], seat))
    if act is None or act.commitment is None:
        return Done(standing, None, "refused", refused="nothing-sealed")
    try:
        acted = acts.withdraw(context, record, seat, standing["id"], replaces=act.seq, token=None)
    except ActError as error:
        return Done(standing, None, "refused", refused=error.code)
    return Done(standing, None, "taken-back", acted)


__all__ = ["Done", "Outcome", "Trouble", "carry_out", "names_of_choices"]
