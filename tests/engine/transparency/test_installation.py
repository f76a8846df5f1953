"""The real processes: a clock that writes and asks, witnesses that friends run, and what is left when both are killed."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.transparency.checkpoint import checkpoint_of, cosignatures
from engine.transparency.note import COSIGNATURE, VerifierKey, parse_note
from service.context import Context
from service.keys.signing import verify_signature
from service.store.records import Record
from tests.engine.transparency.heads import begin, go_on, head_of
from tests.engine.transparency.test_witness import COMMAND
from tests.given.contexts import open_context
from tests.servers import forked
from tests.service.serve.watching import until
from tests.store.examples import loaded

ROOT = Path(__file__).parents[3]
ORIGIN = "play.example/log"


class Running:
    """Processes of an installation and of its friends."""

    def __init__(self, context: Context, folder: Path) -> None:
        self.context, self.folder = context, folder
        self._processes: dict[str, forked.Running] = {}
        self.witnesses: dict[str, tuple[str, VerifierKey]] = {}

    def witness(self, name: str) -> None:
        """Start a friend's witness; the second time where it was the first time."""
        known = self.witnesses.get(name)
        arguments = [
            "--folder",
            str(self.folder / name),
            "--name",
            name,
            "--log",
            str(self.context.signer.log_key(ORIGIN)),
        ]
        port = known[0].rpartition(":")[2] if known else "0"
        process = subprocess.Popen(
            [sys.executable, *COMMAND, *arguments, "--port", port], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        self._processes[name] = process
        assert process.stdout is not None
        key = VerifierKey.parse(process.stdout.readline().strip(), (COSIGNATURE,))
        found = re.search(r"(http://\S+)/add-checkpoint", process.stdout.readline())
        assert found is not None
        self.witnesses[name] = found[1], key

    def clock(self) -> None:
        settings = self.context.settings
        environment = {
            **os.environ,
            "REDIS_URL": settings.redis_url,
            "SIEGELPOST_SIGNING_KEY": str(settings.signing_key),
            "SIEGELPOST_RESOLVER_PUBLIC": str(settings.resolver_public),
            "SIEGELPOST_LINK_SECRET": str(settings.link_secret),
            "SIEGELPOST_LOG_ORIGIN": ORIGIN,
            "SIEGELPOST_WITNESSES": ",".join(f"{url} {key}" for url, key in self.witnesses.values()),
        }
        command = [sys.executable, "-m", "workers.clock"]
        self._processes["clock"] = forked.start(command, environment, self.folder / "clock.log")

    def kill(self, name: str) -> None:
        process = self._processes.pop(name)
        process.kill()
        process.wait()
        if isinstance(process, subprocess.Popen) and process.stdout is not None:
            process.stdout.close()

    def end(self) -> None:
        for name in list(self._processes):
            self.kill(name)

    def cosigned(self, size: int, *names: str) -> None:
        """Wait until a checkpoint of this size is shown with the cosignatures of these witnesses."""
        keys = [self.witnesses[name][1] for name in names]

        def there() -> bool:
            text = self.context.store.log_head().published
            if not text:
                return False
            note = parse_note(text)
            return checkpoint_of(note).size == size and len(cosignatures(note, keys, verify_signature)) == len(keys)

        until(there, f"size {size} cosigned by {names}")


@pytest.fixture
def running(redis_url: str, tmp_path: Path) -> Iterator[Running]:
    with ExitStack() as stack:
        context = open_context(redis_url, tmp_path / "keys", log_origin=ORIGIN)
        stack.callback(context.store.close)
        processes = Running(context, tmp_path)
        stack.callback(processes.end)
        yield processes


def test_killed_clocks_and_witnesses_leave_one_complete_cosigned_log(running: Running) -> None:
    store = running.context.store
    record: Record = go_on(store, begin(store, 1, 1), entries=4)
    running.witness("ada.example")
    running.witness("ben.example")
    running.clock()
    running.cosigned(5, "ada.example", "ben.example")

    running.kill("clock")
    running.kill("ben.example")
    record = go_on(store, record, entries=300)
    running.clock()
    running.cosigned(305, "ada.example")

    running.witness("ben.example")
    record = go_on(store, loaded(store, record.match), entries=2)
    running.cosigned(307, "ada.example", "ben.example")

    leaves = store.log_leaves(0, 307)
    assert [(leaf.n, leaf.head) for leaf in leaves] == [(n, head_of(record.match, n)) for n in range(1, 308)]
    until(lambda: len(store.leaf_indices(record.match)) == 307, "the match knows its leaves")
    assert store.leaf_indices(record.match) == list(range(307))
