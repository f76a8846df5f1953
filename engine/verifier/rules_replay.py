"""The game of a log, played again from the published seed: what the rules asked, allowed, drew, told and scored.

The second pass of the offline verifier, over a transcript whose bytes, signatures and openings hold.

It also yields the states that a match went through. Of a closed match the log has the seed. Of one that goes on only a worker
has it: what comes out of its states may reach nobody but through :meth:`engine.contract.Game.view`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import cast

from engine.contract import BadOptions, Game, IllegalMove, Move, Silence, State
from engine.kit.review import Step
from engine.match.orders import check_own
from engine.match.step import outcome_of_resigning
from engine.protocol import bodies
from engine.protocol.bodies import SEATED
from engine.protocol.canon import same, unb64
from engine.protocol.chance import Draws, game_seed, server_seed_commitment, state_hash
from engine.protocol.log import Entry, read_export
from engine.protocol.seal import absent_salt
from engine.protocol.talk import addressees
from engine.registry import OtherData, UnknownRules, game_with
from engine.verifier import Refuted
from engine.verifier.transcript import Transcript

GAVE_UP = {"resigned": "resigned", "abandoned": "stayed away"}


def play_again(transcript: Transcript) -> int:
    """Play the match again from the published seed; return how many openings for silent seats have a salt of another kind.

    :raises Refuted: at the first entry that comes out differently.
    """
    entries, closed = transcript.entries, cast(bodies.Closed, transcript.closed)
    if transcript.started_at is None:
        return 0
    replay = _dealt(transcript, unb64(closed["seed"]))
    for entry in entries:
        try:
            replay.entry(entry)
        except Refuted as error:
            raise Refuted(error.reason, entry["n"], error.member) from error
        except Exception as error:
            # The signer of an export may write anything into it: if the rules fail on it, it is not a match they produced.
            reason = f"the rules cannot play a {entry['type']} entry of this form ({type(error).__name__})"
            raise Refuted(reason, entry["n"]) from error
    replay.result(closed)
    return replay.foreign_salts


def _dealt(transcript: Transcript, server_seed: bytes) -> Replay:
    """Return the match as it was dealt; :raises Refuted: when it cannot be dealt as the log says."""
    created, n = transcript.created, cast(int, transcript.started_at)
    try:
        rules = game_with(created["rules"], created["data"], created["options"])
    except UnknownRules:
        raise Refuted(f"this verifier does not know the rules {created['rules']!r}", 1, "/rules") from None
    except OtherData as error:
        raise Refuted(f"the match cannot be played again: {error}", 1, "/data") from None
    except (LookupError, TypeError) as error:
        raise Refuted(
            f"created: the rules do not have these options ({type(error).__name__})", 1, "/options"
        ) from error
    if created["seats"] not in rules.rules.seats:
        raise Refuted(f"{created['rules']} is not played by {created['seats']}", 1, "/seats")
    seed = seed_of(transcript, cast(bodies.Started, transcript.entries[n - 1]["body"]), server_seed)
    try:
        rules.options(created["options"], created["seats"])
        return Replay(transcript, rules, seed, server_seed)
    except BadOptions as error:
        raise Refuted(f"created: {error.message}", 1, f"/options{error.pointer}") from error
    except Exception as error:
        raise Refuted(f"the rules cannot deal what the log says ({type(error).__name__})", n) from error


def deal_again(transcript: Transcript, server_seed: bytes) -> tuple[Game, bytes, State, set[str]]:
    """Return the rules, the seed of all draws, the state after the deal, and the labels drawn so far.

    :raises Refuted: when it cannot be dealt as the log says.
    """
    return _dealt(transcript, server_seed).dealt()


def seed_of(transcript: Transcript, started: bodies.Started, server_seed: bytes) -> bytes:
    """Return the seed of all draws, with the beacon's signature."""
    created, signed = transcript.created, started["beacon"]
    entropies = [None if one is None else unb64(one) for one in started["entropies"]]
    signature = None if signed is None else bytes.fromhex(signed["signature"])
    return game_seed(server_seed, created["match"], created["rules"], entropies, signature)


class Replay:
    """The game, played again alongside its log."""

    def __init__(self, transcript: Transcript, rules: Game, seed: bytes, server_seed: bytes) -> None:
        self._transcript = transcript
        self._rules = rules
        self._seed = seed
        self._server_seed = server_seed
        self.foreign_salts = 0
        draws = Draws(seed)
        created = transcript.created
        self.state: State = rules.setup(created["options"], created["seats"], draws)
        self._labels = {draw["label"] for draw in draws.log}
        self._pending = rules.decisions(self.state)
        self._standing: set[str] = set()
        self._began = False

    def dealt(self) -> tuple[Game, bytes, State, set[str]]:
        """Return the rules, the seed of all draws, the present state, and the labels drawn so far."""
        return self._rules, self._seed, self.state, set(self._labels)

    def entry(self, entry: Entry) -> None:
        """Check one entry of the log."""
        kind = entry["type"]
        if kind == "opened":
            self.opened(cast(bodies.Opened, entry["body"]))
            return
        waiting = [one["id"] for one in self._pending if one["id"] not in self._standing]
        if self._began and waiting:
            raise Refuted(f"{waiting[0]} should be opened before anything else")
        if kind == "started":
            self._began = True
        elif (
            kind == "extended" and entry["body"]["decision"] != SEATED
        ):  # the time to reveal is no decision of the rules
            self._stands(cast(bodies.Extended, entry["body"])["decision"], "extended")
        elif kind == "locked":
            self.locked(cast(bodies.Locked, entry["body"]))
        elif kind == "resolved":
            self.resolved(cast(bodies.Resolved, entry["body"]), entry["n"])
        elif kind == "said":
            self.said(cast(bodies.Said, entry["body"]))

    def result(self, closed: bodies.Closed) -> None:
        """Compare the result with that of the rules."""
        outcome, end = self._rules.outcome(self.state), len(self._transcript.entries)
        if closed["reason"] == "finished" and (outcome is None or not same(outcome, closed["outcome"])):
            raise Refuted("the result is not the one the rules give", end, "/outcome")
        if closed["reason"] != "finished" and outcome is not None:
            raise Refuted("the match was over by the rules before anybody ended it in another way", end, "/reason")
        log = self._transcript
        seats = {"resigned": list(log.resigned), "abandoned": log.absence.pending("win")}.get(closed["reason"])
        if seats is None:
            return
        given_up = outcome_of_resigning(self._rules, self.state, log.created["seats"], seats, closed["reason"])
        if not same(closed["outcome"], given_up):
            raise Refuted(f"the result is not that of the seats that {GAVE_UP[closed['reason']]}", end, "/outcome")

    def opened(self, body: bodies.Opened) -> None:
        """Check that the rules ask this now, and this first."""
        wanted = next((one for one in self._pending if one["id"] not in self._standing), None)
        if wanted is None or wanted["id"] != body["decision"]:
            raise Refuted(f"{body['decision']} is opened, but the rules ask something else", member="/decision")
        for member in ("kind", "seats", "sealed"):
            if cast("dict[str, object]", body)[member] != cast("dict[str, object]", wanted)[member]:
                reason = f"{body['decision']} is opened, but the rules ask something else"
                raise Refuted(reason, member=f"/{member}")
        if (body["deadline"] is None) != wanted["optional"]:
            reason = f"{body['decision']}: what nobody waits for has no deadline, everything else has one"
            raise Refuted(reason, member="/deadline")
        self._standing.add(body["decision"])

    def _stands(self, decision: str, what: str) -> None:
        if decision not in self._standing:
            raise Refuted(f"{decision} is {what}, but the rules do not ask it now", member="/decision")

    def locked(self, body: bodies.Locked) -> None:
        """Check that silence was answered as the rules say, and who may have kept the openings.

        Nobody may where refusing to open could pay.
        """
        decision = body["decision"]
        self._stands(decision, "locked")
        for place, one in enumerate(body["seats"]):
            seat = one["seat"]
            if one["custody"] != "absent":
                continue
            if "order" in one:
                if self._rules.rules.orders is None:
                    reason = f"an order answers {decision} for seat {seat}, but these rules have none"
                    raise Refuted(reason, member=f"/seats/{place}/order")
                continue
            opening = self._transcript.openings.get((decision, seat))
            if opening is not None:
                self._fallback(seat, decision, "absent", opening["move"])
                self.foreign_salts += unb64(opening["salt"]) != absent_salt(self._server_seed, decision, seat)
        escrow_only = self._transcript.decisions[decision]["kind"] in self._rules.rules.escrow_only
        excepted = self._transcript.excepted
        for place, one in enumerate(body["seats"]):
            if escrow_only and one["custody"] == "client":
                reason = f"{decision} takes escrow only, but seat {one['seat']} is locked with client custody"
                raise Refuted(reason, member=f"/seats/{place}/custody")
            if not escrow_only and (decision, one["seat"]) in excepted:
                reason = (
                    f"the match demands client custody, but seat {one['seat']} sealed {decision} with {one['custody']}"
                )
                raise Refuted(reason, member=f"/seats/{place}/custody")

    def said(self, body: bodies.Said) -> None:
        """Check that the rules allowed this seat to talk to these seats at that time."""
        to = addressees(self._rules.channels(self.state), body["channel"], body["from"])
        if to is None:
            raise Refuted(f"seat {body['from']} spoke in {body['channel']}, where the rules ask it to be silent")
        if to != body["to"]:
            raise Refuted(f"what seat {body['from']} said in {body['channel']} went to other seats than the channel's")

    def resolved(self, body: bodies.Resolved, n: int) -> None:
        """Resolve again and compare draws, events and the state's hash."""
        decision = body["decision"]
        if not self._transcript.decisions[decision]["sealed"]:
            for place, move in enumerate(body["moves"]):
                self._open_answer(decision, move, f"/moves/{place}")
        self._stands(decision, "resolved")
        self._judge(body)
        draws = Draws(self._seed, frozenset(self._labels))
        answers = {move["seat"]: move["move"] for move in body["moves"]}
        try:
            after, events = self._rules.resolve(self.state, decision, answers, draws)
        except Exception as error:
            raise Refuted(f"the rules refuse what {decision} was resolved with ({type(error).__name__})") from error
        if not same(draws.log, body["draws"]):
            raise Refuted(f"the draws of {decision} are not those of the seed", member="/draws")
        if not same([event for event in events if "to" not in event], body["events"]):
            raise Refuted(f"the events of {decision} are not those the rules give", member="/events")
        if state_hash(self._seed, n, after) != body["state"]:
            raise Refuted(f"the state after {decision} is not the one the rules give", member="/state")
        self._labels |= {draw["label"] for draw in draws.log}
        self.state = after
        self._pending = self._rules.decisions(after)
        self._standing &= {one["id"] for one in self._pending}

    def _judge(self, body: bodies.Resolved) -> None:
        """Check that seats' moves are legal, that the rules gave all others, and that openings called illegal are illegal."""
        faults = {fault["seat"]: fault["fault"] for fault in body["faults"]}
        for move in body["moves"]:
            seat, decision = move["seat"], body["decision"]
            if move["by"] == "fallback":
                why: Silence = "absent" if faults.get(seat, "escrow-failed") == "escrow-failed" else "unopened"
                self._fallback(seat, decision, why, move["move"])
                continue
            try:
                if move["by"] == "seat":
                    check_own(self._rules, self.state, seat, decision, move["move"])
                else:
                    self._rules.check(self.state, seat, decision, move["move"])
            except IllegalMove as error:
                raise Refuted(f"the move of seat {seat} in {decision} is illegal: {error.message}") from error
        for place, fault in enumerate(body["faults"]):
            if fault["fault"] != "illegal":
                continue
            with contextlib.suppress(IllegalMove):
                check_own(self._rules, self.state, fault["seat"], body["decision"], fault["opening"]["move"])
                reason = f"the move that seat {fault['seat']} opened in {body['decision']} is legal"
                raise Refuted(reason, member=f"/faults/{place}/opening/move")

    def _open_answer(self, decision: str, move: bodies.Answer, pointer: str) -> None:
        """Check that an answer hides what the rules hide, and that silence is opened as everybody can."""
        rules, seat = self._rules.rules, move["seat"]
        hidden = rules.orders is not None and not rules.orders_shown
        if hidden != ("proof" in move):
            reason = f"the answer of seat {seat} to {decision}: these rules {'hide' if hidden else 'show'} orders"
            raise Refuted(reason, member=pointer)
        opening = self._transcript.openings[decision, seat]
        silent = absent_salt(self._server_seed, decision, seat)
        if (move["by"] == "fallback") != (unb64(opening["salt"]) == silent):
            raise Refuted(f"the salt of seat {seat} in {decision} is that of silence, or should be", member=pointer)
        given = self._transcript.open_answers.given[decision, seat]
        if given[2] == "order" and rules.orders is None:
            raise Refuted(f"an order answers {decision} for seat {seat}, but these rules have none", member=pointer)
        unsigned = given[2] == "order" and given[5] is None
        if unsigned and seat in self._transcript.keys.seats:
            default = rules.orders_default
            if default is None or not same(self._rules.consult(self.state, seat, decision, default), move["move"]):
                raise Refuted(f"orders that seat {seat} never signed answer {decision}", member=pointer)

    def _fallback(self, seat: int, decision: str, why: Silence, move: Move) -> None:
        if not same(move, self._rules.fallback(self.state, seat, decision, why)):
            raise Refuted(f"the silence of seat {seat} in {decision} was not answered as the rules say")


def states(export: bytes, server_seed: bytes | None = None) -> Iterator[tuple[int, State]]:
    """Yield number of the log entry and state of each of :func:`steps`."""
    for step in steps(export, server_seed):
        yield step.n, step.state


def published_seed(export: bytes) -> bytes:
    """Return the server's part of the seed, which the log of a closed match has; :raises BadLog, Refuted: for any other."""
    return _published(_read(export))


def _read(export: bytes) -> Transcript:
    transcript = Transcript(None, None, None)
    for line in read_export(export):
        transcript.line(line)
    return transcript


def _published(transcript: Transcript) -> bytes:
    if transcript.closed is None:
        raise Refuted("the match is not closed, so its seed is not published")
    return unb64(transcript.closed["seed"])


def steps(export: bytes, server_seed: bytes | None = None) -> Iterator[Step]:
    """Yield the deal and each decision that was resolved, with its answers and the state after it.

    Each state is the very one whose hash the log has. The log is read as its own server's: bytes and openings are checked,
    signatures and the rules' judgement are not (:mod:`engine.verifier.replay` does that).

    :param server_seed: the server's part of the seed, secret until the match is closed; None for the published one.
    :raises BadLog, Refuted: for a log that does not hold, has not this seed, or whose rules or data are not here, and when a
        state comes out otherwise than it was.
    """
    transcript = _read(export)
    if server_seed is None:
        server_seed = _published(transcript)
    if server_seed_commitment(transcript.created["match"], server_seed) != transcript.created["seed"]:
        raise Refuted("this is not the seed that the match was created with", 1, "/seed")
    if transcript.started_at is None:
        return
    rules, seed, state, labels = deal_again(transcript, server_seed)
    yield Step(transcript.started_at, state)
    for entry in transcript.entries:
        if entry["type"] == "resolved":
            body, n = cast(bodies.Resolved, entry["body"]), entry["n"]
            draws, answers = Draws(seed, frozenset(labels)), {one["seat"]: one["move"] for one in body["moves"]}
            state, _ = rules.resolve(state, body["decision"], answers, draws)
            if body["state"] != state_hash(seed, n, state):
                raise Refuted("the state is not the one that was", n, "/state")
            labels |= {draw["label"] for draw in draws.log}
            yield Step(n, state, body["decision"], answers)
