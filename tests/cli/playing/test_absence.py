"""``siegelpost here`` and ``vote``, in a seat that signs: the receipts are kept, and the log verifies."""

import json

from engine.match.absence import case_of
from tests.cli.playing.test_play import Player, new_match, started
from tests.cli.served import Served
from tests.service.hours import pass_hours


def test_a_player_who_signs_comes_back_and_ends_the_match(live: Served, ada: Player, ben: Player) -> None:
    match = new_match(ada, "--misses", "1")
    ben.run("join", match, "--sign")
    started(ada, match)
    assert "nobody misses you" in ben.run("here", match, code=1)
    assert "not asked about this seat" in ben.run("vote", match, "0", "win", "--yes", code=1)
    pass_hours(live.context, match, lambda record: "polled" in (case_of(record.table, 0) or {}))
    if case_of(live.context.store.load(match).table, 1) is not None:  # type: ignore[union-attr]
        assert "knows that you are there" in ben.run("here", match)
    assert "in the log" in ben.run("vote", match, "0", "win", "--yes")
    seen = ada.client().match(match)
    while seen["status"] != "closed":
        seen = ada.client().match(match, after=seen["n"], wait=25)
    assert seen["over"] == "abandoned"
    said = json.loads(ben.run("verify", f"{live.url}/v1/matches/{match}/log.jsonl", "--json"))
    assert (said["verdict"], said["reason"]) == ("PASS", "")
    assert "vote #1" in ben.run("receipts", "list", match)


def test_a_player_who_signs_hands_the_seat_over(live: Served, ada: Player, ben: Player) -> None:
    match = new_match(ada)
    ben.run("join", match, "--sign")
    started(ada, match)
    assert "nobody whom you have named is ready" in ben.run("hand", match, "person", "--yes", code=1)
    assert "The others are asked" in ben.run("hand", match, "bot", "--yes")
    assert "cannot hand a seat over" in ben.run("hand", match, "bot", "--yes", code=1)
    assert "seat 1 wants to be handed over" in ada.run("waiting")
    assert "You stay" in ben.run("here", match)
    assert "not asked about this seat" in ada.run("vote", match, "1", "bot", "--yes", code=1)
    ben.run("hand", match, "bot", "--yes")
    assert "in the log" in ada.run("vote", match, "1", "wait")
    assert "The others are asked" in ben.run("hand", match, "bot", "--yes")
    assert "in the log" in ada.run("vote", match, "1", "bot", "--yes")
    seen = ada.client().match(match)
    while not seen["seats"][1]["bot"]:
        seen = ada.client().match(match, after=seen["n"], wait=25)
    said = json.loads(ben.run("verify", f"{live.url}/v1/matches/{match}/log.jsonl", "--json", code=3))
    assert (said["verdict"], "not closed" in said["reason"]) == ("INCOMPLETE", True)
    assert "hand #3" in ben.run("receipts", "list", match)
