"""Once a match is over, what was hidden in it is public: everybody is told what the others still held, bots' as people's."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from engine.contract import Language
from engine.kit.text.particulars import particulars_of
from engine.registry import game_of
from service.api.matches.representations import view
from service.api.matches.words import in_words
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.matches.seating.lobby import resign
from service.matches.seen import held_at_end
from service.store.keys import recipient_of
from service.store.records import Record
from service.text.deleted_names import names_as_read
from tests.given.contexts import account, loaded, open_context
from tests.workers.mail.post_office import text_of
from workers.mail.compose import compose
from workers.mail.sender import sender_of
from workers.resolve.drain import drain_once

GAMES: dict[str, dict[str, Any]] = {
    "kontor": {}, "packet-row": {"seats": 3}, "anno-1701": {}, "seafarers": {"seats": 5},
}  # fmt: skip


def against_bots(redis_url: str, folder: Path, rules: str) -> tuple[Any, Any, Record]:
    """Begin a match against bots; return the context, who plays it, and the match."""
    context = open_context(redis_url, folder)
    ann, match, wish = account(context, "Ann"), new_match_id(), {"seats": 2, **GAMES[rules]}
    bots = ["steady"] * (wish["seats"] - 1)
    creation.create(context, ann, NewMatch(rules=rules, grace=0, hold=0, bots=bots, **wish), match)
    drain_once(context)
    return context, ann, loaded(context, match)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("rules", GAMES)
def test_what_bots_held_is_told_when_it_is_over_and_not_before(
    redis_url: str, tmp_path: Path, rules: str, language: Language
) -> None:
    context, ann, record = against_bots(redis_url, tmp_path, rules)
    assert held_at_end(record, language) == [] and in_words(record, 0, view(record, 0), language)["held_at_end"] == []
    resign(context, record.match, ann)
    drain_once(context)
    over = loaded(context, record.match)
    game, state = game_of(over.table), over.state
    assert over.table["status"] == "closed" and state is not None
    told = held_at_end(over, language)
    hidden = {
        seat: particulars_of(game).hidden(game.view(state, seat), language) for seat in range(len(over.table["seats"]))
    }
    assert told == [{"seat": seat, "words": words} for seat, words in hidden.items() if words]
    if rules in ("kontor", "packet-row"):  # in the others it ends before anybody has a card
        assert {one["seat"] for one in told} == set(hidden)
    assert in_words(over, None, view(over, None), language)["held_at_end"] == told, "who watches reads it as well"

    waiting = context.store.notices(recipient_of(ann.id, over.match)).pending
    news = [one for one in waiting if one["kind"] == "over"]
    letter = compose(news, replace(ann, language=language), over, sender_of(context, over))
    read = " ".join(text_of(letter).split())
    for one in told:
        begins = "still held" if language == "en" else "hatte noch auf der Hand"
        line = f"{names_as_read(over.table['seats'], language)[one['seat']]} {begins}: {one['words']}."
        assert (" ".join(line.split()) in read) == (one["seat"] != 0), line


@pytest.mark.parametrize("rules", GAMES)
def test_a_spectator_s_view_holds_nothing(redis_url: str, tmp_path: Path, rules: str) -> None:
    _, _, record = against_bots(redis_url, tmp_path, rules)
    game = game_of(record.table)
    assert particulars_of(game).hidden(game.view(cast(Any, record.state), None), "en") is None


@pytest.mark.parametrize(
    ("rules", "language", "words"),
    [("seafarers", "de", "2 Holz; 1 Siegpunkt"), ("anno-1701", "en", "2 × sheep farm I, preacher III")],
)
def test_hands_that_come_later_are_told_in_words(
    redis_url: str, tmp_path: Path, rules: str, language: Language, words: str
) -> None:
    _, _, record = against_bots(redis_url, tmp_path, rules)
    game, state = game_of(record.table), cast(Any, record.state)
    if rules == "seafarers":
        state["hands"][1], state["cards"][1] = [2, 0, 0, 0, 0], [0, 0, 0, 0, 1]
    else:
        state["players"][1]["hand"] = ["schaffarm-1-1", "schaffarm-1-2", "wanderprediger-3-1"]
    assert particulars_of(game).hidden(game.view(state, 1), language) == words
    assert particulars_of(game).hidden(game.view(state, 0), language) is None, "nobody else holds it"
