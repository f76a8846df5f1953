"""Two people who have nothing but the API and their mails play a whole match, and anybody proves it afterwards.

The real thing: ``siegelpost serve`` with all its processes; every step is taken because a mail asked for it.
"""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.service.serve.test_serve import Serving
from tests.service.serve.watching import until


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    monkeypatch.setenv("SIEGELPOST_HOLD_OFF", "0")
    running = Serving(tmp_path / "var")
    try:
        yield running.up()
    finally:
        running.end()


class Person:
    """Somebody with a mailbox and an HTTP client, nothing else."""

    def __init__(self, serving: Serving, name: str) -> None:
        self.serving, self.name = serving, name
        self.address = f"{name.lower()}@players.example"
        self.http = requests.Session()
        self.read: set[str] = set()
        self.receipts: list[dict[str, Any]] = []
        self.whims = random.Random(name)

    def call(self, method: str, path: str, expect: int = 200, **body: Any) -> Any:
        url = path if path.startswith("http") else self.serving.url + path
        answer = self.http.request(method, url, json=body or None, timeout=60)
        assert answer.status_code == expect, f"{method} {path}: {answer.status_code} {answer.text[:400]}"
        return answer.json() if "json" in answer.headers.get("Content-Type", "") else answer

    def mails(self) -> list[EmailMessage]:
        return [mail for mail in self.serving.mails() if self.address in str(mail["To"])]

    def next_mail(self) -> EmailMessage | None:
        """Return the oldest mail not read yet."""
        unread = [mail for mail in self.mails() if mail["Message-ID"] not in self.read]
        if not unread:
            return None
        self.read.add(unread[0]["Message-ID"])
        return unread[0]

    def log_in(self) -> None:
        self.call("POST", "/v1/login", 202, mail=self.address, name=self.name, language="en", zone="Europe/Berlin")
        mail = until(self.next_mail, f"{self.name}'s login mail")
        code = re.search(r"/login/(\S+)", text_of(mail))
        assert code, text_of(mail)
        answer = self.call("POST", "/v1/login/confirm", code=code.group(1), name="test")
        self.http.headers["Authorization"] = f"Bearer {answer['token']}"
        self.account = answer["account"]
        self.call("PUT", "/v1/me/notifications", kinds={}, muted_matches=[], for_programmers=True)

    def answer(self, mail: EmailMessage) -> bool:
        """Do what a turn mail asks, with one of the moves it names; return whether it asked for anything."""
        asked = re.search(r"/v1/matches/([0-9a-f-]{36})/decisions/([^/\s]+)/(commitment|move)(?![a-z])", text_of(mail))
        if asked is None:
            return False
        match, decision, how = asked.groups()
        path = f"/v1/matches/{match}/decisions/{decision}"
        listed = self.http.get(f"{self.serving.url}{path}/moves", timeout=60)
        if listed.status_code != 200:
            return True  # answered meanwhile, from an earlier mail of the same visit
        move = self.whims.choice(listed.json()["moves"])
        sent = self.http.put(f"{self.serving.url}{path}/{how}", json={"move": move}, timeout=60)
        if sent.status_code in (404, 409):
            return True
        assert sent.status_code in (200, 201, 202), sent.text
        self.receipts.append({name: sent.json()[name] for name in ("receipt", "signature")})
        return True


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def test_a_match_from_the_first_login_to_the_offline_proof(serving: Serving, tmp_path: Path) -> None:
    ann, ben = Person(serving, "Ann"), Person(serving, "Ben")
    ann.log_in()
    ben.log_in()
    created = ann.call(
        "POST", "/v1/matches", 201, rules="kontor", options={"preset": "goldsieber-basic", "round_limit": 3}, grace_seconds=0,
        visibility="private", invite=[ben.account], title="By mail only",
    )  # fmt: skip
    match = created["match"]

    invitation = until(ben.next_mail, "Ben's invitation")
    assert "By mail only" in text_of(invitation)
    seat = re.search(r"(/v1/matches/\S+/seats/\S+)", text_of(invitation))
    token = re.search(r'"invitation": ?"([^"]+)"', text_of(invitation))
    assert seat, text_of(invitation)
    assert token, text_of(invitation)
    ben.call("PUT", seat.group(1).strip("'\""), invitation=token.group(1))

    over: set[str] = set()

    def play_on() -> bool:
        for person in (ann, ben):
            mail = person.next_mail()
            if mail is not None and not person.answer(mail) and "over" in text_of(mail).partition("\n\n")[0].lower():
                over.add(person.name)
        return over == {"Ann", "Ben"} and ann.call("GET", f"/v1/matches/{match}")["status"] == "closed"

    until(play_on, "the match is over and both have been told", 600)

    export, receipts = tmp_path / "match.jsonl", tmp_path / "receipts.jsonl"
    export.write_bytes(
        requests.get(f"{serving.url}/v1/matches/{match}/log.jsonl", headers=ann.http.headers, timeout=60).content
    )
    receipts.write_text("".join(json.dumps(one) + "\n" for one in ann.receipts + ben.receipts))
    key = ann.call("GET", "/v1/meta")["keys"][0]["public_key"]
    proof = verify(export, key, receipts)
    assert (proof.returncode, "PASS" in proof.stdout) == (0, True), proof.stdout + proof.stderr

    tampered = bytearray(export.read_bytes())
    tampered[len(tampered) // 2] ^= 1
    export.write_bytes(tampered)
    proof = verify(export, key, receipts)
    assert (proof.returncode, "FAIL" in proof.stdout) == (1, True), proof.stdout + proof.stderr


def verify(export: Path, key: str, receipts: Path) -> subprocess.CompletedProcess[str]:
    command = [
        str(Path(sys.executable).with_name("siegelpost")),
        "verify",
        str(export),
        "--key",
        key,
        "--receipts",
        str(receipts),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
