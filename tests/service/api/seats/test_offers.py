"""What others have put to a player is told beside what waits for him: Ben hears what Ada offers before he opens the table."""

from dataclasses import replace
from time import monotonic
from typing import Any

import pytest

from engine.games.seafarers import GAME
from engine.games.seafarers.resources import RESOURCES
from engine.protocol.chance import Draws
from service.api.account.waiting import offers
from service.context import Context
from service.matches import acts
from tests.given.contexts import loaded
from tests.service.api.players import Player, Table
from workers.resolve.drain import drain_once

ADA, BEN = 0, 4  # bots sit between them


@pytest.fixture
def offered(context: Context, ada: Player, ben: Player) -> Table:
    """A match of Seafarers in which Ada has just offered something to Ben, who may answer."""
    table = Table.begin(context, ada, ben, rules="seafarers", seats=5, bots=["steady"] * 3)
    whims = Draws(bytes(32))
    for _ in range(200):
        drain_once(context)
        record = loaded(context, table.match)
        assert record.state is not None
        replies = [one for one in record.table["standing"] if one["kind"] == "reply" and one["seats"] == [BEN]]
        if any(len(GAME.moves(record.state, BEN, one["id"])) > 1 for one in replies):
            return table
        for one in record.table["standing"]:
            for seat in {ADA, BEN} & set(one["seats"]):
                moves = GAME.moves(record.state, seat, one["id"])
                can_offer = seat == ADA and any(move["type"] == "offer" for move in moves)
                offer = affordable(record.state["hands"]) if can_offer else None
                move = offer or GAME.bot(GAME.view(record.state, seat), one, moves, whims)
                if one["sealed"]:
                    acts.commit(context, record, seat, acts.SeatAct(one["id"], move=move))
                else:
                    acts.answer(context, record, seat, acts.SeatAct(one["id"], move=move))
    raise AssertionError("nothing could be offered in so long a time")


def affordable(hands: list[list[int]]) -> dict[str, Any] | None:
    """Return an offer of Ada's that Ben can accept, or None if they have nothing to trade."""
    pairs = ((give, take) for give in range(5) for take in range(5) if give != take)
    found = next(((give, take) for give, take in pairs if hands[ADA][give] and hands[BEN][take]), None)
    return found and {"type": "offer", "give": {RESOURCES[found[0]]: 1}, "take": {RESOURCES[found[1]]: 1}}


def lists(player: Player, query: str = "") -> Any:
    return player.sees(f"/v1/me/waiting{query}")


def test_an_offer_is_told_beside_what_waits(offered: Table, ada: Player, ben: Player) -> None:
    shown = lists(ben, "?include=words,moves&language=de")
    assert shown["waiting"] == [], "nobody waits for Ben"
    [offer] = shown["offers"]
    assert (offer["match"], offer["seat"], offer["decision"]["kind"]) == (offered.match, BEN, "reply")
    assert offer["words"]["about"].startswith("Ada gibt dir ")
    assert offer["moves"] == offered.moves(ben, offer["decision"]["id"])
    assert lists(ada)["offers"] == [], "who made it is not asked about it"
    assert lists(ben)["offers"][0]["words"] is None

    # It is news once, and in another language it reads otherwise.
    tag = ben.get("/v1/me/waiting?include=words").headers["ETag"]
    assert ben.get("/v1/me/waiting?include=words", If_None_Match=tag).status_code == 304
    assert ben.get("/v1/me/waiting?include=words&language=de", If_None_Match=tag).status_code == 200

    # A program that leaves offers alone asks again and again: it has to wait all the same.
    begun = monotonic()
    assert len(lists(ben, "?wait=1")["offers"]) == 1
    assert monotonic() - begun > 0.9

    # Once it is answered, it is gone.
    refusal = next(move for move in offer["moves"] if move["type"] == "decline")
    here = f"{offered.path}/decisions/{offer['decision']['id']}/move"
    assert ben.put(here, {"move": refusal}).status_code == 200
    assert lists(ben)["offers"] == []


def test_an_offer_that_one_can_only_decline_is_no_question(offered: Table, ben: Player, context: Context) -> None:
    record = loaded(context, offered.match)
    assert record.state is not None
    with ben.app.test_request_context():
        assert [one["seat"] for one in offers(record, ben.account)] == [BEN]
        poor = {
            **record.state,
            "hands": [[0] * 5 if seat == BEN else hand for seat, hand in enumerate(record.state["hands"])],
        }
        assert offers(replace(record, state=poor), ben.account) == []


def test_what_waits_comes_in_words(table: Table, ada: Player) -> None:
    [one] = lists(ada, "?include=words&language=de")["waiting"]
    assert one["words"] == {"question": "Wähle eine Karte oder passe", "about": None}
