"""Players who use nothing but the public HTTP API, seal on their own side, and write down what they sent and were told.

What gets no answer they send again until it has one. So an act is either acknowledged (its receipt is here) or its fate is
unknown because the decision was over when the answer to the repetition came; then the log must show that it counted.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import requests

from engine.protocol import seal
from engine.protocol.canon import b64, canonical, unb64
from engine.protocol.chance import entropy_commitment
from engine.registry import newest
from service.accounts.access import tokens
from service.accounts.mail.mail_preferences import PROGRAMMERS
from service.context import Context
from service.keys.signing import Sealer, new_seed
from service.notifications.kinds import switchable
from tests.given.contexts import account

PATIENCE = 120.0
"""Seconds without an answer after which the service counts as lost."""
PAUSE = 0.05
DAY = {"kind": "duration", "seconds": 86_400}


class Over(Exception):
    """The campaign is over; who plays stops where he is."""


def in_box(created: dict[str, Any], seat: int, value: bytes) -> dict[str, str]:
    """Return what a seat that leaves its entropy in escrow joins with, from the answer that created the match."""
    match, resolver = created["match"], unb64(created["created"]["entry"]["body"]["resolver"])
    box = Sealer(resolver).seal_bytes(canonical({"entropy": b64(value), "match": match, "seat": seat}))
    sealed = entropy_commitment(match, seat, value)
    return {"entropy_commitment": sealed, "entropy_custody": "escrow", "entropy_box": box}


@dataclass
class Sent:
    """One act as its player knows it; ``receipt`` is there once it was acknowledged."""

    kind: str
    seat: int
    commitment: str | None = None
    move: dict[str, Any] | None = None
    receipt: dict[str, Any] | None = None
    opening: dict[str, Any] | None = None


class Tally:
    """Counts acknowledgements and repetitions of all players, so that faults can be placed by progress, not by time."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.repeated = 0
        self.failures: list[str] = []
        self.over = threading.Event()
        self._changed = threading.Condition()

    def add(self) -> None:
        """Note an acknowledged act."""
        with self._changed:
            self.acknowledged += 1
            self._changed.notify_all()

    def fail(self, reason: str) -> None:
        """Note what must not happen; whoever waits for progress is told."""
        with self._changed:
            self.failures.append(reason)
            self._changed.notify_all()

    def reaches(self, number: int, within: float) -> bool:
        """Return whether so many acts are acknowledged in all within so many seconds."""
        with self._changed:
            done = self._changed.wait_for(lambda: self.acknowledged >= number or self.failures, within)
        assert not self.failures, self.failures
        return bool(done)

    def wait_for(self, number: int) -> None:
        """Return once so many acts are acknowledged in all."""
        assert self.reaches(number, PATIENCE), f"nothing is acknowledged any more: {self.acknowledged} of {number}"


class Client:
    """One account at the API. Requests without an answer are repeated."""

    def __init__(self, url: str, context: Context, name: str, tally: Tally, *, mails: bool = True) -> None:
        made = account(context, name)
        kinds = {} if mails else dict.fromkeys(switchable(), False)
        # Its letters have the commands by which a test sees what they ask.
        context.store.change_prefs(made.id, lambda _: {"kinds": kinds, PROGRAMMERS: True})
        self.account, self.mail = made.id, made.mail
        self.token = tokens.issue_token(context, made.id, name="campaign", scopes=tokens.SCOPES).text
        self._tally = tally
        self._url = url
        self._http = requests.Session()
        self._http.headers["Authorization"] = f"Bearer {self.token}"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[requests.Response, bool]:
        """Send a request until it is answered; return the answer, and whether an earlier try may have had an effect.

        :raises Over: when the campaign ended meanwhile.
        """
        unknown, until = False, time.monotonic() + PATIENCE
        while True:
            try:
                answer = self._http.request(method, self._url + path, json=body, headers=headers, timeout=30)
                if answer.status_code not in (502, 503):
                    return answer, unknown
                assert "Retry-After" in answer.headers, "a refusal for now says when to come back"
            except (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError):
                pass
            unknown = True
            self._tally.repeated += 1
            if self._tally.over.is_set():
                raise Over
            assert time.monotonic() < until, "the API stays away"
            time.sleep(PAUSE)

    def get(self, path: str) -> Any:
        """Return the JSON of a GET."""
        answer, _ = self.ask("GET", path)
        assert answer.status_code == 200, f"GET {path}: {answer.status_code} {answer.text[:300]}"
        return answer.json()

    def close(self) -> None:
        """Hang up."""
        self._http.close()


@dataclass
class Match:
    """A match of two clients, played by one thread for both, each with its own token and its own seals."""

    clients: tuple[Client, ...]
    tally: Tally
    seed: int
    preset: str = "goldsieber-basic"
    custody: tuple[str, str] = ("escrow", "escrow")
    may_answer: Callable[[Match, int, dict[str, Any]], None] = lambda _match, _seat, _decision: None
    """Called before a seat answers a decision; who plays by mail waits here for the letter."""
    restless: bool = True
    """Whether players replace and withdraw before they are content."""
    match: str = ""
    sent: dict[str, list[Sent]] = field(default_factory=dict)
    unknown: int = 0

    def __post_init__(self) -> None:
        self._whims = random.Random(self.seed)

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match}"

    @property
    def receipts(self) -> list[dict[str, Any]]:
        """Everything the two players can prove."""
        return [one.receipt for acts in self.sent.values() for one in acts if one.receipt is not None]

    def create(self) -> None:
        """Create the match and take both seats."""
        wish = {"rules": "kontor", "options": {"preset": self.preset}, "grace_seconds": 0, "pace": DAY}
        created, _ = self.clients[0].ask("POST", "/v1/matches", wish, **{"Idempotency-Key": f"match-{self.seed}"})
        assert created.status_code == 201, created.text
        self.match = created.json()["match"]
        joined, _ = self.clients[1].ask(
            "PUT", f"{self.path}/seats/1", in_box(created.json(), 1, self._whims.randbytes(32))
        )
        assert joined.status_code == 200, joined.text

    def play(self) -> bool:
        """Play until the match is closed; return whether it is, or whether the campaign ended before."""
        seen = self.clients[0].get(self.path)
        while seen["status"] != "closed":
            if self.tally.over.is_set():
                return False
            for decision in seen["decisions"]:
                for seat in decision["seats"]:
                    self._see_to(decision, seat)
            seen = self.clients[0].get(f"{self.path}?after={seen['n']}&wait=5")
        return True

    def resign(self) -> None:
        """End the match, so that its log can be proved as a whole."""
        answer, _ = self.clients[0].ask("POST", f"{self.path}/resign")
        assert answer.status_code == 202 or "not-running" in answer.text, answer.text

    def _see_to(self, decision: dict[str, Any], seat: int) -> None:
        name = decision["id"]
        mine = [one for one in self.sent.get(name, []) if one.seat == seat]
        if decision["phase"] == "opening":
            if seat in decision["awaited"] and not any(one.kind == "open" for one in mine):
                self._open(name, seat, mine)
        elif not mine:
            self.may_answer(self, seat, decision)
            move = self._choose(name, seat)
            if move is not None:
                (self._seal if decision["sealed"] else self._answer)(decision, seat, move)

    def _choose(self, decision: str, seat: int) -> dict[str, Any] | None:
        answer, _ = self.clients[seat].ask("GET", f"{self.path}/decisions/{decision}/moves")
        if answer.status_code == 404:
            return None  # resolved meanwhile
        assert answer.status_code == 200, answer.text
        moves: list[dict[str, Any]] = answer.json()["moves"]
        return self._whims.choice(moves)

    def _seal(self, decision: dict[str, Any], seat: int, move: dict[str, Any]) -> None:
        """Commit; a restless player changes his mind once or twice before, his last word closes the decision."""
        seq, before = 0, self._whims.choice((0, 1, 1, 2)) if self.restless else 0
        for _ in range(before):
            if not self._commit(decision, seat, move, seq, wait=True):
                return
            seq += 1
        if before == 2 and self._whims.random() < 0.3:
            if not self._act("withdraw", decision["id"], seat, "DELETE", f"commitment?replaces={seq}", None, None):
                return
            seq += 1
        self._commit(decision, seat, move, seq, wait=False)

    def _commit(self, decision: dict[str, Any], seat: int, move: dict[str, Any], seq: int, *, wait: bool) -> bool:
        opening = seal.Opening(
            v=1, match=self.match, rules=newest("kontor"), decision=decision["id"], seat=seat, head=decision["head"],
            salt=b64(new_seed()), move=move,
        )  # fmt: skip
        sealed = seal.commitment(opening)
        body: dict[str, Any] = {"replaces": seq, "wait": wait}
        body |= {"commitment": sealed} if self.custody[seat] == "client" else {"opening": opening}
        kind = "replace" if seq else "commit"
        return self._act(kind, decision["id"], seat, "PUT", "commitment", body, sealed, move, dict(opening))

    def _open(self, decision: str, seat: int, mine: list[Sent]) -> None:
        last = next(one for one in reversed(mine) if one.commitment is not None)
        self._act("open", decision, seat, "PUT", "opening", {"opening": last.opening}, last.commitment)

    def _answer(self, decision: dict[str, Any], seat: int, move: dict[str, Any]) -> None:
        self._act("answer", decision["id"], seat, "PUT", "move", {"move": move}, None, move)

    def _act(
        self, kind: str, decision: str, seat: int, method: str, what: str, body: Any, sealed: str | None,
        move: dict[str, Any] | None = None, opening: dict[str, Any] | None = None,
    ) -> bool:  # fmt: skip
        """Send one act; return whether it was acknowledged."""
        sent = Sent(kind, seat, sealed, move, opening=opening)
        self.sent.setdefault(decision, []).append(sent)
        answer, repeated = self.clients[seat].ask(method, f"{self.path}/decisions/{decision}/{what}", body)
        if answer.status_code == 200:
            told = answer.json()
            sent.receipt = {name: told[name] for name in ("receipt", "signature")}
            self.tally.add()
            return True
        # Sent again, and meanwhile it had been stored and the decision was over: only the log can tell.
        told = f"{kind} {decision}: {answer.status_code} {answer.text}"
        assert repeated and answer.status_code in (404, 409), told
        self.unknown += 1
        return False
