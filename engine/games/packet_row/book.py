"""The rule data of an installation: boards, cards, contracts and parameters read together, with their hash.

The shipped cards are a stand-in (``standin-1``): no list of the printed ones is known. An owner of the game can replace the
two card lists; every match's log records the hash, so everybody can see which cards a match was played with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

from engine.games.packet_row.cards import STARTING, Card, check_deck, read_cards, read_contracts
from engine.games.packet_row.parameters import Board, Parameters, read_boards, read_parameters
from engine.kit.rule_data import Faults, digest

BOARDS = "boards.toml"
CARDS = "cards.standin-1.csv"
CONTRACTS = "contracts.standin-1.csv"
PARAMETERS = "parameters.toml"
FILES = {"boards.toml": BOARDS, "cards.csv": CARDS, "contracts.csv": CONTRACTS, "parameters.toml": PARAMETERS}
"""Name of an owner's file, and the packaged file it replaces."""


@dataclass(frozen=True)
class Book:
    """Everything the rules read from files. ``digest`` is base64url over the bytes of all of them."""

    cards: Mapping[str, Card]
    boards: Mapping[str, Board]
    parameters: Parameters
    digest: str
    standin: bool = True
    """True if the cards or the contracts are the packaged ones."""

    @classmethod
    def read(cls, texts: Mapping[str, str], names: Mapping[str, str] | None = None) -> Book:
        """Return the book of four texts, keyed by the package's file names; ``names`` are what messages call them.

        :raises BadData: saying what is wrong and where.
        """
        called = {name: name for name in texts} | dict(names or {})
        boards, starting = read_boards(texts[BOARDS], called[BOARDS])
        kinds = {sign: board.kinds for sign, board in boards.items()}
        with_contracts = [sign for sign in boards if "contract" in kinds[sign]]
        faults, cards, contracts = Faults(), list[Card](), list[Card]()
        with faults.noting():
            cards = read_cards(texts[CARDS], called[CARDS], kinds)
        with faults.noting():
            contracts = read_contracts(texts[CONTRACTS], called[CONTRACTS], [*with_contracts, STARTING], len(cards))
        with faults.noting():
            parameters = read_parameters(texts[PARAMETERS], called[PARAMETERS], boards)
        faults.settle()
        cards += contracts
        sizes = {sign: board.cards for sign, board in boards.items()} | {STARTING: starting}
        check_deck(cards, sizes, f"{called[CARDS]} and {called[CONTRACTS]}")
        standin = not {CARDS, CONTRACTS} <= set(names or {})
        return cls({card.id: card for card in cards}, boards, parameters, digest(texts), standin)

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the files that come with the package."""
        return cls.read(shipped_texts())

    @cached_property
    def starting(self) -> tuple[Card, ...]:
        """Return the starting contracts."""
        return tuple(card for card in self.cards.values() if card.board == STARTING)

    @cached_property
    def keys(self) -> Mapping[str, tuple[Card, ...]]:
        """Return the copies of every key."""
        found: dict[str, list[Card]] = {}
        for card in self.cards.values():
            found.setdefault(card.key, []).append(card)
        return {key: tuple(copies) for key, copies in found.items()}

    def in_order(self, ids: Iterable[str]) -> list[str]:
        """Return card ids in the order of the card lists."""
        return sorted(ids, key=lambda one: self.cards[one].rank)


def shipped_texts() -> dict[str, str]:
    """Return the texts of the files that come with the package, by file name."""
    folder = files("engine.games.packet_row") / "data"
    return {name: (folder / name).read_bytes().decode() for name in (BOARDS, CARDS, CONTRACTS, PARAMETERS)}
