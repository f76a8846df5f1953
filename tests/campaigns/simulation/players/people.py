"""People who play: they seal, replace, withdraw, open, take more time, stay away, send things twice, and give up."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from engine.contract import Move
from engine.match.asking import opening_around
from engine.match.table import Standing
from engine.protocol import seal
from service.calendar import BadVacation
from service.context import Context
from service.matches import acts
from service.matches.absence import extensions
from service.matches.changes import load_match
from service.matches.errors import ActError, MatchError, SignedReceipt
from service.matches.receipts import Acted
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.matches.seating.seats import seat_of
from service.processes.wake import wake
from service.store.connection.connect import StoreUnavailable
from service.store.records import Account, Record
from tests.campaigns.simulation.history import Histories, Operation
from tests.campaigns.simulation.installed.installation import QUEUE, Installation, Lost
from tests.campaigns.simulation.players import handing
from tests.campaigns.simulation.players.asking import AskingForTime
from tests.campaigns.simulation.players.handing import HandingOver, at_the_table
from tests.campaigns.simulation.world import Broken, Process

Answer = TypeVar("Answer")
Form = Literal["move", "opening", "commitment"]
FORMS: tuple[Form, ...] = ("move", "opening", "commitment")
RULES = "fingers@1"
CARDS = 5


@dataclass
class People:
    """Everybody, and what they were told."""

    installation: Installation
    crowd: Process
    unit: float
    """How long a minute of the tests is, in minutes: matches of a day are played like matches of an hour."""
    histories: Histories = field(default_factory=Histories)
    receipts: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    matches: list[str] = field(default_factory=list)
    acted: list[tuple[str, int, int, str]] = field(default_factory=list)
    """Match, seat, and the log's end when somebody was told that his act had counted, and who he was."""
    happened: Counter[str] = field(default_factory=Counter)
    everybody: list[Account] = field(default_factory=list)
    playing: set[tuple[str, str]] = field(default_factory=set)
    """Who looks at which match."""
    departed: dict[str, float] = field(default_factory=dict)
    """Who has deleted the account, and when that was answered (s): nobody writes to them any more."""
    all_here: bool = False
    """Whether nobody begins another match."""
    _labels: int = 0

    def arrive(self, number: int) -> Account:
        """Register somebody."""

        def register(context: Context) -> Account:
            mail = f"player{number}@players.example"
            known = context.store.account_by_mail(mail)
            return known or context.store.create_account(mail=mail, name=f"Player {number}", verified=True)

        account = self._insist(register)
        receivers = self.installation.beside.receivers
        if receivers is not None:
            self._insist(lambda context: receivers.make(context, account))
        self.everybody.append(account)
        return account

    def read_the_log(self) -> None:
        """Read the checkpoint of the log of all matches now and then, for ever."""
        beside, world = self.installation.beside, self.installation.world
        while beside.has_log:
            with suppress(Lost, StoreUnavailable):
                self.installation.call(beside.read)
            world.pause(world.chance.uniform(0, 600 * self.unit))

    def begin(self, one: Account, other: Account) -> None:
        """Let two play a match, and sit it out."""
        world = self.installation.world
        chance, match = world.chance, match_id(world.draw(16))
        absence = handing.agreed(world.seed, match, self.unit)
        wanted = NewMatch(
            rules=RULES,
            grace=chance.choice([0, 0, round(20_000 * self.unit)]),
            pace={"kind": "duration", "seconds": max(60, round(chance.choice([60, 120, 300, 600]) * self.unit))},
            extensions={"times": 2, "seconds": max(60, round(60 * self.unit))} if chance.random() < 0.5 else None,
            time_requests={"majority": chance.choice(["most", "all"])} if chance.random() < 0.4 else None,
            vacation="clock-stops" if self.unit > 1 and chance.random() < 0.4 else "plays-on",
            absence=absence,
        )
        self.matches.append(match)
        self.receipts[match] = []
        self._insist(lambda context: creation.create(context, one, wanted, match))
        self._insist(lambda context: sit_down(context, match, other))
        self._insist(lambda context: wake(QUEUE, "resolve"))
        for account in (one, other):
            self.play(match, account)

    def play(self, match: str, account: Account) -> None:
        """Let somebody look at a match and play it where he sits there, unless he does already."""
        if (match, account.id) not in self.playing:
            self.playing.add((match, account.id))
            self.installation.world.process.start(self.player(match, account).play)

    def player(self, match: str, account: Account) -> Player:
        """Return somebody at the table of a match."""
        return Player(self, match, account)

    def label(self) -> int:
        """Return a name for one thing that somebody says."""
        self._labels += 1
        return self._labels

    def _insist(self, action: Callable[[Context], Answer]) -> Answer:
        while True:
            try:
                return self.installation.call(action)
            except (Lost, StoreUnavailable):
                self.installation.world.pause(self.installation.world.chance.uniform(0.5, 5))
            except MatchError as error:
                raise Broken(f"a table cannot be joined: {error.code}") from error


class Player:
    """One person in one match."""

    def __init__(self, people: People, match: str, account: Account) -> None:
        self.people, self.match, self.account = people, match, account
        self.world = people.installation.world
        self.chance = self.world.chance
        self.openings: dict[str, seal.Opening] = {}
        """What nobody else can open, by commitment, and the last of each decision."""
        self.taken = 0
        self.time = AskingForTime(people.installation, people.crowd, people.unit, match, account, self._other)
        self.seats = HandingOver(
            people.installation, match, account, self._other, self._keep,
            lambda: people.everybody, lambda friend: people.play(match, friend),
        )  # fmt: skip

    def play(self) -> None:
        """Look at the table again and again until the match is over."""
        while True:
            self._wait()
            begun = self.world.now
            try:
                record = self.people.installation.call(lambda context: load_match(context, self.match))
            except (Lost, StoreUnavailable, MatchError):
                continue
            if record.table["status"] == "closed":
                return
            if record.table["status"] == "running":
                self._look(record, begun)

    def _wait(self) -> None:
        """Wait until the next look, which may follow at once; now and then stay away."""
        unit = self.people.unit
        self.world.pause(self.chance.choice([0.01, 1.0, 10 * unit, 40 * unit]) * self.chance.random())
        if self.chance.random() < 0.04:
            self.people.happened["stayed away"] += 1
            self.world.pause(600 * unit)

    def _look(self, record: Record, begun: float) -> None:
        """Do something in a match that is running, asked for at ``begun`` (s)."""
        seat = seat_of(record.table, self.account.id)
        if seat is None:
            self.seats.come_back(record)
            return
        self.time.say(record, seat)
        self.seats.say(record, seat)
        for standing in record.table["standing"]:
            if seat in standing["seats"]:
                self._read(record, standing, seat, begun)
                self._turn(record, standing, seat)

    def _read(self, record: Record, standing: Standing, seat: int, begun: float) -> None:
        if standing["sealed"] and standing["phase"] == "open":
            act = record.acts.get((standing["id"], seat))
            self._note(standing, seat, Operation("read", begun, None, 0, self.world.now, "ok", act.seq if act else 0))

    def _turn(self, record: Record, standing: Standing, seat: int) -> None:
        act, luck = record.acts.get((standing["id"], seat)), self.chance.random()
        decision = standing["id"]
        if luck < 0.01:
            self._other("resigned", lambda context: lobby.resign(context, self.match, self.account))
        elif luck < 0.05 and record.table.get("extensions"):
            number = self.taken + 1
            self._other(
                "took more time", lambda context: extensions.take(context, self.match, self.account, decision, number)
            )
        elif luck < 0.08 and "time_requests" in record.table:
            self.time.ask(record, seat, decision)
        elif not standing["sealed"]:
            if act is None:
                move = self.chance.choice([{"claim": "take"}, {"claim": "leave"}])
                self._answer(standing, seat, move)
        elif standing["phase"] == "opening":
            opening = self._kept(standing, seat)
            if opening is not None and not (act and act.opened):
                self._open(standing, seat, opening)
        elif act is None or act.commitment is None or luck > 0.8:
            replaces = (act.seq if act else 0) + (1 if luck > 0.97 else 0)
            self._seal(record, standing, seat, replaces)
        elif luck > 0.7:
            self._withdraw(standing, seat, act.seq)

    def _seal(self, record: Record, standing: Standing, seat: int, replaces: int) -> None:
        move, wait, form = self._sealed(record, standing, seat)
        opening = opening_around(record.table, standing, seat, move, self.world.draw())
        bearer = self.world.draw().hex()

        def request(context: Context) -> Acted:
            forms: dict[Form, dict[str, Any]] = {
                "move": {"move": move}, "opening": {"opening": opening},
                "commitment": {"commitment": seal.commitment(opening)},
            }  # fmt: skip
            now = at_the_table(context, self.match, self.account, seat)
            act = acts.SeatAct(standing["id"], replaces=replaces, wait=wait, bearer=bearer, **forms[form])
            return acts.commit(context, now, seat, act)

        if form == "commitment":
            self.openings[standing["id"]] = self.openings[seal.commitment(opening)] = opening
        self._send("act", standing, seat, self.people.label(), replaces, request, own=form == "commitment")

    def _sealed(self, record: Record, standing: Standing, seat: int) -> tuple[Move, bool, Form]:
        """Return what to seal, whether the table should wait for another word, and in which form to send it."""
        move = {"show": self.chance.randrange(1, CARDS + 1)}
        return move, self.chance.random() < 0.1, self.chance.choice(FORMS)

    def _withdraw(self, standing: Standing, seat: int, replaces: int) -> None:
        def request(context: Context) -> Acted:
            now = at_the_table(context, self.match, self.account, seat)
            return acts.withdraw(context, now, seat, acts.SeatAct(standing["id"], replaces=replaces))

        self._send("withdraw", standing, seat, "withdrawn", replaces, request)

    def _kept(self, standing: Standing, seat: int) -> seal.Opening | None:
        """Return the opening that was sealed last, where a locked decision awaits one from the seat; it may be the wrong one."""
        return self.openings.get(standing["id"]) if seat in standing["awaited"] else None

    def _open(self, standing: Standing, seat: int, opening: seal.Opening) -> None:
        def request(context: Context) -> Acted:
            now = at_the_table(context, self.match, self.account, seat)
            return acts.open_commitment(context, now, seat, acts.SeatAct(standing["id"], opening=opening))

        self._send("open", standing, seat, None, 0, request)

    def _answer(self, standing: Standing, seat: int, move: Move) -> None:
        bearer = self.world.draw().hex()

        def request(context: Context) -> Acted:
            now = at_the_table(context, self.match, self.account, seat)
            return acts.answer(context, now, seat, acts.SeatAct(standing["id"], move=move, bearer=bearer))

        self._send("open", standing, seat, None, 0, request)

    def _send(
        self, kind: Any, standing: Standing, seat: int, label: Any, replaces: int,
        request: Callable[[Context], Acted], *, own: bool = False,
    ) -> None:  # fmt: skip
        """Send a request, again while no answer comes, and now and then twice at once."""

        def attempt() -> bool:
            return self._try(standing, seat, Operation(kind, self.world.now, label, replaces, own=own), request)

        if self.chance.random() < 0.1:
            self.world.process.start(attempt)
        for _ in range(4):
            if attempt() or self.chance.random() < 0.2:
                return
            self.world.pause(self.chance.uniform(0.1, 5.0))

    def _try(self, standing: Standing, seat: int, operation: Operation, request: Callable[[Context], Acted]) -> bool:
        """Send it once; return whether an answer came."""
        if operation.kind != "open":
            self._note(standing, seat, operation)

        def act(context: Context) -> Acted:
            acted = request(context)
            if acted.closes is not None and acted.closes <= acted.act.received:
                wake(QUEUE, "resolve", self.match if self.chance.random() < 0.5 else "")
            return acted

        try:
            acted = self.people.installation.call(act)
        except (Lost, StoreUnavailable):
            self.people.happened["unanswered"] += 1
            return False
        except (ActError, MatchError) as error:
            self.people.happened[error.code] += 1
            operation.answered, operation.outcome = self.world.now, error.code
            return True
        self.people.happened[acted.act.act if acted.stored else "same"] += 1
        operation.answered, operation.outcome, operation.seq = self.world.now, "ok", acted.act.seq
        self.people.acted.append((self.match, acted.act.seat, acted.act.n, self.account.id))
        self._keep(SignedReceipt(acted.receipt, acted.signature))
        return True

    def _other(self, what: str, action: Callable[[Context], object]) -> bool:
        """Do something else; return whether an answer came."""
        try:
            self.people.installation.call(action)
        except (Lost, StoreUnavailable):
            return False
        except (ActError, MatchError, BadVacation):
            return True
        self.people.happened[what] += 1
        self.taken += what == "took more time"
        return True

    def _keep(self, told: SignedReceipt | None) -> None:
        if told is not None:
            self.people.receipts[self.match].append({"receipt": told.receipt, "signature": told.signature})

    def _note(self, standing: Standing, seat: int, operation: Operation) -> None:
        self.people.histories.begin(self.match, standing["id"], seat, operation)


def sit_down(context: Context, match: str, account: Account) -> None:
    """Take the other seat. Whose answer got lost may sit there by now, also while a second request is under way: content."""
    try:
        lobby.join(context, match, account, seat=None, invitation=None)
    except MatchError as error:
        if error.code not in ("already-seated", "not-in-lobby", "full"):
            raise


def match_id(raw: bytes) -> str:
    digits = hashlib.sha256(raw).hexdigest()
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:32]}"
