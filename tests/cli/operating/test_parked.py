"""What the operator sees of parked matches, and how they are tried again."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.store.store import Store
from tests.store.examples import match_id, running

ONE, TWO = match_id(1), match_id(2, bucket=0x20)


@pytest.fixture
def store(redis_url: str) -> Store:
    """A store in which one match failed and another is damaged."""
    opened = Store.connect(redis_url)
    for match in (ONE, TWO):
        record = running(opened, match, due=1)
        opened.park(match, f"KeyError at {match[:2]}.py:7", head=(record.n, record.head), for_operator=match == TWO)
    return opened


def run(redis_url: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"REDIS_URL": redis_url, "SIEGELPOST_VAR": None})


def test_the_list_names_reason_attempts_and_when_it_goes_on(store: Store, redis_url: str) -> None:
    shown = run(redis_url, "parked")
    assert shown.exit_code == 0
    assert f"KeyError at {ONE[:2]}.py:7" in shown.output
    assert "when you say so" in next(line for line in shown.output.splitlines() if TWO in line)

    told = [json.loads(line) for line in run(redis_url, "parked", "--json").output.splitlines()]
    assert {one["match"]: one["next"] is None for one in told} == {ONE: False, TWO: True}


def test_retry_makes_it_due_at_once(store: Store, redis_url: str) -> None:
    done = run(redis_url, "retry", TWO[:8])
    assert done.output == f"{TWO} is tried again\n"
    assert store.claim_due(0x20, 30_000, 5) == [TWO]
    assert store.claim_due(0, 30_000, 5) == []
    assert list(store.parked()) and not store.parked()[TWO].for_operator


def test_retry_of_all(store: Store, redis_url: str) -> None:
    assert len(run(redis_url, "retry", "--all").output.splitlines()) == 2
    now = store.now()
    assert all(entry.next is not None and entry.next <= now for entry in store.parked().values())


def test_what_is_not_parked_or_not_clear_is_refused(store: Store, redis_url: str) -> None:
    nobody = run(redis_url, "retry", "ffffffff")
    assert nobody.exit_code == 1
    assert "no parked match begins with this" in nobody.output
    assert "several parked matches begin with this" in run(redis_url, "retry", "").output
    assert run(redis_url, "retry").exit_code == 2
    assert run(redis_url, "retry", "--all", ONE).exit_code == 2


def test_nothing_parked(redis_url: str) -> None:
    assert run(redis_url, "parked").output == "No match is parked.\n"


def test_where_the_store_is_must_be_said_and_it_must_answer(tmp_path: Path) -> None:
    assert run("", "parked").exit_code == 2
    assert run("redis://127.0.0.1:1/0", "parked").exit_code == 4
    assert run("", "parked", "--data", str(tmp_path)).exit_code == 4
