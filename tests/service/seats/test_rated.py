"""Rated tables: who may sit there, that each end is rated exactly once, and what voiding a result leaves."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from click.testing import CliRunner

from engine.contract import Outcome
from engine.match.table import Change, Table
from engine.standings.ratings import current_epoch, rated, replay
from engine.standings.results import Entry, Result, SeatResult, Void, parse_entry, result_of, written
from engine.transparency.checkpoint import Checkpoint, signed_checkpoint
from engine.transparency.merkle import tree_root
from engine.transparency.tiles import Tile, TileReader
from service.cli.verifying.ratings import verify_ratings
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches.errors import MatchError
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store import keys
from service.store.installation.results import VOID
from service.store.records import GUEST, Account
from service.store.store import Store
from service.store.values import encode
from tests.given.contexts import account, loaded, open_context
from workers.clock import results
from workers.clock.results import ResultsWriter
from workers.resolve.drain import drain_once

PACE = check_pace({"kind": "duration", "seconds": 60})


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path)


def writer_of(context: Context) -> ResultsWriter:
    return ResultsWriter(context.store, context.signers, "log.example/results")


def wish(**changes: Any) -> NewMatch:
    return NewMatch(**{"rules": "kontor", "pace": PACE, "rated": True, **changes})


def resigned(context: Context, winner: Account, loser: Account, **changes: Any) -> str:
    """Play a rated match of two that the second resigns."""
    match = new_match_id()
    creation.create(context, winner, wish(**changes), match)
    lobby.join(context, match, loser, seat=None, invitation=None)
    drain_once(context)
    lobby.resign(context, match, loser)
    drain_once(context)
    assert loaded(context, match).table["status"] == "closed"
    return match


def entries(context: Context) -> list[Entry]:
    size = context.store.results_head().size
    return [parse_entry(raw) for raw in context.store.all_results(size)]


def assert_sound(context: Context) -> None:
    """Check the tree against its checkpoint, and every stored rating against the log."""
    head = context.store.results_head()
    raw = list(context.store.all_results(head.size))
    key = context.signer.log_key("log.example/results")
    _, checkpoint = signed_checkpoint(head.published, key, verify_signature)
    assert (checkpoint.size, checkpoint.root) == (len(raw), tree_root(raw))
    assert TileReader(head.size, context.store.results_tile).root() == checkpoint.root
    book = replay(lambda: map(parse_entry, raw))
    assert dict(context.store.ranking("kontor", 0, 100)) == {
        player: rating for (_, player), rating in book.ratings.items()
    }
    for (game, player), rating in book.ratings.items():
        *_, last = context.store.rating_history(game, player)
        assert (last.mu, last.sigma) == (rating.mu, rating.sigma)
        assert len(context.store.rating_history(game, player)) == rating.results


def test_a_rated_match_that_ends_is_rated_once_and_its_log_says_that_it_would_be(context: Context) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = resigned(context, ann, ben)
    writer = writer_of(context)
    assert writer.batch() == 1
    epoch, result = entries(context)
    assert epoch == current_epoch()
    assert result["type"] == "result"
    record = loaded(context, match)
    assert (result["match"], result["n"], result["head"]) == (match, record.n, record.head)
    assert [(one["player"], one["place"], one["end"]) for one in result["seats"]] == [
        (ann.id, 1, "played"),
        (ben.id, 2, "resigned"),
    ]
    assert b'"rated":true' in context.store.lines(match, limit=1)[0]
    assert "'Ann'" not in str(result)
    drain_once(context)
    assert writer.batch() == 0
    assert_sound(context)
    (best, rating), (_, other) = context.store.ranking("kontor", 0, 10)
    assert (best, rating.shown, other.shown, rating.results) == (ann.id, 1658, 1342, 1)


def test_the_log_of_a_match_convicts_an_operator_of_forging_or_dropping_its_result(
    context: Context, tmp_path: Path
) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match, other = resigned(context, ann, ben), resigned(context, ann, ben, rated=False)
    writer_of(context).batch()
    honest = entries(context)
    for one in (match, other):
        (tmp_path / one).write_bytes(b"".join(context.store.lines(one)))

    def told(log: list[Entry]) -> str:
        """Return what is said of a log that the operator has signed."""
        raw = [written(one) for one in log]
        note = context.signer.sign_checkpoint(Checkpoint("log.example/results", len(raw), tree_root(raw)))
        (tmp_path / "results").write_bytes(f"{note}\n".encode() + b"".join(one + b"\n" for one in raw))
        key = str(context.signer.log_key("log.example/results"))
        files = [part for one in (match, other) for part in ("--match", str(tmp_path / one))]
        return CliRunner().invoke(verify_ratings, [str(tmp_path / "results"), "--key", key, *files]).output

    assert told(honest).startswith("PASS")
    assert told(honest[:1]).startswith(f"FAIL: match {match} is rated and over, and has no result here")
    result = honest[1]
    assert result["type"] == "result"
    ahead, behind = result["seats"]
    swapped: list[SeatResult] = [{**ahead, "player": behind["player"]}, {**behind, "player": ahead["player"]}]
    backdated: Result = {**result, "at": "2026-01-01T00:00:00.000Z"}
    unresigned: Result = {**result, "reason": "finished"}
    exchanged: Result = {**result, "seats": swapped}
    for forged in (backdated, unresigned, exchanged):
        assert told([honest[0], forged]) == (
            f"FAIL: entry 1 of the log of results: this is not the result of match {match}\n"
        )
    invented: Result = {**result, "match": other}
    invented = rated(invented, replay(lambda: honest).after(2, invented))
    assert f"this is not the result of match {other}" in told([*honest, invented])


def test_an_unrated_match_leaves_no_result(context: Context) -> None:
    resigned(context, account(context, "Ann"), account(context, "Ben"), rated=False)
    assert context.store.waiting_results() == []


def test_what_a_crash_left_waiting_counts_once(context: Context, server: redis.Redis) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = resigned(context, ann, ben)
    (waiting,) = context.store.waiting_results()
    writer_of(context).batch()
    before = context.store.ranking("kontor", 0, 10)
    server.hset(keys.results_due(waiting.bucket), waiting.field, encode(waiting.entry))
    assert writer_of(context).batch() == 0
    assert context.store.waiting_results() == []
    assert context.store.ranking("kontor", 0, 10) == before
    assert context.store.result_index(match) == 1
    assert_sound(context)


def test_two_writers_write_one_log(context: Context) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    one, other = writer_of(context), writer_of(context)
    resigned(context, ann, ben)
    assert one.batch() == 1
    resigned(context, ben, ann)
    assert other.batch() == 1
    resigned(context, ben, ann)
    assert one.batch() == 1
    assert len(entries(context)) == 4
    assert_sound(context)


def test_a_writer_that_another_one_overtakes_computes_no_ratings_without_its_entry(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    slow, quick = writer_of(context), writer_of(context)
    first = resigned(context, ann, ben)
    quick.batch()
    context.store.ask_to_void(void(first))
    reading = slow.store.results_read

    def overtaken(size: int) -> Iterator[Entry]:
        resigned(context, ben, ann)
        monkeypatch.undo()
        with monkeypatch.context() as dying:
            dying.setattr(results, "AT_ONCE", 1)
            assert quick.batch() == 1
        return reading(size)

    monkeypatch.setattr(slow.store, "results_read", overtaken)
    slow.batch()
    slow.batch()
    assert_sound(context)


@pytest.fixture
def beginning(
    context: Context, server: redis.Redis
) -> tuple[ResultsWriter, ResultsWriter, str, Callable[[str, str], str]]:
    """Two writers, a match that has counted, and what lets a result of two players wait to be appended."""

    def waiting(match: str, at: str) -> str:
        found: Result = {**_result("p_a", "p_b"), "match": f"{match}000000-0000-4000-8000-000000000000", "at": at}
        server.hset(keys.results_due(keys.bucket_of(found["match"])), found["match"], encode(found))
        return found["match"]

    one, other = writer_of(context), writer_of(context)
    first = waiting("01", "2026-11-29T12:00:00.000Z")
    one.batch()
    return one, other, first, waiting


Beginning = tuple[ResultsWriter, ResultsWriter, str, Callable[[str, str], str]]


def meanwhile(monkeypatch: pytest.MonkeyPatch, name: str, act: Callable[[], object], *, late: bool = False) -> None:
    """Have something else happen once, right after (``late``: before) the store's next call of this name."""
    call, once = getattr(Store, name), [act]

    def interrupted(*args: Any, **named: Any) -> Any:
        found = None if late else call(*args, **named)
        if once:
            once.pop()()
        return call(*args, **named) if late else found

    monkeypatch.setattr(Store, name, interrupted)


def test_a_result_that_another_writer_overtakes_is_rated_again(
    context: Context, beginning: Beginning, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, _, waiting = beginning
    waiting("02", "2026-11-29T12:02:00.000Z")

    def overtake() -> None:
        waiting("03", "2026-11-29T12:01:00.000Z")
        (earlier, _) = context.store.waiting_results()
        assert other._append(earlier)

    meanwhile(monkeypatch, "ratings_of", overtake)
    one.batch()
    one.batch()
    assert len(entries(context)) == 4
    assert_sound(context)


def test_no_result_follows_a_void_until_all_is_computed_again(
    context: Context, beginning: Beginning, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, first, waiting = beginning
    waiting("02", "2026-11-29T12:02:00.000Z")

    def die_after_voiding() -> None:
        other.store.ask_to_void(void(first))
        with monkeypatch.context() as dying, pytest.raises(RuntimeError):
            dying.setattr(other, "_compute_again", lambda *_: (_ for _ in ()).throw(RuntimeError("killed")))
            other._append(context.store.waiting_results()[-1])

    meanwhile(monkeypatch, "results_head", die_after_voiding, late=True)
    one.batch()
    one.batch()
    assert [one["type"] for one in entries(context)] == ["epoch", "result", "void", "result"]
    assert_sound(context)


@pytest.mark.parametrize("before", ["keep_ratings", "ratings_are_fresh"])
def test_a_slow_writer_does_not_bring_old_ratings_back(
    context: Context, beginning: Beginning, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    slow, other, first, waiting = beginning
    second = waiting("02", "2026-11-29T12:02:00.000Z")
    slow.batch()
    context.store.ask_to_void(void(first))

    def overtake() -> None:
        waiting("03", "2026-11-29T12:03:00.000Z")
        other.batch()
        if before == "ratings_are_fresh":
            other.store.ask_to_void(void(second))
            with monkeypatch.context() as dying, pytest.raises(RuntimeError):
                dying.setattr(other, "_compute_again", lambda *_: (_ for _ in ()).throw(RuntimeError("killed")))
                other.batch()

    meanwhile(monkeypatch, before, overtake, late=True)
    slow.batch()
    slow.batch()
    assert_sound(context)


def test_after_a_restore_the_log_has_its_new_name_before_the_next_result(context: Context, tmp_path: Path) -> None:
    resigned(context, account(context, "Ann"), account(context, "Ben"))
    writer_of(context).batch()
    renamed = ResultsWriter(context.store, context.signers, "log.example/2/results")
    assert (renamed.batch(), renamed.batch()) == (0, 0)
    head, key = context.store.results_head(), context.signer.log_key("log.example/2/results")
    assert head.note == head.published
    _, checkpoint = signed_checkpoint(head.published, key, verify_signature)
    assert (checkpoint.size, checkpoint.root) == (2, tree_root(context.store.all_results(2)))


def test_a_voided_result_has_never_counted(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cid = (account(context, name) for name in ("Ann", "Ben", "Cid"))
    writer = writer_of(context)
    first = resigned(context, ann, ben)
    writer.batch()
    resigned(context, ben, cid)
    writer.batch()
    only = resigned(context, account(context, "Dan"), account(context, "Eve"))
    writer.batch()
    reads: list[int] = []
    reading = writer.store.results_read

    def counted(size: int) -> Iterator[Entry]:
        reads.append(size)
        return reading(size)

    with monkeypatch.context() as counting:
        counting.setattr(writer.store, "results_read", counted)
        for match in (first, only):
            context.store.ask_to_void(void(match))
        assert writer.batch() == 2
    assert len(reads) == 4, "for each: to see that it may be voided, and to compute the ratings without it"
    assert_sound(context)
    assert [player for player, _ in context.store.ranking("kontor", 0, 10)] == [ben.id, cid.id]
    assert context.store.rating_history("kontor", ann.id) == []
    (_, rating), _ = context.store.ranking("kontor", 0, 10)
    assert (rating.shown, rating.results) == (1658, 1)
    context.store.ask_to_void(void(first))
    context.store.ask_to_void(void(new_match_id()))
    assert writer.batch() == 0
    assert context.store.waiting_results() == []
    resigned(context, ann, cid)
    writer.batch()
    assert_sound(context)
    assert context.store.result_index(f"{VOID}{first}") in (4, 5)


def void(match: str) -> Void:
    return Void(type="void", match=match, at="2026-11-29T12:00:00.000Z", why="two accounts of one person")


def test_ratings_that_a_crash_left_stale_are_computed_by_the_next_batch(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = resigned(context, account(context, "Ann"), account(context, "Ben"))
    writer = writer_of(context)
    writer.batch()
    context.store.ask_to_void(void(match))
    with monkeypatch.context() as dying:
        dying.setattr(writer, "_compute_again", lambda *_: (_ for _ in ()).throw(RuntimeError("killed")))
        with pytest.raises(RuntimeError):
            writer.batch()
    assert context.store.ratings_are_stale()
    writer_of(context).batch()
    assert not context.store.ratings_are_stale()
    assert context.store.ranking("kontor", 0, 10) == []
    assert_sound(context)


def test_tiles_are_those_of_the_entries_beyond_one_bundle(context: Context, server: redis.Redis) -> None:
    template = _result("p_a", "p_b")
    writer = writer_of(context)
    for number in range(258):
        match = f"{number % 64:02x}000000-0000-4000-8000-{number:012d}"
        waiting = {**template, "match": match}
        server.hset(keys.results_due(keys.bucket_of(match)), match, encode(waiting))
    assert (writer.batch(), writer.batch()) == (256, 2)
    assert len(context.store.results_tile(Tile(1, 0, 1))) == 32
    assert_sound(context)


def _result(winner: str, loser: str) -> Result:
    seats = [
        SeatResult(player=one, place=place, end="played", team=place - 1) for place, one in [(1, winner), (2, loser)]
    ]
    return Result(
        type="result", match="", game="kontor", rules="kontor@1", n=9, head="A" * 43, at="2026-11-29T12:00:00.000Z",
        reason="finished", seats=seats,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"visibility": "private"}, "/visibility"),
        ({"rules": "packet-row", "seats": 3, "bots": ["steady"]}, "/bots"),
        ({"options": {"preset": "goldsieber-basic", "pass_mode": "secret"}}, "/options"),
    ],
)
def test_a_table_that_cannot_be_rated_is_refused_with_a_remedy(context: Context, changes: Any, pointer: str) -> None:
    with pytest.raises(MatchError, match=r"leave 'rated' out") as refused:
        creation.create(context, account(context, "Ann"), wish(**changes), new_match_id())
    assert (refused.value.code, refused.value.pointer) == ("invalid", pointer)


def test_bots_and_guests_take_no_seat_at_a_rated_table(context: Context) -> None:
    ann = account(context, "Ann")
    match = new_match_id()
    creation.create(context, ann, wish(), match)
    bot = Account(id="p_b07", mail="", name="Rob", owner=ann.id)
    guest = Account(id="p_9e5", mail="", name="Gus", prefs={GUEST: True})
    assert guest.is_guest
    invitation = loaded(context, match).table["invitation"]
    for who, code in ((bot, "bot-declines"), (guest, "guest")):
        with pytest.raises(MatchError) as refused:
            lobby.join(context, match, who, seat=None, invitation=invitation)
        assert refused.value.code == code


def test_the_result_of_a_seat_is_that_of_the_player_who_was_dealt_in(context: Context) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    table: Table = loaded(context, resigned(context, ann, ben)).table
    left = {**table["seats"][1], "player": "bot:steady", "bot": "steady"}
    change = Change(seat=1, n=5, at=1, player=ben.id, name="Ben", to="bot:steady")
    table["seats"] = [table["seats"][0], left]  # type: ignore[list-item]
    table["absence"] = {"changes": [change]}  # type: ignore[typeddict-item]
    table["over"], table["outcome"] = "finished", Outcome(winners=[1], scores=[3, 4], reason="finished")
    found = result_of(table, lambda seat: [seat], n=9, head="A" * 43, at=1)
    assert found is not None
    assert [(one["player"], one["place"], one["end"]) for one in found["seats"]] == [
        (ann.id, 2, "played"),
        (ben.id, 1, "replaced"),
    ]
    for over in ("stopped", "cancelled", "expired"):
        table["over"] = over
        assert result_of(table, lambda seat: [seat], n=9, head="A" * 43, at=1) is None
