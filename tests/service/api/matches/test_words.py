"""A match in words: what the page of a table says about a question."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.contract import State
from engine.kit.drawing.svg import spots_of
from engine.protocol.chance import Draws
from engine.registry import game, newest
from service.api.matches import words
from service.store.records import Record

ANNO = game(newest("anno-1701"))


def asked(kind: str) -> tuple[State, dict[str, Any]]:
    """Play matches of Anno 1701 among bots until somebody is asked a question of this kind."""
    for match in range(20):
        chance, whims = Draws(bytes([match]) * 32), Draws(bytes([match + 100]) * 32)
        state: State = ANNO.setup(ANNO.options({}, 2), 2, chance)
        while (now := next((one for one in ANNO.decisions(state) if not one["optional"]), None)) is not None:
            if now["kind"] == kind:
                return state, {**now, "phase": "open"}
            answers = {
                seat: ANNO.bot(ANNO.view(state, seat), now, ANNO.moves(state, seat, now["id"]), whims)
                for seat in now["seats"]
            }
            state, _ = ANNO.resolve(state, now["id"], answers, chance)
    raise AssertionError(f"nobody was asked for {kind}")


def said(kind: str) -> tuple[dict[str, Any], State, dict[str, Any]]:
    state, now = asked(kind)
    seats = [{"name": name, "player": name, "bot": None} for name in ("Ada", "Ben")]
    table = {"rules": ANNO.rules.id, "data": ANNO.rules.data, "options": {}, "seats": seats}
    (seat,) = now["seats"]
    record = cast("Record", SimpleNamespace(table=table, state=state))
    return words._decision(record, cast("Any", now), seat, ANNO.view(state, seat), "de"), state, now


@pytest.mark.parametrize("kind", ["search", "spy", "discontent"])
def test_what_counts_without_an_answer_is_named_like_the_choice(kind: str) -> None:
    shown, _, _ = said(kind)
    assert shown["silence"] in [one["words"] for one in shown["choices"]]


@pytest.mark.parametrize("kind", ["discontent", "fire"])
def test_goods_to_give_up_are_tapped_in_the_picture(kind: str) -> None:
    shown, state, now = said(kind)
    picture = ANNO.picture(ANNO.view(state, now["seats"][0]), "de", ["Ada", "Ben"])
    for choice in shown["choices"]:
        spots = spots_of(ANNO, choice["move"])
        assert choice["spots"] == spots
        assert len(spots) == len(choice["move"]["goods"])
        assert all(f'id="spot-{one}"' in picture for one in spots)
