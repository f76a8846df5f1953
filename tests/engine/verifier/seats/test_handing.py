"""A seat changes hands while its player is there only as he asked and the others agreed (protocol section 12.20)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.match.absence import write_absent, write_returned, write_substituted, write_vote
from engine.match.substitutes import (
    candidacy_of,
    handing_of,
    write_declined,
    write_handed,
    write_kept,
    write_volunteered,
)
from engine.match.table import Seat
from engine.protocol.agreements import Absence, Wanted
from engine.protocol.canon import b64
from engine.protocol.log import milliseconds, timestamp
from tests.engine.playing import MATCH, Played, Server
from tests.engine.verifier.lies import Lie, find, judged, told, twice, without
from tests.engine.verifier.mutations import entries_in, told_anew
from tests.engine.verifier.seats.test_absence import receipt
from tests.engine.verifier.seats.test_seat_keys import Signing, public, seat_key, signature

DAY = 86_400
HANDING: Absence = {
    "handing": {"seconds": DAY, "times": 2}, "majority": "most", "misses": 2, "notice_seconds": 1_000, "substitutes": True,
}  # fmt: skip
GAME: dict[str, Any] = {"rules": "packet-row", "options": {}, "seed": 5}
SHORT = {"preset": "goldsieber-basic", "round_limit": 3}
CLEO, DORA = "p_" + "c" * 32, "p_" + "d" * 32
BOT, TO_CLEO = Wanted("bot"), Wanted("person", CLEO)


class Handing(Server):
    """A match of three, of whom the last one, who is there, hands the seat over."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{**GAME, "absence": HANDING, "places": 3, **given})
        self.giver = len(self.step.table["seats"]) - 1
        self.away = False

    def is_silent(self, seat: int) -> bool:
        return self.away and seat == self.giver

    def begin(self) -> None:
        self.deal()
        self.step.run_on(self.seed, self.deadline)
        self.go_on(2)

    def go_on(self, decisions: int) -> None:
        """Answer so many decisions."""
        for _ in range(decisions):
            self.answer(self.next())
            self.step.run_on(self.seed, self.deadline)

    def named(self, player: str = CLEO, by: int | None = None, key: str | None = None) -> None:
        self.step.at += 1_000
        write_volunteered(self.step, self.giver, player, "Cleo", self.giver if by is None else by, key)

    def hand(self, to: Wanted, by: str | None = None) -> None:
        """Let the player hand the seat over; keep the receipt."""
        self.step.at += 1_000
        said = write_handed(self.step, self.giver, to, by)
        self.keep("hand", self.giver, seq=said["seq"], **chosen(to))

    def vote(self, seat: int, wanted: Wanted, by: str | None = None) -> None:
        self.step.at += 1_000
        case = handing_of(self.step.table, self.giver)
        assert case is not None
        vote = write_vote(self.step, case, seat, wanted.choice, by, wanted.player)
        self.keep("vote", seat, absent=self.giver, seq=vote["seq"], **chosen(wanted))

    def take_back(self) -> None:
        self.step.at += 1_000
        write_returned(self.step, self.giver, "seat")
        self.keep("here", self.giver, seq=1)

    def keep(self, act: str, seat: int, **said: Any) -> None:
        """Keep the receipt of what was just said."""
        entry = {"n": self.step.n, "head": b64(self.step.head), "received": timestamp(self.step.at)}
        self.receipts.append(receipt(act=act, decision=act, seat=seat, **said, **entry))

    def give(self, to: Wanted, key: str | None = None) -> None:
        bot = Seat(player="bot:steady", name="steady (bot)", bot="steady")
        seat = bot if to.player is None else Seat(player=to.player, name="Cleo", bot=None)
        if key is not None:
            seat["key"] = key
        write_substituted(self.step, self.giver, seat)

    def play_on(self) -> None:
        while not self.step.finish(self.server_seed):
            self.answer(self.next())
            if self.game.outcome(self.state) is None:
                self.step.run_on(self.seed, self.deadline)

    def played(self, course: Callable[[Handing], None], *, whole: bool) -> Played:
        self.begin()
        course(self)
        if whole:
            self.play_on()
        else:
            self.go_on(1)
        return Played(b"".join(self.step.lines), bytes(self.key.verify_key), self.receipts)


def chosen(wanted: Wanted) -> dict[str, Any]:
    return {"choice": wanted.choice, **({} if wanted.player is None else {"player": wanted.player})}


def to_a_bot(server: Handing) -> None:
    server.hand(BOT)
    server.vote(0, BOT)
    server.go_on(1)  # who hands the seat over plays on, and so do the others, until it is decided
    server.vote(1, BOT)
    server.give(BOT)


def to_a_person(server: Handing) -> None:
    server.named()
    server.hand(TO_CLEO)
    server.vote(0, Wanted("wait"))
    server.vote(1, TO_CLEO)
    server.vote(0, TO_CLEO)
    server.give(TO_CLEO)


def taken_back(server: Handing) -> None:
    server.hand(BOT)
    server.vote(0, BOT)
    server.take_back()
    server.go_on(1)
    server.hand(BOT)
    server.vote(0, Wanted("wait"))
    server.vote(1, Wanted("wait"))


def expired(server: Handing) -> None:
    server.hand(BOT)
    server.vote(0, BOT)
    server.away = True
    while len(server.step.table["absence"]["missed"][server.giver]) < HANDING["misses"]:
        server.go_on(1)
    server.step.at += DAY * 1000
    case = handing_of(server.step.table, server.giver)
    assert case is not None
    write_kept(server.step, case)
    write_absent(server.step, server.giver)  # what was missed meanwhile is not forgotten
    server.take_back()
    server.away = False


def declined(server: Handing) -> None:
    server.named()
    server.hand(TO_CLEO)
    server.vote(0, TO_CLEO)
    one = candidacy_of(server.step.table, CLEO)
    assert one is not None
    write_declined(server.step, one)
    server.hand(BOT)
    for seat in (0, 1):
        server.vote(seat, BOT)
    server.give(BOT)


def another_voter_first(server: Handing, said: Wanted) -> None:
    """One of two has said this; then a bot gets the seat of the other one, and has no say."""
    server.hand(BOT)
    server.vote(0, said)
    server.giver = 1
    server.hand(BOT)
    server.vote(0, BOT)
    server.vote(2, BOT)
    server.give(BOT)
    server.giver = 2


def decided_by_fewer(server: Handing) -> None:
    another_voter_first(server, BOT)
    server.give(BOT)


def kept_by_fewer(server: Handing) -> None:
    another_voter_first(server, Wanted("wait"))
    server.go_on(1)
    server.hand(BOT)


COURSES: dict[str, Callable[[Handing], None]] = {
    "to a bot": to_a_bot,
    "to a person": to_a_person,
    "taken back": taken_back,
    "expired": expired,
    "declined": declined,
    "decided by fewer": decided_by_fewer,
    "kept by fewer": kept_by_fewer,
}


WHOLE = ("to a bot", "to a person")
"""What is played to the end; of the others the log goes on for one decision."""


@cache
def honest(name: str) -> Played:
    return Handing().played(COURSES[name], whole=name in WHOLE)


@cache
def against_bots(to: Wanted = BOT) -> Played:
    """Return a match in which the others have handed their seats over before, so that nobody is left to agree."""
    server = Handing(places=2)

    def course(_: Handing) -> None:
        server.hand(BOT)
        server.vote(0, BOT)
        server.give(BOT)
        server.giver = 0
        if to.player is not None:
            server.named()
        server.hand(to)
        server.give(to)

    return server.played(course, whole=False)


@pytest.mark.parametrize("name", COURSES)
def test_a_match_in_which_a_seat_is_handed_over_passes(name: str) -> None:
    played = honest(name)
    found = judged(played, None, *played.receipts)
    assert (found.verdict, found.ignored) == ("PASS" if name in WHOLE else "INCOMPLETE", ()), found.reason
    assert found.receipts == len(played.receipts)


@pytest.mark.parametrize("to", [BOT, TO_CLEO])
def test_against_bots_nobody_has_to_agree(to: Wanted) -> None:
    played = against_bots(to)
    found = judged(played, None, *played.receipts)
    assert (found.verdict, found.receipts) == ("INCOMPLETE", len(played.receipts)), found.reason


def forged(name: str, change: Lie) -> bytes:
    """Return the log as the owner of the key would tell it, up to shortly after the seat was handed over, or kept."""
    entries = entries_in(honest(name).export)
    said = [place for place, one in enumerate(entries) if one["type"] in ("handed", "voted", "substituted", "kept")]
    entries = entries[: said[-1] + 3]
    return told_anew(MATCH, entries, change)


def later(kind: str, seconds: int, *, latest: bool = False) -> Lie:
    """Tell that something happened so much later, and all that follows."""

    def change(entries: list[Any]) -> None:
        first = entries.index(find(entries, kind, latest=latest))
        for entry in entries[first:]:
            entry["at"] = timestamp(milliseconds(entry["at"]) + seconds * 1000)

    return change


def right_away(entries: list[Any]) -> None:
    """The operator gives the seat to a bot as soon as it is asked for."""
    one = find(entries, "substituted")
    asked = find(entries, "handed")
    entries.remove(one)
    entries.insert(entries.index(asked) + 1, {**one, "at": asked["at"]})


def all_votes_gone(entries: list[Any]) -> None:
    entries[:] = [one for one in entries if one["type"] != "voted"]


def all_votes_for(**changes: Any) -> Lie:
    def change(entries: list[Any]) -> None:
        for one in entries:
            if one["type"] == "voted":
                one["body"] = {name: value for name, value in {**one["body"], **changes}.items() if value is not None}

    return change


LIES: list[tuple[str, Lie, str]] = [
    ("to a bot", all_votes_gone, "not decided"),
    ("to a bot", right_away, "not decided"),
    ("to a bot", without("voted"), "not decided"),
    ("to a bot", without("handed"), "is not missed"),
    ("to a bot", without("substituted"), "goes on with"),
    ("to a bot", twice("handed"), "are being asked about it"),
    ("to a bot", told("handed", "seat", 1), "is not missed"),
    ("to a bot", told("handed", "seat", 7), "no seat 7"),
    ("to a bot", told("handed", "until", timestamp(0)), "other time to answer"),
    ("to a bot", told("handed", "signature", b64(bytes(64))), "brought no key"),
    ("to a bot", told("handed", "choice", "wait"), "/choice"),
    ("to a bot", told("handed", "choice", "person"), "player"),
    ("to a bot", told("handed", "player", CLEO), "player"),
    ("to a bot", all_votes_for(choice="win"), "stays with him"),
    ("to a bot", all_votes_for(choice="person", player=CLEO), "not ready"),
    ("to a bot", all_votes_for(seat=2), "is not asked"),
    ("to a bot", told("substituted", "player", CLEO), "not decided"),
    ("to a bot", later("voted", DAY), "time to answer was over"),
    ("to a person", without("volunteered"), "not ready"),
    ("to a person", told("volunteered", "by", 0), "not asked about it"),
    ("to a person", all_votes_gone, "not decided"),
    ("to a person", all_votes_for(choice="bot", player=None), "stays with him"),
    ("to a person", told("voted", "seat", 1, latest=True), "not decided"),
    ("to a person", told("handed", "player", DORA), "not ready"),
    ("to a person", told("substituted", "player", DORA), "not decided"),
    ("to a person", told("substituted", "player", "bot:steady"), "not decided"),
    ("taken back", without("returned"), "are being asked about it"),
    ("taken back", told("returned", "by", "answer"), "no answer takes that back"),
    ("expired", later("kept", -DAY), "is not over"),
    ("expired", told("kept", "seat", 1), "is not missed"),
    ("expired", twice("kept"), "is not missed"),
    ("declined", without("declined"), "are being asked about it"),
    ("decided by fewer", without("substituted", latest=True), "goes on with"),
]


@pytest.mark.parametrize(("name", "change", "reason"), LIES)
def test_a_seat_that_the_key_s_owner_gives_away_is_refuted(name: str, change: Lie, reason: str) -> None:
    found = judged(honest(name), forged(name, change))
    assert found.verdict == "FAIL" and reason in f"{found.reason} {found.member}", found


NOT_AGREED: list[tuple[Any, str]] = [
    (None, "has not agreed"),
    ({"seconds": 2 * DAY, "times": 2}, "other time to answer"),
    ({"seconds": DAY, "times": 1}, "more often"),
]


@cache
def otherwise(number: int) -> Played:
    """Return the beginning of a match that does not keep to what ``created`` says about it."""
    rule, _ = NOT_AGREED[number]
    agreed: Any = {name: value for name, value in HANDING.items() if name != "handing"}
    server = Handing(absence={**agreed, "handing": rule} if rule else agreed)
    server.step.table["absence"]["agreed"] = HANDING
    server.begin()
    server.hand(BOT)
    server.take_back()
    server.hand(BOT)
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key))


@pytest.mark.parametrize("number", range(len(NOT_AGREED)))
def test_a_seat_is_handed_over_as_the_match_agreed_only(number: int) -> None:
    found = judged(otherwise(number))
    assert (found.verdict, NOT_AGREED[number][1] in found.reason) == ("FAIL", True), found


@pytest.mark.parametrize(
    ("act", "changes"),
    [
        ("hand", {"choice": "person", "player": CLEO}),
        ("hand", {"seat": 1}),
        ("vote", {"choice": "wait"}),
        ("vote", {"absent": 1}),
    ],
)
def test_a_receipt_binds_the_server(act: str, changes: dict[str, Any]) -> None:
    played = honest("to a bot")
    said = next(one["receipt"] for one in played.receipts if one["receipt"]["act"] == act)
    found = judged(played, None, receipt(**{**said, **changes}))
    assert (found.verdict, "does not tell" in found.reason) == ("FAIL", True), found


def test_a_bot_is_not_handed_over() -> None:
    server = Handing()

    def course(_: Handing) -> None:
        to_a_bot(server)
        server.hand(BOT)
        server.take_back()

    found = judged(server.played(course, whole=False))
    assert (found.verdict, "a bot has it" in found.reason) == ("FAIL", True), found


def test_no_bot_takes_a_seat_where_every_seat_keeps_its_openings() -> None:
    server = Handing(custody="client")
    server.begin()
    server.hand(BOT)
    found = judged(Played(b"".join(server.step.lines), bytes(server.key.verify_key)))
    assert (found.verdict, "cannot keep its openings" in found.reason) == ("FAIL", True), found


class SignedHanding(Signing, Handing):
    """The same among two, but the seat that is handed over signs."""

    def __init__(self) -> None:
        super().__init__(absence=HANDING, places=2, rules="kontor", options=SHORT)
        self.giver = 0


def signed_handing(to: str = CLEO, seq: int = 1, vote: bool = True) -> Played:
    """Return a match whose seat signed that it is handed over ``to`` somebody, as its ``seq``-th act of that kind."""
    server = SignedHanding()
    server.begin()
    fresh = seat_key(0, " of another")
    server.named(key=public(fresh))
    act = {"act": "hand", "choice": "person", "commitment": None, "decision": "hand", "head": server.start, "seat": 0}
    server.hand(TO_CLEO, signature(server.own, **{**act, "player": to, "seq": seq}))
    if vote:
        server.vote(1, TO_CLEO)
    server.give(TO_CLEO, public(fresh))
    server.own = fresh
    server.go_on(2)
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


SIGNED_LIES: list[dict[str, Any]] = [{"to": DORA}, {"seq": 2}, {"vote": False}]


def test_a_seat_that_signs_is_handed_over_by_its_signature_only() -> None:
    found = judged(signed_handing(), with_keys=True)
    assert (found.verdict, found.ignored) == ("INCOMPLETE", ()), found.reason


@pytest.mark.parametrize("lie", SIGNED_LIES)
def test_a_seat_that_signs_is_not_handed_over_otherwise(lie: dict[str, Any]) -> None:
    found = judged(signed_handing(**lie), with_keys=True)
    wanted = "not decided" if "vote" in lie else "does not hold"
    assert (found.verdict, wanted in found.reason) == ("FAIL", True), found
