"""Standing orders as sentences (see :mod:`engine.kit.text.plan_sentences`): offers, the gold river, sevens, special building."""

from collections.abc import Mapping

from engine.contract import Language
from engine.games.seafarers.resources import RESOURCES
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.schemas import LONGEST_TURN_LIMIT, MOST_TIMES
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.state import SeafarersState
from engine.kit.text import plan_sentences
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Chosen, Filled, Part, Sentence, Slot, Trades, Values

PARTS: tuple[Part, ...] = (
    Chosen("roll", {"roll": True}),
    Trades(),
    Chosen("decline", {"decline": True}),
    Chosen("gold", ranked="gold"),
    Chosen("discard", ranked="discard"),
    Chosen("special", {"special-pass": "pass", "special-ask": "ask", "special-able": "when-able"}),
)
MOST_CARDS = 19
"""The most cards of a resource in a trade: the bank has no more."""


def sentences(
    state: SeafarersState, scenario: Scenario, seat: int, language: Language, phrases: Mapping[Language, Phrases]
) -> list[Sentence]:
    """Return the kinds of orders of this match; examples are of what the seat has most and least of."""
    books = [phrases[language], *(phrases[one] for one in LANGUAGES if one != language)]
    say = phrases[language].say
    called: dict[str, tuple[str, ...]] = {
        one: tuple(dict.fromkeys(book.resource(one, n) for book in books for n in (1, 2))) for one in RESOURCES
    }
    several: dict[str, str] = {one: phrases[language].resource(one, 2) for one in RESOURCES}
    some = {
        side: Slot(say(f"plan-slot.{side}"), called, "amounts", most=MOST_CARDS, several=several)
        for side in ("give", "take")
    }
    ranked = {"goods": Slot(say("plan-slot.goods"), called, "ranking", most=len(RESOURCES))}
    limits = {
        "times": Slot(say("plan-slot.times"), form="number", most=MOST_TIMES),
        "until": Slot(say("plan-slot.until"), form="number", most=LONGEST_TURN_LIMIT),
    }
    kinds: dict[str, Mapping[str, Slot]] = {
        "trade": some | limits,
        "decline": {},
        "roll": {},
        "gold": ranked,
        "discard": ranked,
    }
    if scenario.special_phase:
        kinds |= {"special-pass": {}, "special-ask": {}, "special-able": {}}
    return plan_sentences.sentences(books, kinds, _examples(state, seat), {"decline": ("trade",)})


def _examples(state: SeafarersState, seat: int) -> dict[str, Values]:
    hand = dict(zip(RESOURCES, state["hands"][seat], strict=True))
    most = sorted(RESOURCES, key=lambda one: -hand[one])
    least = sorted(RESOURCES, key=lambda one: hand[one])
    return {
        "trade": {"give": (Filled(most[0]),), "take": (Filled(next(one for one in least if one != most[0])),)},
        "decline": {},
        "roll": {},
        "gold": {"goods": tuple(map(Filled, least[:2]))},
        "discard": {"goods": tuple(map(Filled, most[:2]))},
        "special-pass": {},
        "special-ask": {},
        "special-able": {},
    }
