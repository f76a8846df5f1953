"""Whole matches in every preset, held against the contract's laws and Kontor's own conservation laws."""

import copy
import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from engine.kontor import GAME
from engine.kontor.rules.fields import reading_order
from tests.engine import laws
from tests.engine.kontor.table import PRESETS, cards_in, given

TABLES = [
    *({"preset": name} for name in PRESETS),
    {"preset": "goldsieber-basic", "pass_mode": "secret"},
    {"preset": "tilsit", "pass_mode": "declare"},
    {"preset": "tilsit", "quay_pile_open": True},
    {"preset": "goldsieber-pro", "round_limit": 9},
    {"preset": "goldsieber-pro", "special_cards": True},
    {"preset": "tilsit", "special_cards": True},
    {"preset": "gulliver", "special_cards": True},
    {"preset": "wasserspiele", "special_cards": True},
    {"preset": "canal-grande", "special_cards": True},
    {"preset": "goldsieber-teams", "pass_mode": "secret"},
    {"preset": "goldsieber-teams", "special_cards": False},
]


def seats_at(options):
    return PRESETS[options["preset"]].seats


BRIEF = settings(max_examples=12, deadline=None)


def lazy(rng):
    """A player who likes to pass, stay and give no second card."""
    return lambda game, state, seat, decision, moves: (
        moves[-1] if decision["kind"] == "choose" and rng.random() < 0.7 else rng.choice(moves[:3])
    )


def silent(rng):
    """A player who never answers, or rarely."""
    return lambda game, state, seat, decision, moves: (
        rng.choice(moves) if rng.random() < 0.3 else game.fallback(state, seat, decision["id"], "absent")
    )


def ferryman(rng):
    """A player who removes whatever the ship can reach."""
    return lambda game, state, seat, decision, moves: rng.choice(
        [move for move in moves if "remove" in move or str(move.get("card")) in ("C25", "C26")] or moves
    )


@st.composite
def matches(draw):
    options = draw(st.sampled_from(TABLES))
    seed = draw(st.integers(0, 2**32))
    player = draw(st.sampled_from([laws.at_random, laws.at_random, lazy, silent, ferryman]))
    return laws.play(GAME, options, seats_at(options), laws.seed_of(seed), player(random.Random(seed)))


@BRIEF
@forall(matches())
def test_resolving_is_pure(match):
    laws.resolving_is_pure(match)


@BRIEF
@forall(matches())
def test_replaying_the_answers_brings_back_every_state(match):
    laws.replaying_is_equal(match)


@BRIEF
@forall(matches())
def test_everything_is_plain_json(match):
    laws.everything_is_json(match)


@BRIEF
@forall(matches())
def test_decisions_are_proper_and_nothing_forced_is_asked(match):
    laws.decisions_are_proper(match)


@BRIEF
@forall(matches())
def test_silence_is_legal(match):
    laws.silence_is_legal(match)


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_moves_and_check_agree(match, seed):
    laws.moves_and_check_agree(match, random.Random(seed))


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_what_a_viewer_may_not_see_shows_nowhere(match, seed):
    rng = random.Random(seed)
    for step in match.steps[seed % 3 :: 3]:
        for viewer in (None, *range(match.seats)):
            drawn = rng.random() < 0.05
            other = scrambled(step.before, viewer, rng)
            laws.nothing_leaks(GAME, step.before, other, viewer, drawn=drawn, seats=match.seats)


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_what_a_viewer_may_not_see_shows_in_no_event_and_no_later_view(match, seed):
    rng = random.Random(seed)
    for step in match.steps[seed % 3 :: 3]:
        shown = {move.get(key) for move in step.answers.values() for key in ("card", "if_alone")}
        for viewer in (None, *range(match.seats)):
            seen = [event for event in step.events if event["type"] == "got" and viewer in event["to"]]
            seen += [one for event in step.events if event["type"] == "shown" for one in event["choices"]]
            known = shown | {one["card"] for one in seen}
            # Everybody may draw a canal within one step, so one card more of a pile can come to light.
            other = scrambled(step.before, viewer, rng, visible=match.seats + 1, shown=known)
            laws.no_event_leaks(GAME, step, other, viewer, match.seed)
            after, _ = GAME.resolve(other, step.decision["id"], step.answers, laws.Draws(match.seed))
            laws.nothing_leaks(GAME, step.after, after, viewer)


@BRIEF
@forall(matches())
def test_everything_that_happens_can_be_said(match):
    laws.everything_has_words(match)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table.values())))
def test_a_match_at_every_table_keeps_every_law(table):
    rng = random.Random(8)
    match = laws.play(GAME, table, seats_at(table), laws.seed_of(8), laws.at_random(rng))
    for law in (laws.resolving_is_pure, laws.everything_is_json, laws.decisions_are_proper, laws.silence_is_legal):
        law(match)
    laws.replaying_is_equal(match)
    laws.moves_and_check_agree(match, rng, mutants=4)
    laws.everything_has_words(match)
    for step in match.steps[::5]:
        for viewer in (None, *range(match.seats)):
            laws.nothing_leaks(GAME, step.before, scrambled(step.before, viewer, rng), viewer)


def scrambled(state, viewer, rng, visible=1, shown=frozenset()):
    """Return another state that differs only in what the viewer may not see: other hands, piles below their tops."""
    other = copy.deepcopy(state)
    cards = PRESETS[state["options"]["preset"]].cards
    if not state["options"]["quay_pile_open"]:
        for seat, pile in enumerate(other["quay_piles"]):
            hands = [] if seat == viewer else [other["hands"][seat]]
            _mix(hands, pile, visible, rng, lambda card: cards[card].kind == "quay" and card not in shown)
    hands = [hand for seat, hand in enumerate(other["hands"]) if seat != viewer]
    _mix(hands, other["canal_pile"], visible, rng, lambda card: cards[card].kind == "canal" and card not in shown)
    # A pile of special cards lies face down, its top included; those laid aside at the deal are nowhere in the state.
    _mix(
        [*hands, laid_aside(state)],
        other["special_pile"],
        0,
        rng,
        lambda card: cards[card].kind == "special" and card not in shown,
    )
    for hand in other["hands"]:
        hand.sort(key=lambda card: cards[card].rank)
    return other


def laid_aside(state):
    """Return the special cards that were dealt to nobody (Goldsieber): any of them might be in a hand."""
    if not state["options"]["special_cards"]:
        return []
    cards = PRESETS[state["options"]["preset"]].cards
    return [card for card in cards if cards[card].kind == "special" and card not in cards_in(state)]


def _mix(hands, pile, visible, rng, hidden):
    spots = [(hand, i) for hand in hands for i, card in enumerate(hand) if hidden(card)]
    spots += [(pile, i) for i in range(visible, len(pile)) if hidden(pile[i])]
    cards = [where[i] for where, i in spots]
    rng.shuffle(cards)
    for (where, i), card in zip(spots, cards, strict=True):
        where[i] = card


@pytest.mark.parametrize(
    ("preset", "viewer"),
    [("goldsieber-pro", None), ("goldsieber-pro", 0), ("goldsieber-pro", 1), ("goldsieber-teams", 0)],
)
def test_d3_which_special_card_was_dealt_to_another_seat_shows_nowhere(preset, viewer):
    options = {"preset": preset, "special_cards": True}
    match = laws.play(GAME, options, seats_at(options), laws.seed_of(4), lazy(random.Random(4)))
    compared = 0
    for step in match.steps[:12]:
        for seat in set(range(match.seats)) - {viewer}:
            for card in laid_aside(step.before):
                other = copy.deepcopy(step.before)
                held = next((one for one in other["hands"][seat] if int(one[1:]) >= 88), None)
                if held is None or any(held == move.get("card") for move in step.answers.values()):
                    continue
                other["hands"][seat][other["hands"][seat].index(held)] = card
                laws.nothing_leaks(GAME, step.before, other, viewer, drawn=True, seats=match.seats)
                laws.no_event_leaks(GAME, step, other, viewer, match.seed)
                compared += 1
    assert compared > 10


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_e47_which_special_cards_are_still_to_be_sold_shows_nowhere(viewer):
    match = laws.play(
        GAME, {"preset": "tilsit", "special_cards": True}, 2, laws.seed_of(4), laws.at_random(random.Random(4))
    )
    compared = 0
    for step in match.steps:
        pile = step.before["special_pile"]
        if len(pile) > 1 and not any(move["type"] == "buy" for move in step.answers.values()):
            other = {**copy.deepcopy(step.before), "special_pile": pile[::-1]}
            laws.nothing_leaks(GAME, step.before, other, viewer, drawn=compared < 3, seats=match.seats)
            laws.no_event_leaks(GAME, step, other, viewer, match.seed)
            compared += 1
    assert compared > 3


def test_scrambling_finds_the_special_cards_laid_aside():
    match = laws.play(
        GAME, {"preset": "goldsieber-pro", "special_cards": True}, 2, laws.seed_of(1), laws.at_random(random.Random(1))
    )
    assert len(laid_aside(match.start)) == 4
    dealt = {tuple(scrambled(match.start, 0, random.Random(n))["hands"][1][-1:]) for n in range(30)}
    assert len(dealt) == 5, "the opponent's may be any but the own one"


def test_scrambling_changes_what_is_hidden():
    match = laws.play(GAME, {}, 2, laws.seed_of(1), laws.at_random(random.Random(1)))
    other = scrambled(match.start, 0, random.Random(2))
    assert other["hands"][0] == match.start["hands"][0]
    assert other["hands"][1] != match.start["hands"][1]
    assert other["canal_pile"] != match.start["canal_pile"]


@BRIEF
@forall(matches())
def test_everything_is_told_to_everybody_but_which_special_card_was_bought(match):
    for step in match.steps:
        assert all((event["type"] == "got") == ("to" in event) for event in step.events)
        assert all(event["to"] == [event["seat"]] for event in step.events if "to" in event)


@BRIEF
@forall(matches())
def test_no_card_and_no_coin_is_made_or_lost(match):
    preset = PRESETS[match.options["preset"]]
    deck = cards_in(match.start)
    for state in match.states:
        assert cards_in(state) == deck
        assert sum(state["money"]) + state["bank"] == preset.money * preset.seats + preset.bank
        assert min(*state["money"], state["bank"]) >= 0


@BRIEF
@forall(matches())
def test_the_harbour_keeps_its_limits_and_closed_sectors_never_change(match):
    preset = PRESETS[match.options["preset"]]
    for step in match.steps:
        view = GAME.view(step.after, None)
        for axis, limit in (("x", preset.width), ("y", preset.height)):
            low, high = view["extent"][axis]
            assert high - low < limit
            if step.before["fixed"][axis] is not None:
                assert step.after["fixed"][axis] == step.before["fixed"][axis]
        closed = step.before["closed"]
        assert step.after["closed"][: len(closed)] == closed
        for sector in closed:
            assert all(step.after["board"][name] == step.before["board"][name] for name in sector["fields"])


@BRIEF
@forall(matches())
def test_every_open_sector_has_one_centre_for_each_team_with_goods(match):
    for state in match.states:
        for sector in GAME.view(state, None)["sectors"]:
            stored = [any(goods) and not sector["closed"] for goods in sector["goods"]]
            assert [centre is not None for centre in sector["centres"]] == stored
        assert len(set(state["centres"])) == len(state["centres"])
        assert set(reading_order(state["laid"])) <= set(state["board"])


@BRIEF
@forall(matches())
def test_a_match_ends_by_one_of_the_known_ways_within_its_round_limit(match):
    outcome = GAME.outcome(match.end)
    assert match.end["round"] <= match.options["round_limit"]
    assert match.steps[-1].events[-1]["type"] == "ended"
    sudden = PRESETS[match.options["preset"]].sudden_end
    assert outcome["reason"] in ("board-full", "deadlock", "stalemate", "round-limit", *{sudden} - {"none"})
    if outcome["reason"] == sudden:
        return
    teams, money = PRESETS[match.options["preset"]].teams, match.end["money"]
    sums = [sum(money[one] for one in range(match.seats) if teams[one] == team) for team in teams]
    best = max(zip(outcome["scores"], sums, strict=True))
    winners = [seat for seat in range(match.seats) if (outcome["scores"][seat], sums[seat]) == best]
    assert winners == outcome["winners"]


def cut_apart(row):
    """Return a table on which a distribution centre was removed between two quays of its colour."""
    table = given(f"A . .\n. 43 .\n{row}", red="23 31", black="28 30").choose(red="pass", black="28")
    table.state["centres"] = ["1,2"]
    return table.sail((1, 1), remove=(1, 2))


def fingerprint():
    """Return one text for everything that happens in some matches."""
    played = []
    for number, options in enumerate([*TABLES[:3], {"preset": "goldsieber-teams"}]):
        rng = random.Random(number)
        match = laws.play(GAME, options, seats_at(options), laws.seed_of(number), ferryman(rng))
        seen = [GAME.view(step.after, None) for step in match.steps]
        asked = [GAME.moves(step.before, step.decision["seats"][0], step.decision["id"]) for step in match.steps]
        played.append([[step.after, step.events] for step in match.steps] + seen + asked)
    played.append([cut_apart(numbers).state for numbers in ("19 3 21", "21 3 39", "37 3 41", "39 3 13")])
    return hashlib.sha256(laws.text(played).encode()).hexdigest()


def test_every_process_computes_the_same_bytes_in_the_same_order():
    """Python orders sets by a seed of each process; nothing of it may reach a state, an event or a list of moves."""
    command = [sys.executable, "-c", "from tests.engine.kontor.test_laws import fingerprint; print(fingerprint())"]
    root = Path(__file__).parents[3]
    prints = {
        subprocess.run(
            command, cwd=root, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(prints) == 1
