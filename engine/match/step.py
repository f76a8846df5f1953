"""The match machine: from one log entry to the next, as pure functions (protocol sections 5 to 7).

A :class:`Step` takes a match as it stands (table, game state, log head) and carries entries, table and state forward
together: start, lock, resolve, open what is next, close. Workers write what a step produced in one atomic store call; the
offline verifier (:mod:`engine.verifier.replay`) repeats the same calls and compares. Nothing here reads a clock, signs or
draws salts: times, signatures and ready-made openings are passed in.

A step also writes answers to open decisions, whose parts may stay hidden until the end (section 12.5), and ends matches
before their rules do, as when the operator ends one (section 12.19).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from engine.contract import Event, Game, Json, Move, Orders, Outcome, Rules, State
from engine.match.absence import note_answers
from engine.match.asking import Deadlines, opening_around, standing_of
from engine.match.log_writer import LogWriter
from engine.match.orders import as_logged, next_answer
from engine.match.pauses import note_progress
from engine.match.seeding import signed_round, stage_of
from engine.match.table import Locked, Standing, Table
from engine.protocol.acts import MOST_IN_ENTRY, HiddenAnswer, SignedOrder, answer_proof, as_row
from engine.protocol.agreements import STOPPED
from engine.protocol.bodies import Answer, AnsweredBy
from engine.protocol.canon import b64
from engine.protocol.chance import Draws, state_hash
from engine.protocol.log import timestamp
from engine.protocol.seal import Opening, absent_salt
from engine.protocol.talk import Disclosure

Signed = str | SignedOrder | None


@dataclass(frozen=True)
class OpenAnswers:
    """Inputs of a step for logging answers to open decisions.

    ``draw_salt`` returns 32 random bytes; ``last_seq`` returns the number of a seat's last act in a decision, or 0.
    ``signed`` returns the signature of the seat or of its orders, whichever answers (section 12.9), or None without a key.
    """

    server_seed: bytes
    draw_salt: Callable[[], bytes]
    last_seq: Callable[[Standing, int], int]
    signed: Callable[[Standing, int, AnsweredBy], Signed] = lambda _, __, ___: None

    def opening(self, table: Table, standing: Standing, answer: Answer) -> Opening:
        """Return the opening of an answer that orders or the rules gave."""
        seat, move = answer["seat"], answer["move"]
        silent = answer["by"] == "fallback"
        salt = absent_salt(self.server_seed, standing["id"], seat) if silent else self.draw_salt()
        return opening_around(table, standing, seat, move, salt)

    def logged(
        self, rules: Rules, table: Table, standing: Standing, answer: Answer
    ) -> tuple[dict[str, Json], HiddenAnswer | None]:
        """Return an answer in the log's form, and its hidden part if the rules do not show orders."""
        seat = answer["seat"]
        seq = self.last_seq(standing, seat)
        signed = self.signed(standing, seat, answer["by"])
        if rules.orders is None or rules.orders_shown:
            return {
                "by": answer["by"],
                "move": answer["move"],
                "received": answer["received"],
                "seat": seat,
                "seq": seq,
                **_members(signed),
            }, None
        hidden = (standing["id"], seat, answer["by"], seq, answer["received"], signed)
        shown: dict[str, Json] = {
            "by": "fallback" if answer["by"] == "fallback" else "seat",
            "move": answer["move"],
            "proof": answer_proof(self.server_seed, table["match"], hidden),
            "received": None,
            "seat": seat,
        }
        return shown, hidden


def _members(signed: Signed) -> dict[str, Json]:
    """Return the members for an answer's signature if the rules show orders."""
    if signed is None:
        return {}
    if isinstance(signed, str):
        return {"signature": signed}
    order, seq, signature = signed
    return {"order": order, "order_seq": seq, "order_signature": signature}


RUN_ON_LIMIT = 10_000
"""More answers by standing orders in one step than any game has; beyond this the rules must be looping."""


@dataclass(frozen=True)
class Resolution:
    """One decision resolved in log entry ``n``: the decision as it stood, its answers as logged, faults, and all events.

    ``ordered`` is what orders answered, by seat: only they may know it where the log does not say so. ``before`` and
    ``after`` are the game's states around it.
    """

    n: int
    standing: Standing
    moves: list[dict[str, Any]]
    faults: list[dict[str, Any]]
    events: list[Event]
    before: State
    after: State
    ordered: Mapping[int, Move]


class Step(LogWriter):
    """One step of a match. Arguments are never changed; read the results from the attributes.

    ``lines`` are the new export lines, ``resolutions`` what was resolved, ``opened`` and ``ended`` the ids of decisions
    that began and ceased to stand.
    """

    def __init__(
        self,
        game: Game,
        table: Table,
        state: State | None,
        *,
        n: int,
        head: str,
        at: int,
        now: int,
        sign: Callable[[int, bytes], bytes],
    ) -> None:
        super().__init__(table, n=n, head=head, at=max(at, now), sign=sign)
        self.game = game
        self.state = state
        self.resolutions: list[Resolution] = []
        self.opened: list[str] = []
        self.ended: list[str] = []
        self.disclosures: list[Disclosure] = []
        self.open_answers: OpenAnswers | None = None
        """The log of answers to open decisions; set by the code that resolves a match."""

    def start(self, seed: bytes) -> None:
        """Deal: write ``started`` and set up the game. Decisions are opened by :meth:`run_on`.

        :param seed: of the match's draws (:func:`engine.match.seeding.seed_of`).
        """
        table = self.table
        players = [seat["player"] for seat in table["seats"]]
        self.write(
            "started",
            {
                "beacon": signed_round(table),
                "entropies": table["seeding"]["published"]["entropies"],
                "order": list(range(len(players))),
                "seats": players,
            },
        )
        table["start_head"] = b64(self.head)
        draws = Draws(seed)
        self.state = self.game.setup(table["options"], len(players), draws)
        table["labels"] = [draw["label"] for draw in draws.log]
        table["marks"] = [0] * len(players)
        table["status"] = "running"

    def lock(self, decision: str, seats: list[Locked], awaited: Sequence[int] = ()) -> None:
        """Write ``locked``; from here on nothing about the decision can be changed. Openings of ``awaited`` may follow."""
        standing = standing_of(self.table, decision)
        assert standing is not None
        ends = self.at + standing["opening_period"] if awaited else None
        body: dict[str, Any] = {"decision": decision, "seats": list(seats)}
        if ends is not None:
            body["opening_deadline"] = timestamp(ends)
        self.write("locked", body)
        self._replace(decision, phase="opening", locked=list(seats), awaited=list(awaited), opening_ends=ends)

    def resolve(
        self,
        seed: bytes,
        decision: str,
        moves: list[dict[str, Any]],
        openings: Sequence[Opening] = (),
        faults: Sequence[dict[str, Any]] = (),
    ) -> None:
        """Apply the answers and write ``resolved``.

        ``moves`` are ``{"seat", "move", "by", "received"}`` with ``by`` one of seat, order, fallback and ``received``
        an RFC 3339 text or ``None``. ``openings`` of an open decision is the seat's own, if it answered.
        """
        standing = standing_of(self.table, decision)
        assert self.state is not None
        assert standing is not None
        draws = Draws(seed, frozenset(self.table["labels"]))
        answers: dict[int, Move] = {one["seat"]: one["move"] for one in moves}
        before = self.state
        self.state, events = self.game.resolve(before, decision, answers, draws)
        for fault in faults:
            if fault["fault"] != "escrow-failed":
                self.table["marks"][fault["seat"]] += 1
        logged, openings = self._as_logged(standing, moves, openings)
        self.write(
            "resolved",
            {
                "decision": decision,
                "draws": draws.log,
                "events": [event for event in events if "to" not in event],
                "faults": list(faults),
                "moves": logged,
                "openings": [dict(opening) for opening in openings],
                "state": state_hash(seed, self.n + 1, self.state),
            },
        )
        ordered: dict[int, Move] = {one["seat"]: one["move"] for one in moves if one["by"] == "order"}
        self.resolutions.append(Resolution(self.n, standing, logged, list(faults), events, before, self.state, ordered))
        self.table["labels"] = [*self.table["labels"], *(draw["label"] for draw in draws.log)]
        note_answers(self.table, standing, logged, faults)
        note_progress(self.table)
        self._end(decision)

    def _as_logged(
        self, standing: Standing, moves: list[dict[str, Any]], openings: Sequence[Opening]
    ) -> tuple[list[dict[str, Any]], Sequence[Opening]]:
        """Return the answers to a decision and their openings in the log's form."""
        if standing["sealed"]:
            return as_logged(self.game.rules, standing, moves), openings
        assert self.open_answers is not None
        answer = cast(Answer, moves[0])
        shown, hidden = self.open_answers.logged(self.game.rules, self.table, standing, answer)
        if hidden is not None:
            self._hide(hidden)
        return [shown], openings or [self.open_answers.opening(self.table, standing, answer)]

    def lapse(self, standing: Standing, seq: int, received: str) -> None:
        """Take an answer back that has become impossible: the log says so at the end, and its number is used up."""
        self._hide((standing["id"], standing["seats"][0], "lapsed", seq, received, None))

    def _hide(self, answer: HiddenAnswer) -> None:
        self.table["answered"] = [*self.table.get("answered", []), answer]

    def run_on(
        self,
        seed: bytes,
        deadlines: Deadlines,
        orders: dict[int, Orders] | None = None,
        ready: Callable[[Standing], bool] = lambda _: True,
    ) -> None:
        """Open new decisions; let standing orders answer open ones until a person must be asked.

        ``ready`` says whether orders may answer a standing decision now.
        """
        for _ in range(RUN_ON_LIMIT):
            self._open_new(deadlines)
            assert self.state is not None
            answered = next_answer(self.game, self.state, self.table["standing"], orders or {}, ready)
            if answered is None:
                return
            decision, seat, move = answered
            self.resolve(seed, decision, [{"by": "order", "move": move, "received": None, "seat": seat}])
        raise RuntimeError(f"{self.table['rules']}: standing orders answered {RUN_ON_LIMIT} times in one step")

    def close(
        self,
        outcome: Outcome | None,
        reason: str,
        server_seed: bytes,
        *,
        silent: Sequence[int] | None = None,
        why: str | None = None,
    ) -> None:
        """Write ``closed``, the last entry, which publishes the server seed; before it, disclose what was hidden.

        ``silent`` are the seats that did not reveal their entropy, if the match ends for that; ``why`` is what the operator
        said, if he has stopped it.
        """
        answered = self.table.get("answered", [])
        for first in range(0, len(answered), MOST_IN_ENTRY):
            self.write("answered", {"answers": [as_row(one) for one in answered[first : first + MOST_IN_ENTRY]]})
        self.table.pop("answered", None)
        if self.disclosures:
            self.write("disclosed", {"messages": self.disclosures})
        beside: dict[str, Any] = {} if silent is None else {"seats": list(silent)}
        beside |= {} if why is None else {"by": "operator", "why": why}
        self.write("closed", {"outcome": outcome, "reason": reason, "seed": b64(server_seed), **beside})
        self.end(outcome, reason)

    def end(self, outcome: Outcome | None, reason: str) -> None:
        """Mark the match as over on its table; the log already has its last entry, or cannot be written any more."""
        for standing in list(self.table["standing"]):
            self._end(standing["id"])
        self.table["status"] = "closed"
        self.table["outcome"] = outcome
        self.table["over"] = reason

    def finish(self, server_seed: bytes) -> bool:
        """Close the match if the game is over; return whether it is."""
        assert self.state is not None
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            self.close(outcome, "finished", server_seed)
        return outcome is not None

    def _open_new(self, deadlines: Deadlines) -> None:
        assert self.state is not None
        wanted = self.game.decisions(self.state)
        ids = {decision["id"] for decision in wanted}
        for standing in list(self.table["standing"]):
            if standing["id"] not in ids:
                self._end(standing["id"])
        known = {standing["id"] for standing in self.table["standing"]}
        for decision in wanted:
            if decision["id"] in known:
                continue
            times = None if decision["optional"] else deadlines(decision)
            deadline, opening_period, release, left_until = (None, 0, None, None) if times is None else times
            if deadline is not None:  # the log's time may be ahead of the clock that the deadline was reckoned from
                opening_period = max(0, min(opening_period, deadline - self.at))
            body = {
                "deadline": None if deadline is None else timestamp(deadline),
                "decision": decision["id"],
                "kind": decision["kind"],
                "sealed": decision["sealed"],
                "seats": decision["seats"],
            }
            if decision["sealed"] and deadline is not None:
                body["opening_deadline"] = timestamp(deadline + opening_period)
            self.write("opened", body)
            self.table["standing"].append(
                Standing(
                    id=decision["id"],
                    kind=decision["kind"],
                    seats=decision["seats"],
                    sealed=decision["sealed"],
                    optional=decision["optional"],
                    n=self.n,
                    head=b64(self.head),
                    opened=self.at,
                    deadline=deadline,
                    phase="open",
                    locked=[],
                    opening_period=opening_period,
                    opening_ends=None,
                    awaited=[],
                    reminded=None,
                    release=None if decision["sealed"] else release,
                    asked=False,
                )
            )
            if left_until is not None:
                self.table["standing"][-1]["left_until"] = left_until
            self.opened.append(decision["id"])

    def _end(self, decision: str) -> None:
        self.table["standing"] = [one for one in self.table["standing"] if one["id"] != decision]
        if decision in self.opened:
            self.opened.remove(decision)
        else:
            self.ended.append(decision)


def outcome_of_resigning(
    game: Game, state: State, seats: int, resigned: Sequence[int], reason: str = "resigned"
) -> Outcome:
    """Return the result when some seats resign, each for its whole team; if no team is left, all share it.

    ``reason`` is ``abandoned`` where the others have decided so about seats that stayed away.
    """
    given_up = {partner for seat in resigned for partner in game.partners(state, seat)} | set(resigned)
    winners = [seat for seat in range(seats) if seat not in given_up] or list(range(seats))
    return Outcome(winners=winners, scores=[0] * seats, reason=reason)


def is_to_be_stopped(table: Table) -> bool:
    """Return whether the operator has stopped a match that has not ended yet."""
    return "stopped" in table and table["status"] != "closed"


def reason_in_log(table: Table) -> str | None:
    """Return the log's reason for ending a match now, or None if the rules it was created under forbid ending it here."""
    joining = table["status"] == "lobby" and stage_of(table) == "joining"
    if table["status"] == "lobby" and stage_of(table) == "awaiting-beacon":
        return None  # all of the seed is published: only the deal may follow (protocol section 12.2)
    if "operator" in table:
        return STOPPED
    return "cancelled" if joining else None


def can_say_so(table: Table) -> bool:
    """Return whether a match's log can record that it ends now."""
    return reason_in_log(table) is not None
