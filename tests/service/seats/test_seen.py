"""A match that somebody has given up is over for its words and pictures, too, though its rules would go on asking."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.contract import Language, View
from engine.match.step import outcome_of_resigning
from engine.protocol.chance import Draws
from engine.registry import GAMES
from service.matches.seen import as_closed
from tests.engine.laws import seed_of

NAMES = ("Jule", "Ada", "Ben", "Cem", "Dora", "Emil")
OVER = {
    "en": re.compile(r"\b(over|Over|Won by|win|wins)\b"),
    "de": re.compile(r"zu Ende|Zu Ende|Gewonnen|gewonnen|ist aus"),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("rules", GAMES)
def test_a_match_that_was_given_up_is_over_in_words_and_picture(rules: str, language: Language) -> None:
    game = GAMES[rules]
    seats = min(game.rules.seats)
    state = game.setup(game.options({}, seats), seats, Draws(seed_of(1)))
    view, names = game.view(state, 0), NAMES[:seats]
    outcome = outcome_of_resigning(game, state, seats, [0])
    table: Any = {"status": "closed", "outcome": outcome}
    running: Any = {**table, "status": "running"}
    tellers: list[Callable[[View], str]] = [
        lambda seen: game.words.table(seen, names, language),
        lambda seen: game.picture(seen, language, names),
    ]
    for tell in tellers:
        going, over = tell(view), tell(as_closed(table, view))
        added = set(re.split(r"[<\n]", over)) - set(re.split(r"[<\n]", going))
        assert any(OVER[language].search(line) for line in added)
        assert tell(as_closed(running, view)) == going
