"""The offline verifier: checks an exported match without trusting the server that kept it (protocol section 7).

It checks the bytes, the hash chain, the signatures, every opening against its commitment and its decision, every draw and
label, and, by replaying the pure engine from the published seed, every state hash, every event and the result. Receipts that
players have kept are compared with the locks. It does not prove that the server did not look (escrow) or that a player who
acted last was not shown more than the others: see the limits named in the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from engine.contract import Game, IllegalMove, Json, Move, Outcome, Silence, State
from engine.match.orders import check_own
from engine.protocol import bodies
from engine.protocol.canon import unb64
from engine.protocol.chance import Draws, game_seed, state_hash
from engine.protocol.log import BadLog, Entry, read_export
from engine.protocol.talk import addressees
from engine.registry import OtherData, UnknownRules, game_with
from engine.verifier.transcript import CheckSignature, Refuted, Transcript


@dataclass(frozen=True)
class Report:
    """What the verifier found. ``entries`` is how many were checked; ``n`` is the first bad entry of a FAIL."""

    verdict: Literal["PASS", "INCOMPLETE", "FAIL"]
    entries: int
    n: int | None = None
    reason: str = ""
    match: str = ""
    rules: str = ""
    receipts: int = 0
    signatures: bool = False
    seed: str = ""
    """The published server seed (base64url), once the match is closed."""


def verify(
    export: bytes, *, check_signature: CheckSignature | None = None, receipts: Sequence[Mapping[str, Json]] = ()
) -> Report:
    """Check an export.

    ``receipts`` are ``{"receipt", "signature"}`` as the API gave them. PASS needs ``closed`` at the end and every
    signature checked; without a key, or while the match goes on, the verdict is INCOMPLETE.
    """
    transcript = Transcript(check_signature)

    def report(verdict: Literal["PASS", "INCOMPLETE", "FAIL"], n: int | None, reason: str) -> Report:
        created = transcript.created
        return Report(
            verdict=verdict,
            entries=len(transcript.entries),
            n=n,
            reason=reason,
            match=created.get("match", ""),
            rules=created.get("rules", ""),
            receipts=transcript.compared,
            signatures=check_signature is not None,
            seed=transcript.seed,
        )

    try:
        for line in read_export(export):
            transcript.line(line)
        transcript.receipts(receipts)
        if transcript.closed:
            _replay(transcript)
    except BadLog as error:
        return report("FAIL", error.n, error.message)
    except Refuted as error:
        return report("FAIL", error.n or len(transcript.entries) + 1, error.reason)
    if not transcript.closed:
        return report("INCOMPLETE", None, f"the match is not closed; checked up to entry {len(transcript.entries)}")
    if check_signature is None:
        return report("INCOMPLETE", None, "no key was given, so no signature was checked")
    return report("PASS", None, "")


def conflicting_seeds(reports: Iterable[Report]) -> list[tuple[str, str]]:
    """Return pairs of different matches with the same server seed: a seed is for one match only (protocol 6.1)."""
    seen: dict[str, str] = {}
    pairs = []
    for report in reports:
        if not report.seed:
            continue
        other = seen.setdefault(report.seed, report.match)
        if other != report.match:
            pairs.append((other, report.match))
    return pairs


def _replay(transcript: Transcript) -> None:
    """Play the match again from the published seed; :raises Refuted: at the first entry that comes out differently."""
    entries = transcript.entries
    started = next((entry for entry in entries if entry["type"] == "started"), None)
    closed = cast(bodies.Closed, entries[-1]["body"])
    if started is None:
        if closed["outcome"] is not None:
            raise Refuted("a match that never started has a result", len(entries))
        return
    replay = _dealt(transcript, started, closed)
    for entry in entries:
        try:
            replay.entry(entry)
        except Refuted as error:
            raise Refuted(error.reason, entry["n"]) from error
        except Exception as error:
            # The signer of an export may write anything into it: if the rules fail on it, it is not a match they produced.
            reason = f"the rules cannot play a {entry['type']} entry of this form ({type(error).__name__})"
            raise Refuted(reason, entry["n"]) from error
    if closed["reason"] == "finished" and replay.outcome() != closed["outcome"]:
        raise Refuted("the result is not the one the rules give", len(entries))


def _dealt(transcript: Transcript, started: Entry, closed: bodies.Closed) -> _Replay:
    """Return the match as it was dealt; :raises Refuted: if it cannot be dealt as the log says."""
    created = transcript.created
    try:
        rules = game_with(created["rules"], created["data"], created["options"])
    except UnknownRules:
        raise Refuted(f"this verifier does not know the rules {created['rules']!r}", 1) from None
    except OtherData as error:
        raise Refuted(f"the match cannot be played again: {error}", 1) from None
    except (LookupError, TypeError) as error:
        raise Refuted(f"a created entry of the wrong form ({type(error).__name__})", 1) from error
    try:
        given = cast(bodies.Started, started["body"])["entropies"]
        entropies = [None if one is None else unb64(one) for one in given]
        seed = game_seed(unb64(closed["seed"]), created["match"], created["rules"], entropies)
        return _Replay(transcript, rules, seed)
    except Exception as error:
        raise Refuted(f"the rules cannot deal what the log says ({type(error).__name__})", started["n"]) from error


class _Replay:
    """The game, played again alongside its log."""

    def __init__(self, transcript: Transcript, rules: Game, seed: bytes) -> None:
        self._transcript = transcript
        self._rules = rules
        self._seed = seed
        draws = Draws(seed)
        created = transcript.created
        self.state: State = rules.setup(created["options"], created["seats"], draws)
        self._labels = {draw["label"] for draw in draws.log}
        self._pending = rules.decisions(self.state)
        self._standing: set[str] = set()

    def entry(self, entry: Entry) -> None:
        """Check one entry of the log."""
        if entry["type"] == "opened":
            self.opened(cast(bodies.Opened, entry["body"]))
        elif entry["type"] == "locked":
            self.locked(cast(bodies.Locked, entry["body"]))
        elif entry["type"] == "resolved":
            self.resolved(cast(bodies.Resolved, entry["body"]), entry["n"])
        elif entry["type"] == "said":
            self.said(cast(bodies.Said, entry["body"]))

    def outcome(self) -> Outcome | None:
        """Return the result according to the rules."""
        return self._rules.outcome(self.state)

    def opened(self, body: bodies.Opened) -> None:
        """Check that the rules ask this question now."""
        wanted = next((one for one in self._pending if one["id"] == body["decision"]), None)
        facts = None if wanted is None else (wanted["kind"], wanted["seats"], wanted["sealed"])
        if facts != (body["kind"], body["seats"], body["sealed"]):
            raise Refuted(f"{body['decision']} is opened, but the rules ask something else")
        self._standing.add(body["decision"])

    def locked(self, body: bodies.Locked) -> None:
        """Check that silence got the answer that the rules give it."""
        for one in body["seats"]:
            opening = self._transcript.openings.get((body["decision"], one["seat"]))
            if one["custody"] == "absent" and "order" not in one and opening is not None:
                self._fallback(one["seat"], body["decision"], "absent", opening["move"])

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
        if any(one["id"] not in self._standing for one in self._pending):
            raise Refuted(f"{decision} is resolved before everything the rules ask was opened")
        if decision not in self._standing:
            raise Refuted(f"{decision} is resolved, but the rules do not ask it now")
        self._judge(body)
        draws = Draws(self._seed, frozenset(self._labels))
        answers = {move["seat"]: move["move"] for move in body["moves"]}
        try:
            after, events = self._rules.resolve(self.state, decision, answers, draws)
        except Exception as error:
            raise Refuted(f"the rules refuse what {decision} was resolved with ({type(error).__name__})") from error
        if draws.log != body["draws"]:
            raise Refuted(f"the draws of {decision} are not those of the seed")
        if [event for event in events if "to" not in event] != body["events"]:
            raise Refuted(f"the events of {decision} are not those the rules give")
        if state_hash(self._seed, n, after) != body["state"]:
            raise Refuted(f"the state after {decision} is not the one the rules give")
        self._labels |= {draw["label"] for draw in draws.log}
        self.state = after
        self._pending = self._rules.decisions(after)
        self._standing &= {one["id"] for one in self._pending}

    def _judge(self, body: bodies.Resolved) -> None:
        """Check the moves: legal if a seat made them, the rules' own answer if nobody did."""
        faults = {fault["seat"]: fault["fault"] for fault in body["faults"]}
        for move in body["moves"]:
            seat, decision = move["seat"], body["decision"]
            if move["by"] == "fallback":
                why: Silence = "absent" if faults.get(seat, "escrow-failed") == "escrow-failed" else "unopened"
                self._fallback(seat, decision, why, move["move"])
                continue
            told = self._rules.rules.orders is not None and self._rules.rules.orders_shown
            if move["by"] == "order" and not told and not self._transcript.decisions[decision]["sealed"]:
                raise Refuted(
                    f"the move of seat {seat} in {decision} is called an order's, which these rules never tell"
                )
            try:
                if move["by"] == "seat":
                    check_own(self._rules, self.state, seat, decision, move["move"])
                else:
                    self._rules.check(self.state, seat, decision, move["move"])
            except IllegalMove as error:
                raise Refuted(f"the move of seat {seat} in {decision} is illegal: {error.message}") from error

    def _fallback(self, seat: int, decision: str, why: Silence, move: Move) -> None:
        if move != self._rules.fallback(self.state, seat, decision, why):
            raise Refuted(f"the silence of seat {seat} in {decision} was not answered as the rules say")
