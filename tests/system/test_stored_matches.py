"""Matches that an earlier release left running go on by the rules they began with, and are proved to their ends."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import pytest
import redis

from engine.registry import newest
from engine.verifier.replay import verify
from service.context import Context
from service.matches import creation
from service.matches.errors import MatchError
from service.signing import verify_signature
from tests.contexts import settings
from tests.system.stored import keep

FOLDER = Path(keep.__file__).parent
STORES = sorted(one.stem for one in FOLDER.glob("*.json"))


@pytest.fixture(params=STORES)
def stored(request: pytest.FixtureRequest, redis_url: str, tmp_path: Path) -> tuple[Context, dict[str, str]]:
    """A restored store with the keys of its installation, and its matches by rules."""
    found = json.loads((FOLDER / f"{request.param}.json").read_text(encoding="utf-8"))
    with redis.Redis.from_url(redis_url) as client:
        keep.restore(client, found["store"])
    chosen = settings(redis_url, tmp_path / "keys")
    for name, text in found["keys"].items():
        (tmp_path / "keys" / name).write_text(text)
    return Context.open(chosen, resolver=True), found["matches"]


def test_each_is_played_to_its_end_and_proved(stored: tuple[Context, dict[str, str]]) -> None:
    context, matches = stored
    for rules, match in matches.items():
        before = keep.load(context, match)
        log = list(context.store.lines(match, limit=100_000))
        assert (before.table["status"], before.table["rules"]) == ("running", rules)
        record = keep.play(context, match, random.Random(rules))
        assert (record.table["status"], record.table["over"], record.table["rules"]) == ("closed", "finished", rules)
        lines = list(context.store.lines(match, limit=100_000))
        assert lines[: len(log)] == log
        assert len(lines) > len(log) + 10
        found = verify(b"".join(lines), check_signature=partial(verify_signature, context.signer.public_bytes))
        assert (found.verdict, found.rules) == ("PASS", rules)
    assert context.store.parked() == {}


def test_a_new_match_by_rules_that_were_corrected_is_refused_but_a_repeated_request_is_not(
    stored: tuple[Context, dict[str, str]],
) -> None:
    context, matches = stored
    corrected = {rules: match for rules, match in matches.items() if newest(rules) != rules}
    assert corrected
    for rules, match in corrected.items():
        owner = context.store.account(keep.load(context, match).table["owner"])
        assert owner is not None
        with pytest.raises(MatchError) as refused:
            creation.create(context, owner, creation.NewMatch(rules=rules), keep.MATCH.format(200))
        assert (refused.value.code, refused.value.pointer) == ("rules-superseded", "/rules")
        assert newest(rules) in refused.value.message
        assert creation.create(context, owner, creation.NewMatch(rules=rules), match).table["rules"] == rules
