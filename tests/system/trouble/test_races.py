"""Races over the public API, at a real server with real workers: exactly one outcome, and it is in the log."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from engine.protocol import seal
from engine.protocol.canon import b64
from engine.protocol.log import read_export, too_late_from
from engine.registry import newest
from engine.verifier.replay import verify
from service.keys.signing import new_match_id, new_seed, verify_signature
from service.matches.pace import SHORTEST, check_pace
from service.matches.seating import creation, lobby
from tests.given.json_object import JsonObject
from tests.service.serve.watching import until
from tests.system.installation import Installation
from tests.system.players import Client, Tally

MATCHES = 12
CLIENTS = 6


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    folder: Path = tmp_path_factory.mktemp("races")
    with Installation(folder, ("state", "queue", "api", "resolve-1", "resolve-2", "clock")) as one:
        yield one


@pytest.fixture
def people(installation: Installation) -> Iterator[tuple[Client, Client]]:
    ann, ben = (Client(installation.url, installation.context, name, Tally(), mails=False) for name in ("Ann", "Ben"))
    yield ann, ben
    ann.close()
    ben.close()


def begin(installation: Installation, people: tuple[Client, Client], seconds: int) -> str:
    """Start a match; return its id as soon as the first decision stands."""
    context, match = installation.context, new_match_id()
    ann, ben = (context.store.account(one.account) for one in people)
    assert ann is not None and ben is not None
    pace = check_pace({"kind": "duration", "seconds": seconds})
    creation.create(context, ann, creation.NewMatch(rules="kontor", grace=0, pace=pace), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    return match


def standing(people: tuple[Client, Client], match: str) -> dict[str, Any]:
    def asked() -> Any:
        return people[0].get(f"/v1/matches/{match}")["decisions"]

    found: dict[str, Any] = until(asked, "the first decision stands")[0]
    return found


def put(
    client: Client, installation: Installation, match: str, decision: dict[str, Any], seat: int, **body: Any
) -> requests.Response:
    """Commit to passing with a salt of one's own, once, whatever the answer."""
    opening = seal.Opening(
        v=1, match=match, rules=newest("kontor"), decision=decision["id"], seat=seat, head=decision["head"],
        salt=b64(new_seed()), move={"type": "pass"},
    )  # fmt: skip
    return requests.put(
        f"{installation.url}/v1/matches/{match}/decisions/{decision['id']}/commitment", json={"opening": opening, **body},
        headers={"Authorization": f"Bearer {client.token}"}, timeout=60,
    )  # fmt: skip


def locked(installation: Installation, match: str, decision: str) -> list[dict[str, Any]] | None:
    """Return what the log says the decision was locked with."""
    for line in installation.context.store.lines(match):
        entry = json.loads(line)["entry"]
        if entry["type"] == "locked" and entry["body"]["decision"] == decision:
            return list(entry["body"]["seats"])
    return None


def proved(installation: Installation, match: str, answers: list[requests.Response]) -> None:
    """Check the log against every receipt that was given out."""
    public = installation.context.signer.public_bytes
    export = b"".join(installation.context.store.lines(match))
    receipts = [answer.json() for answer in answers if answer.status_code == 200]
    found = verify(
        export, receipts=receipts, check_signature=lambda message, signed: verify_signature(public, message, signed)
    )
    assert found.verdict != "FAIL", found.reason
    decisions = [
        line["entry"]["body"]["decision"] for line in read_export(export) if line["entry"]["type"] == "resolved"
    ]
    assert len(decisions) == len(set(decisions))


def test_of_many_clients_with_one_token_one_is_stored_and_the_others_are_told(
    installation: Installation, people: tuple[Client, Client]
) -> None:
    match = begin(installation, people, 86_400)
    decision = standing(people, match)
    with ThreadPoolExecutor(CLIENTS) as pool:
        answers = list(pool.map(lambda _: put(people[0], installation, match, decision, 0), range(CLIENTS)))

    assert sorted(answer.status_code for answer in answers) == [200] + [409] * (CLIENTS - 1)
    last = put(people[1], installation, match, decision, 1)
    until(lambda: locked(installation, match, decision["id"]), "the decision is locked")
    winner = next(answer for answer in answers if answer.status_code == 200)
    seats = locked(installation, match, decision["id"]) or []
    assert [one["commitment"] for one in seats] == [
        one.json()["receipt"]["commitment"] for one in (winner, last)
    ]  # fmt: skip
    proved(installation, match, [*answers, last])


def test_replacements_racing_the_lock_count_or_are_refused(
    installation: Installation, people: tuple[Client, Client]
) -> None:
    outcomes: Counter[int] = Counter()
    for _ in range(MATCHES):
        match = begin(installation, people, 86_400)
        decision = standing(people, match)
        first = put(people[0], installation, match, decision, 0)
        racers = threading.Barrier(2)

        def race(
            client: Client, seat: int, replaces: int, match: str = match, decision: JsonObject = decision,
            racers: threading.Barrier = racers,
        ) -> requests.Response:  # fmt: skip
            racers.wait()
            return put(client, installation, match, decision, seat, replaces=replaces)

        with ThreadPoolExecutor(2) as pool:
            closing, replacing = pool.submit(race, people[1], 1, 0), pool.submit(race, people[0], 0, 1)
        answers = [first, closing.result(), replacing.result()]
        outcomes[answers[2].status_code] += 1

        until(lambda: locked(installation, match, decision["id"]), "the decision is locked")  # noqa: B023
        seats = locked(installation, match, decision["id"]) or []
        last = answers[2] if answers[2].status_code == 200 else first
        assert seats[0]["commitment"] == last.json()["receipt"]["commitment"]
        proved(installation, match, answers)
    assert set(outcomes) <= {200, 404, 409}


def test_commitments_at_the_very_deadline_count_or_are_late_and_the_log_says_which(
    installation: Installation, people: tuple[Client, Client], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each match gets its commitment some milliseconds before or after its last moment."""
    context = installation.context
    matches = [begin(installation, people, SHORTEST) for _ in range(MATCHES)]
    decisions = {match: standing(people, match) for match in matches}
    answers: dict[str, Any] = {}

    def commit(number: int) -> None:
        match = matches[number]
        record = context.store.load(match)
        assert record is not None
        ends = too_late_from(record.table["standing"][0]["deadline"] or 0)
        moment = ends + 6 * (number - 2 * MATCHES // 3)
        waiting = threading.Event()
        while (rest := moment - context.store.now()) > 0:
            waiting.wait(rest / 1000)
        answers[match] = put(people[0], installation, match, decisions[match], 0)

    with ThreadPoolExecutor(MATCHES) as pool:
        list(pool.map(commit, range(MATCHES)))
    for match in matches:
        name = decisions[match]["id"]
        until(lambda: locked(installation, match, name), "the decision is locked")  # noqa: B023
        mine = (locked(installation, match, name) or [])[0]
        if answers[match].status_code == 200:
            assert mine["commitment"] == answers[match].json()["receipt"]["commitment"]
        else:
            assert answers[match].status_code in (404, 409), answers[match].text
            assert mine["custody"] == "absent"
        proved(installation, match, [answers[match]])
    told = Counter(answer.status_code for answer in answers.values())
    with capsys.disabled():
        print(f"\ncommitments at the deadline: {dict(told)}")
