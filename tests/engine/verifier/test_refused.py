"""What a server with its own key may not write: each lie is refuted, and the finding names entry and member."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine.match.step import Step
from engine.protocol.canon import b64, canonical
from engine.verifier.replay import Report, verify
from tests.engine.playing import MATCH, Played, Server
from tests.engine.test_talk import Talking
from tests.engine.verifier.matches import KONTOR, ORDER, TALK, Eventful, register_partners
from tests.engine.verifier.mutations import entries_in, signed

Lie = Callable[[Any], object]
HONEST = Eventful(**{**KONTOR, "unopened": 0.5}).play()


def told(lie: Lie, played: Played = HONEST) -> Report:
    entries = entries_in(played.export)
    lie(entries)
    for number, entry in enumerate(entries, start=1):
        entry["n"] = number
    return verify(
        signed(MATCH, entries), check_signature=played.check_signature, public_key=b64(played.public_key)
    )  # fmt: skip


def first(entries: list[Any], kind: str, where: Callable[[Any], object] = lambda body: True) -> Any:
    """Return the body of the first entry of a kind."""
    return next(one["body"] for one in entries if one["type"] == kind and where(one["body"]))


def put(kind: str, **members: Any) -> Lie:
    return lambda entries: first(entries, kind).update(members)


def add(kind: str, body: Any, after: str = "started") -> Lie:
    def lie(entries: list[Any]) -> None:
        place = next(place for place, one in enumerate(entries) if one["type"] == after)
        entries.insert(place + 1, {"at": entries[place]["at"], "body": copy.deepcopy(body), "n": 0, "type": kind})

    return lie


def end(place: int, **members: Any) -> Lie:
    """Return the lie that the match ended after so many entries."""

    def lie(entries: list[Any]) -> None:
        entries[place:-1] = []
        entries[-1]["body"].update(members)

    return lie


def put_last(**members: Any) -> Lie:
    """Return the lie that the match had another result."""
    return lambda entries: entries[-1]["body"]["outcome"].update(members)


def again(kind: str) -> Lie:
    """Return the lie that an entry stands twice."""

    def lie(entries: list[Any]) -> None:
        place = next(place for place, one in enumerate(entries) if one["type"] == kind)
        entries.insert(place + 1, copy.deepcopy(entries[place]))

    return lie


def open_for_ever(body: Any) -> None:
    body["deadline"] = None


def live_seat(entries: list[Any]) -> Any:
    """Return what a lock lists first for a seat that answered itself."""
    return first(entries, "locked", lambda body: body["seats"][0]["custody"] != "absent")["seats"][0]


def faults(entries: list[Any]) -> Any:
    """Return the faults of the first decision that has any."""
    return first(entries, "resolved", lambda body: body["faults"])["faults"]


def open_answer(entries: list[Any]) -> Any:
    """Return the first resolution of an open decision."""
    sealed = {one["body"]["decision"] for one in entries if one["type"] == "locked"}
    return first(entries, "resolved", lambda body: body["decision"] not in sealed)


def answer(entries: list[Any], by: str) -> Any:
    """Return the first sealed answer that somebody gave."""
    locked = {one["body"]["decision"] for one in entries if one["type"] == "locked"}
    sealed = [one["body"] for one in entries if one["type"] == "resolved" and one["body"]["decision"] in locked]
    return next(move for body in sealed for move in body["moves"] if move["by"] == by)


def two_openings(entries: list[Any]) -> Any:
    return first(entries, "resolved", lambda body: len(body["openings"]) == 2)["openings"]


def nested(levels: int) -> Any:
    """Return so many objects, one in the other."""
    return {} if levels == 1 else {"x": nested(levels - 1)}


def fill(entry: Any, size: int) -> None:
    """Make the options as long as it takes for the entry to have so many canonical bytes."""
    entry["body"]["options"] = {"x": ""}
    entry["body"]["options"]["x"] = "x" * (size - len(canonical(entry)))


def open_ones(played: Played) -> list[int]:
    """Return the entries that open the open decisions whose time is never extended."""
    entries = entries_in(played.export)
    extended = {one["body"]["decision"] for one in entries if one["type"] == "extended"}
    opened = [one for one in entries if one["type"] == "opened" and one["body"]["decision"] not in extended]
    return [one["n"] for one in opened if not one["body"]["sealed"]]


FIRST_OPEN = open_ones(HONEST)[0]
"""Before it no proof hides an answer yet."""
RESULT = {"reason": "resigned", "scores": [0, 0], "winners": [1]}


def resigned(place: int | None) -> Lie:
    """Return the lie that seat 0 resigned after so many entries; ``None``: after the last that the rules have written."""

    def lie(entries: list[Any]) -> None:
        last = max(number for number, one in enumerate(entries, start=1) if one["type"] == "resolved")
        at = entries[(place or last) - 1]["at"]
        entries[place or last : -1] = [
            {"at": at, "body": {"received": at, "seat": 0}, "n": 0, "type": "resigned"},
            *(one for one in entries if place is None and one["type"] == "answered"),
        ]
        entries[-1]["body"].update(reason="resigned", outcome=RESULT)

    return lie


LIES: dict[str, tuple[Lie, str]] = {
    "seats beyond all memory": (put("created", seats=10**12), "created: /seats"),
    "another key than the one that signs": (put("created", key=b64(bytes(32))), "another key"),
    "a member nobody knows": (put("created", note="x"), "created: /note"),
    "no pace": (lambda entries: entries[0]["body"].pop("pace"), "created: /pace: is missing"),
    "a pace of another kind": (put("created", pace={"kind": "daily", "seconds": 5}), "created: /pace/seconds"),
    "seats the game has not": (put("created", seats=7), "players who are seated"),
    "other players than those who joined": (put("started", seats=["p_x", "p_y"]), "players who start"),
    "options one level deeper than an entry may be": (put("created", options=nested(31)), "nested too deeply"),
    "an entry of one byte more than 1 MiB": (lambda entries: fill(entries[0], 2**20 + 1), "longer than 1 MiB"),
    "a seat that is not there": (put("joined", seat=5), "no seat 5"),
    "somebody joins later": (add("joined", {"player": "p_x", "seat": 0}), "nobody joins or leaves any more"),
    "somebody leaves later": (add("left", {"seat": 0}), "nobody joins or leaves any more"),
    "a second start": (again("started"), "starts again"),
    "an order of play of its own": (put("started", order=[1, 0]), "does not rise"),
    "an entry of a reserved type": (add("moderated", {"by": "m", "why": "w"}), "no match of this protocol"),
    "an entry of a type nobody knows": (add("rolled-back", {}), "no match of this protocol"),
    "time given by nobody known": (put("extended", by="me"), "extended: /by"),
    "openings awaited for ever": (put("opened", opening_deadline="2099-01-01T00:00:00.000Z"), "twelve hours"),
    "a lock of nobody's act": (lambda entries: live_seat(entries).update(seq=0), "without an act"),
    "an order beside a live answer": (
        lambda entries: live_seat(entries).update(order=ORDER, order_seq=1),
        "not by an order",
    ),
    "a fault in an open decision": (
        lambda entries: open_answer(entries)["faults"].append({"fault": "unopened", "seat": 0}),
        "is not sealed but has faults",
    ),
    "a box that failed where there was none": (
        lambda entries: faults(entries)[0].update(fault="escrow-failed"),
        "there was none",
    ),
    "a fault twice": (lambda entries: faults(entries).append(dict(faults(entries)[0])), "the faults of"),
    "openings in another order": (lambda entries: two_openings(entries).reverse(), "the openings of"),
    "an answer of the rules that was received": (
        lambda entries: answer(entries, "fallback").update(received=entries[5]["at"]),
        "only a seat's own answer",
    ),
    "a sealed answer that was never received": (
        lambda entries: answer(entries, "seat").update(received=None),
        "only a seat's own answer",
    ),
    "an end before the end": (end(20, reason="finished", outcome=None), "has a result"),
    "a result nobody played for": (put_last(winners=[0, 1]), "not the one the rules give"),
    "a reason of its own": (end(20, reason="bored"), "closed: /reason"),
    "cancelled while it ran": (end(20, reason="cancelled", outcome=None), "not how such a match ends"),
    "resigned, with points": (
        end(20, reason="resigned", outcome={**RESULT, "scores": [9, 0]}),
        "not one of a match that was resigned",
    ),
    "resigned, won by nobody": (
        end(20, reason="resigned", outcome={**RESULT, "winners": []}),
        "not one of a match that was resigned",
    ),
    "resigned by nobody": (end(FIRST_OPEN, reason="resigned", outcome=RESULT), "after a seat has resigned"),
    "resigned when all was over": (resigned(None), "over by the rules"),
    "never started, but won": (end(3, reason="finished", outcome=RESULT), "not how such a match ends"),
}


WHILE_WRITTEN: dict[str, tuple[int, Lie, str]] = {
    "an option nobody knows": (1, lambda body: body["options"].update(luck=1), "created: "),
    "an option beyond its bounds": (1, lambda body: body["options"].update(round_limit=10**9), "created: "),
    "no deadline where a seat is waited for": (
        open_ones(Eventful(**KONTOR).play())[0],
        open_for_ever,
        "everything else has one",
    ),
    "another kind of question": (9, lambda body: body.update(kind="alone"), "ask something else"),
}


@pytest.mark.parametrize("name", WHILE_WRITTEN)
def test_a_lie_to_which_all_that_follows_was_made_to_fit_is_refuted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seals and states that follow are those of the changed entry, so only its own content can refute it."""
    n, lie, reason = WHILE_WRITTEN[name]
    write = Step.write

    def lying(step: Step, kind: str, body: dict[str, Any]) -> None:
        said = copy.deepcopy(body)
        if step.n + 1 == n:
            lie(said)
        write(step, kind, said)

    monkeypatch.setattr(Step, "write", lying)
    told = Eventful(**KONTOR).play()
    found = verify(told.export, check_signature=told.check_signature)
    assert (found.verdict, found.n, reason in found.reason) == ("FAIL", n, True), found


def test_nothing_changed_passes() -> None:
    assert told(lambda entries: None).verdict == "PASS"


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_refuted_and_named(name: str) -> None:
    lie, reason = LIES[name]
    found = told(lie)
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found.reason
    assert found.unproved == ()


@pytest.mark.parametrize("lie", [put("created", options=nested(30)), lambda entries: fill(entries[0], 2**20)])
def test_an_entry_may_be_as_deep_and_as_long_as_the_page_says(lie: Lie) -> None:
    found = told(lie)
    assert "belongs to another" in found.reason, "read, and refuted by the openings only, which name the true head"


def test_a_match_resigned_halfway_passes_on_the_servers_word_and_the_verdict_says_so() -> None:
    found = told(resigned(FIRST_OPEN))
    assert found.verdict == "PASS"
    assert [one.facts for one in found.unproved if one.code == "ending"] == [{"reason": "resigned", "seats": [0]}]


def test_a_finding_names_entry_and_member() -> None:
    found = told(lambda entries: first(entries, "locked")["seats"][1].update(seq="1"))
    locked = next(n for n, line in enumerate(HONEST.export.splitlines(), start=1) if b'"type":"locked"' in line)
    assert (found.n, found.member) == (locked, "/seats/1/seq")


def test_only_a_match_under_the_given_key_passes() -> None:
    """Without the key's name nothing is compared, so old callers of the verifier go on."""
    other = Server(seed=3).play()
    assert verify(other.export, check_signature=other.check_signature).verdict == "PASS"
    found = verify(other.export, check_signature=other.check_signature, public_key=b64(bytes(32)))
    assert (found.verdict, found.n, found.member) == ("FAIL", 1, "/key")


def as_boolean(value: Any) -> bool:
    """Turn the first 0 or 1 within a value into false or true; return whether there was one."""
    for name, one in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if type(one) is int and one in (0, 1):
            value[name] = bool(one)
            return True
        if isinstance(one, (dict, list)) and as_boolean(one):
            return True
    return False


def test_true_is_not_1_in_what_happened() -> None:
    """Python thinks that they are equal, and so the campaign found events that no other verifier would accept."""

    def lie(entries: list[Any]) -> None:
        assert as_boolean([one["body"]["events"] for one in entries if one["type"] == "resolved"][-1])

    found = told(lie)
    assert (found.verdict, found.member) == ("FAIL", "/events")


def test_true_is_not_1_in_the_move_that_was_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    register_partners(monkeypatch)
    played = Talking(**TALK).play()

    def lie(entries: list[Any]) -> None:
        bodies = [one["body"] for one in entries if one["type"] == "resolved" and one["body"]["openings"]]
        assert any(as_boolean([move["move"] for move in body["moves"]]) for body in reversed(bodies))

    found = told(lie, played)
    assert (found.verdict, "another move than the one it opened" in found.reason) == ("FAIL", True)
