"""Messages of partners while the processes that carry them die by SIGKILL: each in the log once, none lost, all proved."""

import json
import random
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import requests

from engine.registry import game, newest
from engine.verifier.replay import verify
from service.accounts.access.scopes import SCOPES
from service.accounts.access.tokens import issue_token
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.store.connection.connect import StoreUnavailable
from service.store.records import Account
from tests.given.contexts import account, loaded
from tests.service.serve.watching import until
from tests.system.installation import Installation

EACH = 12
"""Messages of each seat: fewer than it may say in a minute."""
DEATHS = ("resolve-1", "state", "api", "resolve-2", "state", "resolve-1")
PARTS = ("state", "queue", "api", "resolve-1", "resolve-2", "clock")


def begin(context: Context, people: list[Account]) -> str:
    """Start a match of two teams in which all cards are revealed and nobody has laid: both teams may confer."""
    match = new_match_id()
    wish = creation.NewMatch(
        rules="kontor", seats=4, grace=0, options={"preset": "goldsieber-teams"},
        pace=check_pace({"kind": "duration", "seconds": 86_400}),
    )  # fmt: skip
    creation.create(context, people[0], wish, match)
    for seat, one in enumerate(people[1:], start=1):
        lobby.join(context, match, one, seat=seat, invitation=None)
    until(lambda: loaded(context, match).table["standing"], "the cards are dealt")
    record = loaded(context, match)
    decision = record.table["standing"][0]["id"]
    for seat in range(4):
        moves = game(newest("kontor")).moves(record.state or {}, seat, decision)
        card = next(move for move in moves if move["type"] == "play")
        acts.commit(context, record, seat, acts.SeatAct(decision, move=card))
    until(lambda: loaded(context, match).table["standing"][0]["id"] != decision, "the cards are revealed")
    return match


class Talker(threading.Thread):
    """One seat that says its piece; what gets no answer is sent again under the same key until it gets one."""

    def __init__(self, url: str, token: str, match: str, channel: str, seat: int) -> None:
        super().__init__(name=f"seat-{seat}")
        self.path, self.channel, self.seat = f"{url}/v1/matches/{match}/messages", channel, seat
        self.head = {"Authorization": f"Bearer {token}"}
        self.acknowledged: list[str] = []
        self.wrong: list[tuple[int, str]] = []
        self.progress = threading.Semaphore(0)

    def run(self) -> None:
        for number in range(EACH):
            text = f"seat {self.seat} says {number}"
            until(partial(self.says, text), f"an answer to {text}")
            self.progress.release()

    def says(self, text: str) -> bool:
        """Send it once; return whether that is done with."""
        head = {**self.head, "Idempotency-Key": text.replace(" ", "-")}
        try:
            answer = requests.post(self.path, json={"channel": self.channel, "text": text}, headers=head, timeout=60)
        except requests.RequestException:
            return False
        if answer.status_code == 202:
            self.acknowledged.append(text)
        elif answer.status_code not in (409, 503):
            self.wrong.append((answer.status_code, answer.text))
        return answer.status_code not in (409, 503)


def deaths(installation: Installation, progress: Iterator[None]) -> None:
    """Kill one process after the other, each after some more messages, and start it again."""
    for name in DEATHS:
        for _ in range(3):
            next(progress)
        installation.kill(name)
        if name == "state":
            installation.begin("state")
        else:
            installation.let_leases_end()
            installation.begin(name)
        installation.look_after()


def test_messages_survive_the_death_of_every_process_and_are_written_once(tmp_path: Path) -> None:
    with Installation(tmp_path, PARTS) as installation:
        context = installation.context
        people = [account(context, name) for name in ("Ada", "Ben", "Cleo", "Dora")]
        match = begin(context, people)
        channels = game(newest("kontor")).channels(loaded(context, match).state or {})
        tokens = [issue_token(context, one.id, name="test", scopes=SCOPES).text for one in people]
        talkers = [
            Talker(installation.url, tokens[seat], match, one["id"], seat) for one in channels for seat in one["seats"]
        ]
        for talker in talkers:
            talker.start()
        chance = random.Random(1)

        def progress() -> Iterator[None]:
            while True:
                chance.choice(talkers).progress.acquire(timeout=1)
                yield

        deaths(installation, progress())
        for talker in talkers:
            talker.join()
        assert [talker.wrong for talker in talkers] == [[], [], [], []]
        assert all(len(talker.acknowledged) == EACH for talker in talkers)
        installation.let_leases_end()

        def written() -> bool:
            try:
                return all(one.n is not None for one in context.store.messages(match))
            except StoreUnavailable:
                return False

        until(written, "everything is in the log")
        kept = context.store.messages(match)
        assert sorted(one.text for one in kept) == sorted(text for talker in talkers for text in talker.acknowledged)
        lobby.resign(context, match, people[0])
        until(lambda: loaded(context, match).table["status"] == "closed", "the match is over")
        export = b"".join(context.store.lines(match))
        public = context.signer.public_bytes
        found = verify(export, check_signature=lambda message, signature: verify_signature(public, message, signature))
        assert (found.verdict, found.reason) == ("PASS", "")
        entries = [json.loads(line)["entry"] for line in export.splitlines()]
        assert sum(entry["type"] == "said" for entry in entries) == 4 * EACH
        assert all(text.encode() not in installation.logs().encode() for text in (one.text for one in kept))
        assert context.store.parked() == {}
