"""Standing orders (RULES.md, E.2): what they answer, when they ask, and which can never match."""

import random
from collections.abc import Callable, Mapping

import pytest
from jsonschema import Draft202012Validator

from engine.contract import Event, IllegalMove, Json, Move, Orders
from engine.games.anno_1701 import GAME
from engine.games.anno_1701.schemas.moves import REACTIONS
from tests.engine import laws
from tests.engine.anno_1701.table import ORDERS, Table, given
from tests.engine.anno_1701.ways import lively, scrambled

THEATRE = "schauspielhaus-3-1"


def consult(table: Table, orders: Orders, kind: str | None = None) -> Move | None:
    """What the first decision (of a kind) is answered by these orders, without what signs it as theirs."""
    move = marked(table, orders, kind)
    return move and {key: value for key, value in move.items() if key not in GAME.rules.order_marks}


def marked(table: Table, orders: Orders, kind: str | None = None) -> Move | None:
    """What the first decision (of a kind) is answered by these orders; they fit their schema."""
    Draft202012Validator(ORDERS).validate(orders)
    decision = table.decision(kind)
    seat = decision["seats"][0]
    GAME.check_orders(table.state, seat, orders)
    return GAME.consult(table.state, seat, decision["id"], orders)


def signature(move: Move | None) -> str | None:
    """By which row of the orders a move came; None where the player is asked."""
    return None if move is None else str(move["order"])


def run(table: Table, orders: Orders, seat: int = 0) -> list[Event]:
    """Let the orders of a seat answer until somebody has to be asked; return what happened."""
    events = []
    for _ in range(80):
        for decision in GAME.decisions(table.state):
            move = GAME.consult(table.state, seat, decision["id"], orders) if decision["seats"] == [seat] else None
            if move is not None:
                GAME.check(table.state, seat, decision["id"], move)
                table.state, told = GAME.resolve(table.state, decision["id"], {seat: move}, table.chance)
                events += told
                break
        else:
            return events
    raise AssertionError("the orders do not come to an end")


def attacked(card: str, target: Mapping[str, Json], **victim: Json) -> Table:
    return given({"hand": card}, {"buildings": THEATRE, **victim}).answer("play", card=card, **target)


@pytest.mark.parametrize(
    ("card", "target", "victim", "answer"),
    [
        ("taschendieb-1-1", {}, {"gold": [2, 1]}, "cancel"),
        ("taschendieb-1-1", {}, {"gold": [1, 1]}, "cancel"),
        ("spion-1-1", {}, {"hand": "farm-1-1 farm-1-2"}, "allow"),
        ("giftmischer-2-1", {"landscape": "D1"}, {"goods": "T"}, "allow"),
        ("giftmischer-2-1", {"landscape": "D1"}, {"goods": "TT"}, "cancel"),
        ("giftmischer-2-1", {"landscape": "D1"}, {"goods": "TT", "gold": [1, 1]}, "allow"),
    ],
)
def test_w1_by_default_the_theatre_cancels_what_hurts(
    card: str, target: Mapping[str, Json], victim: Mapping[str, Json], answer: str
) -> None:
    assert consult(attacked(card, target, **victim), {}) == {"type": answer}


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("always", {"type": "cancel"}),
        ("never", {"type": "allow"}),
        ("ask", None),
        ({"gold_after": 5, "loss": 2}, {"type": "cancel"}),
        ({"gold_after": 6, "loss": 2}, {"type": "allow"}),
        ({"gold_after": 1, "loss": 3}, {"type": "allow"}),
    ],
)
def test_w1_orders_for_the_theatre(order: Json, answer: Move | None) -> None:
    assert consult(attacked("taschendieb-1-1", {}), {"theatre": {"taschendieb": order}}) == answer


def guild(**facts: Json) -> Table:
    return given({"buildings": "gildenhaus-3-1", **facts}).roll(1, "pirate_hunt")


def test_w2_goods_of_choice_follow_a_list_of_targets() -> None:
    assert consult(guild(goods="N"), {}, "yield") == {"type": "take", "good": "T"}
    wish = {"goods": [{"good": "W", "amount": 3}]}
    assert consult(guild(goods="WW"), wish, "yield") == {"type": "take", "good": "W"}
    assert consult(guild(), {"goods": "ask"}, "yield") is None


def test_w4_losses_follow_a_list_of_amounts_to_keep() -> None:
    table = given({"goods": "NNNTTTHHH"}).roll(1, "fire")
    assert consult(table, {}) == {"type": "give", "goods": ["H", "H", "T", "N"]}
    wish = {"give_up": [{"good": "N", "amount": 0}]}
    assert consult(table, wish) == {"type": "give", "goods": ["N", "N", "N", "H"]}
    assert consult(table, {"give_up": "ask"}) is None


def test_w5_the_trade_advantage_demands_what_is_wanted_or_most_plentiful() -> None:
    table = given({"goods": "NNTTT"}, {"goods": "NWWW", "land": {"D6": 3}})
    table.state["powers"] = {"trade": 0, "sea": None}
    table.roll(6, "trade_advantage")
    assert consult(table, {}) == {"type": "demand", "good": "W"}
    assert consult(table, {"demand": "most-plentiful"}) == {"type": "demand", "good": "W"}
    assert consult(table, {"demand": "decline"}) == {"type": "decline"}
    assert consult(table, {"demand": "ask"}) is None


def test_w6_the_lodge_fetches_only_what_is_wanted() -> None:
    table = given({}, {"buildings": "loge-3-1", "hand": "farm-1-1 kapelle-1-1"}, discard="spion-1-1")
    table.roll(4, "pirate_hunt")
    assert consult(table, {}) == {"type": "skip"}
    wish = {"lodge": {"want": ["spion"], "give": ["kapelle", "farm"]}}
    assert consult(table, wish) == {"type": "lodge", "slot": 1, "under": "1a"}
    assert consult(table, {"lodge": {"want": ["kapitaen"], "give": ["farm"]}}) == {"type": "skip"}


def offered(give: str, take: str, **facts: Json) -> Table:
    return given({"goods": "TT"}, {"goods": "ZZZ", **facts}).answer("offer", give=give, take=take)


def test_w8_a_standing_offer_is_accepted_within_its_limits() -> None:
    trade = {"give": "Z", "take": "T", "keep": [{"good": "Z", "amount": 2}], "times": 1}
    table = offered("T", "Z")
    assert consult(table, {"trades": [trade]}, "offer") == {"type": "accept"}
    assert consult(table, {"trades": [trade | {"keep": [{"good": "Z", "amount": 3}]}]}, "offer") is None
    assert consult(table, {}, "offer") is None
    assert consult(table, {"reject": "Z"}, "offer") == {"type": "reject"}
    assert consult(offered("T", "ZZ"), {"trades": [trade]}, "offer") is None
    again = offered("T", "Z").answer("accept").answer("offer", give="T", take="Z")
    assert consult(again, {"trades": [trade | {"keep": []}]}, "offer") is None
    assert consult(again, {"trades": [trade | {"keep": [], "times": 2}]}, "offer") == {"type": "accept"}


def test_a_turn_list_is_played_to_its_end() -> None:
    table = given({"goods": "HZZNNTT", "hand": "kapelle-1-1"})
    orders = {"turn": {"turn": 11, "do": [{"do": {"type": "build", "card": "kapelle-1-1"}},
                                          {"do": {"type": "upgrade", "resident": 0}}],
                       "close": {"type": "cards", "take": [{"pile": "2a"}, {"pile": "1a"}]}}}  # fmt: skip
    Draft202012Validator(ORDERS).validate(orders)
    events = [event["type"] for event in run(table, orders)]
    assert [one for one in events if one in ("built", "upgraded", "drew")] == ["built", "upgraded", "drew", "drew"]
    assert table.state["turn"] == 12


def test_a_turn_list_may_depend_on_whether_an_attack_was_cancelled() -> None:
    entries = [
        {"do": {"type": "play", "card": "taschendieb-1-1"}},
        {"do": {"type": "repair"}, "if": {"after": {"entry": 0, "result": "cancelled"}}},
        {"do": {"type": "bank", "give": "N", "take": "H"}, "if": {"after": {"entry": 0, "result": "allowed"}}},
    ]
    orders = {"turn": {"turn": 11, "do": entries, "close": {"type": "finish"}}}
    for answer, deed in (("cancel", "repaired"), ("allow", "bank")):
        table = given({"goods": "NNNH", "hand": "taschendieb-1-1"}, {"buildings": THEATRE})
        run(table, orders)
        assert table.waits_for == "theatre"
        table.answer(answer)
        assert [event["type"] for event in run(table, orders) if event["type"] in ("repaired", "bank")] == [deed]


def test_a_turn_list_may_depend_on_what_the_spy_saw_and_takes_by_ranking() -> None:
    entries = [{"do": {"type": "play", "card": "spion-1-1"}}, {"do": {"type": "repair"}, "if": {"spied": ["kapelle"]}}]
    orders = {"turn": {"turn": 11, "do": entries, "spy": ["kapelle"], "close": {"type": "finish"}}}
    table = given({"goods": "H", "hand": "spion-1-1"}, {"hand": "farm-1-1 kapelle-1-1"})
    events = run(table, orders)
    assert [event["card"] for event in events if event["type"] == "card-taken"] == ["kapelle-1-1"]
    assert "repaired" in [event["type"] for event in events]


def test_an_impossible_entry_asks_unless_it_may_be_skipped() -> None:
    entry = {"do": {"type": "repair"}}
    close = {"type": "finish"}
    assert consult(given(), {"turn": {"turn": 11, "do": [entry], "close": close}}) is None
    skip = {"turn": {"turn": 11, "do": [entry | {"skip": True}], "close": close}}
    assert consult(given(), skip) == {"type": "finish"}
    assert consult(given(), {"turn": {"turn": 13, "do": [entry], "close": close}}) is None


def test_a_search_takes_by_a_complete_ranking() -> None:
    table = given({"hand": "farm-1-1 farm-1-2"}, kind="close")
    pile = table.pile("1b")
    wanted = GAME.data.cards[pile[4]].kind
    rank = [wanted, *sorted({GAME.data.cards[card].kind for card in pile} - {wanted})]
    orders = {"turn": {"turn": 11, "close": {"type": "cards", "take": [{"pile": "1b", "rank": rank}]}}}
    events = [event["type"] for event in run(table, orders)]
    assert GAME.data.cards[table.state["players"][0]["hand"][-1]].kind == wanted
    assert events.count("searches") == 1


def test_an_exchange_puts_a_card_away_and_takes_one() -> None:
    table = given({"hand": "farm-1-1 farm-1-2 kapelle-1-1"}, kind="close")
    close = {"type": "cards", "exchange": ["kapelle"], "take": [{"pile": "1a"}]}
    run(table, {"turn": {"turn": 11, "close": close}})
    assert "kapelle-1-1" not in table.state["players"][0]["hand"]
    assert table.state["turn"] == 12


PLAN = {
    "type": "voyage", "card": "kapitaen", "stop": [{"rum": 1, "tobacco": 1}, {"ship": 1}, {"revealed": 4}],
    "tribute": {"up_to": 1, "gold_after": 2}, "siege": {"margin": 2, "ship": 2},
    "buy": [{"good": "R", "below": 1, "price": 2, "gold_after": 2}, {"good": "B", "below": 1}], "flotsam": {"ship": 2},
}  # fmt: skip


def sail(cards: list[str], plan: dict[str, Json] = PLAN, **facts: Json) -> tuple[list[str], dict[str, Json]]:
    """The voyage of a plan over these cards: what happened, and the player at home."""
    table = given({"hand": "kapitaen-1-1", **facts}, kind="close", voyage_=cards, fight_=[6, 1], flotsam_=5)
    events = run(table, {"turn": {"turn": 11, "close": plan}})
    assert table.state["turn"] == 12
    return [event["type"] for event in events if event["type"] != "damaged"], table.state["players"][0]


def test_a_voyage_plan_buys_by_priority_and_stops_when_it_has_enough() -> None:
    events, player = sail(["V06", "V02", "V11"])
    assert player["luxury"] == {"R": 1, "B": 1}
    assert events.count("revealed") == 2


def test_a_voyage_plan_pays_small_tribute_and_fights_for_more() -> None:
    assert "paid-tribute" in sail(["V08"])[0]
    assert "fought" in sail(["V09"])[0]


def test_a_voyage_plan_sails_on_where_it_says_nothing() -> None:
    events, player = sail(["V06", "V07", "V14", "V08"], {"type": "voyage"}, buildings="weberei-1-1")
    assert events.count("sailed-on") >= 3
    assert "paid-tribute" in events
    assert player["luxury"] == {"R": 0, "B": 0}


def refusal(orders: Orders, table: Table | None = None) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        GAME.check_orders((table or given()).state, 0, orders)
    return caught.value.code, caught.value.pointer


@pytest.mark.parametrize(
    ("orders", "pointer"),
    [
        ({"turn": {"turn": 9}}, "/turn/turn"),
        ({"turn": {"turn": 12}}, "/turn/turn"),
        ({"turn": {"turn": 11, "do": [{"do": {"type": "build", "card": "farm-1-9"}}]}}, "/turn/do/0/do/card"),
        ({"turn": {"turn": 11, "do": [{"do": {"type": "repair"}, "if": {"after": {"entry": 0, "result": "done"}}}]}},
         "/turn/do/0/if/after/entry"),
        ({"turn": {"turn": 11, "spy": ["drache"]}}, "/turn/spy/0"),
        ({"turn": {"turn": 11, "close": {"type": "cards", "take": [{"pile": "1a", "rank": ["festung"]}]}}},
         "/turn/close/take/0/rank/0"),
        ({"turn": {"turn": 11, "close": {"type": "voyage", "card": "farm"}}}, "/turn/close/card"),
        ({"lodge": {"want": ["farm"], "give": []}}, "/lodge/want/0"),
        ({"theatre": {"farm": "always"}}, "/theatre/farm"),
        ({"trades": [{"give": "Z", "take": "Z"}]}, "/trades/0/take"),
        ({"theatre": {"spion": "perhaps"}}, "/theatre/spion"),
        ({"theater": {}}, "/theater"),
    ],
)  # fmt: skip
def test_orders_that_can_never_match_are_refused_by_name(orders: Orders, pointer: str) -> None:
    assert refusal(orders)[1] == pointer


def test_whatever_orders_answer_is_legal_and_hidden_cards_of_others_change_nothing() -> None:
    match = laws.play(GAME, {"turn_limit": 30}, 2, laws.seed_of(5), lively(random.Random(5)))
    close = {"type": "cards", "take": [{"pile": "1a"}, {"pile": "1b"}, {"pile": "1a"}]}
    answered = 0
    for step in match.steps:
        for seat in step.decision["seats"]:
            turn = step.before["turn"]
            for orders in ({}, {"turn": {"turn": max(turn, 1), "do": [{"do": {"type": "repair"}}], "close": close}}):
                move = GAME.consult(step.before, seat, step.decision["id"], orders)
                twin = scrambled(step.before, seat, random.Random(turn))
                assert GAME.consult(twin, seat, step.decision["id"], orders) == move
                if move is not None:
                    GAME.check(step.before, seat, step.decision["id"], move)
                    answered += 1
    assert answered > 20


@pytest.mark.parametrize(
    ("table", "kind", "orders", "row"),
    [
        (lambda: attacked("taschendieb-1-1", {}), None, {"theatre": {"taschendieb": "never"}}, "W1"),
        (guild, "yield", {"goods": [{"good": "W", "amount": 3}]}, "W2"),
        (lambda: given({"goods": "NNNTTTHHH"}).roll(1, "fire"), None, {"give_up": []}, "W4"),
        (lambda: offered("T", "Z"), "offer", {"reject": "Z"}, "W8"),
    ],
)
def test_e2_an_answer_names_the_row_of_the_orders_that_gave_it(
    table: Callable[[], Table], kind: str, orders: Orders, row: str
) -> None:
    assert signature(marked(table(), orders, kind)) == row
    assert signature(marked(table(), {}, kind)) == (None if row == "W8" else f"{row}-default")


def test_e2_what_answered_can_be_read_in_both_languages() -> None:
    move = marked(guild(), {}, "yield")
    assert move is not None
    default = "as the rules have it; to say otherwise: at the table, “Standing orders”, goods of choice"
    assert GAME.words.move(move, "en") == f"take food ({default})"
    assert GAME.words.move(move | {"order": "W2"}, "de") == "Nahrung nehmen (durch Daueranweisung: Waren nach Wahl)"


def test_e2_the_public_event_names_the_row_that_answered() -> None:
    table = given({"goods": "NNNTTTHHH"}).roll(1, "fire")
    move = marked(table, {"give_up": [{"good": "N", "amount": 0}]})
    assert move is not None
    events = GAME.resolve(table.state, table.decision()["id"], {0: move}, table.chance)[1]
    assert events[0] == {"type": "gave-up", "seat": 0, "goods": "NNNH", "why": "fire", "forced": False, "order": "W4"}
    said = GAME.words.event(events[0], ["Ann", "Ben"], "en")
    assert said == "Ann gives up 3 food, 1 wood (by standing order: goods to give up)."


def test_without_a_document_the_defaults_answer_reactions_and_ask_the_rest() -> None:
    match = laws.play(GAME, {"turn_limit": 60}, 2, laws.seed_of(9), lively(random.Random(9)))
    answered, asked = set(), set()
    for step in match.steps:
        decision = step.decision
        move = GAME.consult(step.before, decision["seats"][0], decision["id"], GAME.rules.orders_default or {})
        if move is None:
            asked.add(decision["kind"])
            continue
        answered.add(decision["kind"])
        silence = GAME.fallback(step.before, decision["seats"][0], decision["id"], "absent")
        assert {key: value for key, value in move.items() if key != "order"} == silence
        assert move["order"].endswith("-default")
    assert {"yield", "discontent", "fire"} <= answered <= set(REACTIONS)
    assert {"act", "close", "voyage", "offer"} <= asked
