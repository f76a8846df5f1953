"""Fulfilling contracts (B5, D3): the examples of the rule text, vectors T8 to T12, E1.10 to E1.18, E1.22, E1.37."""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from engine.contract import IllegalMove
from engine.games.packet_row import GAME
from engine.games.packet_row.cards import Card
from engine.games.packet_row.rules.fulfilment import (
    Means,
    best,
    can_serve,
    cheapest,
    options,
    reward,
    satisfies,
    why_not,
)
from tests.engine.packet_row import first_search
from tests.engine.packet_row.table import CARDS, given

DAVID = "G-GB-35 G-FR-15a G-GB-15b cotton2#1 cotton2#2 tobacco3#1 tobacco1#1 grain2#1 ship_gb#1 ship_fr#1"


def cards(text: str) -> list[Card]:
    return [CARDS[card] for card in text.split()]


def verdict(text: str) -> str | None:
    why = why_not(cards(text))
    return None if why is None else why[0]


def ids(found: Iterable[Card] | None) -> set[str]:
    assert found is not None
    return {card.id for card in found}


def test_b6_anna_fulfils_one_contract_with_two_goods_cards_and_a_ship() -> None:
    table = given(4, hands={0: "G-GB-35 cotton3#1 tobacco2#1 ship_gb#1"})
    table.fulfil(0, "G-GB-35 cotton3#1 tobacco2#1 ship_gb#1")
    assert table.money(0) == 25 + 35
    assert table.hand(0) == set()


def test_t8_david_fulfils_three_at_once_and_divides_his_tobacco() -> None:
    table = given(4, hands={3: DAVID}).fulfil(3, DAVID)
    assert table.money(3) == 25 + 65
    assert table.hand(3) == set()
    assert len(table.told("fulfilled")[0]["cards"]) == 10
    assert table.board("D")["discard"] == ["ship_gb#1", "ship_fr#1"], "each to the discard pile of its board"


def test_t9_e1_15_two_contracts_to_one_destination_need_one_ship_together_but_two_separately() -> None:
    both = "G-GB-15a G-GB-15b cotton2#1 grain2#1 ship_gb#1"
    assert verdict(both) is None
    table = given(3, hands={0: both}).fulfil(0, "G-GB-15a cotton2#1 ship_gb#1")
    refusal = table.refused({"type": "fulfil", "cards": ["G-GB-15b", "grain2#1"]}, table.fulfilment(0))
    assert refusal == ("no-ship", "/cards")


def test_t10_a_captain_redirects_a_ship_and_is_no_use_without_one() -> None:
    assert verdict("G-ES-15a grain2#1 ship_nl#1 captain#1") is None
    assert verdict("G-ES-15a grain2#1 captain#1") == "no-ship"
    assert verdict("G-ES-15a grain2#1 ship_nl#1") == "no-ship"
    table = given(3, hands={0: "G-ES-15a grain2#1 ship_nl#1 captain#1"}).fulfil(
        0, "G-ES-15a grain2#1 ship_nl#1 captain#1"
    )
    assert table.hand(0) == set(), "E1.10, E1.13: captain and ship are both used up"


def test_t11_e1_12_a_trader_changes_all_units_of_one_card() -> None:
    assert verdict("S-ES-fur grain3#1 trader#1 ship_es#1") is None
    assert verdict("S-ES-fur cotton1#1 grain2#1 trader#1 ship_es#1") == "not-enough-goods"
    assert verdict("S-ES-fur cotton1#1 grain2#1 trader#1 trader#2 ship_es#1") is None


def test_t12_the_units_of_a_double_bar_may_be_of_different_kinds() -> None:
    assert verdict("G-NL-25 gold2#1 cotton1#1 ship_nl#1") is None
    assert verdict("G-NL-25 gold1#1 cotton1#1 ship_nl#1") == "not-enough-goods"


def test_e1_14_a_redirected_ship_serves_several_contracts() -> None:
    assert verdict("G-ES-15a G-ES-15b grain2#1 cotton2#1 ship_nl#1 captain#1") is None


def test_two_captains_need_two_ships() -> None:
    assert verdict("G-ES-15a G-FR-15a grain2#1 tobacco2#1 ship_nl#1 ship_nl#2 captain#1 captain#2") is None
    assert verdict("G-ES-15a G-FR-15a grain2#1 tobacco2#1 ship_nl#1 captain#1 captain#2") == "no-ship"


def test_b5_surplus_units_on_a_card_that_is_needed_are_lost() -> None:
    assert verdict("G-GB-15a cotton3#1 ship_gb#1") is None


@pytest.mark.parametrize(
    "extra", ["cotton1#1", "ship_gb#2", "ship_nl#1", "captain#1", "trader#1", "gold1#1", "gold2#1"]
)
def test_e1_16_a_card_that_is_not_needed_is_refused(extra: str) -> None:
    assert verdict(f"G-GB-15a cotton2#1 ship_gb#1 {extra}") in ("needless-card",)


TOO_MANY = "G-ES-15b ship_es#1 gold2#1 trader#1 trader#2"


def test_found_in_play_1_each_trader_has_a_goods_card_of_its_own() -> None:
    assert verdict(TOO_MANY) == "too-many-traders"
    assert verdict("S-ES-fur grain3#1 trader#1 trader#2 ship_es#1") == "too-many-traders"
    assert verdict("G-ES-15b cotton2#1 cotton1#1 gold1#1 trader#1 trader#2 trader#3 ship_es#1") == "too-many-traders"
    assert verdict("S-ES-fur grain3#1 trader#1 ship_es#1") is None


def test_found_in_play_1_holds_for_every_way_to_fulfil() -> None:
    own = TOO_MANY.split()
    take = {"type": "take", "card": "university#1", "fulfil": own}
    table = given(3, M="university#1 tobacco1#1", hands={1: TOO_MANY}, money={1: 5}).open("M")
    decisions = ((table.fulfilment(1), {"type": "fulfil", "cards": own}, "/cards"), (table.due, take, "/fulfil"))
    for decision, move, pointer in decisions:
        assert table.refused(move, decision) == ("too-many-traders", pointer)
    plans = ({"fulfil": [{"cards": own}]}, {"ask": [{"take": ["university#1"], "fulfil": own}]})
    for (decision, _, _), orders in zip(decisions, plans, strict=True):
        assert GAME.consult(table.state, 1, decision, orders) is None
        with pytest.raises(IllegalMove, match="each trader"):
            GAME.check_orders(table.state, 1, orders)


@pytest.mark.parametrize("extra", ["assistant#1", "banker#1", "school#1"])
def test_cards_that_do_nothing_for_a_contract_are_refused(extra: str) -> None:
    assert verdict(f"G-GB-15a cotton2#1 ship_gb#1 {extra}") == "useless-card"


def test_a_fulfilment_has_a_contract() -> None:
    assert verdict("cotton2#1 ship_gb#1") == "no-contract"


def test_e1_17_there_is_no_partial_fulfilment() -> None:
    assert verdict("G-GB-35 cotton3#1 ship_gb#1") == "not-enough-goods"


def test_e1_18_and_e1_22_anybody_fulfils_at_any_time_and_the_order_does_not_matter() -> None:
    hands = {1: "G-GB-15a cotton2#1 ship_gb#1", 2: "G-FR-15a tobacco2#1 ship_fr#1"}
    ends = []
    for order in ((1, 2), (2, 1)):
        table = given(4, hands=hands, D="captain#1 captain#2 captain#3").open("D")
        due = table.due
        for seat in order:
            table.fulfil(seat, hands[seat])
        assert table.due == due
        ends.append((table.state["players"], sorted(table.board("M")["discard"])))
    assert ends[0] == ends[1]


def test_each_fulfilment_leaves_a_new_decision_with_the_next_number() -> None:
    table = given(3, hands={1: "G-GB-15a cotton2#1 ship_gb#1"})
    assert table.fulfilment(1) == "fulfil.1.1"
    table.fulfil(1, "G-GB-15a cotton2#1 ship_gb#1")
    assert table.fulfilment(1) == "fulfil.1.2"
    assert table.state["standing"] == ["r9.open", "fulfil.0.1", "fulfil.2.1", "fulfil.1.2"], (
        "who stood before comes first"
    )


def test_e1_37_a_fulfilled_starting_contract_becomes_public_and_leaves_the_game() -> None:
    table = given(3, hands={1: "fur3#1 ship_es#1"}, starting={1: "S-ES-fur"})
    assert table.view(0)["players"][1]["starting_hidden"]
    table.fulfil(1, "S-ES-fur fur3#1 ship_es#1")
    assert not table.view(0)["players"][1]["starting_hidden"]
    assert [card["id"] for card in table.view(0)["fulfilled_starting"]] == ["S-ES-fur"]
    assert table.state["spent"] == ["S-ES-fur"]


def test_a_fulfilment_has_only_the_seats_own_cards_each_once() -> None:
    table = given(3, hands={0: "G-GB-15a cotton2#1 ship_gb#1", 1: "grain2#1"})
    name = table.fulfilment(0)
    for given_away, refusal in (
        (["G-GB-15a", "grain2#1"], ("not-yours", "/cards/1")),
        (["G-GB-15a", "G-GB-15a"], ("twice", "/cards/1")),
        ([], ("not-a-list", "/cards")),
        ("G-GB-15a", ("not-a-list", "/cards")),
        ([None], ("not-yours", "/cards/0")),
    ):
        assert table.refused({"type": "fulfil", "cards": given_away}, name) == refusal


def test_the_best_fulfilment_brings_the_most_and_wastes_the_least() -> None:
    means = Means.of(cards(f"{DAVID} gold2#1 trader#1 captain#1 ship_nl#1"))
    assert ids(best(means)) == set(DAVID.split())


def test_the_best_fulfilment_may_leave_the_dearest_contract_out() -> None:
    # Cotton for the 35 $ contract, or for two others that bring 20 $ + 25 $.
    means = Means.of(cards("G-GB-35 G-FR-20 G-NL-25 cotton3#1 cotton2#1 tobacco2#1 ship_gb#1 ship_fr#1 ship_nl#1"))
    assert reward(best(means)) == 45


def test_the_cheapest_way_spares_gold_traders_and_captains() -> None:
    means = Means.of(cards("G-GB-15a cotton2#1 gold2#1 grain2#1 trader#1 ship_gb#1 ship_nl#1 captain#1"))
    assert ids(cheapest(means, cards("G-GB-15a"))) == {"G-GB-15a", "cotton2#1", "ship_gb#1"}


KINDS = ("contract", "ship", "captain", "goods", "trader", "gold")
HANDS = st.lists(st.sampled_from([card for card in CARDS.values() if card.kind in KINDS]), unique=True, max_size=14)


@settings(max_examples=150, deadline=None)
@forall(HANDS)
def test_every_fulfilment_offered_is_legal_and_none_beats_the_best(hand: list[Card]) -> None:
    means = Means.of(hand)
    found = options(means, 24)
    for one in found:
        assert why_not(one) is None
        assert ids(one) <= ids(hand)
    richest = best(means)
    assert (richest == []) == (found == [])
    if found:
        assert why_not(richest) is None
        assert reward(richest) >= max(map(reward, found))


def by_trying(goods: Sequence[Card], traders: int, gold: int, demand: Sequence[int]) -> bool:
    """Serve a demand by trying every way to give traders to cards: slow and plain."""
    if not goods:
        return sum(demand) <= gold
    card, *others = goods
    for kind, good in enumerate(("cotton", "tobacco", "grain", "fur")):
        cost = 0 if good == card.good else 1
        left = [max(0, units - card.units) if place == kind else units for place, units in enumerate(demand)]
        if cost <= traders and by_trying(others, traders - cost, gold, left):
            return True
    return False


@settings(max_examples=150, deadline=None)
@forall(
    st.lists(st.sampled_from([card for card in CARDS.values() if card.kind == "goods"]), unique=True, max_size=4),
    st.integers(0, 3), st.integers(0, 2), st.sampled_from([card for card in CARDS.values() if card.kind == "contract"]),
)  # fmt: skip
def test_traders_and_gold_serve_exactly_what_trying_every_way_serves(
    goods: list[Card], traders: int, bars: int, contract: Card
) -> None:
    hand = [*goods, *cards(" ".join(f"trader#{n + 1}" for n in range(traders)))]
    hand += [*cards(" ".join(f"gold2#{n + 1}" for n in range(bars))), CARDS[f"ship_{contract.bound_for.lower()}#1"]]
    slow = by_trying(goods, traders, 2 * bars, contract.demand)
    assert can_serve(Means.of(hand), [contract]) == slow
    if slow:
        served = cheapest(Means.of(hand), [contract])
        assert served is not None and satisfies(served)


def some(kind: str, most: int) -> st.SearchStrategy[list[Card]]:
    return st.lists(st.sampled_from([card for card in CARDS.values() if card.kind == kind]), unique=True, max_size=most)


SOME = (("contract", 7), ("ship", 4), ("captain", 2), ("goods", 8), ("trader", 3), ("gold", 3))


@settings(max_examples=60, deadline=None)
@forall(st.tuples(*(some(*one) for one in SOME)))
def test_the_search_finds_the_same_cards_as_when_the_first_matches_were_stored(kinds: tuple[list[Card], ...]) -> None:
    hand = [card for kind in kinds for card in kind]
    now, then = Means.of(hand), first_search.Means.of(hand)
    assert best(now) == first_search.best(then)
    assert options(now, 12) == first_search.options(then, 12)
