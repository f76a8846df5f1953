"""What the words of a mail say about matters beside decisions: somebody who is missed, a seat to keep, more time. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.matches.matters import Matter, Option
from workers.replies.commands import Order
from workers.replies.grammar import Picks
from workers.replies.outcome import Trouble

WORDS: Mapping[Order, Option] = {
    "here": "here",
    "wait": "wait",
    "bot": "bot",
    "win": "win",
    "person": "person",
    "grant": "grant",
    "refuse": "refuse",
    "agree": "agree",
    "stay": "stay",
}
"""What a word says about a matter; WAIT says it only where it stands beside no choice."""


def meant_by(wanted: Picks, matters: Sequence[Matter]) -> list[tuple[Matter, Option]]:
    """Return what the words of a mail say, each about the matters of its kind."""
    words = [WORDS[one] for one in sorted(wanted.orders) if one in WORDS and (one != "wait" or not wanted.numbers)]
    return [(matter, word) for word in words for matter in matters if word in matter.options]


def why_unclear(wanted: Picks, meant: Sequence[tuple[Matter, Option]], matters: Sequence[Matter]) -> Trouble | None:
    """Return why words about matters say nothing clear: two for one, one for two, or nothing was asked that they answer."""
    kinds = [matter.kind for matter, _ in meant]
    if len({"vote" if kind == "person" else kind for kind in kinds}) < len(kinds) or any(
        kind != "here" and sum(one.kind == kind for one in matters) > 1 for kind in kinds
    ):
        return "ambiguous-say"
    said = {option for _, option in meant}
    return "nothing-to-say" if (wanted.orders & WORDS.keys()) - {"wait"} - said else None


__all__ = ["WORDS", "meant_by", "why_unclear"]
