"""Tournaments under two clocks that run at once, clocks that jump, and a clock that dies before everybody is told."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, cycle
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.admin.matches import void_result
from service.admin.operator import AdminError, Operator
from service.context import Context
from service.keys.keyring import results_origin
from service.store.keys import recipient_of
from service.store.store import Store
from tests.service.api.people.test_tournaments import (
    HOUR,
    NOW,
    an_hour_ago,
    announced,
    entered,
    play_round,
    resign,
    verified,
    work,
)
from tests.service.api.players import Player
from workers.clock.results import ResultsWriter, look_at_tournaments
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

__all__ = ["an_hour_ago"]


def told(context: Context, players: list[Player]) -> list[dict[str, int]]:
    """Return how many letters of each kind about tournaments wait for each player."""
    return [
        dict(Counter(one["kind"] for one in context.store.notices(recipient_of(player.account, None)).pending))
        for player in players
    ]


@contextmanager
def two_clocks(context: Context) -> Iterator[threading.Barrier]:
    """Run two clocks that look at the same moment, whenever the barrier lets all three pass; give the barrier."""
    barrier, over, broken = threading.Barrier(3), threading.Event(), list[BaseException]()

    def run() -> None:
        writer = ResultsWriter(context.store, context.signers, results_origin(context.settings.origin))
        while True:
            barrier.wait()
            if over.is_set():
                return
            try:
                for _ in range(3):
                    look_at_tournaments(context)
                    writer.batch()
            except BaseException as error:
                broken.append(error)
            barrier.wait()

    clocks = [threading.Thread(target=run) for _ in range(2)]
    for one in clocks:
        one.start()
    try:
        yield barrier
    finally:
        over.set()
        barrier.wait()
        for one in clocks:
            one.join()
    assert broken == []


def look(barrier: threading.Barrier) -> None:
    """Have both clocks look at once, and wait until they have."""
    barrier.wait()
    barrier.wait()


@pytest.mark.parametrize("format", ["knockout", "swiss", "league"])
def test_two_clocks_at_once_make_each_table_and_tell_each_player_once(
    app: Flask,
    context: Context,
    ada: Player,
    visitor: Player,
    tmp_path: Path,
    an_hour_ago: pytest.MonkeyPatch,
    format: str,
) -> None:
    rounds = {} if format == "league" else {"round_seconds": 3600}
    path = announced(context, ada, format=format, rated=True, **rounds, **({"rounds": 2} if format == "swiss" else {}))
    players = entered(app, context, path, "Cleo", "Dora", "Emil", "Finn")
    order = [one.account for one in players]
    an_hour_ago.undo()
    with two_clocks(context) as barrier:
        look(barrier)
        for _ in range(3):
            shown = visitor.sees(path)
            if shown["status"] != "running":
                break
            drain_once(context)
            for table in [one for one in shown["tables"] if one["reason"] is None]:
                resign(context, table, max(table["players"], key=order.index))
            drain_once(context)
            for _ in range(3):
                look(barrier)
    over = visitor.sees(path)
    assert over["status"] == "over"
    assert len({one["match"] for one in over["tables"]}) == len(over["tables"])
    assert len({frozenset(one["players"]) for one in over["tables"]}) == len(over["tables"])
    played = {"knockout": [2, 1, 1, 2], "swiss": [2] * 4, "league": [1] * 4}[format]
    kinds = told(context, players)
    assert sorted(one["tournament-round"] for one in kinds) == sorted(played)
    assert [one["tournament-ended"] for one in kinds] == [1] * 4
    assert verified(visitor, path, tmp_path).startswith("PASS: 1 tournaments, 1 drawn")


def test_a_clock_that_jumps_ahead_and_back_leaves_a_log_that_follows(
    app: Flask, context: Context, ada: Player, visitor: Player, tmp_path: Path, an_hour_ago: pytest.MonkeyPatch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    path = announced(context, ada, format="knockout", round_seconds=36_000)
    players = entered(app, context, path, "Cleo", "Dora", "Emil", "Finn")
    order, tournament = [one.account for one in players], path.rpartition("/")[2]
    an_hour_ago.undo()
    for jump in cycle((2 * HOUR, -HOUR // 4, 5 * HOUR, 0)):
        monkeypatch.setattr(Store, "now", lambda store, jump=jump: NOW(store) + jump)
        context.store.look_at_tournament(tournament, 0)
        work(context)
        shown = visitor.sees(path)
        if shown["status"] == "over":
            break
        play_round(context, shown, order)
    assert [one["place"] for one in shown["standings"]] == [1, 2, 3, 3]
    assert sorted(one["tournament-round"] for one in told(context, players)) == [1, 1, 2, 2]
    assert verified(visitor, path, tmp_path).startswith("PASS: 1 tournaments, 1 drawn")


@pytest.mark.parametrize("told_before", [0, 1, 2])
def test_a_clock_that_dies_between_the_tables_and_the_news_tells_everybody_once(
    app: Flask, context: Context, ada: Player, tmp_path: Path, an_hour_ago: pytest.MonkeyPatch, told_before: int
) -> None:
    """It dies after so many players were told, and the letters of these have gone out before the next clock looks."""
    path = announced(context, ada, format="knockout", round_seconds=3600)
    players = entered(app, context, path, "Cleo", "Dora")
    an_hour_ago.undo()
    told_so_far, notify = count(), Store.notify

    def notify_or_die(*given: Any) -> Any:
        if next(told_so_far) == told_before:
            raise RuntimeError("the process dies")
        return notify(*given)

    def die(*_: object) -> None:
        raise RuntimeError("the process dies")

    transport = transport_of(f"file://{tmp_path}/letters")
    with pytest.MonkeyPatch.context() as dying:
        dying.setattr(Store, "notify", notify_or_die)
        dying.setattr(Store, "note_of_tournament", die)
        look_at_tournaments(context)
    for _ in range(2):
        drain_once(context)
        deliver_once(context, transport)
        context.store.look_at_tournament(path.rpartition("/")[2], 0)
        look_at_tournaments(context)
    transport.close()
    letters = [one.read_text(errors="replace") for one in (tmp_path / "letters").glob("*.eml")]
    assert len(letters) == 4, "each gets one of the tournament, and one of the table"
    begins = [one for one in letters if '"Hansa cup" begins' in one.partition("\n\n")[0]]
    for player in players:
        assert sum(player.stored(context).mail in one.partition("\n\n")[0] for one in begins) == 1


def test_a_result_that_is_voided_twice_at_once_is_void_once_and_for_good(
    app: Flask, context: Context, ada: Player, visitor: Player, tmp_path: Path, an_hour_ago: pytest.MonkeyPatch
) -> None:
    """Nothing takes a void back: a result that should count after all is played again."""
    path = announced(context, ada, rated=True)
    players = entered(app, context, path, "Cleo", "Dora")
    an_hour_ago.undo()
    work(context)
    drain_once(context)
    (table,) = visitor.sees(path)["tables"]
    resign(context, table, players[1].account)
    drain_once(context)
    work(context)
    assert visitor.sees("/v1/ratings/kontor")["players"] == 2
    operator = Operator(context.store, "grace")
    void_result(operator, table["match"], "two accounts of one person")
    void_result(operator, table["match"], "two accounts, said twice")
    with two_clocks(context) as barrier:
        look(barrier)
    entries = visitor.get(visitor.sees("/v1/meta")["results"]["export"]).text.splitlines()
    assert sum('"type":"void"' in one for one in entries) == 1
    assert visitor.sees("/v1/ratings/kontor")["players"] == 0
    with pytest.raises(AdminError, match="void already"):
        void_result(operator, table["match"], "once more")
    assert verified(visitor, path, tmp_path).startswith("PASS")
