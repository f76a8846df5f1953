"""The lines of a mail about standing orders: ``PLAN``, ``PLAN <sentence>``, ``PLAN END 2``; also in German. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.kit.plan_sentences import Order
from workers.replies.commands import order_of
from workers.replies.grammar import ends_commands
from workers.replies.plain_speech import number_alone, politely
from workers.replies.plan_reading import LONGEST, Mistyped, PlanReading, Wrong
from workers.replies.speech import folded

LEAD = re.compile(
    r"(?:(?:meine|my|die|the) )?(?:plan|plans|plaene|pläne|(?:dauer)?anweisung(?:en)?|standing orders?)"
    r"(?:[:,.] ?| |$)(?P<rest>.*)"
)
ABOUT = r"(?:plans?|pläne|plaene|(?:dauer)?anweisung(?:en)?|standing orders?)"
QUESTION = re.compile(
    r"(?:welche|which|what) (?:daueranweisungen|anweisungen|pläne|plaene|plans|standing orders)"
    r"(?: (?:habe ich|gelten|stehen|gibt es|do i have|have i (?:set|given)|are set|are in force|stand))?"
    r"(?: (?:gerade|jetzt|noch|now))?"
)
"""A question about what stands."""
ALL_OF_THEM = re.compile(
    rf"(?:alle|alle meine|meine|all|all my|all the|my) {ABOUT} (?:beenden|löschen|streichen)"
    rf"|(?:beende|lösche|streiche|end|cancel|delete|remove|stop) (?:alle|alle meine|meine|all|all my|all the|my) {ABOUT}"
)
END = re.compile(
    r"(?:end|ende|ends|beenden|beende|stop|stopp|delete|remove|löschen|lösche|streichen|streiche)\b"
    r" ?(?:(?:nr|no|nummer|number)\.? )?[#(\[]?(?P<which>\d{1,3}(?:(?:,| und| and) ?\d{1,3})*|all|alle|alles|)[)\]]?"
)
ALL = ("all", "alle", "alles")
MOST_LINES = 12
"""Lines about standing orders in a mail; no more are read than show that there are too many."""
LONGEST_WHOLE = 4 * LONGEST
"""Characters of a sentence in several lines, with what our letter says behind it: a longer one does not go on."""


@dataclass(frozen=True)
class End:
    """End the order with this number; 0: all of them, ``None``: the only one that there is."""

    number: int | None


@dataclass(frozen=True)
class PlanLine:
    """A line as it was written, and what it means; ``None``: to be told what stands and what can be written."""

    text: str
    says: Order | Mistyped | Wrong | End | None


def rest_of(line: str) -> str | None:
    """Return what a line says about standing orders, as it was written; ``None``: it is not about them.

    >>> rest_of("PLAN"), rest_of("Bitte Plan: 36 auf (0, 1)."), rest_of("Pläne?"), rest_of("Planung"), rest_of("2")
    ('', '36 auf (0, 1)', '', None, None)
    """
    text = politely(folded(line))
    if QUESTION.fullmatch(text):
        return ""
    if ALL_OF_THEM.fullmatch(text):
        return "end all"
    found = LEAD.fullmatch(text)
    return None if found is None else found["rest"].strip()


def plan_lines(lines: Sequence[str], reading: PlanReading) -> tuple[list[PlanLine], Sequence[str]]:
    """Return the lines about standing orders with which a mail begins, and those below them; of more than :data:`MOST_LINES` one
    more than these.

    A sentence may go on in the next line, as mail programs break long ones, and so may what our letter says behind it.
    """
    found: list[PlanLine] = []
    at = 0
    while len(found) <= MOST_LINES and at < len(lines) and (rest := rest_of(lines[at])) is not None:
        says, text = _says(rest, reading), lines[at]
        at += 1
        while 0 < len(rest) <= LONGEST_WHOLE and at < len(lines) and _may_go_on(lines[at]):
            longer = f"{rest} {politely(folded(lines[at]))}"
            more = _says(longer, reading)
            if not isinstance(more, Order) and rest.count("(") <= rest.count(")"):
                break
            rest, says, text = longer, more, f"{text} {lines[at]}"
            at += 1
        found += [PlanLine(text, _asked(one, text)) for one in (says if isinstance(says, list) else [says])]
    return found, lines[at:]


def _may_go_on(line: str) -> bool:
    return rest_of(line) is None and not ends_commands(line)


def is_command(line: str) -> bool:
    """Return whether a line is one of the others that mails may have.

    >>> is_command("2"), is_command("STATUS"), is_command("Viele Grüße")
    (True, True, False)
    """
    text = folded(line)
    return order_of(text) is not None or number_alone(text) is not None


def _says(rest: str, reading: PlanReading) -> Order | Mistyped | Wrong | list[End] | None:
    if not rest:
        return None
    end = END.fullmatch(rest)
    if end is not None:
        which = end["which"]
        numbers = [int(one) for one in re.findall(r"\d+", which)]
        return [End(one) for one in dict.fromkeys(numbers)] or [End(0 if which in ALL else None)]
    found, shorter = reading.of(rest), without_hint(rest)
    if not isinstance(found, Wrong) or shorter == rest or not _is_ours(rest[len(shorter) :], reading):
        return found
    copied = reading.of(shorter)
    return found if isinstance(copied, Wrong) else copied


def _is_ours(hint: str, reading: PlanReading) -> bool:
    """Return whether something in brackets is what our letter says there, and no condition of the sender's."""
    about = hint.strip(" ([").partition(":")[0]
    return about in {folded(slot.about) for one in reading.sentences for slot in one.slots.values()}


def _asked(says: Order | Mistyped | Wrong | End | None, text: str) -> Order | Mistyped | Wrong | End | None:
    """Return what a line means; one that asks orders and ends nothing, but an order may have been meant."""
    if "?" not in text or says is None:
        return says
    return Mistyped(says) if isinstance(says, Order) else Wrong() if isinstance(says, End) else says


def without_hint(rest: str) -> str:
    """Return a line without what our letter says behind it, as somebody copies it with the line: what can stand in its place.

    >>> without_hint("give 1 wood (what you give: wood, tool (any)) "), without_hint("lay 36 at (0, 1)")
    ('give 1 wood', 'lay 36 at (0, 1)')
    """
    text, depth = rest.rstrip(), 0
    for at in range(len(text) - 1, -1, -1) if text.endswith(")") else ():
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth == 0:
            return text[:at].rstrip() if ":" in text[at:] else rest
    return rest


__all__ = ["MOST_LINES", "End", "PlanLine", "is_command", "plan_lines", "rest_of"]
