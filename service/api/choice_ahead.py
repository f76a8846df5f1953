"""The part of the page of a choice that says what may follow: plain lists to choose from, in the same form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.contract import Language, Move
from engine.kit.ahead import Ahead, Wishes
from service.choices.ahead import SaidAhead, may_say_ahead
from service.choices.answering import Asked
from service.store.records import Record

LISTS = 3
"""How many wishes can be given of a part here: one, and what else; more by mail, at the table and by the API."""


@dataclass(frozen=True)
class Told:
    """What became of what was said: in words how each part is wished, and if it is ``lasting``; ``refused`` by the store's
    word, else empty.
    """

    sentences: list[str]
    lasting: bool = False
    replaced: bool = False
    refused: str = ""


def lists_for(asked: Asked, move: Move, language: Language) -> list[Ahead]:
    """Return what may be said with a choice."""
    return may_say_ahead(asked.record, asked.seat, asked.standing, move, language)


def wishes_in(form: Mapping[str, str], asked: Asked, move: Move) -> Wishes | None:
    """Return what a form says with a choice, empty: nothing; ``None``: something that the page did not offer."""
    found: dict[str, list[str]] = {}
    for one in lists_for(asked, move, "en"):
        names = {wish.name for wish in one.wishes}
        said = [name for place in range(1, LISTS + 1) if (name := form.get(f"ahead-{one.part}-{place}", ""))]
        if not names.issuperset(said):
            return None
        if said:
            found[one.part] = list(dict.fromkeys(said))
    return found


def told(
    asked: Asked, move: Move, wishes: Wishes, said: SaidAhead | str, otherwise: str, language: Language, now: Record
) -> Told:
    """Return in words what was said, without what is over in the match as it is ``now``: what came of that is told beside it.

    :param otherwise: stands between the wishes; :param said: why it was refused, or the act.
    """
    if isinstance(said, str):
        return Told([], refused=said)
    sentences = []
    for one in lists_for(asked, move, language):
        words = {wish.name: wish.words for wish in one.wishes}
        if wishes.get(one.part) and (one.lasting or not _is_over(asked, now)):
            sentences.append(f"{one.lead} {otherwise.join(words[name] for name in wishes[one.part])}.")
    lasting = any(one.lasting for one in lists_for(asked, move, language) if wishes.get(one.part))
    return Told(sentences, lasting, said.replaced)


def _is_over(asked: Asked, now: Record) -> bool:
    """Return whether the round or turn of the question is over: nothing of it is asked any more."""
    place = asked.standing["id"].partition(".")[0]
    return not any(one["id"].partition(".")[0] == place for one in now.table["standing"])


__all__ = ["LISTS", "Told", "lists_for", "told", "wishes_in"]
