"""The store of three machines, from the files of ``deploy/three-machines``: one dies and stays dead, and writing goes on.

The whole of it, with people who play, is campaign 32 (``tests/system/trouble/test_three_machines.py``).
"""

import re
from pathlib import Path

import pytest

from service.processes.wake import waiting, wake
from service.serve.redis_server import FORBIDDEN
from service.store.connection.durability import DURABLE, LARGEST_INTSET
from service.store.connection.snapshots import NoSnapshot, fetch
from service.store.store import Store, StoreUnavailable
from tests.deploy.files import ROOT
from tests.service.serve.watching import until
from tests.store.examples import loaded, running
from tests.system.trouble.three_machines import FILES, PORTS, ThreeMachines, three_machines

PAGE = (ROOT / "docs" / "three-machines.md").read_text(encoding="utf-8")
BACK_WITHIN = 20.0
"""Seconds until writing goes on."""


def test_one_of_three_dies_and_stays_dead(tmp_path: Path) -> None:
    with three_machines(tmp_path, parts=()) as three:
        url, queue = three.settings["REDIS_URL"], three.settings["QUEUE_URL"]
        store = Store.connect(url, replicas=int(three.settings["SIEGELPOST_REPLICAS"]))
        assert store.check_durability() == [] and store.spare_replicas() == 1
        before = running(store).match
        assert wake(queue, "resolve")
        with pytest.raises(NoSnapshot, match=r"\+psync"):
            fetch(url, tmp_path / "snapshot")
        fetch(url.replace("//siegelpost:", "//operator:"), tmp_path / "snapshot")
        assert (tmp_path / "snapshot").read_bytes()[-9:-8] == b"\xff", "the operator can take a backup"
        three.machines[0].die()
        after = until(lambda: _written(store), "writing goes on", BACK_WITHIN)
        until(lambda: wake(queue, "deliver") or waiting(queue, "deliver"), "the queue takes jobs", BACK_WITHIN)
        assert (loaded(store, before).match, loaded(store, after).match) == (before, after)
        assert store.check_durability() == [] and store.spare_replicas() == 0
        _not_alone(three, store)
        store.close()


def _written(store: Store) -> str | None:
    try:
        return running(store).match
    except StoreUnavailable:
        return None


def _not_alone(three: ThreeMachines, store: Store) -> None:
    """A second machine dies: what one alone has is acknowledged to nobody."""
    primary = three.primary(three.machines[1:])
    assert primary is not None
    primary.die()
    assert _written(store) is None


def test_the_servers_keep_what_all_others_must_keep() -> None:
    settings = dict(re.findall(r"^([a-z-]+) (.+)$", (FILES / "state.conf").read_text(encoding="utf-8"), re.MULTILINE))
    for name, value in {**DURABLE, LARGEST_INTSET[0]: str(LARGEST_INTSET[1]), "min-replicas-to-write": "1"}.items():
        assert settings[name] == value, name
    for server in ("state", "queue"):
        assert " ".join(["~* &* +@all", *FORBIDDEN]) in (FILES / f"{server}.conf").read_text(encoding="utf-8")


def test_the_page_fills_in_what_the_files_ask_for_and_names_them_all() -> None:
    files = {path.name for path in FILES.iterdir()}
    assert files == {
        "state.conf", "queue.conf", "sentinel.conf", "siegelpost.env", "siegelpost-sentinel.service", "sysusers.conf",
        "siegelpost-state.service.d", "siegelpost-queue.service.d",
    }  # fmt: skip
    named = PAGE.replace("$one.conf", "state.conf queue.conf sentinel.conf")
    assert all(name in named for name in files)
    for word in ("HERE", "FIRST", "SECOND", "THIRD", "PASSWORD"):
        assert f"s/{word}/${word}/" in PAGE
    assert all(str(port) in PAGE for port in PORTS.values())
