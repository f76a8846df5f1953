"""What the words of a mail say about matters beside decisions: somebody who is missed, a seat to keep, more time. Pure."""

from __future__ import annotations

import re
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
READY = (
    r"(?:(?:ja|klar|gern|gerne|natürlich|na klar|okay|ok|yes|sure|of course)[,.!]? )?(?:gern(?:e)?[,.!]? )?"
    r"(?:{name} (?:soll|darf|kann|should|may|can) (?:gern(?:e)? |gladly )?(?:wieder |again )?"
    r"(?:(?:auf dem platz von .{{1,60}} |auf dem platz )?(?:spielen|mitspielen|weiterspielen|zurückkommen|übernehmen)"
    r"|(?:play|play on|come back|take over)(?: (?:again|in the seat of .{{1,60}}|for .{{1,60}}))?)"
    r"|(?:lass|lasst) {name} (?:wieder )?(?:mitspielen|spielen|zurück|zurückkommen)"
    r"|let {name} (?:play|play on|come back)(?: in the seat of .{{1,60}})?)"
)
"""A sentence by which somebody who is ready gets a seat."""


def with_who_is_ready(lines: Sequence[str], matters: Sequence[Matter]) -> list[str]:
    """Return the lines of a mail whose first one may say in a sentence that somebody who is ready shall play: then by the word.

    The words are those of the letter, or near them, and the name is that of whoever is ready: nobody else gets a seat by them.

    >>> ready = Matter("person", 1, "h", ("person",), player="p_1", who="Anna")
    >>> with_who_is_ready(["Klar, Anna soll wieder mitspielen!", "LG"], [ready])
    ['ERSATZ', 'LG']
    >>> with_who_is_ready(["Let Anna play in the seat of Steady (bot)"], [ready])
    ['ERSATZ']
    >>> [with_who_is_ready([one], [ready])[0] for one in ("Carla soll mitspielen", "Anna soll nicht spielen")]
    ['Carla soll mitspielen', 'Anna soll nicht spielen']
    """
    said = " ".join(lines[0].casefold().split()).strip(" .!:)") if lines else ""
    for one in matters:
        name = re.escape(" ".join(one.who.casefold().split()))
        if one.kind == "person" and one.who and re.fullmatch(READY.format(name=name), said):
            return ["ERSATZ", *lines[1:]]
    return list(lines)


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


__all__ = ["WORDS", "meant_by", "why_unclear", "with_who_is_ready"]
