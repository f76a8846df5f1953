"""What matches of a release had agreed on, and what came of it, is read, shown and told by the present one."""

from pathlib import Path

import pytest

from engine.match.extensions import times_taken
from engine.match.pauses import away_until
from engine.match.time_requests import request_of
from service.api.app import create_app
from service.api.matches import representations
from tests.service.absent_people import People
from tests.system.stored import agreements, keep, release
from tests.workers.mail.post_office import text_of
from workers.mail.compose import compose
from workers.mail.sender import sender_of


@pytest.fixture(params=release.RELEASES)
def people(request: pytest.FixtureRequest, redis_url: str, tmp_path: Path) -> People:
    """The match, whose people all do nothing from now on."""
    context, match = release.restored(request.param, "agreements", redis_url, tmp_path)
    record = keep.load(context, match)
    left = People(context, wish=agreements.WISH, away={0, 1})
    left.match, left.now = match, record.at + 1
    return left


def test_all_of_it_is_there_and_shown(people: People) -> None:
    record = people.record
    table, standing = record.table, next(one for one in record.table["standing"] if one["deadline"])
    asking = request_of(standing)
    assert asking is not None
    assert (asking["seat"], times_taken(table, 1), table.get("nights")) == (1, 1, "kept")
    assert (away_until(table, 1) or 0) > people.now
    with create_app(people.context).app_context():
        shown = representations.match(record, table["seats"][0]["player"])
    assert [(one["seat"], one["decision"] is None) for one in shown["absence"]["taken_over"]] == [(1, False)]
    assert [one["seat"] for one in shown["time_requests"]["open"]] == [1]
    assert shown["absence"]["handing"] is not None
    assert shown["absence"]["handings"] == []
    assert shown["absence"]["may_hand"] is not None
    assert [one["seat"] for one in shown["away"]] == [1]


def test_it_goes_on_to_its_end_is_proved_and_tells_who_played(people: People) -> None:
    before = people.entries()
    assert people.to_the_end().over is not None
    assert people.entries()[: len(before)] == before
    assert (people.proof().verdict, people.proof().reason) == ("PASS", "")
    record = people.record
    reader = people.context.store.account(str(record.table["seats"][1]["player"]))
    news = [
        one for one in people.notices if reader is not None and (one["account"], one["kind"]) == (reader.id, "over")
    ]
    assert reader is not None
    letter = " ".join(text_of(compose(news[-1:], reader, record, sender_of(people.context, record))).split())
    assert "Ben (until " in letter and "the seat was played by" in letter
