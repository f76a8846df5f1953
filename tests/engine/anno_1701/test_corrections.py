"""Rules found wrong in play, by the numbers of ``RULES.md``, "Found in play": as version 2 has them, and 1 had them."""

import pytest
from jsonschema import Draft202012Validator

from engine.anno_1701 import GAME, VERSIONS
from engine.contract import IllegalMove
from engine.orders import check_own
from engine.replay import verify
from tests.engine.anno_1701.table import given
from tests.engine.anno_1701.test_orders import run
from tests.engine.playing import Server


def plan_of(table, **more):
    upgrade = {"do": {"type": "upgrade", "resident": 0}}
    entries = [{"do": {"type": "repair"}}, upgrade, {"do": {"type": "bank", "give": "W", "take": "T"}}]
    return {"turn": {"turn": table.state["turn"], "do": entries, "close": {"type": "finish"}, **more}}


def begun(version=2):
    table = given({"goods": "HZZZWWW", "gold": [3, 3], "ship": 2})
    if version == 1:
        for name in ("version", "listed", "by_hand"):
            del table.state[name]
    return table


def stopped(version=2):
    """A list has repaired and cannot upgrade; its player banks by hand what is missing."""
    table = begun(version)
    plan = plan_of(table)
    told = [event["type"] for event in run(table, plan)]
    assert told == ["repaired"]
    assert table.waits_for == "act", "the player is asked: the upgrade cannot be paid"
    return table.answer("bank", give="Z", take="N"), plan


# -- 1: the list is a proposal after an interruption ----------------------------------------------------------------------


def test_1_after_an_interruption_nothing_of_the_list_is_played_by_itself():
    table, plan = stopped()
    for entry in plan["turn"]["do"]:
        entry["skip"] = True
    assert run(table, plan) == []
    assert table.waits_for == "act"
    table.answer("close")
    assert GAME.consult(table.state, 0, table.decision()["id"], plan) is None, "nor how the turn closes"


def test_1_version_1_went_on():
    table, plan = stopped(version=1)
    for entry in plan["turn"]["do"]:
        entry["skip"] = True
    assert run(table, plan) != []


def test_1_it_is_sent_again_with_the_decision_that_stands():
    table, plan = stopped()
    rest = [{"do": {"type": "bank", "give": "W", "take": "T"}}]
    again = {"turn": {**plan["turn"], "do": rest, "from": table.decision()["id"]}}
    told = [event["type"] for event in run(table, again)]
    assert told[0] == "bank"
    assert table.state["turn"] > plan["turn"]["turn"] or table.state["stage"] != "act", (
        "the turn was closed by the list"
    )


def test_1_what_is_sent_again_stops_at_the_next_answer_by_hand():
    table, plan = stopped()
    again = {"turn": {**plan["turn"], "do": [], "from": table.decision()["id"]}}
    table.answer("bank", give="W", take="T")
    assert GAME.consult(table.state, 0, table.decision()["id"], again) is None


def test_1_a_decision_of_another_turn_is_no_place_to_begin():
    table = begun()
    with pytest.raises(IllegalMove) as refused:
        GAME.check_orders(table.state, 0, plan_of(table, **{"from": "t99.act.1"}))
    assert refused.value.pointer == "/turn/from"


def test_1_the_next_turn_begins_unspoilt():
    table, _ = stopped()
    table.answer("finish")
    assert table.state["by_hand"] == 0


# -- 2: only orders sign as orders ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mark", "value"), [("step", 0), ("order", "W4-default")])
def test_2_a_seat_cannot_sign_as_its_standing_orders(mark, value):
    table = begun()
    move = {"type": "finish", mark: value}
    with pytest.raises(IllegalMove) as refused:
        check_own(GAME, table.state, 0, table.decision()["id"], move)
    assert (refused.value.code, refused.value.pointer) == ("not-an-order", f"/{mark}")
    check_own(GAME, table.state, 0, table.decision()["id"], {"type": "finish"})


def test_2_the_verifier_refutes_a_log_in_which_a_seat_does(monkeypatch):
    played = Server(rules="anno-1701@2", options={"turn_limit": 1}, seed=5)
    choose = played.choose

    def signed(standing, seat):
        move = choose(standing, seat)
        return {"type": "finish", "step": 0} if standing["kind"] == "act" else move

    monkeypatch.setattr(played, "choose", signed)
    match = played.play()
    found = verify(match.export, check_signature=match.check_signature)
    assert found.verdict == "FAIL"
    assert "only standing orders say step" in found.reason


def test_2_version_1_let_it_pass():
    table = begun(version=1)
    check_own(VERSIONS[0], table.state, 0, table.decision()["id"], {"type": "finish", "step": 0})


# -- 3: pits and centres of a trade are named ------------------------------------------------------------------------------


def traders():
    table = given({"goods": "ZZZW", "gold": [3, 1]}, {"goods": "TT", "gold": [1, 1]})
    table.state["players"][0]["land"] |= {"L4": 2, "L5": 1}
    return table


def test_3_who_offers_and_who_accepts_name_their_pits_and_centres():
    table = traders()
    table.answer("offer", give="ZG", take="T", pay=["L5"], gold=[0, 1], store=["L1"])
    table.answer(
        "accept", of="offer", into=[0, 1], store=["D5"] if "D5" in table.state["players"][1]["land"] else ["D4"]
    )
    mine, theirs = table.state["players"]
    assert (mine["land"]["L4"], mine["land"]["L5"], mine["gold"]) == (2, 0, [3, 0])
    assert theirs["gold"] == [1, 2]


def test_3_left_out_the_defaults_stay():
    table = traders()
    table.answer("offer", give="ZG", take="T").answer("accept", of="offer")
    mine, theirs = table.state["players"]
    assert (mine["land"]["L4"], mine["land"]["L5"], mine["gold"], theirs["gold"]) == (1, 1, [2, 1], [2, 1])


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({"pay": ["L6"]}, "bad-allocation"), ({"pay": []}, "bad-allocation"), ({"gold": [1, 1]}, "bad-split"),
        ({"gold": [0, 2]}, "bad-split"), ({"store": ["L2"]}, "bad-allocation"), ({"store": ["L1", "L1"]}, "bad-allocation"),
        ({"into": [1, 0]}, "bad-split"),
    ],
)  # fmt: skip
def test_3_what_is_named_has_to_pay_and_to_hold_what_is_traded(named, code):
    assert traders().refusal("offer", give="ZG", take="T", **named) == code


def test_3_the_maker_of_a_counter_offer_and_who_accepts_it_name_theirs():
    table = traders().answer("offer", give="Z", take="T")
    table.answer("counter", of="offer", give="T", take="ZG", into=[0, 1]).answer(
        "accept", of="counter", pay=["L5"], gold=[0, 1]
    )
    mine, theirs = table.state["players"]
    assert (mine["land"]["L4"], mine["land"]["L5"], mine["gold"], theirs["gold"]) == (2, 0, [3, 0], [1, 2])


def test_3_version_1_knows_no_such_names():
    old, new = (Draft202012Validator(one.rules.moves["offer"]) for one in VERSIONS)
    accept = {"type": "accept", "into": [1, 0]}
    assert (old.is_valid(accept), new.is_valid(accept)) == (False, True)


# -- 4: steps without gaps -----------------------------------------------------------------------------------------------


def steps(table, plan):
    """Return the step of each answer of the list until somebody is asked."""
    found = []
    while (move := GAME.consult(table.state, 0, table.decision()["id"], plan)) is not None and table.state[
        "turn"
    ] == plan["turn"]["turn"]:
        Draft202012Validator(GAME.rules.moves[table.waits_for]).validate(move)
        found.append(move.get("step"))
        table.state, _ = GAME.resolve(table.state, table.decision()["id"], {0: move}, table.chance)
        if table.decision()["seats"] != [0]:
            break
    return found


def test_4_skipped_entries_leave_no_gap():
    bank = {"type": "bank", "give": "W", "take": "T"}
    skipped = {"do": {"type": "upgrade", "resident": 0}, "skip": True}
    without = [{"do": {"type": "repair"}}, {"do": bank}]
    shown = []
    for entries in (without, [skipped, without[0], skipped, skipped, without[1]]):
        table = begun()
        shown.append(steps(table, {"turn": {"turn": table.state["turn"], "do": entries, "close": {"type": "finish"}}}))
    assert shown[0] == shown[1] == [0, 1, 2]


def test_4_equal_entries_are_played_as_often_as_they_stand_there():
    table = given({"goods": "HZZZWWW", "gold": [3, 3], "ship": 1})
    repair = {"do": {"type": "repair"}, "skip": True}
    never = {**repair, "if": {"spied": ["spion"]}}
    table.state["players"][0]["land"]["L2"] = 3
    told = run(table, {"turn": {"turn": table.state["turn"], "do": [never, repair, repair]}})
    assert [event["type"] for event in told] == ["repaired", "repaired"]


def test_4_conditions_still_ask_how_an_earlier_entry_went():
    table = begun()
    skipped = {"do": {"type": "upgrade", "resident": 0}, "skip": True}
    after = {"do": {"type": "repair"}, "if": {"after": {"entry": 0, "result": "skipped"}}}
    never = {"do": {"type": "bank", "give": "W", "take": "T"}, "if": {"after": {"entry": 1, "result": "skipped"}}}
    told = run(table, {"turn": {"turn": table.state["turn"], "do": [skipped, after, never]}})
    assert [event["type"] for event in told] == ["repaired"]


def test_4_views_do_not_tell_more_than_the_log():
    table = begun()
    run(table, plan_of(table))
    assert table.view(1)["acts"] == [{"type": "repair", "result": "done", "step": 0}]


# -- 6: no jargon --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_6_no_row_numbers_in_what_people_read(language):
    for mark in ("W4", "W4-default"):
        event = {"type": "gave-up", "seat": 0, "goods": "Z", "why": "fire", "forced": False, "order": mark}
        move = {"type": "give", "goods": ["Z"], "order": mark}
        for said in (GAME.words.event(event, ["Ada", "Ben"], language), GAME.words.move(move, language)):
            assert "W4" not in said
            assert ("rules" if language == "en" else "Regeln") in said or not mark.endswith("default")
