"""A match through the API, as two players see it."""

from __future__ import annotations


def test_two_players_seal_a_card_and_see_it_revealed(table, ada, ben):
    here = table.here()
    for player in (ada, ben):
        move = table.moves(player, table.standing()["id"])[0]
        sealed = player.put(f"{here}/commitment", {"move": move})
        assert sealed.status_code == 200, sealed.get_data(as_text=True)
        assert sealed.get_json()["opening"]["move"] == move
    table.resolve()
    log = ada.sees(f"{table.path}/log")["entries"]
    resolved = [line["entry"] for line in log if line["entry"]["type"] == "resolved"]
    assert [one["seat"] for one in resolved[0]["body"]["openings"]] == [0, 1]
