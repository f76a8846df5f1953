"""Secrets searched for in everything that leaves a running installation (campaign 18): answers, logs, pictures, mails, exports.

Salts, commitments, the server's seed and tokens must not occur before they are public. What has no bytes of its own to search
for, the sealed move, is shown to leave no trace: outputs before and after it is replaced by another are the same.
"""

import base64
import json
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import requests

from engine.protocol import seal
from engine.protocol.canon import b64, unb64
from engine.registry import newest
from service.keys.signing import new_seed
from tests.campaigns.soak.parts import parts
from tests.campaigns.soak.report import Watch
from tests.service.serve.watching import until
from tests.system.installation import Installation
from tests.system.players import DAY, Client, Tally, in_box
from tests.system.post import Post

PUBLIC = ("", "/view", "/decisions", "/log", "/log.jsonl", "/picture.svg", "/picture.png")
OWN = ("/v1/me", "/v1/me/waiting", "/v1/me/matches", "/v1/me/deliveries", "/v1/me/tokens", "/v1/heads", "/v1/meta")
WRONG = ("/v1/me?x=1", "/v1/matches/x", "/v1/matches/{match}/decisions/none")
LONGEST = 200
"""Bytes of the longest form of a secret, and more: the end of what was read may be its beginning."""
PASSING = ("server_time", "seconds_left", "used_at")


def forms(secret: bytes) -> list[bytes]:
    """Return the ways in which bytes might leave."""
    plain = base64.b64encode(secret).rstrip(b"=")
    return [secret, secret.hex().encode(), b64(secret).encode(), plain, base64.b32encode(secret).rstrip(b"=")]


@dataclass
class Search:
    """What was looked through, and for what."""

    outputs: int = 0
    size: int = 0
    needles: dict[str, list[bytes]] = field(default_factory=dict)
    read: dict[Path, int] = field(default_factory=dict)
    """How many bytes of each file of a log were looked through."""
    letters: set[str] = field(default_factory=set)

    def hide(self, name: str, secret: bytes) -> None:
        """From now on this must not be found."""
        self.needles[name] = forms(secret)

    def publish(self, name: str) -> None:
        """From now on it may."""
        del self.needles[name]

    def through(self, where: str, output: bytes) -> None:
        """Look through one output."""
        self.outputs += 1
        self.size += len(output)
        for name, ways in self.needles.items():
            assert not any(way in output for way in ways), f"{name} is in {where}"

    def through_logs(self, folder: Path) -> None:
        """Look through what the processes have written since the last time: nobody can have written a secret before it was."""
        for file in sorted(folder.iterdir()):
            with file.open("rb") as log:
                log.seek(max(0, self.read.get(file, 0) - LONGEST))
                self.through(f"the log {file.name}", log.read())
                self.read[file] = log.tell()

    def through_letters(self, post: Post) -> None:
        """Look through the letters that came since the last time."""
        for name, letter in post.letters().items():
            if name not in self.letters:
                self.through(f"letter {name}", letter.as_bytes())
                self.letters.add(name)


class Table:
    """A match whose first player seals here, and everybody who might see something of it."""

    def __init__(self, installation: Installation, post: Post, search: Search, number: int) -> None:
        self.installation, self.post, self.search = installation, post, search
        self.chance = random.Random(number)
        self.sealed = 0
        """Sealed decisions looked at; how many open ones stand between them is the cards' affair."""
        context = installation.context
        self.ann, self.ben, self.eve = (
            Client(installation.url, context, f"{name}{number}", Tally()) for name in ("Ann", "Ben", "Eve")
        )
        wish = {"rules": "kontor", "grace_seconds": 0, "pace": DAY}
        created = self.ann.ask("POST", "/v1/matches", wish)[0].json()
        self.match = created["match"]
        record = context.store.load(self.match, secrets=True)
        assert record is not None and record.seed is not None
        search.hide(f"seed of {self.match}", unb64(record.seed))
        for client in (self.ann, self.ben, self.eve):
            search.hide(f"token of {client.account}", client.token[len("sp_") + 17 :].encode())
        self.ben.ask("PUT", f"/v1/matches/{self.match}/seats/1", in_box(created, 1, self.chance.randbytes(32)))

    def standing(self) -> list[dict[str, Any]]:
        return list(self.ann.get(f"/v1/matches/{self.match}")["decisions"])

    def step(self) -> bool:
        """Answer all that stands; where it is sealed: look, change the mind, look again. Return whether the match goes on."""
        until(lambda: self.standing() or self.closed(), "something is asked")
        for decision in self.standing():
            for seat in decision["seats"]:
                path = f"/v1/matches/{self.match}/decisions/{decision['id']}"
                client = (self.ann, self.ben)[seat]
                answer, _ = client.ask("GET", f"{path}/moves")
                if answer.status_code == 404:
                    continue
                moves = answer.json()["moves"]
                if not decision["sealed"]:
                    client.ask("PUT", f"{path}/move", {"move": self.chance.choice(moves)})
                elif seat == 0:
                    self._seal_and_look(path, decision, moves)
                else:
                    client.ask("PUT", f"{path}/commitment", {"move": self.chance.choice(moves)})
        known = [name for name in self.search.needles if name.startswith(("salt", "commitment"))]
        if known:
            self._becomes_public(known)
        return not self.closed()

    def closed(self) -> bool:
        return bool(self.ann.get(f"/v1/matches/{self.match}")["status"] == "closed")

    def end(self) -> None:
        """Resign: only now the seed is public."""
        self.ann.ask("POST", f"/v1/matches/{self.match}/resign")
        until(self.closed, "the match is closed")
        name = f"seed of {self.match}"
        log = self.ann.ask("GET", f"/v1/matches/{self.match}/log.jsonl")[0].content
        assert self.search.needles[name][2] in log, "the search would not even find what is there"
        self.search.publish(name)

    def _seal_and_look(self, path: str, decision: dict[str, Any], moves: list[Any]) -> None:
        self.sealed += 1
        seen = []
        for seq, move in enumerate((moves[0], moves[-1])):
            opening = seal.Opening(
                v=1, match=self.match, rules=newest("kontor"), decision=decision["id"], seat=0, head=decision["head"],
                salt=b64(new_seed()), move=move,
            )  # fmt: skip
            self.search.hide(f"salt {decision['id']} {seq}", unb64(opening["salt"]))
            self.search.hide(f"commitment {decision['id']} {seq}", unb64(seal.commitment(opening)[4:]))
            answer, _ = self.ann.ask("PUT", f"{path}/commitment", {"opening": opening, "replaces": seq})
            assert answer.status_code == 200, answer.text
            seen.append(self._look(path))
        assert seen[0] == seen[1], "another move leaves another trace"

    def _look(self, path: str) -> dict[str, Any]:
        """Look at everything as the opponent, a stranger and a passer-by do; return it without what time changes."""
        found: dict[str, Any] = {}
        for who in (self.ben, self.eve, None):
            own = OWN if who is not None else ()
            paths = [f"/v1/matches/{self.match}{one}" for one in PUBLIC] + [path, f"{path}/moves", f"{path}/commitment"]
            for one in (*paths, *own, *(wrong.format(match=self.match) for wrong in WRONG)):
                headers = {"Authorization": f"Bearer {who.token}"} if who is not None else {}
                answer = requests.get(self.installation.url + one, headers=headers, timeout=60)
                assert answer.status_code < 500
                name = f"GET {one} for {who.mail if who is not None else 'anybody'}"
                raw = str(dict(answer.headers)).encode()
                self.search.through(name, raw + answer.content)
                if one != "/v1/me/deliveries" and one != "/v1/heads":  # letters and other matches have their own time
                    found[name] = (answer.status_code, answer.headers.get("ETag"), self._lasting(answer))
        self.search.through_logs(self.installation.folder / "log")
        self.search.through_letters(self.post)
        return found

    def _lasting(self, answer: requests.Response) -> Any:
        if "json" not in answer.headers["Content-Type"] or "jsonl" in answer.headers["Content-Type"]:
            return answer.content

        def strip(value: Any) -> Any:
            if isinstance(value, dict):
                return {name: strip(one) for name, one in value.items() if name not in PASSING}
            return [strip(one) for one in value] if isinstance(value, list) else value

        return strip(json.loads(answer.content))

    def _becomes_public(self, known: list[str]) -> None:
        """Wait for the resolution; what was locked is in the log then, what was replaced never."""

        def shown() -> bool:
            log = self.ann.ask("GET", f"/v1/matches/{self.match}/log.jsonl")[0].content
            return all(any(way in log for way in self.search.needles[name]) for name in known if name.endswith(" 1"))

        until(shown, "the opening is in the log")
        for name in known:
            if name.endswith(" 1"):
                self.search.publish(name)
            else:
                # What was replaced stays secret for ever; its name makes room for the next round's.
                self.search.needles[f"old {name} {self.match}"] = self.search.needles.pop(name)


def campaign(folder: Path, matches: Iterable[int], rounds: int) -> Search:
    """Play matches for so many sealed rounds, or to their end, and search everything."""
    search, post = Search(), Post(folder / "post")
    with post, Installation(folder / "it", SMTP_URL=post.url, SIEGELPOST_LOG_LEVEL="debug") as installation:
        for name in ("resolver_key", "signing_key", "link_secret"):
            search.hide(name, unb64((folder / "it" / "keys" / name).read_text()))
        for number in matches:
            table = Table(installation, post, search, number)
            while table.sealed < rounds and table.step():
                pass
            if not table.closed():
                table.end()
    return search


def test_a_secret_that_is_cut_in_two_by_a_look_is_found(tmp_path: Path) -> None:
    search, secret, log = Search(), bytes(range(64)), tmp_path / "api.log"
    search.hide("salt", secret)
    log.write_bytes(b"x" * 500 + secret.hex().encode()[:100])
    search.through_logs(tmp_path)
    with log.open("ab") as file:
        file.write(secret.hex().encode()[100:])
    with pytest.raises(AssertionError, match=r"salt is in the log api\.log"):
        search.through_logs(tmp_path)


def test_no_secret_is_in_any_output_before_its_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    found = campaign(tmp_path, matches=[0], rounds=2)
    with capsys.disabled():
        print(f"\nsecrecy, {watch.seconds:.0f} s: {found.outputs} outputs, {found.size:,} bytes, nothing found")
    assert found.outputs > 200, "the search looked at too little"


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_ten_thousand_matches_keep_their_secrets(tmp_path: Path) -> None:
    for part in parts("secrecy"):
        with part:
            found = campaign(tmp_path / str(part.seed), part.seeds, rounds=40)
            part.counts(matches=len(part.seeds), outputs=found.outputs, bytes=found.size, found=0)
