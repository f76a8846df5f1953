"""What may be said with an answer about what may follow: one thing in all languages, good orders, written as it is printed."""

from collections.abc import Iterator
from typing import Any, cast

import pytest

from engine.contract import Game, Language, State
from engine.kit.ahead import Ahead, ahead_of, orders_ahead
from engine.protocol.chance import Draws
from engine.registry import SHIPPED
from tests.engine import laws
from workers.inbox.naming import MOST, Vocabulary, understood

LANGUAGES: tuple[Language, ...] = ("en", "de")
ENOUGH = 60
"""Offers of a game that are looked at."""
NEWEST = {game.rules.id.partition("@")[0]: game for game in SHIPPED}


def course(game: Game, seed: int) -> Iterator[tuple[State, dict[str, Any]]]:
    """Play a match of bots; yield every state with the decision that is answered next."""
    chance, whims = Draws(laws.seed_of(seed)), Draws(bytes(32))
    seats = game.rules.seats[0]
    state = game.setup(game.options({}, seats), seats, chance)
    while decisions := game.decisions(state):
        decision = next(one for one in reversed(decisions) if not one["optional"])
        yield state, cast("dict[str, Any]", decision)
        answers = {
            seat: game.bot(game.view(state, seat), decision, game.moves(state, seat, decision["id"]), whims)
            for seat in decision["seats"]
        }
        state, _ = game.resolve(state, decision["id"], answers, chance)


def offers_in(game: Game) -> Iterator[tuple[State, int, str, Any, list[Ahead], list[Ahead]]]:
    """Yield what may be said with moves of a match, in both languages."""
    for state, decision in course(game, 3):
        for seat in decision["seats"]:
            for move in game.moves(state, seat, decision["id"])[-40:]:
                english, german = (ahead_of(game, state, seat, decision["id"], move, one) for one in ("en", "de"))
                if english:
                    yield state, seat, decision["id"], move, english, german


@pytest.mark.parametrize("name", sorted(NEWEST))
def test_what_is_offered_makes_good_orders_and_can_be_written_as_it_is_printed(name: str) -> None:
    game, found = NEWEST[name], 0
    for state, seat, decision, move, *languages in offers_in(game):
        found += 1
        assert (
            len({tuple((one.part, tuple(w.name for w in one.wishes)) for one in offered) for offered in languages}) == 1
        )
        everything = {one.part: [wish.name for wish in one.wishes[:MOST]] for one in languages[0]}
        game.check_orders(state, seat, orders_ahead(game, state, seat, decision, move, everything))
        both = Vocabulary.of([one for offered in languages for one in offered])
        for offered in languages:
            for one in offered:
                for wish in one.wishes:
                    game.check_orders(
                        state, seat, orders_ahead(game, state, seat, decision, move, {one.part: [wish.name]})
                    )
                    written = f"{one.keywords[0]} {wish.called or wish.words}".casefold().split()
                    assert understood(written, both) == {one.part: (wish.name,)}, written
        if found >= ENOUGH:
            break
    assert found, "there is something to say in this game"


@pytest.mark.parametrize("name", sorted(NEWEST))
def test_what_is_not_offered_makes_no_orders(name: str) -> None:
    game = NEWEST[name]
    state, seat, decision, move, english, _ = next(offers_in(game))
    refused: list[dict[str, list[str]]] = [
        {},
        {english[0].part: []},
        {english[0].part: ["no such wish"]},
        {"no such part": ["stay"]},
    ]
    for wishes in refused:
        with pytest.raises(ValueError, match="cannot be said"):
            orders_ahead(game, state, seat, decision, move, wishes)


@pytest.mark.parametrize("name", sorted(NEWEST))
def test_a_number_means_the_same_wish_as_long_as_its_question_stands(name: str) -> None:
    """What else happens while a question stands, such as own contracts being fulfilled, puts wishes behind those listed."""
    game, compared = NEWEST[name], 0
    for state, decision in course(game, 3):
        besides = [one for one in game.decisions(state) if one["optional"] and one["seats"] == decision["seats"]]
        for other in besides:
            seat = other["seats"][0]
            for answer in game.moves(state, seat, other["id"])[:3]:
                after, _ = game.resolve(state, other["id"], {seat: answer}, Draws(bytes(32)))
                if decision["id"] not in [one["id"] for one in game.decisions(after)]:
                    continue
                for move in game.moves(state, seat, decision["id"])[:24]:
                    if move in game.moves(after, seat, decision["id"]):
                        was, now = (
                            [
                                [w.name for w in one.wishes]
                                for one in ahead_of(game, each, seat, decision["id"], move, "en")
                            ]
                            for each in (state, after)
                        )
                        compared += was != now
                        assert all(new[: len(old)] == old for old, new in zip(was, now, strict=True)), (was, now)
    assert compared or name != "packet-row", "money makes new cards possible"
