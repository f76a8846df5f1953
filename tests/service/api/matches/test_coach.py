"""Looking back on a match with a coach, and hints for those who practise: what workers think, and for whom."""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask
from rq import Queue
from rq.serializers import JSONSerializer

from engine.kit import review
from engine.kit.foresight import Foresight, foresight_of
from engine.kit.review import gather, review_seed, think_through, thoughts
from engine.registry import KONTOR, game
from engine.verifier.rules_replay import published_seed, steps
from service.accounts.access.tokens import issue_token
from service.api.matches import coach
from service.config import operator_caps
from service.context import Context
from service.matches.coaching import coaching_at
from service.processes import wake
from service.store import keys
from service.store.archive.folder import ArchiveFolder
from service.store.archive.reading import Archiving
from service.store.matches.moments import REVIEW, hint_for
from tests.given.contexts import loaded
from tests.service.api.matches.test_replays import play_a_round
from tests.service.api.players import PACE, Player, Table, new_player, refused
from workers.clock.head_log import HeadLogWriter
from workers.jobs import coach as review_job
from workers.jobs.coach import hint_once, review_once
from workers.resolve.drain import drain_once


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A coach who thinks for a few playouts only."""
    found = foresight_of(KONTOR)
    assert found is not None
    monkeypatch.setattr(KONTOR, "foresight", replace(found, playouts={"keen": 4}, steps=2))
    monkeypatch.setattr(review, "PLAYOUTS", 2)
    yield


def jobs(context: Context, queue: str) -> list[tuple[Any, ...]]:
    """Take what waits in a queue."""
    client = redis.Redis.from_url(context.settings.queue_url)
    waiting = Queue(queue, connection=client, serializer=JSONSerializer)
    found = [(job.func_name, *job.args) for job in waiting.jobs]
    waiting.empty()  # type: ignore[no-untyped-call]  # RQ has no types
    client.close()
    return found


def finished(table: Table) -> None:
    """Play a round, and give the match up."""
    play_a_round(table)
    assert table.players[1].post(f"{table.path}/resign").status_code == 202
    table.resolve()


def computed_again(context: Context, match: str) -> Any:
    """Return what anybody computes who has the log."""
    export = b"".join(context.store.lines(match, limit=loaded(context, match).n))
    foresight, seed = foresight_of(KONTOR), review_seed(match, published_seed(export))
    assert isinstance(foresight, Foresight)
    return gather([think_through(one()) for one in thoughts(KONTOR, foresight, 2, list(steps(export)), seed)])


def test_a_finished_match_is_looked_back_on_once_for_everybody(
    context: Context, table: Table, ada: Player, visitor: Player
) -> None:
    finished(table)
    path = f"{table.path}/review"
    answer = ada.get(path)
    refused(answer, 503, "thought-pending")
    assert int(answer.headers["Retry-After"]) > 0
    refused(visitor.get(path), 503, "thought-pending")
    assert jobs(context, "review") == [("workers.jobs.coach.review", table.match)]
    slices = 1
    while not review_once(context, table.match, 0.0):
        slices += 1
        refused(visitor.get(path), 503, "thought-pending")
    assert slices > 5 and jobs(context, "review") == []
    shown = ada.sees(path)
    assert visitor.sees(path) == shown
    again = computed_again(context, table.match)
    assert (shown["rounds"], shown["moments"], shown["level"]) == (again["rounds"], again["moments"], "keen")
    told = [{name: one[name] for name in one if not name.endswith("_words")} for one in shown["advice"]]
    assert told == again["advice"] and {one["seat"] for one in told} == {0, 1}
    assert all(one["played_words"] and one["advised_words"] for one in shown["advice"])
    assert ada.sees(f"{path}?language=de")["advice"][0]["played_words"] != shown["advice"][0]["played_words"]
    assert review_once(context, table.match) and jobs(context, "review") == []


def test_a_review_stays_beside_an_archived_match_and_is_made_again_when_damaged(
    context: Context, table: Table, ada: Player, tmp_path: Path, redis_url: str
) -> None:
    path = f"{table.path}/review"
    finished(table)
    writer = HeadLogWriter(context.store, context.signers, context.settings.origin)
    for _ in range(2):  # a batch notes down in the matches what the one before it has logged
        writer.batch()
    context.store.use_archive(Archiving(ArchiveFolder(tmp_path / "archive"), 0))
    assert context.store.sweep().archived == 1
    refused(ada.get(path), 503, "thought-pending")
    assert review_once(context, table.match, 60.0)
    shown = ada.sees(path)
    (kept,) = (tmp_path / "archive").rglob("*.review")
    jobs(context, "review")
    with redis.Redis.from_url(redis_url) as client:
        for rot in (None, b"", b"{}", kept.read_bytes()[:-1], zlib.compress(b"[]")):
            if rot is not None:
                kept.write_bytes(rot)
            client.delete(keys.thought(table.match, REVIEW))
            if rot is not None:
                refused(ada.get(path), 503, "thought-pending")
                assert jobs(context, "review") == [("workers.jobs.coach.review", table.match)]
                assert review_once(context, table.match, 60.0)
                client.delete(keys.thought(table.match, REVIEW))
            assert ada.sees(path) == shown and jobs(context, "review") == []


def test_nobody_looks_back_on_a_match_that_goes_on(context: Context, table: Table, ada: Player) -> None:
    """Attacked: a review shows what all hands were; a job in the queue names a match whose seed is a secret."""
    play_a_round(table)
    refused(ada.get(f"{table.path}/review"), 409, "no-review")
    assert ada.sees(f"{table.path}/words")["coach"] is None
    assert context.store.request_work(keys.thought_asked(table.match, REVIEW))
    assert review_once(context, table.match)
    assert context.store.review(table.match) is None


def test_a_private_match_is_reviewed_for_its_players_alone(
    context: Context, ada: Player, ben: Player, eve: Player
) -> None:
    table = Table.begin(context, ada, ben, visibility="private")
    finished(table)
    refused(eve.get(f"{table.path}/review"), 403, "private")
    refused(ada.get(f"{table.path}/review"), 503, "thought-pending")


def test_a_game_without_foresight_has_no_coach(
    context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game("anno-1701@1"), "foresight", None)
    table = Table.begin(context, ada, ben, rules="anno-1701")
    assert ben.post(f"{table.path}/resign").status_code == 202
    table.resolve()
    refused(ada.get(f"{table.path}/review"), 409, "no-review")


def test_reviews_are_counted(limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "REVIEWS", (1, 600))
    tables = [Table.begin(limited, ada, ben) for _ in range(2)]
    for table in tables:
        assert ben.post(f"{table.path}/resign").status_code == 202
        table.resolve()
    refused(ada.get(f"{tables[0].path}/review"), 503, "thought-pending")
    refused(ada.get(f"{tables[1].path}/review"), 429, "too-many-thoughts")
    refused(ben.get(f"{tables[1].path}/review"), 503, "thought-pending")
    assert len(jobs(limited, "review")) == 2


def test_a_match_that_cannot_be_played_again_has_no_review(
    context: Context, table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(table)

    def broken(*_: Any) -> Any:
        raise RuntimeError("a card")

    monkeypatch.setattr(type(KONTOR), "resolve", broken)
    assert review_once(context, table.match)
    refused(ada.get(f"{table.path}/review"), 409, "no-review")


def practising(context: Context, player: Player, bots: list[str], **wishes: Any) -> str:
    wish = {"rules": "kontor", "grace_seconds": 0, "pace": PACE, "bots": bots, **wishes}
    made = player.post("/v1/matches", wish)
    assert made.status_code == 201, made.get_data(as_text=True)
    drain_once(context)
    return str(made.get_json()["match"])


def test_who_plays_against_bots_is_told_what_the_coach_would_play(context: Context, ada: Player, eve: Player) -> None:
    match = practising(context, ada, ["steady"])
    path = f"/v1/matches/{match}"
    assert ada.sees(f"{path}/words")["coach"] == "hint"
    decision = ada.sees(path)["decisions"][0]["id"]
    refused(ada.get(f"{path}/decisions/{decision}/hint"), 503, "thought-pending")
    refused(ada.get(f"{path}/decisions/{decision}/hint"), 503, "thought-pending")
    ((job, *args),) = jobs(context, "replay")
    assert (job, args) == ("workers.jobs.coach.hint", [match, decision, 0])
    hint_once(context, match, decision, 0)
    shown = ada.sees(f"{path}/decisions/{decision}/hint")
    assert shown["move"] in ada.sees(f"{path}/decisions/{decision}/moves")["moves"]
    assert shown["words"] and (shown["seat"], shown["level"]) == (0, "keen")
    assert ada.sees(f"{path}/decisions/{decision}/hint") == shown and jobs(context, "replay") == []
    refused(ada.get(f"{path}/decisions/nothing/hint"), 404, "not-found")
    refused(eve.get(f"{path}/decisions/{decision}/hint"), 403, "not-seated")


def test_a_forged_job_makes_no_hint_for_a_bots_seat(context: Context, ada: Player) -> None:
    """Attacked: a job names the seat of a bot, whose sealed move would be found at the same place."""
    match = practising(context, ada, ["steady"])
    (decision,) = (one["id"] for one in loaded(context, match).table["standing"])
    hint_once(context, match, decision, 1)
    assert context.store.hint(match, hint_for(decision, 1)) is None
    assert coaching_at(loaded(context, match), 1) is None


def test_no_hints_in_place_of_a_person_who_may_come_back(context: Context, ada: Player, ben: Player) -> None:
    """Attacked: a friend sits down, and leaves the seat to a bot."""
    match = practising(context, ada, ["steady"])
    record = loaded(context, match)
    assert coaching_at(record, 0) == "hint"
    record.table["seats"][1]["taken_over"] = True
    assert coaching_at(record, 0) is None
    del record.table["seats"][1]["taken_over"]
    record.table["rated"] = True
    assert coaching_at(record, 0) is None


def test_no_hints_where_another_person_sits(context: Context, table: Table, ada: Player) -> None:
    """Attacked: asked for at once, and as a job in the queue."""
    decision = table.standing()["id"]
    refused(ada.get(f"{table.path}/decisions/{decision}/hint"), 409, "no-hint")
    hint_once(context, table.match, decision, 0)
    assert context.store.hint(table.match, f"hint:{decision}:0") is None
    assert ada.sees(f"{table.path}/words")["coach"] is None


def test_hints_take_nothing_from_what_may_be_asked_about_finished_matches(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found in play: after twenty hints in a match, nobody could look back on it for a day."""
    monkeypatch.setattr(coach, "REVIEWS", (1, 600))
    match = practising(limited, ada, ["steady"])
    decision = ada.sees(f"/v1/matches/{match}")["decisions"][0]["id"]
    refused(ada.get(f"/v1/matches/{match}/decisions/{decision}/hint"), 503, "thought-pending")
    table = Table.begin(limited, ada, ben)
    assert ben.post(f"{table.path}/resign").status_code == 202
    table.resolve()
    refused(ada.get(f"{table.path}/review"), 503, "thought-pending")


def test_asking_while_too_many_wait_costs_nothing(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: the queue is kept full, and who asks patiently, as the answer says, may ask no more for a day."""
    monkeypatch.setattr(coach, "REVIEWS", (2, 600))
    table = Table.begin(limited, ada, ben)
    assert ben.post(f"{table.path}/resign").status_code == 202
    table.resolve()
    with monkeypatch.context() as full:
        full.setattr(wake, "MOST_REPLAYS", 0)
        for _ in range(4):
            refused(ada.get(f"{table.path}/review"), 503, "thought-pending")
    assert jobs(limited, "review") == []
    refused(ada.get(f"{table.path}/review"), 503, "thought-pending")
    assert jobs(limited, "review") == [("workers.jobs.coach.review", table.match)]


@pytest.fixture
def few_places(limited: Context, monkeypatch: pytest.MonkeyPatch) -> Context:
    """A service in whose queues eight jobs may wait: two of one account, four of newcomers and visitors."""
    monkeypatch.setattr(wake, "MOST_REPLAYS", 8)
    return limited


def ended(context: Context, ada: Player, ben: Player) -> str:
    """Begin a match and give it up; return its path."""
    table = Table.begin(context, ada, ben)
    assert ben.post(f"{table.path}/resign").status_code == 202
    table.resolve()
    return table.path


def test_one_account_fills_no_queue_of_reviews(few_places: Context, ada: Player, ben: Player) -> None:
    """Attacked: an account asks for twenty reviews, and for twenty minutes nobody else gets one."""
    paths = [ended(few_places, ada, ben) for _ in range(4)]
    for path in paths:
        refused(ada.get(f"{path}/review"), 503, "thought-pending")
    first = jobs(few_places, "review")
    assert len(first) == 2


def test_newcomers_and_visitors_leave_half_a_queue_to_who_is_established(
    app: Flask, few_places: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: accounts made for it, and visitors from a /48 of networks, ask for reviews of other people's matches."""
    crowd = [new_player(app, few_places, f"Eve{number}") for number in range(3)]
    paths = [ended(few_places, crowd[0], crowd[1]) for _ in range(8)]
    for one, path in zip([*crowd, *crowd], paths, strict=False):
        one.get(f"{path}/review")
    visitors = app.test_client()
    for number, path in enumerate(paths):
        visitors.get(f"{path}/review", environ_overrides={"REMOTE_ADDR": f"2001:db8:0:{number}::1"})
    queue = Queue("review", connection=redis.Redis.from_url(few_places.settings.queue_url), serializer=JSONSerializer)
    assert queue.count == 4
    path = ended(few_places, ada, crowd[0])
    monkeypatch.setattr(operator_caps, "ESTABLISHED_AFTER", 0)
    refused(ada.get(f"{path}/review"), 503, "thought-pending")
    assert queue.count == 5


@pytest.mark.parametrize(("address", "most"), [("2001:db8:0:{}::1", 1), ("2001:db8:{}::1", 2), ("192.0.2.{}", 4)])
def test_visitors_of_one_site_or_provider_share_places(
    app: Flask, few_places: Context, ada: Player, ben: Player, address: str, most: int
) -> None:
    for number in range(1, 6):
        path = ended(few_places, ada, ben)
        app.test_client().get(f"{path}/review", environ_overrides={"REMOTE_ADDR": address.format(number)})
    assert len(jobs(few_places, "review")) == most


def test_a_review_that_goes_on_still_takes_its_askers_place(
    few_places: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: each review that is begun leaves a place to its asker, who takes them all one by one."""
    paths = [ended(few_places, ada, ben) for _ in range(3)]
    ada.get(f"{paths[0]}/review")
    queue = Queue("review", connection=redis.Redis.from_url(few_places.settings.queue_url), serializer=JSONSerializer)
    (job,) = queue.jobs
    queue.remove(job)
    monkeypatch.setattr("workers.jobs.replay.context_of_process", lambda: few_places)
    monkeypatch.setattr(review_job, "review_once", lambda context, match: False)
    with wake.current_job(job.meta):
        review_job.review(*job.args)
    for path in paths[1:]:
        ada.get(f"{path}/review")
    assert queue.count == 2


def test_whoever_has_sealed_a_card_sees_it_while_others_look_back(
    few_places: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: the queue of replays is kept full, and nobody is shown what they have sealed."""
    monkeypatch.setattr(wake, "MOST_REPLAYS", 1)
    url = few_places.settings.queue_url
    assert wake.ask_for_replay(url, "a", None, ())
    assert not wake.ask_for_replay(url, "b", None, ())
    assert wake.ask_for_recall(url, "c", "r1.choose", "x")


def test_a_review_that_finds_no_place_to_go_on_can_be_asked_for_again_at_once(
    context: Context, table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: the queue is full when a slice ends, and for ten minutes everybody waits for a job that is not there."""
    finished(table)
    refused(ada.get(f"{table.path}/review"), 503, "thought-pending")
    jobs(context, "review")
    monkeypatch.setattr("workers.jobs.replay.context_of_process", lambda: context)
    monkeypatch.setattr(review_job, "review_once", lambda context, match: review_once(context, match, 0.0))
    with monkeypatch.context() as full:
        full.setattr(wake, "MOST_REPLAYS", 0)
        review_job.review(table.match)
    assert jobs(context, "review") == []
    refused(ada.get(f"{table.path}/review"), 503, "thought-pending")
    assert jobs(context, "review") == [("workers.jobs.coach.review", table.match)]


def test_a_hint_shows_no_hand_to_who_may_only_play(app: Flask, context: Context, ada: Player) -> None:
    """Attacked: a program without `match:read` learns from the coach which cards its seat holds."""
    match = practising(context, ada, ["steady"])
    decision = ada.sees(f"/v1/matches/{match}")["decisions"][0]["id"]
    playing = Player(app, issue_token(context, ada.account, name="x", scopes=("match:play",)).text, "")
    refused(playing.get(f"/v1/matches/{match}/decisions/{decision}/hint"), 403, "scope-missing")


def test_a_review_names_the_release_that_made_it(
    context: Context, table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: a review of last year's bots passes for this release's, which come to other numbers; half of one is
    completed by other bots."""
    finished(table)
    refused(ada.get(f"{table.path}/review"), 503, "thought-pending")
    monkeypatch.setattr(review_job, "RELEASE", "0.0.1")
    assert not review_once(context, table.match, 0.0)
    begun = context.store.review(table.match)
    assert begun is not None and begun.parts
    monkeypatch.setattr(review_job, "RELEASE", "0.0.2")
    assert not review_once(context, table.match, 0.0)
    again = context.store.review(table.match)
    assert again is not None and again.release == "0.0.2" and len(again.parts) == len(begun.parts)
    while not review_once(context, table.match, 0.0):
        pass
    monkeypatch.undo()
    assert ada.sees(f"{table.path}/review")["release"] == "0.0.2"
