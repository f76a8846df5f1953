"""Standing orders as sentences (see :mod:`engine.kit.text.plan_sentences`): offers, and what the other player's turn may ask."""

from collections.abc import Mapping, Sequence

from engine.contract import Json, Language
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules import stores
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.games.anno_1701.text.phrases import GOODS, Phrases
from engine.games.anno_1701.types.state import Anno1701State
from engine.kit.text import plan_sentences
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Chosen, Each, Filled, Many, Part, Sentence, Slot, Trades, Values, told_apart

ROOM, NONE = 8, 0
"""Goods of choice: as much of each as fits. Goods given up: all there is of each."""
BARTER = f"{LANDSCAPE_GOODS}G"
"""Goods that offers can contain."""


def _steps(amount: int, name: str, words: Mapping[str, Json], ranked: str) -> Chosen:
    def write(goods: Sequence[str]) -> Json:
        return [{"good": good, "amount": amount} for good in goods]

    def read(value: Json) -> list[str] | None:
        plain = isinstance(value, list) and all(one["amount"] == amount for one in value)
        return [one["good"] for one in value] if plain else None

    return Chosen(name, words, ranked, write=write, read=read)


PARTS: tuple[Part, ...] = (
    Trades(letters=True),
    Chosen("reject", {"reject-all": BARTER}, "reject", write="".join, read=list),
    Each("theatre", {"theatre-always": "always", "theatre-never": "never", "theatre-ask": "ask"}),
    _steps(ROOM, "goods", {"goods-ask": "ask"}, "goods"),
    _steps(NONE, "give_up", {"give-up-ask": "ask"}, "give-up"),
    _steps(ROOM, "demand", {"demand-ask": "ask", "demand-none": "decline", "demand-most": "most-plentiful"}, "demand"),
    Chosen("pit", {"pit-ask": "ask"}),
    Chosen("lodge", {"lodge-ask": "ask"}),
)
MOST_CARDS, MOST_TIMES = 6, 8


def sentences(
    state: Anno1701State, data: Dataset, seat: int, language: Language, phrases: Mapping[Language, Phrases]
) -> list[Sentence]:
    """Return the kinds of orders; examples are of what the seat has most and least of."""
    books = [phrases[language], *(phrases[one] for one in LANGUAGES if one != language)]
    say = phrases[language].say
    called = {good: tuple(book.name(good) for book in books) for good in GOODS}
    attacks = dict.fromkeys(card.kind for card in data.cards.values() if card.against)
    cards = told_apart({kind: (*(book.name(kind) for book in books), kind) for kind in attacks})

    def some(about: str, goods: str, many: Many = "ranking") -> dict[str, Slot]:
        named = told_apart({good: called[good] for good in goods})
        return {"goods": Slot(say(f"plan-slot.{about}"), named, many, most=len(goods))}

    barter = told_apart({good: called[good] for good in BARTER})
    trade = {side: Slot(say(f"plan-slot.{side}"), barter, "amounts", most=MOST_CARDS) for side in ("give", "take")}
    card = {"card": Slot(say("plan-slot.card"), cards)}
    kinds: dict[str, Mapping[str, Slot]] = {
        "trade": {**trade, "times": Slot(say("plan-slot.times"), form="number", most=MOST_TIMES)},
        "reject-all": {},
        "reject": some("reject", BARTER, "some"),
        **dict.fromkeys(("theatre-always", "theatre-never", "theatre-ask"), card),
        "goods": some("goods", "NTHZWRB"),
        "goods-ask": {},
        "give-up": some("goods", LANDSCAPE_GOODS),
        "give-up-ask": {},
        "demand": some("goods", LANDSCAPE_GOODS),
        **{one: {} for one in ("demand-most", "demand-none", "demand-ask", "pit-ask", "lodge-ask")},
    }
    return plan_sentences.sentences(
        books, kinds, _examples(state, data, seat, next(iter(cards), "")), {"reject-all": ("trade",)}
    )


def _examples(state: Anno1701State, data: Dataset, seat: int, attack: str) -> dict[str, Values]:
    held = stores.amounts(data, state["players"][seat])
    most = sorted(LANDSCAPE_GOODS, key=lambda one: -held[one])
    least = sorted(LANDSCAPE_GOODS, key=lambda one: held[one])
    wanted = next(one for one in least if one != most[0])
    found: dict[str, Values] = {
        "trade": {"give": (Filled(most[0]),), "take": (Filled(wanted),)},
        "reject-all": {},
        "reject": {"goods": (Filled(wanted), Filled("G"))},
        "goods": {"goods": tuple(map(Filled, least[:2]))},
        "give-up": {"goods": tuple(map(Filled, most[:2]))},
        "demand": {"goods": tuple(map(Filled, least[:2]))},
        "goods-ask": {},
        "demand-most": {},
        "pit-ask": {},
        "lodge-ask": {},
    }
    return found | ({"theatre-always": {"card": (Filled(attack),)}} if attack else {})
