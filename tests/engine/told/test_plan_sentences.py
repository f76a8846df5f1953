"""Standing orders as sentences: what is written is read as the same order, in both languages, and makes a valid document."""

import time
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.contract import Game, Language, Orders, State
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Filled, Order, Sentence, Slot, SpeaksOrders, in_words, sentences_of
from tests.engine.told.test_ahead import NEWEST, course, offers_in
from tests.given.thorough import examples
from workers.inbox.commands import Wrong
from workers.inbox.commands.plan_sentences import LONGEST, Mistyped, PlanReading, plan_lines
from workers.inbox.commands.plan_sentences import pack_order as packed
from workers.inbox.commands.plan_sentences import unpack_order as unpacked

NAMES = sorted(NEWEST)
EVERY = 7
"""Every so many states of a match are looked at."""
OF_FORMS: dict[str, list[Orders]] = {
    "kontor": [{"plans": [{"round": 2, "place": [[0, -1], [1, 0]], "ship": [{"type": "stay"}]}]}],
    "packet-row": [
        {"ask": [{"take": ["captain", "library"]}], "else": "decline", "last": [{"take": ["banker"]}], "last_else": "pass"},
        {"final": "wait"},
    ],
    "anno-1701": [
        {"trades": [{"give": "WW", "take": "G"}], "reject": "NG", "theatre": {"spion": "never"}, "goods": "ask"},
        {"give_up": [{"good": "H", "amount": 0}], "demand": "most-plentiful", "pit": "ask", "lodge": "ask"},
        {"goods": [{"good": "R", "amount": 8}, {"good": "N", "amount": 8}], "demand": [{"good": "Z", "amount": 8}]},
    ],
    "seafarers": [
        {"roll": True, "trades": [{"give": {"wood": 2}, "take": {"ore": 1}}], "decline": True},
        {"gold": ["ore", "wool"], "discard": ["wood"], "special": "when-able"},
    ],
}  # fmt: skip
"""Documents as the forms of the web table make them."""


@cache
def states(name: str) -> list[State]:
    """Return states of a match of bots, from its beginning to its end."""
    return [state for at, (state, _) in enumerate(course(NEWEST[name], 3)) if at % EVERY == 0]


@cache
def reading(name: str, at: int, language: Language) -> tuple[dict[str, Sentence], PlanReading]:
    found = sentences_of(NEWEST[name], states(name)[at], 0, language)
    return {one.kind: one for one in found}, PlanReading(found)


def speaker(game: Game) -> SpeaksOrders:
    assert isinstance(game, SpeaksOrders)
    return game


def filled(slot: Slot) -> st.SearchStrategy[tuple[Filled, ...]]:
    """Return whatever may stand in a slot."""
    if slot.form == "number":
        return st.integers(1, slot.most).map(lambda one: (Filled(str(one)),))
    name = st.sampled_from(sorted(slot.things)) if slot.things else st.nothing()
    if slot.form == "fields":
        name |= st.tuples(st.integers(-9, 9), st.integers(-9, 9)).map(lambda at: f"{at[0]},{at[1]}")
    if slot.many == "one":
        return name.map(lambda one: (Filled(one),))
    count = st.integers(1, min(slot.most, 9)) if slot.many == "amounts" else st.just(1)
    return st.lists(
        st.builds(Filled, name, count), min_size=1, max_size=min(slot.most, 4), unique_by=lambda one: one.name
    ).map(tuple)


@st.composite
def orders(draw: st.DrawFn, sentence: Sentence) -> Order:
    """Return any order of a kind: with a set of slots that one of its patterns has."""
    from engine.kit.text.plan_sentences import SLOT, variants

    slots = draw(st.sampled_from([sorted(set(SLOT.findall(one))) for one in variants(sentence.patterns[0])]))
    return Order(sentence.kind, {name: draw(filled(sentence.slots[name])) for name in slots})


@pytest.mark.parametrize("name", NAMES)
@settings(
    max_examples=examples(20, 80),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_every_order_is_read_as_it_is_written(name: str, data: st.DataObject) -> None:
    game, at = speaker(NEWEST[name]), data.draw(st.integers(0, len(states(name)) - 1))
    sentences, _ = reading(name, at, "en")
    order = data.draw(orders(data.draw(st.sampled_from(list(sentences.values())))))
    for language in LANGUAGES:
        own, _ = reading(name, at, language)
        text = in_words(order, own[order.kind], language)
        if len(text) > LONGEST:
            continue
        for reads in LANGUAGES:  # whatever language the account has by then
            assert reading(name, at, reads)[1].of(text) == order, text
            assert reading(name, at, reads)[1].of(f"Bitte {text.upper()}!") == order, text
            (line,), _ = plan_lines([f"PLAN {text}"], reading(name, at, reads)[1])
            assert line.says == order, text
    assert game.orders_listed(game.orders_made([order])) == [order]
    once = game.orders_with([], order)
    assert game.orders_with(once, order) == once
    raw = packed(order, list(sentences.values()), 3)
    assert raw is None or unpacked(raw, list(sentences.values()), 3) == order
    assert raw is None or len(raw) == 8


@pytest.mark.parametrize("name", NAMES)
def test_what_is_offered_will_do_at_this_table(name: str) -> None:
    game, offered = NEWEST[name], set()
    for at, state in enumerate(states(name)):
        for language in LANGUAGES:
            sentences, reads = reading(name, at, language)
            for one in sentences.values():
                if one.example is None:
                    continue
                order = Order(one.kind, one.example)
                assert reads.of(in_words(order, one, language)) == order
                game.check_orders(state, 0, speaker(game).orders_made([order]))
                offered.add(one.kind)
    assert len(offered) >= 3, "some kinds are offered some time"


@pytest.mark.parametrize("name", NAMES)
def test_kinds_patterns_and_slots_are_those_of_both_languages(name: str) -> None:
    english, german = (reading(name, 0, language)[0] for language in ("en", "de"))
    assert [*english] == [*german]
    for one, other in zip(english.values(), german.values(), strict=True):
        assert sorted(one.patterns) == sorted(other.patterns)
        assert one.example == other.example
        assert {key: sorted(slot.things) for key, slot in one.slots.items()} == {
            key: sorted(slot.things) for key, slot in other.slots.items()
        }


@pytest.mark.parametrize("name", NAMES)
def test_what_forms_and_letters_have_said_can_be_shown_and_said_again(name: str) -> None:
    game = speaker(NEWEST[name])
    found = [*OF_FORMS[name], *wished(NEWEST[name])]
    for document in found:
        listed = game.orders_listed(document)
        assert listed, document
        assert all(one.kind for one in listed), (document, listed)
        again = game.orders_made(listed)
        assert game.orders_listed(again) == listed
        assert set(document) - {"else"} <= set(again) | {"else"}, "nothing is lost but the word for asking"
        added: list[Order] = []
        for one in listed:
            added = game.orders_with(added, one)
        assert sorted(map(repr, added)) == sorted(map(repr, listed)), "none of them takes another's place"


def wished(game: Game) -> Iterator[Orders]:
    """Yield orders that were said with a choice by letter, with which a sentence is put together."""
    speaks = cast("Any", game)
    for state, seat, decision, move, offered, _ in list(offers_in(game))[:20]:
        for many in (1, 3):
            yield speaks.orders_ahead(
                state, seat, decision, move, {one.part: [w.name for w in one.wishes[:many]] for one in offered}
            )


@pytest.mark.parametrize("name", NAMES)
def test_one_letter_mistyped_is_asked_about(name: str) -> None:
    sentences, reads = reading(name, 0, "de")
    one = next(each for each in sentences.values() if each.example)
    order = Order(one.kind, one.example or {})
    text = in_words(order, one, "de")
    word = max(text.split(), key=len) if name != "kontor" else "Karte"
    wrong = text.replace(word, word[:2] + word[3] + word[2] + word[4:])
    assert wrong != text
    assert reads.of(wrong) == Mistyped(order), wrong
    assert isinstance(reads.of(f"nicht {wrong}"), Wrong), "what denies suggests nothing"


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=examples(50, 200), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_stands_in_a_mail_is_an_order_or_a_refusal(name: str, data: st.DataObject) -> None:
    sentences, reads = reading(name, 0, "en")
    words = sorted({word for one in sentences.values() for pattern in one.patterns for word in pattern.split()})
    hostile = st.text(max_size=30) | st.sampled_from(
        [*words, "for", "at", "(0,1)", "99999999999", "2", "else", "\u0660", "{goods}"]
    )
    text = " ".join(data.draw(st.lists(hostile, max_size=80)))
    found = reads.of(text)
    assert isinstance(found, Order | Wrong | Mistyped)
    if isinstance(found, Order):
        in_words(found, sentences[found.kind], "en")


@pytest.mark.parametrize("name", ["anno-1701", "seafarers"])
@pytest.mark.parametrize(
    ("text", "language"),
    [("give 1 wood or 1 brick for 1 {gold}", "en"), ("gib 1 {holz} oder 1 {ziegel} für 1 {gold}", "de")],
)
def test_one_thing_or_another_is_not_both_of_them(name: str, text: str, language: Language) -> None:
    """An offer that gives one thing or another is two lines; read as one, the player would give both away."""
    named = {
        "anno-1701": {"gold": {"en": "gold", "de": "Gold"}, "holz": {"de": "Holz"}, "ziegel": {"de": "Ziegel"}},
        "seafarers": {"gold": {"en": "ore", "de": "Erz"}, "holz": {"de": "Holz"}, "ziegel": {"de": "Lehm"}},
    }[name]
    written = text.format(**{key: words.get(language, "") for key, words in named.items()})
    _, reads = reading(name, 0, language)
    found = reads.of(written)
    assert isinstance(found, Wrong), found
    assert found.slot
    both = written.replace(" or ", " and ").replace(" oder ", " und ")
    assert isinstance(reads.of(both), Order), "and is both"


@pytest.mark.parametrize(
    "mail",
    [
        ["PLAN lay it at (", *["\ufdfa" * 290] * 199],
        ["PLAN lay it at (", *["any card " * 33] * 199],
        ["PLAN lay ayn crad " + "wxyzq " * 47] * 200,
    ],
    ids=["one-letter-is-18", "never-closed", "many-lines"],
)
def test_lines_that_never_end_are_given_up_early(mail: list[str]) -> None:
    _, reads = reading("kontor", 0, "en")
    plan_lines(mail[:1], reads)
    began = time.thread_time()
    found, _ = plan_lines(mail, reads)
    assert time.thread_time() - began < 0.5
    assert not any(isinstance(one.says, Order) for one in found)


@pytest.mark.parametrize(
    "condition", ["only in round 2: please", "not: in round 1", "nur: wenn Ben passt", "if Ben passes: yes"]
)
def test_a_condition_in_brackets_is_no_hint_of_ours(condition: str) -> None:
    _, reads = reading("kontor", 0, "en")
    ((line,), _) = plan_lines([f"PLAN ship stays ({condition})"], reads)
    assert isinstance(line.says, Wrong)


@pytest.mark.parametrize(
    "line", ["PLAN ship stays?", "PLAN ship stays, in round 2, ok?", "Plan: does the ship stay: ship stays ?"]
)
def test_a_question_orders_nothing(line: str) -> None:
    _, reads = reading("kontor", 0, "en")
    ((found,), _) = plan_lines([line], reads)
    assert isinstance(found.says, Mistyped | Wrong)
    ((ended,), _) = plan_lines(["PLAN END ALL?"], reads)
    assert isinstance(ended.says, Wrong)
    ((listed,), _) = plan_lines(["PLAN?"], reads)
    assert listed.says is None
