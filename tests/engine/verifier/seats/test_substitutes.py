"""Nobody gets a seat whom the table has not chosen, and who had it before acts no more (protocol section 12.15)."""

from collections.abc import Callable
from functools import cache
from typing import Any

import nacl.signing
import pytest

from engine.match.absence import case_of, write_substituted, write_vote
from engine.match.step import outcome_of_resigning
from engine.match.substitutes import candidacy_of, write_declined, write_volunteered, write_welcome
from engine.match.table import Locked, Seat, Standing, Vote
from engine.protocol.agreements import Absence
from engine.protocol.log import timestamp
from tests.engine.playing import Played
from tests.engine.verifier.lies import Lie, find, forged, judged, told, twice, without
from tests.engine.verifier.seats.test_absence import AGREED, Leaving, receipt
from tests.engine.verifier.seats.test_seat_keys import Signing, public, seat_key, signature

PEOPLE: Absence = {**AGREED, "substitutes": True}
CLEO, DORA = "p_" + "c" * 32, "p_" + "d" * 32


class Handing(Leaving):
    """A match of two in which the player of the last seat leaves, and others may take it over."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{"absence": PEOPLE, **given})

    def volunteer(self, player: str, by: int | None, key: str | None = None, seat: int | None = None) -> None:
        self.step.at += 1_000
        write_volunteered(self.step, self.gone if seat is None else seat, player, "Cleo", by, key)

    def decline(self, player: str) -> None:
        one = candidacy_of(self.step.table, player)
        assert one is not None
        write_declined(self.step, one)

    def vote_for(self, seat: int, player: str, by: str | None = None) -> None:
        """Let a seat vote for somebody who is ready, while it is asked about the one that is missed."""
        case = case_of(self.step.table, self.gone)
        assert case is not None
        self.step.at += 1_000
        self.chose(write_vote(self.step, case, seat, "person", by, player))

    def chose(self, vote: Vote) -> None:
        """Keep the receipt of a vote for a person."""
        said = {name: vote[name] for name in ("absent", "choice", "player", "seat", "seq")}
        self.spoken({"act": "vote", "decision": "vote", **said})

    def welcome(self, seat: int, player: str) -> None:
        """Let a seat say that somebody may come back; keep the receipt."""
        one = candidacy_of(self.step.table, player)
        assert one is not None
        self.step.at += 1_000
        self.chose(write_welcome(self.step, one, seat, None))

    def give(self, player: str, key: str | None = None) -> None:
        seat = Seat(player=player, name="Cleo", bot=None)
        if key is not None:
            seat["key"] = key
        write_substituted(self.step, self.gone, seat)

    def answer_some(self, decisions: int) -> None:
        """Let everybody answer so many decisions."""
        self.away = False
        for _ in range(decisions):
            self.answer(self.next())
            self.step.run_on(self.seed, self.deadline)


def named(server: Handing) -> None:
    server.poll()
    server.volunteer(CLEO, 0)
    server.vote_for(0, CLEO)
    server.give(CLEO)
    server.play_on()


def beforehand(server: Handing) -> None:
    server.volunteer(CLEO, server.gone)
    server.poll()
    server.vote_for(0, CLEO)
    server.give(CLEO)
    server.play_on()


def another(server: Handing) -> None:
    server.poll()
    server.volunteer(CLEO, 0)
    server.vote_for(0, CLEO)
    server.decline(CLEO)
    server.volunteer(DORA, 0)
    server.vote_for(0, DORA)
    server.give(DORA)
    server.play_on()


def back_from_a_bot(server: Handing) -> None:
    server.poll()
    server.vote(0, "bot")
    server.substitute()
    server.answer_some(2)
    ben = f"p_{1:032x}"
    server.volunteer(ben, None)
    server.welcome(0, ben)
    server.give(ben)
    server.play_on()


def back_from_a_person(server: Handing) -> None:
    server.poll()
    server.volunteer(CLEO, 0)
    server.vote_for(0, CLEO)
    server.give(CLEO)
    server.answer_some(2)
    ben = f"p_{1:032x}"
    server.volunteer(ben, None)
    server.welcome(0, ben)
    server.welcome(1, ben)
    server.give(ben)
    server.play_on()


COURSES: dict[str, Callable[[Handing], None]] = {
    "named": named,
    "beforehand": beforehand,
    "another": another,
    "back from a bot": back_from_a_bot,
    "back from a person": back_from_a_person,
}


@cache
def honest(name: str) -> Played:
    return Handing().played(COURSES[name])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", COURSES)
def test_a_match_in_which_somebody_takes_over_passes(name: str) -> None:
    played = honest(name)
    found = judged(played, None, *played.receipts)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())
    assert found.receipts == len(played.receipts)


def before_being_asked(entries: list[Any]) -> None:
    one = find(entries, "volunteered")
    entries.remove(one)
    entries.insert(entries.index(find(entries, "polled")), {**one, "at": find(entries, "polled")["at"]})


SEAT_0 = f"p_{0:032x}"
KEY = public(seat_key(7))
LIES: list[tuple[str, Lie, str]] = [
    ("named", before_being_asked, "not asked about it"),
    ("named", without("volunteered"), "not ready"),
    ("named", twice("volunteered"), "is ready for a seat already"),
    ("named", without("voted"), "not decided"),
    ("named", without("substituted"), "goes on with"),
    ("named", told("volunteered", "player", SEAT_0), "has a seat"),
    ("named", told("volunteered", "player", "bot:steady"), "is a bot"),
    ("named", told("volunteered", "by", None), "never had it"),
    ("named", told("volunteered", "by", 7), "not asked about it"),
    ("named", told("volunteered", "seat", 0), "not ready to play on in seat 1"),
    ("named", told("volunteered", "key", KEY), "brings a key"),
    ("named", told("voted", "player", DORA), "not ready"),
    ("named", told("substituted", "player", DORA), "not decided"),
    ("named", told("substituted", "player", "bot:steady"), "not decided"),
    ("named", told("substituted", "seat", 0), "not decided"),
    ("named", told("substituted", "key", KEY), "another key"),
    ("beforehand", told("volunteered", "by", 0), "not asked about it"),
    ("another", without("declined"), "goes on with"),
    ("another", told("declined", "player", DORA), "not ready"),
    ("another", told("voted", "player", CLEO, latest=True), "not ready"),
    ("back from a bot", told("volunteered", "player", DORA, latest=True), "never had it"),
    ("back from a bot", told("volunteered", "by", 0, latest=True), "not asked about it"),
    ("back from a bot", without("voted", latest=True), "not decided"),
    ("back from a person", without("voted", latest=True), "not decided"),
    ("back from a person", told("voted", "seat", 0, latest=True), "not decided"),
]


@pytest.mark.parametrize(("name", "change", "reason"), LIES)
def test_a_substitute_that_the_key_s_owner_made_up_is_refuted(name: str, change: Lie, reason: str) -> None:
    found = judged(honest(name), forged(honest(name), change))
    assert found.verdict == "FAIL" and reason in found.reason, found


def test_nobody_takes_over_where_that_was_not_agreed() -> None:
    found = judged(Handing(absence=AGREED).played(named))  # type: ignore[arg-type]
    assert (found.verdict, "people take over" in found.reason) == ("FAIL", True), found


@pytest.mark.parametrize("changes", [{"player": DORA}, {"choice": "bot", "player": None}, {"absent": 0}])
def test_a_receipt_for_choosing_somebody_binds_the_server(changes: dict[str, Any]) -> None:
    played = honest("named")
    vote = next(one["receipt"] for one in played.receipts if one["receipt"]["act"] == "vote")
    said = {name: value for name, value in {**vote, **changes}.items() if value is not None or name != "player"}
    found = judged(played, None, receipt(**said))
    assert (found.verdict, "does not tell" in found.reason) == ("FAIL", True), found


class SignedHanding(Signing, Handing):
    """The same, but the seat that is left and taken over signs, and the other does not."""

    def __init__(self) -> None:
        super().__init__(absence=PEOPLE)
        self.gone, self.bot_sits = 0, False

    def locking(self, standing: Standing, locked: Locked) -> Locked:
        return locked if self.bot_sits else super().locking(standing, locked)

    def signed_answer(self, standing: Standing, seat: int, by: str) -> str | None:
        return None if self.bot_sits else super().signed_answer(standing, seat, by)


def taken_with_a_key(
    fresh: nacl.signing.SigningKey, *, acts_with: nacl.signing.SigningKey, bot: bool = False
) -> Played:
    """Return a match in which the seat that signs is given to somebody with a key, perhaps after a bot had it."""
    server = SignedHanding()
    server.disappear()
    server.poll()
    player = CLEO
    if bot:
        server.vote(1, "bot")
        server.substitute()
        server.bot_sits = True
        server.answer_some(3)
        player = f"p_{0:032x}"
        server.volunteer(player, None, public(fresh))
        server.welcome(1, player)
    else:
        server.volunteer(player, 1, public(fresh))
        server.vote_for(1, player)
    server.give(player, public(fresh))
    server.own, server.bot_sits = acts_with, False
    server.play_on()
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


@pytest.mark.parametrize("bot", [False, True])
def test_who_takes_over_a_seat_that_signs_signs_with_his_own_key(bot: bool) -> None:
    fresh = seat_key(0, " of another")
    honestly = judged(taken_with_a_key(fresh, acts_with=fresh, bot=bot), with_keys=True)
    assert (honestly.verdict, honestly.reason) == ("PASS", "")
    falsely = judged(taken_with_a_key(fresh, acts_with=seat_key(3), bot=bot), with_keys=True)
    assert (falsely.verdict, "does not hold" in falsely.reason) == ("FAIL", True), falsely


def test_the_key_of_who_was_replaced_signs_nothing_that_is_opened_later() -> None:
    later = judged(taken_with_a_key(seat_key(0, " of another"), acts_with=seat_key(0)), with_keys=True)
    assert (later.verdict, "does not hold" in later.reason) == ("FAIL", True), later


def test_a_vote_for_a_person_is_signed_with_the_person() -> None:
    def voted(player: str) -> Played:
        server = SignedVoting()
        server.disappear()
        server.poll()
        server.volunteer(CLEO, 0)
        case = server.step.table["absence"]["cases"][0]
        act = {"act": "vote", "choice": "person", "commitment": None, "decision": "vote", "head": case["polled"]}
        server.vote_for(0, CLEO, signature(server.own, **{**act, "player": player, "seat": 0, "seq": 1}))
        server.give(CLEO)
        server.play_on()
        return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)

    assert judged(voted(CLEO), with_keys=True).verdict == "PASS"
    assert "does not hold" in judged(voted(DORA), with_keys=True).reason


class SignedVoting(Signing, Handing):
    """The same, but the seat that votes signs."""


def resigned_by_a_bot() -> Played:
    """Return a match that the key's owner ended in the name of a bot, for which nobody signs."""
    server = Handing()
    server.disappear()
    server.poll()
    server.vote(0, "bot")
    server.substitute()
    server.answer_some(1)
    server.step.at += 1_000
    server.step.write("resigned", {"received": timestamp(server.step.at), "seat": server.gone})
    server.step.close(outcome_of_resigning(server.game, server.state, 2, [server.gone]), "resigned", server.server_seed)
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


def test_no_bot_resigns() -> None:
    found = judged(resigned_by_a_bot(), with_keys=True)
    assert (found.verdict, "resigns, but a bot has it" in found.reason) == ("FAIL", True), found


class Ordered(Handing):
    """The same, but while ``lying`` orders answer for the seat wherever the rules ask it openly."""

    lying = False
    told = 0

    def answer(self, standing: Standing) -> None:
        if not self.lying or standing["sealed"] or standing["seats"] != [self.gone]:
            super().answer(standing)
            return
        self.step.at += 60_000
        move = self.choose(standing, self.gone)
        told = {"by": "order", "move": move, "received": None, "seat": self.gone}
        self.step.resolve(self.seed, standing["id"], [told], [])
        self.told += 1


def ordered(lying_for: str) -> Played:
    """Return a match in which orders answer for a seat while a bot has it, or when its player is back."""
    server = Ordered(options={"preset": "goldsieber-basic", "round_limit": 8})
    server.disappear()
    server.poll()
    server.vote(0, "bot")
    server.substitute()
    server.lying = lying_for == "the bot"
    server.answer_some(1)
    while server.lying and not server.told:
        server.answer_some(1)
    ben = f"p_{1:032x}"
    server.volunteer(ben, None)
    server.welcome(0, ben)
    server.give(ben)
    server.lying = lying_for == "the player"
    server.play_on()
    assert server.told
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


def test_orders_answer_for_no_bot_even_if_its_seat_is_somebody_s_again_at_the_end() -> None:
    assert judged(ordered("the player"), with_keys=True).verdict == "PASS"
    falsely = judged(ordered("the bot"), with_keys=True)
    assert (falsely.verdict, "which a bot" in falsely.reason) == ("FAIL", True), falsely
