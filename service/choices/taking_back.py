"""Taking back an answer sealed with a letter's link, until it is opened, and answering again.

Only the person who sealed it can: the page with the receipt contains a text that identifies the act, and only that
browser has it. The letter alone does not contain the text. An act changed since, at the table or by mail, is another
one, which the text does not identify.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from service.choices.ahead import end_ahead
from service.choices.answering import TRIES, WHY, Asked, Shut, find
from service.context import Context
from service.keys.signing import Links
from service.matches import acts
from service.matches.errors import ActError

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


__all__ = ["Given", "answers_after", "given_with", "may_answer_again", "may_take_back", "sealed_by", "take_back"]
