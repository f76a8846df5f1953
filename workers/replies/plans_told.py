"""What an answer says about standing orders: what was understood and stands now, or why nothing changed; what can be written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import Language
from engine.kit.plan_sentences import Order, Sentence, Slot, in_words, sentences_of
from engine.kit.wording import answer_in_words
from service.notifications.plain import quoted
from workers.mail.page import Page
from workers.replies.outcome import Outcome
from workers.replies.plan_in_bytes import asks_for
from workers.replies.plan_reading import Wrong
from workers.replies.planned import Planned

SHOWN = 160
"""Characters of a line that an answer quotes."""
FEW = 8
"""How many things that may stand in a slot are listed beside the example; of more one finds the names at the table."""
OFFERED = ("no-such", "wrong")
"""Where nothing was changed for these reasons, what can be written is told again."""


def subject(outcome: Outcome, words: Any) -> str:
    """Return what the answer is about, in short."""
    planned = outcome.planned
    assert planned is not None
    did = "nothing" if planned.trouble else "set" if planned.added else "ended" if outcome.done else "listed"
    return str(words.subject_plan(did))


def told(outcome: Outcome, page: Page) -> list[str]:
    """Return what became of a mail about standing orders, a paragraph each."""
    planned, words = outcome.planned, page.reader.words("plan")
    assert planned is not None
    if planned.trouble is not None:
        return [_trouble(planned, outcome, page, words), *_stands(planned, outcome, page, words)]
    if planned.before:
        return [str(words.before()), *_stands(planned, outcome, page, words)]
    if not outcome.done:
        return _stands(planned, outcome, page, words)
    named = _Namer(outcome, page, words)
    found = [str(words.added(named.all(planned.added)))] if planned.added else []
    found += [str(words.ended(named.all(planned.ended)))] if planned.ended else []
    found += [str(words.ended_elsewhere())] if outcome.done[0].replaced and not planned.ended else []
    found += [str(words.dropped(named.all(planned.dropped)))] if planned.dropped else []
    if planned.added:
        found.append(_answers(planned, outcome, page, words))
    if not planned.added or [*(planned.stands or ())] != [*planned.added]:
        found += _stands(planned, outcome, page, words)
    return found


def offered(outcome: Outcome, page: Page) -> tuple[list[str], list[str]]:
    """Return what an answer says about the sentences that can be written: how, and each as a line to copy; nothing where it need
    not."""
    planned = outcome.planned
    if planned is None or outcome.record.state is None or outcome.record.table["status"] != "running":
        return [], []
    listed = planned.trouble is None and not outcome.done and not planned.before
    if not (listed or planned.trouble in OFFERED):
        return [], []
    named = _Namer(outcome, page, page.reader.words("plan"))
    if isinstance(planned.wrong, Wrong) and planned.wrong.slot:
        return [], []
    return [str(named.words.how(any(planned.stands or ())))], named.examples()


class _Namer:
    """Puts orders into the reader's words."""

    def __init__(self, outcome: Outcome, page: Page, words: Any) -> None:
        self.words, self.language = words, page.reader.language
        state, planned = outcome.record.state, outcome.planned
        assert planned is not None
        found = [] if state is None else sentences_of(page.rules, state, planned.seat, self.language)
        self._sentences = {one.kind: one for one in found}

    def one(self, order: Order) -> str:
        sentence = self._sentences.get(order.kind)
        return str(self.words.kept()) if sentence is None else in_words(order, sentence, self.language)

    def all(self, orders: Sequence[Order]) -> list[str]:
        return [self.one(order) for order in orders]

    def examples(self) -> list[str]:
        """Return a line of each kind that can be sent as it is, with what else may stand in it where that is little."""
        return [
            f"PLAN {self.one(Order(one.kind, one.example))}{self._among(one)}"
            for one in self._sentences.values()
            if one.example is not None
        ]

    def _among(self, sentence: Sentence) -> str:
        slots = [sentence.slots[name] for name in sentence.example or {} if _is_short(sentence.slots[name])]
        if len(slots) > 1 and all(_names(one) == _names(slots[0]) for one in slots):
            slots = slots[:1]
        return "".join(str(self.words.among(one.about, _names(one), one.form == "fields")) for one in slots)


def _is_short(slot: Slot) -> bool:
    return 1 < len(slot.things) <= FEW


def _names(slot: Slot) -> list[str]:
    return [names[0] for names in slot.things.values()]


def _stands(planned: Planned, outcome: Outcome, page: Page, words: Any) -> list[str]:
    if planned.stands is None:
        return []
    if planned.elsewhere:
        return [] if planned.trouble == "elsewhere" else [str(words.elsewhere())]
    named = _Namer(outcome, page, words)
    found = [(number, named.one(one)) for number, one in enumerate(planned.stands, 1) if one is not None]
    return [str(words.stands(found))]


def _trouble(planned: Planned, outcome: Outcome, page: Page, words: Any) -> str:
    line, named = quoted(planned.line, SHOWN), _Namer(outcome, page, words)
    if planned.trouble == "mistyped" and planned.order is not None:
        return str(words.asked(line, named.one(planned.order), asks_for(planned.confirm)))
    if planned.trouble == "unsure":
        return str(words.unsure("" if planned.order is None else named.one(planned.order)))
    if planned.trouble == "wrong":
        wrong = planned.wrong
        return str(words.wrong(line, wrong.slot, quoted(wrong.said, SHOWN), wrong.right, wrong.several))
    if planned.trouble == "illegal":
        said = "" if planned.order is None else named.one(planned.order)
        return str(words.illegal(said, planned.rule))
    return str(words.trouble(planned.trouble, line))


def _answers(planned: Planned, outcome: Outcome, page: Page, words: Any) -> str:
    """Return what orders answer of what is asked: an open question at once, a sealed one at its deadline."""
    language: Language = page.reader.language
    said: dict[bool, list[str]] = {False: [], True: []}
    for one, move in planned.would:
        answer = answer_in_words(page.rules.words, move, language, kind=one["kind"], names=page.names)
        said[one["sealed"]].append(answer)
    asked = any(planned.seat in one["seats"] for one in outcome.record.table["standing"])
    told = [str(words.would(said[False]))] if said[False] else []
    told += [str(words.if_silent(said[True]))] if said[True] else []
    return " ".join(told) or str(words.idle(asked))


__all__ = ["offered", "subject", "told"]
