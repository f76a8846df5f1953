"""A real match played in memory, with the notices that workers would make: given a table, when a move, then a letter."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from typing import Any, cast

from engine.match.absence import agreed_on, write_absent, write_polled, write_substituted, write_vote
from engine.match.asking import Times, standing_of
from engine.match.extensions import agreed_on as agreed_on_extensions
from engine.match.extensions import agreed_on_operator, write_extended, write_extended_by_operator
from engine.match.pauses import agreed_on as agreed_on_pauses
from engine.match.pauses import write_paused, write_stopped, write_wish
from engine.match.seeding import close_table, publish
from engine.match.step import OpenAnswers, Step
from engine.match.substitutes import write_handed, write_volunteered
from engine.match.table import AskedKey, Locked, Seat, Seeding, Table, Vacations
from engine.match.time_requests import agreed_on as agreed_on_requests
from engine.match.time_requests import end_request, write_granted, write_requested, write_responded
from engine.protocol.agreements import Absence, Wanted
from engine.protocol.canon import b64, unb64
from engine.protocol.evidence import SignedCheckpoint
from engine.protocol.log import FIRST_HEAD, timestamp
from engine.registry import game, newest
from service.keys.signing import Signer
from service.notifications.collection import News
from service.notifications.facts import AbsenceFacts, KeyFacts, PutBackFacts, ReadyFacts, RemarkFacts, SubstituteFacts
from service.notifications.kind import Kind
from service.notifications.kinds import (
    ABSENCE_ASKED,
    KEY_ASKED,
    KEY_CHANGED,
    MISSED,
    PUT_BACK,
    SUBSTITUTE_ASKED,
    SUBSTITUTE_READY,
    TALK,
)
from service.notifications.notices import about_match
from service.store.records import Account, Act, Message, Notice, Record
from workers.mail.sender import Sender

HOUR = 3_600_000
DAY = 24 * HOUR
NOON = 1_772_449_200_000
"""Mon 2 Mar 2026, 12:00 in Berlin."""
KEY = "PYAS8Ndyd4RnXuYv-liXYZtLynb4lTxBLYXlmwSq8aQ"
"""A seat's new key."""
MATCH = "a1b2c3d4-6c1a-4c3e-9a55-2f0d5f6e1b11"
CORA = "p_" + "c" * 32
SEED = bytes(range(32))
"""The server's part of the seed, which the log ends with."""
DEALS = {
    ("kontor", 2): "59fa70cd4f33af83432537ceb7e89b703431be21328424526384adbaee199321",
    ("kontor", 3): "d8a3e58daa359ae976811903cd50511743ae19d35f910b892c6b382c7a0f13e7",
    ("kontor", 4): "da88b0a226b6f854cc17a688c27d8ecfe9ac91063dee2beb5bc8aec5638afa2f",
    ("packet-row", 2): "4ae77f5213ca05fe931148037c6e6457a6f77092f60c63213a6de49b7ba63fc1",
    ("packet-row", 3): "a0ba2e0ad6ec139e2338ab4d8892f0f1791bbbcee3fa5700109707b08d35773b",
    ("packet-row", 5): "b089cca5019cc403af030308f269b7e508e26c3d2d5beae12caec31082c00632",
    ("anno-1701", 2): "00998d5dffb6e3647c230dfbc37678162b2f4be5f07b9454690764db6773c2f8",
    ("seafarers", 5): "d4fa045785fc3a66adf977bd865f7c28f4456b297e9cd19f90a7d3ee4fe00000",
    ("seafarers", 6): "90eb9fef59d1920b9589c3d8f57843cd9aba10a4a326fab27a47ce09c4380b58",
}
"""Seeds of draws, by game and number of seats, that deal the hands which the tests speak of."""

ADA = Account(
    id="p_" + "a" * 32, mail="ada@example.org", name="Ada", language="en", zone="Europe/Berlin", verified=True
)  # fmt: skip
BERT = Account(
    id="p_" + "b" * 32, mail="bert@example.org", name="Bert", language="de", zone="America/New_York", verified=True
)  # fmt: skip
SIGNER = Signer(hashlib.sha256(b"signing key").digest())
SENDER = Sender(
    public_url="https://post.example.org",
    mail_from="Siegelpost <post@example.org>",
    key_id=SIGNER.key_id,
    public_key=SIGNER.public_key,
    unsubscribe=lambda account, match, _: f"token-{account.id[2:6]}-{match[:4]}",
    enter=lambda account, match, at, invitation: f"enter-{account.id[2:6]}-{match[:4]}-{at}-{invitation[:4]}",
    choose=lambda account, match, seat, asked: f"choose-{account.id[2:6]}-{match[:4]}-{seat}-{asked.hex()}",
    sign_head=SIGNER.sign_head,
    checkpoint=SignedCheckpoint(
        "post.example.org/log", 7, "Q70AEvNdE4fL/TqwedGp0m1ee2rBqvV7/zJVUvCE2uo=", "2jEAyG48" * 11 + "AAAA"
    ),
)


def account_called(name: str) -> Account:
    """Return somebody else at the table."""
    return dataclasses.replace(BERT, id="p_" + name[0].lower() * 32, mail=f"{name.lower()}@example.org", name=name)


class Match:
    """One match between Ada (seat 0) and Bert (seat 1), then others; moves are played at once, notices are collected."""

    def __init__(
        self, *, rules: str = "kontor", others: Sequence[str] = (), pace: dict[str, Any] | None = None, **options: Any
    ) -> None:
        self.rules, self.seats = newest(rules), [ADA, BERT, *(account_called(one) for one in others)]
        self.game = game(self.rules)
        self.now = NOON
        self.seed, self.game_seed = SEED, bytes.fromhex(DEALS[rules, len(self.seats)])
        self.acts: dict[tuple[str, int], Act] = {}
        self.notices: list[Notice] = []
        self.record = self._record(self._table(options, pace or {"kind": "duration", "seconds": 48 * 3600}))

    def start(self) -> Match:
        """Deal."""
        step, news = self._step(), News(120_000, self.now)
        close_table(step, [], joined=step.at)
        publish(step, {})
        step.start(self.game_seed)
        news.started(step)
        return self._go_on(step, news)

    def play(self, moves: dict[int, dict[str, Any]] | None = None, *, silent: tuple[int, ...] = ()) -> Match:
        """Answer the first decision that waits: the given moves, else each seat's first one; ``silent`` seats don't."""
        standing = next(one for one in self.record.table["standing"] if not one["optional"])
        assert self.record.state is not None
        answers = []
        for seat in standing["seats"]:
            if seat in silent:
                move, by = self.game.fallback(self.record.state, seat, standing["id"], "absent"), "fallback"
            else:
                move = (moves or {}).get(seat) or self.game.moves(self.record.state, seat, standing["id"])[0]
                by = "seat"
            received = timestamp(self.now) if by == "seat" else None
            answers.append({"by": by, "move": move, "received": received, "seat": seat})
        step, news = self._step(), News(120_000, self.now)
        if standing["sealed"]:
            step.lock(standing["id"], self._locks(standing["seats"], silent))
        step.resolve(self.game_seed, standing["id"], answers)
        self.acts = {key: act for key, act in self.acts.items() if key[0] != standing["id"]}
        return self._go_on(step, news)

    def lock_for_client(self, seat: int) -> Match:
        """Lock the sealed decision that stands; the seat has kept its opening to itself and is asked for it."""
        standing = self.record.table["standing"][0]
        step, news = self._step(), News(120_000, self.now)
        step.lock(standing["id"], self._locks(standing["seats"], custody={seat: "client"}), [seat])
        news.opening_needed(step, standing["id"], [seat])
        return self._take(step, news)

    def remind(self, seat: int) -> Match:
        """Send the reminder for the decision that stands."""
        step, news = self._step(), News(120_000, self.now)
        news.deadline_near(step, self.record.table["standing"][0], seat, self.now)
        return self._take(step, news)

    def hear(self, seat: int, text: str) -> Match:
        """Let the other one say something to the seat, as if they were partners and might confer."""
        step, news = self._step(), News(120_000, self.now)
        step.write("said", {"channel": "r1.confer.0", "from": 1 - seat, "text": "sm1_x", "to": [seat]})
        message = Message(
            id="x", seat=1 - seat, channel="r1.confer.0", text=text, salt="", seq=1, at=self.now, n=step.n, to=[seat]
        )
        news.said(step, message)
        return self._take(step, news)

    def tell(self, seat: int, text: str = "", reaction: str = "") -> Match:
        """Let a seat say something to the whole table, which its letters look up."""
        name, number = self.record.table["seats"][seat]["name"], len(self.notices) + 1
        facts = cast(
            RemarkFacts, {"from": seat, "remark": number, "spoken": {"name": name, "text": text, "reaction": reaction}}
        )
        told = about_match(TALK, self._step(), ADA.id, 0, facts, at=self.now, wait=0, occasion=str(number))
        self.notices += [one for one in told if "channel" not in one]
        return self

    def finish(self) -> Match:
        """Play on with first moves until the game is over."""
        while self.record.table["status"] == "running":
            self.play()
        return self

    def resign(self, seat: int) -> Match:
        """End the match: the seat gives up."""
        step, news = self._step(), News(120_000, self.now)
        step.table["resigning"] = [seat]
        step.close({"winners": [1 - seat], "scores": [0, 0], "reason": "resigned"}, "resigned", self.seed)
        news.over(step)
        return self._take(step, news)

    def stop(self, why: str) -> Match:
        """End the match: its operator says why."""
        self.record.table["operator"], self.record.table["stopped"] = "may-stop", {"why": why}
        step, news = self._step(), News(120_000, self.now)
        step.close(None, "stopped", self.seed, why=why)
        news.over(step)
        return self._take(step, news)

    def call_off(self, reason: str) -> Match:
        """Close the match before it begins."""
        step, news = self._step(), News(120_000, self.now)
        step.close(None, reason, self.seed)
        news.over(step)
        return self._take(step, news)

    def ask_entropy(self, seat: int) -> Match:
        """Close the table; the seat holds its random number itself and is asked for it."""
        step, news = self._step(), News(120_000, self.now)
        close_table(step, [seat], joined=step.at)
        news.entropy_needed(step, [seat])
        return self._take(step, news)

    def ask_key(self, seat: int, key: str) -> Match:
        """A seat asks the others to agree to another signing key."""
        self.record.table["asked_keys"] = [AskedKey(seat=seat, key=key, consents=[])]
        step, news = self._step(), News(120_000, self.now)
        news.tell(KEY_ASKED, step, KeyFacts(by=seat, key=key), [0, 1], occasion=f"{seat}.1")
        return self._take(step, news)

    def change_key(self, seat: int, key: str) -> Match:
        """A seat signs with another key."""
        step, news = self._step(), News(120_000, self.now)
        step.write("rekeyed", {"key": key, "seat": seat, "consents": [[1 - seat, None]]})
        news.tell(KEY_CHANGED, step, KeyFacts(by=seat, key=key), [0, 1], occasion=str(seat))
        return self._take(step, news)

    def come_back(self, seat: int) -> Match:
        """A seat about which the others were asked is there again."""
        step, news = self._step(), News(120_000, self.now)
        news.back(step, seat, [1 - seat])
        return self._take(step, news)

    def put_back(self, since: int) -> Match:
        """The store was put back to a backup: what was done since then (ms) is lost."""
        step, news = self._step(), News(120_000, self.now)
        news.tell(PUT_BACK, step, PutBackFacts(since=since), occasion=str(since))
        return self._take(step, news)

    def leave(self, seat: int, told: Kind[AbsenceFacts]) -> Match:
        """A seat has missed two answers in a row; it is told, or the others are asked."""
        agreed: Absence = {"majority": "most", "misses": 2, "notice_seconds": 86_400}
        self.record.table["absence"] = {**agreed_on(agreed, 2), "missed": [["r1.choose", "r2.choose"]] * 2}
        step, news = self._step(), News(120_000, self.now)
        write_absent(step, seat)
        until = self.now + DAY
        if told is ABSENCE_ASKED:
            write_polled(step, step.table["absence"]["cases"][0])
        facts = AbsenceFacts(about=seat, missed=2, until=until, choices=["wait", "bot", "win"])
        if told is ABSENCE_ASKED:
            facts["decides"], facts["may_name"] = "alone", True
        news.tell(told, step, facts, [seat if told is MISSED else 1 - seat])
        return self._take(step, news)

    def hand_over(self, seat: int, *, kept: bool = False) -> Match:
        """A seat asks to be handed over to a bot; the other wants that its player stays, if he has answered."""
        agreed: Absence = {
            "handing": {"seconds": 259_200, "times": 3}, "majority": "most", "misses": 2, "notice_seconds": 86_400,
        }  # fmt: skip
        self.record.table["absence"] = agreed_on(agreed, 2)
        step, news = self._step(), News(120_000, self.now)
        write_handed(step, seat, Wanted("bot"), None)
        if kept:
            write_vote(step, step.table["absence"]["cases"][0], 1 - seat, "wait", None)
            news.handing_ended(step, seat, "refused", [seat])
        else:
            news.handing_asked(step, seat, None)
        return self._take(step, news)

    def extensible(self) -> Match:
        """The match allows each seat to take a day more, three times."""
        self.record.table["extensions"] = agreed_on_extensions({"seconds": 86_400, "times": 3})
        return self

    def take_time(self, seat: int) -> Match:
        """A seat takes a day more for the decision that stands."""
        standing = self.record.table["standing"][0]
        self.extensible()
        step, news = self._step(), News(120_000, self.now)
        write_extended(step, standing, seat, None, DAY)
        news.more_time(step, step.table["standing"][0], seat)
        return self._take(step, news)

    def go_away(self, seat: int) -> Match:
        """A seat is on vacation for a week, and the clock of the decision that stands stops."""
        standing = self.record.table["standing"][0]
        self.record.table["vacations"] = Vacations(agreed="clock-stops", away=[])
        step, news = self._step(), News(120_000, self.now)
        write_stopped(step, standing, seat, 7 * DAY, self.now + 7 * DAY)
        news.on_vacation(step, standing["id"], seat, self.now + 7 * DAY)
        return self._take(step, news)

    def ask_time(self, seat: int, granted: bool | None = None) -> Match:
        """A seat asks the other for a day more for the decision that stands, which grants it or not, if it has answered."""
        self.record.table["time_requests"] = agreed_on_requests({"majority": "most", "seconds": 3 * 86_400})
        step, news = self._step(), News(120_000, self.now)
        standing = step.table["standing"][0]
        decision = standing["id"]
        write_requested(step, standing, seat, 86_400, None)
        if granted is None:
            news.time_requested(step, decision, (standing["deadline"] or 0) + DAY)
            return self._take(step, news)
        write_responded(step, step.table["standing"][0], 1 - seat, granted, None)
        standing = step.table["standing"][0]
        if granted:
            write_granted(step, standing, DAY)
            news.time_granted(step, decision, seat)
        else:
            end_request(step.table, decision)
            news.time_refused(step, standing, seat, answered=True)
        return self._take(step, news)

    def time_by_operator(self) -> Match:
        """The operator gives a day more for the decision that stands."""
        self.record.table["operator_extensions"] = agreed_on_operator({"seconds": 14 * 86_400, "times": 20})
        step, news = self._step(), News(120_000, self.now)
        write_extended_by_operator(step, step.table["standing"][0], 86_400)
        news.time_by_operator(step, step.table["standing"][0]["id"])
        return self._take(step, news)

    def pause(self, *, agreed: bool) -> Match:
        """A seat wants a pause; the match pauses, if both do."""
        self.record.table["pauses"] = agreed_on_pauses({"majority": "all", "seconds": 14 * 86_400})
        step, news = self._step(), News(120_000, self.now)
        write_wish(step, 1, True, None)
        if not agreed:
            news.pause_wished(step, 1)
            return self._take(step, news)
        write_wish(step, 0, True, None)
        write_paused(step)
        news.paused(step)
        return self._take(step, news)

    def replace(self, seat: int) -> Match:
        """A bot takes a seat whose player stays away."""
        step, news = self._step(), News(120_000, self.now)
        gone, agreed = step.table["seats"][seat], Absence(majority="most", misses=2, notice_seconds=86_400)
        step.table.setdefault("absence", agreed_on(agreed, 2))
        write_substituted(step, seat, Seat(player="bot:steady", name="Steady (bot)", bot="steady"))
        news.substituted(step, seat, gone)
        return self._take(step, news)

    def ready(self, seat: int, *, given: bool = False) -> Match:
        """Cora is ready to play on in a seat whose player stays away; or the table has given it to her."""
        agreed: Absence = {"majority": "most", "misses": 2, "notice_seconds": 86_400, "substitutes": True}
        self.record.table["absence"] = {**agreed_on(agreed, 2), "missed": [["r1.choose", "r2.choose"]] * 2}
        step, news = self._step(), News(120_000, self.now)
        write_absent(step, seat)
        write_polled(step, step.table["absence"]["cases"][0])
        write_volunteered(step, seat, CORA, "Cora", 1 - seat, None)
        if given:
            gone = step.table["seats"][seat]
            write_substituted(step, seat, Seat(player=CORA, name="Cora", bot=None))
            news.substituted(step, seat, gone)
        else:
            news.tell(SUBSTITUTE_READY, step, ReadyFacts(about=seat, who="Cora", back=False), [1 - seat])
        return self._take(step, news)

    def abandon(self, seat: int) -> Match:
        """End the match: the others have decided so about a seat that stays away."""
        step, news = self._step(), News(120_000, self.now)
        step.close({"winners": [1 - seat], "scores": [0, 0], "reason": "abandoned"}, "abandoned", self.seed)
        news.over(step)
        return self._take(step, news)

    def later(self, milliseconds: int) -> Match:
        """Let time pass."""
        self.now += milliseconds
        self.record = dataclasses.replace(self.record, now=self.now)
        return self

    def commit(self, seat: int, *, commitment: str | None = "sc1_x") -> Match:
        """Record that the seat has sealed an answer to the decision that stands."""
        standing = self.record.table["standing"][0]
        act = Act(
            decision=standing["id"], seat=seat, act="commit" if commitment else "withdraw", seq=1,
            commitment=commitment, custody="escrow", received=self.now, first=self.now, n=self.record.n,
            head=self.record.head,
        )  # fmt: skip
        self.acts[standing["id"], seat] = act
        self.record = dataclasses.replace(self.record, acts=dict(self.acts))
        return self

    def news_for(self, account: Account, *kinds: str) -> list[Notice]:
        """Return the collected notices of an account, of these kinds if any are named."""
        return [one for one in self.notices if one["account"] == account.id and (not kinds or one["kind"] in kinds)]

    def forget(self) -> Match:
        """Drop the notices collected so far, as if they had been delivered."""
        self.notices = []
        return self

    def _locks(
        self, seats: list[int], silent: tuple[int, ...] = (), custody: dict[int, str] | None = None
    ) -> list[Locked]:
        return [
            Locked(
                seat=seat, commitment=f"sc1_{seat}", seq=0 if seat in silent else 1,
                custody="absent" if seat in silent else (custody or {}).get(seat, "escrow"),
            )
            for seat in seats
        ]  # fmt: skip

    def _go_on(self, step: Step, news: News) -> Match:
        if not step.finish(self.seed):
            step.run_on(self.game_seed, lambda _: Times(self.now + 2 * DAY, DAY))
        if step.table["status"] == "closed":
            news.over(step)
        return self._take(step, news)

    def _take(self, step: Step, news: News) -> Match:
        for standing in [one for one in step.table["standing"] if not one["asked"] and not one["optional"]]:
            news.your_turn(step, standing)
            step.note_asked(standing["id"])
        self.notices += news.notices(step)
        self.record = self._record(step.table, step.state, step.n, b64(step.head))
        return self

    def _step(self) -> Step:
        one = self.record
        step = Step(
            self.game, one.table, one.state, n=one.n, head=one.head, at=one.at, now=self.now,
            sign=lambda n, head: bytes(64),
        )  # fmt: skip
        step.open_answers = OpenAnswers(self.seed, lambda: bytes(32), lambda _, __: 1)
        return step

    def _record(
        self, table: Table, state: dict[str, Any] | None = None, n: int = 3, head: str = b64(FIRST_HEAD)
    ) -> Record:
        assert unb64(head)
        return Record(
            match=MATCH, n=n, head=head, at=self.now, acts_version=1, table=table, state=state, acts=dict(self.acts),
            now=self.now,
        )  # fmt: skip

    def _table(self, options: dict[str, Any], pace: dict[str, Any]) -> Table:
        seats = [Seat(player=one.id, name=one.name, bot=None) for one in self.seats]
        return Table(
            match=MATCH, title="Hafenrunde", rules=self.rules, data=self.game.rules.data,
            options=self.game.options(options, len(self.seats)), seats=seats, custody="any", entropy="optional", pace=pace,
            grace=60_000, hold=0, visibility="private", invitation="inv-secret", start="when-full", status="lobby", request="",
            resigning=[], owner=ADA.id, created=NOON, standing=[], marks=[], labels=[], outcome=None, over=None, nights="kept",
            key="key", seeding=Seeding(resolver="", reveal=48 * HOUR, beacon=None),
        )  # fmt: skip


def request(match: Match, account: Account) -> list[Notice]:
    """Return the notice that asks an account to play on for Bert."""
    facts = SubstituteFacts(about=1, by="Ada", invitation="step-in-secret")
    told = about_match(SUBSTITUTE_ASKED, match._step(), account.id, None, facts, at=NOON, wait=0, occasion="1")
    return [one for one in told if "channel" not in one]


def invitation(match: Match, account: Account) -> Notice:
    """Return the notice that invites the account to the match, as the lobby makes it."""
    table = match.record.table
    return Notice(
        id=f"{MATCH}.1.{account.id}.invited", kind="invited", account=account.id, match=MATCH, seat=None, n=1,
        at=NOON, send_at=NOON,
        facts={
            "by": "Ada", "invitation": table["invitation"], "title": table["title"], "rules": table["rules"],
            "options": table["options"], "pace": table["pace"], "names": [one["name"] for one in table["seats"]],
            "seat": None, "head": {"n": 1, "head": match.record.head}, "language": account.language,
        },
    )  # fmt: skip


__all__ = ["ADA", "BERT", "DAY", "HOUR", "MATCH", "NOON", "SENDER", "Match", "invitation", "standing_of"]
