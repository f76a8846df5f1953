"""``python -m tests.campaigns.drill.operating``: a new release, new keys, a lost machine and its backup, while people play.

An operator who follows ``docs/operations.md``: each command is taken from that page, word for word but for the folder of the
backup, and run in a folder of his own. Who plays is ``python -m tests.campaigns.load``. In the end all matches are
brought to their end, and ``siegelpost verify`` proves each.
"""

import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import requests

from tests.servers.ports import free_port
from tests.service.serve.test_serve import family_of
from tests.service.serve.watching import until

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs/operations.md"
KINDS = ("signing", "resolver", "links", "push")
READY_WITHIN = 300.0
PLAYED, SEATED = 80, 300
"""So many entries more in the log of all matches show that people play, or that all of them have sat down and play."""


def commands(section: str) -> list[str]:
    """Return the commands of ``siegelpost`` that stand in a section of the page, without what is said beside them."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^    (siegelpost .+)$", text, re.MULTILINE)
    return [re.sub(r"\s+#.*", "", line) for line in lines]


class Operator:
    """Somebody with a folder, a terminal and the page."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._release: Path | None = None
        self._serving: subprocess.Popen[bytes] | None = None
        self._log = (folder / "serve.log").open("ab")

    def use(self, release: Path | None) -> None:
        """Install a release: the tree of a commit, or this one."""
        self._release = release

    def serve(self, command: str) -> None:
        """Start an installation and wait until it says that it is ready."""
        words = [*shlex.split(command), "--port", str(self.port)]
        self._serving = subprocess.Popen(
            words, cwd=self.folder, env=self._environment(), stdout=self._log, stderr=self._log
        )
        until(lambda: self._ended() or self._is_ready(), "it is ready", READY_WITHIN)
        assert not self._ended(), (self.folder / "serve.log").read_text()[-2000:]

    def stop(self) -> None:
        """End it by Ctrl-C."""
        assert self._serving is not None
        self._serving.send_signal(signal.SIGINT)
        assert self._serving.wait(120) == 0

    def lose(self) -> None:
        """Lose the machine: everything ends at once."""
        assert self._serving is not None
        for pid in [self._serving.pid, *family_of(self._serving.pid)]:
            os.kill(pid, signal.SIGKILL)
        self._serving.wait()

    def run(self, command: str, *, cwd: Path | None = None, **settings: str) -> str:
        """Give a command and return what it says; it has to succeed."""
        words = shlex.split(command)
        environment = {**self._environment(), **settings}
        done = subprocess.run(
            words, cwd=cwd or self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def close(self) -> None:
        """End what still runs."""
        if self._serving is not None and self._serving.poll() is None:
            self.stop()
        self._log.close()

    @contextmanager
    def people_play(self, *, keep: bool = False) -> Iterator[None]:
        """Let people play; at the end say what they met.

        :param keep: they leave their matches running.
        """
        command = [
            sys.executable, "-m", "tests.campaigns.load", self.url, "--tokens", str(self.folder / "tokens.txt"),
            "--matches", "24", "--rate", "8", "--seconds", "3600", *(["--keep"] if keep else []),
        ]  # fmt: skip
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            try:
                self.goes_on(SEATED)
                yield
            finally:
                process.send_signal(signal.SIGINT)
                said, _ = process.communicate()
                print("  " + said.strip().replace("\n", "\n  "), flush=True)
        assert "Traceback" not in said and not re.search(r"BadReceipt|internal|http-500", said)

    def goes_on(self, entries: int = PLAYED) -> None:
        """Wait until people have played on."""
        before = until(lambda: self._entries() + 1, "it tells how long its log is", READY_WITHIN) - 1
        until(lambda: self._entries() >= before + entries, "people play", READY_WITHIN)

    def _entries(self) -> int:
        """Return how long the log of all matches is, -1 when nobody says so now."""
        try:
            answer = requests.get(f"{self.url}/checkpoint", timeout=10)
            return int(answer.text.splitlines()[1]) if answer.ok else -1
        except requests.RequestException:
            return -1

    def _is_ready(self) -> bool:
        try:
            answer = requests.get(f"{self.url}/ready", timeout=10)
        except requests.RequestException:
            return False
        return answer.ok and answer.json()["status"] == "ready"

    def _ended(self) -> bool:
        return self._serving is not None and self._serving.poll() is not None

    def _environment(self) -> Mapping[str, str]:
        found = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        found |= {"SIEGELPOST_RATE_LIMITS": "off", "SIEGELPOST_DATA": str(self.folder / "device")}
        return found if self._release is None else {**found, "PYTHONPATH": str(self._release)}


def say(text: str) -> None:
    """Print a line of the drill's record."""
    print(f"{time.strftime('%T', time.gmtime())} {text}", flush=True)


def upgrade(operator: Operator, serve: str, before: str) -> None:
    """Play on an earlier release, and go over to this one as the page's section "Upgrade" says."""
    with earlier_release(before) as tree:
        operator.use(tree)
        operator.serve(serve)
        made = operator.run(
            f"{sys.executable} -m tests.campaigns.load.accounts 8 --data {operator.folder / 'var'}", cwd=tree
        )
        (operator.folder / "tokens.txt").write_text(made)
        with operator.people_play():
            say(f"people play on {before}; it is stopped, and this release starts")
            operator.stop()
            operator.use(None)
            operator.serve(serve)
            operator.goes_on()
    say("upgraded while they played")


def rotate(operator: Operator, serve: str) -> None:
    """Make new keys of every kind, as the page's section "Keys, and new keys" says, and start again."""
    [command] = [
        one for one in commands("Keys, and new keys") if one.startswith("siegelpost admin keys rotate signing --data")
    ]
    with operator.people_play():
        for kind in KINDS:
            operator.run(command.replace("signing", kind))
        operator.stop()
        operator.serve(serve)
        operator.goes_on()
        assert len(requests.get(f"{operator.url}/v1/meta", timeout=10).json()["keys"]) == 2
    say("new keys of every kind while they played")


def restore(operator: Operator) -> None:
    """Back up while people play, lose the machine, go on from the backup, as the section "Back up and restore" says."""
    make_key, back_up, put_back, serve = commands("Back up and restore")[:4]
    public = operator.run(make_key).strip()
    with operator.people_play(keep=True):
        said = operator.run(_here(back_up).replace("age1...", public))
        print("  " + said.strip())
        operator.goes_on()
        operator.lose()
    say("backed up while they played; the machine is lost")
    installation = said.partition("signed by ")[2].partition(":")[0]
    # The players of the load test cannot sign in again.
    print("  " + operator.run(_here(put_back).replace("KEY", f"{installation} --keep-logins")).strip())
    operator.serve(serve)
    with operator.people_play():
        pass
    say("restored, and they play")


def prove(operator: Operator) -> None:
    """Bring all matches to their end and prove each."""
    tokens = (operator.folder / "tokens.txt").read_text().split()
    ids, restored, keys = dict[str, str](), 0, set[str]()
    for token in tokens:
        head = {"Authorization": f"Bearer {token}"}
        for one in _matches(operator.url, head):
            if one["status"] == "running":
                requests.post(f"{operator.url}/v1/matches/{one['match']}/resign", headers=head, timeout=30)
            if one["status"] != "lobby":
                ids[one["match"]] = token
    meta = requests.get(f"{operator.url}/v1/meta", timeout=30).json()
    public = {one["id"]: one["public_key"] for one in meta["keys"]}
    for match, token in sorted(ids.items()):
        log = f"{operator.url}/v1/matches/{match}/log.jsonl"

        def closed(log: str = log, token: str = token) -> list[dict[str, Any]]:
            answer = requests.get(log, headers={"Authorization": f"Bearer {token}"}, timeout=30)
            lines = [json.loads(line) for line in answer.text.splitlines()] if answer.ok else []
            return lines if any(line["entry"]["type"] == "closed" for line in lines) else []

        lines = until(closed, f"{match} is over")
        lost = [one for line in lines for one in line["entry"]["body"].get("lost", [])]
        restored += any(one.get("cause") == "restored" for one in lost)
        key = lines[0]["entry"]["body"]["key"]
        keys.add(key)
        assert "PASS" in operator.run(
            f"siegelpost verify {log} --key {public.get(key, key)}",
            SIEGELPOST_SERVER=operator.url,
            SIEGELPOST_TOKEN=token,
        )
    assert restored and len(keys) == 2, (restored, keys)
    say(f"{len(ids)} matches, all PASS; {restored} were put back to the backup; they were signed by {len(keys)} keys")


def _matches(url: str, head: Mapping[str, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    where: str | None = "/v1/me/matches"
    while where is not None:
        answer = requests.get(url + where, headers=dict(head), timeout=30)
        found += answer.json()["matches"]
        where = answer.links["next"]["url"].removeprefix(url) if "next" in answer.links else None
    return found


def _here(command: str) -> str:
    return command.replace("/backups/", "")


@contextmanager
def earlier_release(commit: str) -> Iterator[Path]:
    """Give the tree of a commit of this repository."""
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        tree = Path(folder) / "tree"
        subprocess.run(
            ["git", "worktree", "add", "--detach", str(tree), commit], cwd=ROOT, check=True, capture_output=True
        )
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)


def main() -> None:
    """Play the drill."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns.drill.operating", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--before", default="f70afabc", help="the commit of the earlier release (default %(default)s)")
    before = parser.parse_args().before
    with ExitStack() as stack:
        operator = Operator(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="drill-"))))
        stack.callback(operator.close)
        serve = "siegelpost serve --data var"
        upgrade(operator, serve, before)
        rotate(operator, serve)
        restore(operator)
        prove(operator)


if __name__ == "__main__":
    main()
