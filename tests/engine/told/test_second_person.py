"""What happened, told to somebody it happened to: in the second person, in every language of every game."""

import pytest

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, shipped, speaking_to
from engine.kit.text.phrases import flat as flattened
from engine.registry import GAMES, game, newest

HEADINGS = ("event.turn", "event.rolled")
"""The beginnings of sentences that head a turn with its player's name."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted({one.partition("@")[0] for one in GAMES}))
def test_every_event_of_a_player_can_be_said_to_the_player(name: str, language: Language) -> None:
    phrases = flattened(shipped(f"engine.games.{name.replace('-', '_')}", language))
    about = [key for key, said in phrases.items() if key.startswith(("event.", "story.")) and "{name}" in str(said)]
    assert about
    assert [key for key in about if f"you.{key}" not in phrases and not key.startswith(HEADINGS)] == []
    for key in (one for one in phrases if one.startswith(("you.", "to-you."))):
        base = str(phrases[key.partition(".")[2]])
        assert "{name}" in base, key
        assert ("{name}" in str(phrases[key])) is key.startswith("to-you."), key


@pytest.mark.parametrize(
    ("language", "mine", "others", "done_to_me"),
    [
        ("de", "Du raubst Ben eine Karte.", "Ben raubt Cleo eine Karte.", "Ben raubt dir eine Karte."),
        ("en", "You steal a card from Ben.", "Ben steals a card from Cleo.", "Ben steals a card from you."),
        ("fr", "Tu voles une carte à Ben.", "Ben vole une carte à Cleo.", "Ben te vole une carte."),
    ],
)
def test_who_robs_and_who_is_robbed_read_it_in_the_second_person(
    language: Language, mine: str, others: str, done_to_me: str
) -> None:
    words, names = game(newest("seafarers")).words, ["Ada", "Ben", "Cleo", "Dan", "Eve"]
    told = [
        words.event({"type": "stolen", "seat": thief, "victim": victim}, speaking_to(0, names), language)
        for thief, victim in ((0, 1), (1, 2), (1, 0))
    ]
    assert told == [mine, others, done_to_me]
    assert words.event({"type": "stolen", "seat": 0, "victim": 1}, speaking_to(None, names), "de") == (
        "Ada raubt Ben eine Karte."
    )
