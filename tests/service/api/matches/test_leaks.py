"""What an opponent does shows nowhere before its time: not in bytes, tags, sizes, headers or errors."""

import random
import re
from typing import Any

import pytest
from flask import Flask

from service.api.matches import representations
from service.context import Context
from tests.given.contexts import loaded
from tests.service.api.players import Player, Table
from tests.store.examples import standing

VOLATILE = re.compile(rb'"(server_time|seconds_left)":("[^"]*"|\d+|null)')
HEADERS = ("Date", "RateLimit", "Request-Id")
READS = ("", "/view", "/decisions", "/log", "/log.jsonl", "/feed", "/picture.svg", "/picture.png?width=200")


def look(player: Player, path: str) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Return status, bytes and headers of a GET, without the clock's own members."""
    answer = player.get(path)
    headers = [(name, value) for name, value in answer.headers if name not in HEADERS]
    return answer.status_code, VOLATILE.sub(b"", answer.data), headers


def everything(table: Table, player: Player) -> dict[str, tuple[int, bytes, list[tuple[str, str]]]]:
    """Return all that a player (or spectator) can read about a match."""
    decision = table.standing()["id"]
    paths = [table.path + what for what in READS]
    paths += [f"{table.path}/decisions/{decision}", f"{table.path}/decisions/{decision}/moves"]
    paths += [f"{table.path}/decisions/{decision}/commitment", "/v1/me/waiting", "/v1/me/matches", "/v1/me/deliveries"]
    paths += ["/v1/matches", "/v1/heads"]
    return {path: look(player, path) for path in paths}


def test_an_opponents_acts_change_nothing_that_anybody_else_can_read(
    table: Table, ada: Player, ben: Player, eve: Player, visitor: Player
) -> None:
    """The bit of a seat is refreshed at coarse instants only: with a day to answer, a quarter of an hour."""
    here = f"{table.here()}/commitment"
    watchers = (ben, eve, visitor)
    before = [everything(table, one) for one in watchers]
    moves = table.moves(ada, table.standing()["id"])
    sealed = [{"move": moves[0]}, {"move": moves[-1], "replaces": 1}, {"move": moves[0], "replaces": 2, "wait": True}]
    for body in sealed:
        assert ada.put(here, body).status_code == 200
        assert [everything(table, one) for one in watchers] == before
    assert ada.ask("DELETE", f"{here}?replaces=3").status_code == 200
    assert [everything(table, one) for one in watchers] == before


def test_a_tag_known_before_an_opponents_act_is_still_right_after_it(table: Table, ada: Player, ben: Player) -> None:
    tag = ben.get(table.path).headers["ETag"]
    ada.put(f"{table.here()}/commitment", {"move": {"type": "pass"}})
    assert ben.get(table.path, If_None_Match=tag).status_code == 304


def test_my_own_answer_does_not_tell_whether_the_opponent_is_in(
    table: Table, app: Flask, context: Context, ada: Player, ben: Player
) -> None:
    """Two tables that differ only in the opponent's act give answers of the same shape and size."""
    other = type(table).begin(context, ada, ben)
    table.players[0].put(f"{table.here()}/commitment", {"move": {"type": "pass"}, "wait": True})
    answers = [ben.put(f"{one.here()}/commitment", {"move": {"type": "pass"}}) for one in (table, other)]
    assert len(answers[0].data) == len(answers[1].data)
    assert sorted(answers[0].get_json()) == sorted(answers[1].get_json())
    assert [name for name, _ in answers[0].headers] == [name for name, _ in answers[1].headers]


def test_refusals_tell_nothing_of_others_acts(table: Table, ada: Player, ben: Player) -> None:
    here = table.here()
    tries = [
        ("PUT", f"{here}/commitment", {"move": {"type": "nonsense"}}),
        ("PUT", f"{here}/commitment", {"move": {"type": "pass"}, "replaces": 3}),
        ("DELETE", f"{here}/commitment?replaces=1", None),
        ("GET", f"{here}/commitment", None),
        ("PUT", f"{here}/move", {"move": {"type": "pass"}}),
        ("POST", f"{here}/check", {"move": {"type": "play", "card": "C99"}}),
    ]  # fmt: skip

    def refusals() -> list[tuple[int, int, Any]]:
        found = []
        for answer in (ben.ask(*one) for one in tries):
            said = answer.get_json()
            if "receipt" in said:  # it says when it was asked, and nothing else that an act could change
                said["receipt"].pop("received"), said.pop("signature")
            found.append((answer.status_code, len(answer.data), said))
        return found

    before = refusals()
    ada.put(f"{here}/commitment", {"move": {"type": "pass"}})
    assert refusals() == before


def test_salts_moves_and_seeds_are_in_no_answer_before_the_reveal(
    table: Table, ada: Player, ben: Player, eve: Player, visitor: Player, context: Context
) -> None:
    decision = table.standing()["id"]
    acted = ada.put(f"{table.here()}/commitment", {"move": table.moves(ada, decision)[0]}).get_json()
    record = loaded(context, table.match, secrets=True)
    assert record.seed is not None
    secrets = [acted["opening"]["salt"], acted["receipt"]["commitment"], record.seed, *record.boxes.values()]
    for watcher in (ben, eve, visitor):
        read = b"".join(body for _, body, _ in everything(table, watcher).values())
        assert not [one for one in secrets if one.encode() in read]
    assert record.seed.encode() not in b"".join(body for _, body, _ in everything(table, ada).values())


def test_a_hidden_hand_is_in_no_answer_to_others_through_a_whole_match(
    table: Table, ada: Player, ben: Player, visitor: Player, context: Context
) -> None:
    """At every decision: what Ben and a visitor read does not depend on which cards Ada holds."""
    chooser = random.Random(3)
    for _ in range(12):
        shown = ada.sees(table.path)
        if shown["status"] != "running":
            break
        mine = {card["id"] for card in shown["view"]["hands"][0]}
        for watcher in (ben, visitor):
            view = watcher.sees(f"{table.path}/view")["view"]
            assert view["hands"][0] is None
            # Without its shapes: "C20 56" in one of them is a curve and no card.
            picture = re.sub(r' d="[^"]*"', "", watcher.get(f"{table.path}/picture.svg").get_data(as_text=True))
            assert not [card for card in mine if re.search(rf"\b{card}\b", picture)]
        for decision in shown["decisions"]:
            for seat in decision["seats"]:
                player = table.players[seat]
                move = chooser.choice(table.moves(player, decision["id"]))
                what = "commitment" if decision["sealed"] else "move"
                answer = player.put(f"{table.path}/decisions/{decision['id']}/{what}", {"move": move})
                assert answer.status_code == 200, answer.get_data(as_text=True)
        table.resolve()


@pytest.mark.parametrize("deadline", [None, 10_000_000])
def test_the_bit_shows_at_coarse_instants_is_never_cleared_and_stands_still_at_the_end(deadline: int | None) -> None:
    decision = standing(opened=0, deadline=deadline)
    instants = {representations.last_instant(decision, now) for now in range(0, 9_000_000, 997)}
    step = 1_000 if deadline is None else 10_000_000 // 48
    assert all(instant % step == 0 for instant in instants)
    if deadline is not None:
        late = {representations.last_instant(decision, now) for now in range(deadline - 300_000, deadline, 997)}
        assert len(late) == 1
        assert late.pop() <= deadline - 300_000


def test_a_private_match_is_seen_only_with_its_invitation(
    app: Flask, context: Context, ada: Player, ben: Player, eve: Player, visitor: Player
) -> None:
    created = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private", "grace_seconds": 0}).get_json()
    path, invitation = f"/v1/matches/{created['match']}", created["invitation"]
    for what in READS:
        for watcher in (eve, visitor):
            refused = watcher.get(path + what)
            assert (refused.status_code, refused.get_json()["type"]) == (403, "/problems/private")
    refused = ben.put(f"{path}/seats/me", {"invitation": "wrong"})
    assert (refused.status_code, refused.get_json()["type"]) == (403, "/problems/invitation-wrong")
    shown = visitor.sees(f"{path}?invitation={invitation}")
    assert shown["invitation"] is None
    assert ben.put(f"{path}/seats/me", {"invitation": invitation}).status_code == 200
    assert ben.sees(path)["invitation"] == invitation
