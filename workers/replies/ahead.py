"""What a mail says with a choice about what may follow: its words, and doing it (:mod:`service.choices.ahead`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.contract import Move
from engine.protocol.acts import ORDERS
from engine.protocol.seal import order_commitment
from service.choices.ahead import end_ahead, may_say_ahead, orders_of, say_ahead
from service.context import Context
from service.matches.errors import ActError
from service.matches.numbering import Numbered
from service.signing import new_seed
from service.store.records import Record
from workers.mail.ahead import wished
from workers.replies.offered import LANGUAGES, Offered
from workers.replies.outcome import Done, Note
from workers.replies.wishes import Said, Vocabulary


def vocabulary_of(record: Record, seat: int, choices: Offered) -> Callable[[int], Vocabulary]:
    """Return what gives the words that may be said with the choice of a number, in every language."""

    def words(number: int) -> Vocabulary:
        choice = choices.find(number)
        if choice is None:
            return Vocabulary()
        one, move = choice
        offered = [may_say_ahead(record, seat, one.standing, move, language) for language in LANGUAGES]
        return Vocabulary.of([part for parts in offered for part in parts])

    return words


def follow(
    context: Context,
    record: Record,
    seat: int,
    picked: Sequence[tuple[Numbered, Move]],
    ahead: Sequence[tuple[tuple[Numbered, Move] | None, Said]],
    counted: Mapping[str, str],
    done: Sequence[Done],
    note: Note,
) -> list[Done]:
    """Do what a mail says with its choices, once they count; a choice with which nothing is said ends what was said before."""
    found: list[Done] = []
    for (one, move), act in zip(picked, done, strict=True):
        if act.act == "refused":
            continue
        said = next((wishes for choice, wishes in ahead if choice == (one, move)), None)
        if said is None:
            found += end(context, record, seat, one, move)
        elif ORDERS in counted:
            found.append(Done(None, None, "before", commitment=counted[ORDERS]))
        else:
            made = {each.standing["id"]: each.commitment for each in done if each.standing and each.commitment}
            found.append(_say(context, record, seat, one, move, said, {**counted, **made}, note))
    return found


def end(context: Context, record: Record, seat: int, one: Numbered, move: Move | None = None) -> list[Done]:
    """End what a letter said with an answer to this question, or one that ``move`` answers anew, if that stands.

    What was said for an earlier round only has lapsed with it: it is ended, and worth no word.
    """
    said = record.acts.get((ORDERS, seat))
    lapsed = (
        said is not None
        and said.beside != one.standing["id"]
        and not any(
            part.lasting for part in ([] if move is None else may_say_ahead(record, seat, one.standing, move, "en"))
        )
    )
    try:
        acted = end_ahead(context, record, seat, one.standing, move)
    except ActError as error:
        return [Done(one.standing, None, "refused", refused=error.code, wishes={})]
    return [] if acted is None else [Done(one.standing, None, "lapsed" if lapsed else "ended", acted)]


def _say(
    context: Context,
    record: Record,
    seat: int,
    one: Numbered,
    move: Move,
    wishes: Said,
    made: Mapping[str, str],
    note: Note,
) -> Done:
    words = {language: wished(record, seat, one.standing, move, wishes, language) for language in LANGUAGES}
    orders, salt = orders_of(record, seat, one.standing, move, wishes), new_seed()
    note({**made, ORDERS: order_commitment(orders, salt)})
    try:
        said = say_ahead(context, record, seat, one.standing, orders, salt, mailed=True)
    except ActError as error:
        return Done(one.standing, move, "refused", refused=error.code, wishes={})
    return Done(one.standing, move, "ahead", said.acted, wishes=words, replaced=said.replaced, order=said.document)


__all__ = ["end", "follow", "vocabulary_of"]
