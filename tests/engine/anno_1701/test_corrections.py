"""Rules found wrong in play, by the numbers of ``RULES.md``, "Found in play"."""

import copy
from collections.abc import Mapping

import pytest
from jsonschema import Draft202012Validator

from engine.contract import IllegalMove, Json, Language, Move, Orders
from engine.games.anno_1701 import GAME
from engine.games.anno_1701.rules import stores
from engine.games.anno_1701.text.words import AnnoWords
from engine.match.orders import check_own
from engine.match.table import Standing
from engine.verifier.replay import verify
from tests.engine.anno_1701.table import DATA, Table, consulted, given
from tests.engine.anno_1701.test_orders import run
from tests.engine.playing import Server

WORDS = AnnoWords(DATA)


def plan_of(table: Table, **more: Json) -> Orders:
    upgrade = {"do": {"type": "upgrade", "resident": 0}}
    entries = [{"do": {"type": "repair"}}, upgrade, {"do": {"type": "bank", "give": "W", "take": "T"}}]
    return {"turn": {"turn": table.state["turn"], "do": entries, "close": {"type": "finish"}, **more}}


def begun() -> Table:
    return given({"goods": "HZZZWWW", "gold": [3, 3], "ship": 2})


def stopped() -> tuple[Table, Orders]:
    """A list has repaired and cannot upgrade; its player banks by hand what is missing."""
    table = begun()
    plan = plan_of(table)
    told = [event["type"] for event in run(table, plan)]
    assert told == ["repaired"]
    assert table.waits_for == "act", "the player is asked: the upgrade cannot be paid"
    return table.answer("bank", give="Z", take="N"), plan


# -- 1: the list is a proposal after an interruption ----------------------------------------------------------------------


def test_1_after_an_interruption_nothing_of_the_list_is_played_by_itself() -> None:
    table, plan = stopped()
    for entry in plan["turn"]["do"]:
        entry["skip"] = True
    assert run(table, plan) == []
    assert table.waits_for == "act"
    table.answer("close")
    assert GAME.consult(table.state, 0, table.decision()["id"], plan) is None, "nor how the turn closes"


def test_1_a_list_is_sent_again_from_the_decision_that_stands() -> None:
    table, plan = stopped()
    rest = [{"do": {"type": "bank", "give": "W", "take": "T"}}]
    again = {"turn": {**plan["turn"], "do": rest, "from": table.decision()["id"]}}
    told = [event["type"] for event in run(table, again)]
    assert told[0] == "bank"
    assert table.state["turn"] > plan["turn"]["turn"] or table.state["stage"] != "act", (
        "the turn was closed by the list"
    )


def test_1_a_list_sent_again_stops_at_the_next_answer_by_hand() -> None:
    table, plan = stopped()
    again = {"turn": {**plan["turn"], "do": [], "from": table.decision()["id"]}}
    table.answer("bank", give="W", take="T")
    assert GAME.consult(table.state, 0, table.decision()["id"], again) is None


def test_1_a_list_cannot_begin_at_a_decision_of_another_turn() -> None:
    table = begun()
    with pytest.raises(IllegalMove) as refused:
        GAME.check_orders(table.state, 0, plan_of(table, **{"from": "t99.act.1"}))
    assert refused.value.pointer == "/turn/from"


def test_1_an_interruption_does_not_affect_the_next_turn() -> None:
    table, _ = stopped()
    table.answer("finish")
    assert table.state["by_hand"] == 0


def test_1_its_owner_sees_what_the_list_played_and_resumes_it_with_one_act() -> None:
    table, plan = stopped()
    assert [one["do"] for one in table.view(0)["list"]["acts"]] == [{"type": "repair"}]
    assert {"type": "resume"} in table.moves()
    table.state["players"][0]["land"] |= {"L1": 2, "L3": 2}
    table.answer("resume")
    assert table.view(0)["list"] is None
    assert [event["type"] for event in run(table, plan)][:2] == ["upgraded", "bank"], "behind the repair"


def test_1_nobody_else_sees_that_a_list_was_interrupted() -> None:
    table, _ = stopped()
    bare = copy.deepcopy(table.state)
    bare |= {"listed": 0}
    for viewer in (1, None):
        assert table.view(viewer)["list"] is None
        assert GAME.view(bare, viewer) == table.view(viewer)
        assert "resume" not in GAME.words.table(table.view(viewer), ["Ada", "Ben"], "en")


def test_1_a_resumed_list_closes_the_turn_too() -> None:
    table, plan = stopped()
    table.answer("close")
    while table.waits_for == "close":
        table.answer("resume")
        assert consulted(table.state, 0, table.decision()["id"], plan)["type"] == "finish"
        break
    assert table.refusal("resume") == "not-resting"


def test_1_without_an_interruption_there_is_nothing_to_resume() -> None:
    table = begun()
    assert table.refusal("resume") == "not-resting"
    assert {"type": "resume"} not in table.moves()


@pytest.mark.parametrize(
    ("language", "says", "way", "left"),
    [
        (
            "en",
            "It had played: repair the ship.",
            "choose: go on with your turn list.",
            "upgrade inhabitant 1; bank: 3 tools for 1 cloth; end the turn",
        ),
        (
            "de",
            "Gespielt hatte sie: Schiff verbessern.",
            "wähle: mit deiner Zugliste weitermachen.",
            "Einwohner 1 aufwerten; Bank: 3",
        ),
    ],
)
def test_1_table_and_proposal_describe_an_interrupted_list_in_plain_words(
    language: Language, says: str, way: str, left: str
) -> None:
    table, plan = stopped()
    text = " ".join(GAME.words.table(table.view(0), ["Ada", "Ben"], language).split())
    assert says in text
    assert way in text
    assert "{" not in text, "players read it, not programs"
    said = WORDS.proposal(table.view(0), plan, language)
    assert said is not None
    assert left in said
    assert WORDS.proposal(table.view(0), {"goods": "ask"}, language) is None


@pytest.mark.parametrize(("language", "word"), [("en", "list"), ("de", "Zugliste")])
def test_1_who_plays_by_hand_reads_nothing_of_lists(language: Language, word: str) -> None:
    table = begun()
    assert "{" not in GAME.words.table(table.view(0), ["Ada", "Ben"], language)
    table.answer("bank", give="Z", take="N")
    assert word not in GAME.words.table(table.view(0), ["Ada", "Ben"], language).split()
    assert {"type": "resume"} not in table.moves(), "most of those who play by hand have no list"
    table.answer("resume")


# -- 2: only orders sign as orders ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mark", "value"), [("step", 0), ("order", "W4-default")])
def test_2_a_seat_cannot_sign_as_its_standing_orders(mark: str, value: Json) -> None:
    table = begun()
    move = {"type": "finish", mark: value}
    with pytest.raises(IllegalMove) as refused:
        check_own(GAME, table.state, 0, table.decision()["id"], move)
    assert (refused.value.code, refused.value.pointer) == ("not-an-order", f"/{mark}")
    check_own(GAME, table.state, 0, table.decision()["id"], {"type": "finish"})


def test_2_the_verifier_refutes_a_log_in_which_a_seat_signs_as_its_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Server(rules="anno-1701@1", options={"turn_limit": 1}, seed=5)
    choose = played.choose

    def signed(standing: Standing, seat: int) -> Move:
        move = choose(standing, seat)
        return {"type": "finish", "step": 0} if standing["kind"] == "act" else move

    monkeypatch.setattr(played, "choose", signed)
    match = played.play()
    found = verify(match.export, check_signature=match.check_signature)
    assert found.verdict == "FAIL"
    assert "only standing orders say step" in found.reason


# -- 3: pits and centres of a trade are named ------------------------------------------------------------------------------


def traders() -> Table:
    table = given({"goods": "ZZZW", "gold": [3, 1]}, {"goods": "TT", "gold": [1, 1]})
    table.state["players"][0]["land"] |= {"L4": 2, "L5": 1}
    return table


def test_3_an_offer_and_its_acceptance_may_name_landscapes_and_centres() -> None:
    table = traders()
    table.answer("offer", give="ZG", take="T", pay=["L5"], gold=[0, 1], store=["L1"])
    table.answer(
        "accept", of="offer", into=[0, 1], store=["D5"] if "D5" in table.state["players"][1]["land"] else ["D4"]
    )
    mine, theirs = table.state["players"]
    assert (mine["land"]["L4"], mine["land"]["L5"], mine["gold"]) == (2, 0, [3, 0])
    assert theirs["gold"] == [1, 2]


def test_3_without_names_the_defaults_apply() -> None:
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
def test_3_what_is_named_must_have_the_goods_and_the_room_for_the_trade(named: Mapping[str, Json], code: str) -> None:
    assert traders().refusal("offer", give="ZG", take="T", **named) == code


def test_3_a_counter_offer_and_its_acceptance_may_name_theirs() -> None:
    table = traders().answer("offer", give="Z", take="T")
    table.answer("counter", of="offer", give="T", take="ZG", into=[0, 1]).answer(
        "accept", of="counter", pay=["L5"], gold=[0, 1]
    )
    mine, theirs = table.state["players"]
    assert (mine["land"]["L4"], mine["land"]["L5"], mine["gold"], theirs["gold"]) == (2, 0, [3, 0], [1, 2])


def preferring(**prefer: Json) -> Table:
    """A turn in which seat 0 prefers something and lays out nothing else."""
    table = given({"goods": "HZZZ", "gold": [2, 2], "ship": 2}, {"gold": [2, 2]})
    table.state["players"][0]["land"] |= {"L4": 1, "L5": 2}
    return table.answer("repair", prefer=prefer)


def test_3_yields_go_to_the_preferred_landscape_even_in_the_other_players_turn() -> None:
    brickworks = next(card for card in DATA.cards.values() if card.yields == "Z")
    assert brickworks.die is not None
    for prefer, into in (({}, "L4"), ({"store": ["L5", "L4"]}, "L5")):
        table = preferring(**prefer)
        table.state["players"][0]["buildings"] = [brickworks.id]
        table.state["active"] = 1
        table.roll(brickworks.die, "tax")
        (made,) = [one for one in table.told("produced") if one["seat"] == 0]
        assert into in made["lands"]


def test_3_if_the_preferred_landscape_is_full_the_default_applies() -> None:
    table = preferring(store=["L5"])
    table.state["players"][0]["land"]["L5"] = 3
    player = table.state["players"][0]
    assert stores.target(DATA, player, "Z") == "L4"


def test_3_goods_and_gold_leave_and_arrive_as_preferred() -> None:
    player = preferring(pay=["L4"], gold=0, into=1).state["players"][0]
    assert stores.source(DATA, player, "Z") == "L4"
    stores.pay_gold(player, 3)
    assert player["gold"] == [0, 1], "the left one first, then the other"
    stores.gain_gold(player, 4)
    assert player["gold"] == [1, 4]


def test_3_a_demanded_good_moves_between_the_preferred_landscapes() -> None:
    table = given({"gold": [2, 2]}, {"goods": "ZZ", "gold": [2, 2]})
    theirs = [spot for spot in table.state["players"][1]["land"] if DATA.goods[spot] == "Z"]
    table.state["players"][1]["land"] |= dict.fromkeys(theirs, 1)
    table.state["powers"]["trade"] = 0
    table.roll(6, "trade_advantage")
    demand = table.decision("demand")
    move = consulted(table.state, 0, demand["id"], {"demand": "most-plentiful", "prefer": {"store": ["L5"]}})
    assert move["prefer"] == {"store": ["L5"]}
    table.state, table.events = GAME.resolve(table.state, demand["id"], {0: move}, table.chance)
    pit = table.decision("pit")
    given_away = consulted(table.state, 1, pit["id"], {"prefer": {"pay": theirs[::-1]}})
    assert given_away["landscape"] == theirs[-1]
    assert consulted(table.state, 1, pit["id"], {})["landscape"] == theirs[0], "the default stays"
    table.state, table.events = GAME.resolve(table.state, pit["id"], {1: given_away}, table.chance)
    assert table.told("gained")[0]["land"] == "L5", "the default would be L4"


def test_3_orders_state_a_preference_once_and_their_row_marks_their_answers() -> None:
    table = given({"goods": "HHH", "gold": [2, 2], "ship": 2})
    orders = plan_of(table) | {"prefer": {"into": 1}}
    orders["turn"]["do"] = [{"do": {"type": "repair"}, "skip": True}, {"do": {"type": "repair"}, "skip": True}]
    GAME.check_orders(table.state, 0, orders)
    told = [event["type"] for event in run(table, orders)]
    assert told.count("prefers") == 1
    assert table.view(1)["players"][0]["prefer"] == {"into": 1}, "everybody sees it"


def test_3_only_the_players_own_landscapes_can_be_preferred() -> None:
    table = begun()
    assert table.refusal("finish", prefer={"store": ["D4"]}) == "no-landscape"
    with pytest.raises(IllegalMove) as refused:
        GAME.check_orders(table.state, 0, {"prefer": {"pay": ["L4", "D1"]}})
    assert refused.value.pointer == "/prefer/pay/1"


@pytest.mark.parametrize(("language", "says"), [("en", "goods into L5 (brick)"), ("de", "Waren nach L5 (Ziegel)")])
def test_3_preferences_are_announced_and_shown(language: Language, says: str) -> None:
    table = preferring(store=["L5"], gold=0)
    (event,) = [one for one in table.events if one["type"] == "prefers"]
    assert says in GAME.words.event(event, ["Ada", "Ben"], language)
    assert says in GAME.words.table(table.view(1), ["Ada", "Ben"], language)
    table.answer("finish", prefer={})
    assert "prefer" not in table.state["players"][0]


# -- 4: steps without gaps -----------------------------------------------------------------------------------------------


def steps(table: Table, plan: Orders) -> list[int | None]:
    """Return the step of each answer of the list until somebody is asked."""
    found = []
    while (move := GAME.consult(table.state, 0, table.decision()["id"], plan)) is not None and table.state[
        "turn"
    ] == plan["turn"]["turn"]:
        Draft202012Validator(GAME.rules.moves[table.decision()["kind"]]).validate(move)
        found.append(move.get("step"))
        table.state, _ = GAME.resolve(table.state, table.decision()["id"], {0: move}, table.chance)
        if table.decision()["seats"] != [0]:
            break
    return found


def test_4_skipped_entries_leave_no_gap() -> None:
    bank = {"type": "bank", "give": "W", "take": "T"}
    skipped = {"do": {"type": "upgrade", "resident": 0}, "skip": True}
    without = [{"do": {"type": "repair"}}, {"do": bank}]
    shown = []
    for entries in (without, [skipped, without[0], skipped, skipped, without[1]]):
        table = begun()
        shown.append(steps(table, {"turn": {"turn": table.state["turn"], "do": entries, "close": {"type": "finish"}}}))
    assert shown[0] == shown[1] == [0, 1, 2]


def test_4_equal_entries_are_each_played_once() -> None:
    table = given({"goods": "HZZZWWW", "gold": [3, 3], "ship": 1})
    repair = {"do": {"type": "repair"}, "skip": True}
    never = {**repair, "if": {"spied": ["spion"]}}
    table.state["players"][0]["land"]["L2"] = 3
    told = run(table, {"turn": {"turn": table.state["turn"], "do": [never, repair, repair]}})
    assert [event["type"] for event in told] == ["repaired", "repaired"]


def test_4_conditions_still_see_how_an_earlier_entry_went() -> None:
    table = begun()
    skipped = {"do": {"type": "upgrade", "resident": 0}, "skip": True}
    after = {"do": {"type": "repair"}, "if": {"after": {"entry": 0, "result": "skipped"}}}
    never = {"do": {"type": "bank", "give": "W", "take": "T"}, "if": {"after": {"entry": 1, "result": "skipped"}}}
    told = run(table, {"turn": {"turn": table.state["turn"], "do": [skipped, after, never]}})
    assert [event["type"] for event in told] == ["repaired"]


def test_4_views_reveal_no_more_than_the_log() -> None:
    table = begun()
    run(table, plan_of(table))
    assert table.view(1)["acts"] == [{"type": "repair", "result": "done", "step": 0}]


# -- 6: no jargon --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_6_no_row_numbers_in_what_people_read(language: Language) -> None:
    for mark in ("W4", "W4-default"):
        event = {"type": "gave-up", "seat": 0, "goods": "Z", "why": "fire", "forced": False, "order": mark}
        move = {"type": "give", "goods": ["Z"], "order": mark}
        for said in (GAME.words.event(event, ["Ada", "Ben"], language), GAME.words.move(move, language)):
            assert "W4" not in said
            assert ("rules" if language == "en" else "Regeln") in said or not mark.endswith("default")
