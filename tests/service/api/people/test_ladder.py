"""A ladder through the API: challenged, answered or not, played, voided, left and ended; letters, events, and the verifier."""

import csv
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from icalendar import Calendar

from engine.protocol.log import milliseconds
from service.admin.accounts import block
from service.admin.matches import void_result
from service.admin.operator import Operator
from service.context import Context
from service.matches.departure import depart
from service.store.store import Store
from tests.service.api.people.test_tournaments import (
    HOUR,
    NOW,
    an_hour_ago,
    announced,
    entered,
    resign,
    standings,
    verified,
    wish,
    work,
)
from tests.service.api.players import Player, new_player, refused

DAY = 24 * HOUR
NAMES = ("Cleo", "Dora", "Emil", "Finn", "Gus")
__all__ = ["an_hour_ago"]


class Rung:
    """A ladder that runs, with its players by place."""

    def __init__(self, app: Flask, context: Context, ada: Player, later: pytest.MonkeyPatch, **terms: Any) -> None:
        self.context, self._later, self._away = context, later, 0
        self.path = announced(context, ada, format="ladder", round_seconds=60 * 86_400, **terms)
        players = entered(app, context, self.path, *NAMES)
        later.undo()
        self._by_id = {one.account: one for one in players}
        self.work()

    @property
    def order(self) -> list[Player]:
        rows = next(iter(self._by_id.values())).sees(self.path)["standings"]
        return [self._by_id[one["player"]] for one in rows if one["place"] is not None]

    def admit(self, player: Player) -> None:
        self._by_id[player.account] = player
        assert player.put(f"{self.path}/entry", {}).status_code == 200

    def wait(self, milliseconds: int) -> None:
        self._away += milliseconds
        self._later.setattr(Store, "now", lambda store: NOW(store) + self._away)

    def work(self) -> None:
        self.context.store.look_at_tournament(self.path.rpartition("/")[2], 0)
        work(self.context)
        self.context.store.look_at_tournament(self.path.rpartition("/")[2], 0)
        work(self.context)

    def challenge(self, player: Player, rival: Player) -> dict[str, Any]:
        answer = player.post(f"{self.path}/challenges", {"rival": rival.account})
        assert answer.status_code == 200, answer.get_data(as_text=True)
        found: dict[str, Any] = answer.get_json()["challenges"][-1]
        return found

    def answer(self, rival: Player, number: int, *, accept: bool) -> dict[str, Any]:
        answer = rival.put(f"{self.path}/challenges/{number}/answer", {"accept": accept})
        assert answer.status_code == 200, answer.get_data(as_text=True)
        found: dict[str, Any] = next(one for one in answer.get_json()["challenges"] if one["number"] == number)
        return found

    def play(self, player: Player, rival: Player, loser: Player) -> str:
        match: str = self.answer(rival, self.challenge(player, rival)["number"], accept=True)["match"]
        work(self.context)
        resign(self.context, {"match": match}, loser.account)
        self.work()
        return match

    def told(self, player: Player) -> list[tuple[str, bool, int | None]]:
        self.context.store.relay_all()
        events = [one.event for one in self.context.store.feed(player.account, None, 80).events]
        return [
            (one["what"], one["is_challenger"], one["place"])
            for one in events
            if one["type"] in ("challenge-received", "challenge-decided")
        ]


@pytest.fixture
def rung(app: Flask, context: Context, ada: Player, an_hour_ago: pytest.MonkeyPatch) -> Rung:
    return Rung(app, context, ada, an_hour_ago, rated=True)


def test_a_ladder_from_its_announcement_to_its_end(rung: Rung, visitor: Player, tmp_path: Path) -> None:
    top, second, third, fourth, last = rung.order
    shown = fourth.sees(rung.path)
    assert (shown["status"], shown["round"], shown["reach"], shown["at_once"]) == ("running", 1, 3, 1)
    assert shown["rivals"] == [one.account for one in (top, second, third)]
    assert visitor.sees(rung.path)["rivals"] == last.sees(rung.path)["rivals"][:0]

    made = rung.challenge(fourth, second)
    assert (made["number"], made["answer"], made["match"], made["is_open"]) == (1, None, None, True)
    assert milliseconds(made["answer_by"]) - milliseconds(made["at"]) == 7 * DAY
    assert rung.challenge(fourth, second)["number"] == 1, "challenging again changes nothing"
    rung.work()
    assert rung.told(second) == [("challenged", False, 2)]
    accepted = rung.answer(second, 1, accept=True)
    assert rung.answer(second, 1, accept=True) == accepted
    assert second.get(f"/v1/matches/{accepted['match']}").status_code == 200, "its table is there at once"
    rung.work()
    assert rung.told(fourth) == [("accepted", True, 4)]
    resign(rung.context, accepted, second.account)
    rung.work()
    assert [one.account for one in rung.order] == [one.account for one in (top, fourth, second, third, last)]
    assert (rung.told(fourth)[-1], rung.told(second)[-1]) == (("won", True, 2), ("won", False, 3))

    rung.answer(third, rung.challenge(last, third)["number"], accept=False)
    rung.work()
    assert rung.told(last) == [("declined", True, 4)]
    assert [one.account for one in rung.order] == [one.account for one in (top, fourth, second, last, third)]
    rung.challenge(second, top)
    rung.work()
    rung.wait(7 * DAY)
    rung.work()
    assert (rung.told(second)[-1], rung.told(top)) == (
        ("silent", True, 1),
        [("challenged", False, 1), ("silent", False, 2)],
    )
    rung.challenge(third, fourth)
    dates = Calendar.from_ical(visitor.get(f"{rung.path}/calendar.ics").data).walk("VEVENT")
    assert [str(one["summary"]) for one in dates] == [
        "Hansa cup: entries close",
        "Hansa cup: challenges",
        "Hansa cup: challenge 4: the time to answer ends",
    ]
    assert timedelta(days=60) == dates[1].decoded("dtend") - dates[1].decoded("dtstart")
    rung.wait(54 * DAY)
    rung.work()
    over = visitor.sees(rung.path)
    assert (over["status"], [one["place"] for one in over["standings"]]) == ("over", [1, 2, 3, 4, 5])
    assert [one.account for one in rung.order] == [one.account for one in (second, top, third, fourth, last)]
    assert refused(third.post(f"{rung.path}/challenges", {"rival": top.account}), 409, "cannot-challenge")
    assert refused(top.put(f"{rung.path}/challenges/3/answer", {"accept": True}), 409, "challenge-over")
    assert verified(visitor, rung.path, tmp_path).startswith("PASS")
    _, *lines = csv.reader(visitor.get(f"{rung.path}/standings.csv").get_data(as_text=True).splitlines())
    assert [line[0] for line in lines] == ["1", "2", "3", "4", "5"]


def test_refusals_name_the_reason(rung: Rung, visitor: Player, ada: Player) -> None:
    top, second, third, fourth, last = rung.order
    here = f"{rung.path}/challenges"

    def why(player: Player, rival: Player) -> str:
        found: str = refused(player.post(here, {"rival": rival.account}), 409, "cannot-challenge")["detail"]
        return found

    assert "1 to 3 places" in why(last, top)
    assert "1 to 3 places" in why(top, second)
    assert "in the ladder" in why(ada, top)
    assert refused(last.post(here, {"rival": "p_nobody"}), 409, "cannot-challenge")
    assert refused(last.post(here, {}), 422, "invalid")
    rung.challenge(last, second)
    assert "1 of your challenges" in why(last, third)
    for number in (1, 2):
        assert refused(third.put(f"{here}/{number}/answer", {"accept": True}), 404, "not-found")
    rung.answer(second, 1, accept=False)
    assert refused(second.put(f"{here}/1/answer", {"accept": True}), 409, "challenge-over")
    assert "336 hours" in why(second, last)
    assert fourth.put(f"{here}/0/answer", {"accept": True}).status_code == 404


@pytest.mark.parametrize("accept", ["yes", "no", "off", 1, 0, None])
def test_only_true_and_false_answer_a_challenge(rung: Rung, accept: object) -> None:
    """An answer cannot be taken back, so no text and no number is read as one."""
    top, second, *_ = rung.order
    rung.challenge(second, top)
    assert refused(top.put(f"{rung.path}/challenges/1/answer", {"accept": accept}), 422, "invalid")
    assert top.sees(rung.path)["challenges"][0]["answer"] is None


def test_near_the_end_nobody_is_promised_more_time_than_there_is(
    rung: Rung, visitor: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    top, second, *_ = rung.order
    rung.wait(57 * DAY)
    rung.work()
    notify, told = Store.notify, set[int]()

    def noted(store: Store, notices: Any, recipient: Any) -> Any:
        told.update(one["facts"]["answer_by"] for one in notices if one["kind"] == "challenge-received")
        return notify(store, notices, recipient)

    monkeypatch.setattr(Store, "notify", noted)
    rung.challenge(second, top)
    rung.work()
    ends = milliseconds(top.sees(rung.path)["round_ends_at"])
    assert told == {ends}
    dates = Calendar.from_ical(visitor.get(f"{rung.path}/calendar.ics").data).walk("VEVENT")
    assert dates[2].decoded("dtend") == dates[1].decoded("dtend")


def test_a_league_has_no_challenges(app: Flask, context: Context, ada: Player, an_hour_ago: pytest.MonkeyPatch) -> None:
    path = announced(context, ada)
    one, other = entered(app, context, path, "Cleo", "Dora")
    assert refused(one.post(f"{path}/challenges", {"rival": other.account}), 409, "cannot-challenge")
    assert refused(one.put(f"{path}/challenges/1/answer", {"accept": True}), 404, "not-found")
    assert one.sees(path)["rivals"] == []


def test_a_voided_win_gives_the_place_back(rung: Rung, context: Context, visitor: Player, tmp_path: Path) -> None:
    top, second, third, *_ = rung.order
    before = [one.account for one in rung.order]
    match = rung.play(third, top, top)
    assert rung.order[0].account == third.account
    void_result(Operator(context.store, "console"), match, "plays with two accounts")
    rung.work()
    assert [one.account for one in rung.order] == before
    assert third.sees(rung.path)["rivals"] == [second.account], "and whom one may challenge follows from it"
    assert verified(visitor, rung.path, tmp_path).startswith("PASS")


def test_a_block_keeps_no_challenge_away(rung: Rung, app: Flask, context: Context) -> None:
    """The attack: enter behind everybody, each of them blocked, climb with one block lifted at a time, and stay on top."""
    top, second, *others = rung.order
    hiding = new_player(app, context, "Jo")
    for one in (top, second, *others):
        assert hiding.put(f"/v1/me/blocks/{one.account}").status_code < 300
    rung.admit(hiding)
    assert hiding.sees(rung.path)["rivals"] == [one.account for one in others]
    rung.play(hiding, others[0], others[0])
    assert hiding.account in others[1].sees(rung.path)["rivals"]
    rung.challenge(others[1], hiding)
    assert top.put(f"/v1/me/blocks/{second.account}").status_code < 300
    rung.challenge(second, top)


def test_a_clock_that_goes_back_refuses_no_challenge_and_no_answer(rung: Rung) -> None:
    """Another server of the store answers after a failover, and its clock is a little behind."""
    top, second, third, *_ = rung.order
    rung.challenge(third, second)
    rung.wait(-5_000)
    made = rung.challenge(second, top)
    assert milliseconds(made["answer_by"]) - milliseconds(made["at"]) == 7 * DAY
    rung.wait(7 * DAY)
    rung.answer(second, 1, accept=False)
    rung.wait(-DAY)
    assert not rung.answer(top, 2, accept=False)["is_open"]


def test_vacations_entered_before_give_time_and_later_ones_do_not(rung: Rung, context: Context) -> None:
    top, second, third, *_ = rung.order
    now = datetime.fromtimestamp(context.store.now() / 1000, UTC).date()
    first, end = now + timedelta(days=2), now + timedelta(days=11)
    entered = top.ask("PUT", f"/v1/me/vacations/{first.isoformat()}", {"last": end.isoformat()})
    assert entered.status_code < 300, entered.get_data(as_text=True)
    made = rung.challenge(second, top)
    assert milliseconds(made["answer_by"]) - milliseconds(made["at"]) == 17 * DAY
    other = rung.challenge(third, second)
    assert milliseconds(other["answer_by"]) - milliseconds(other["at"]) == 7 * DAY
    rung.wait(8 * DAY)
    rung.work()
    assert [one.account for one in rung.order[:3]] == [top.account, third.account, second.account]


def test_leaving_deletion_and_a_ban_take_a_player_out(
    rung: Rung, context: Context, visitor: Player, tmp_path: Path
) -> None:
    top, second, third, fourth, last = rung.order
    rung.challenge(third, second)
    assert second.delete(f"{rung.path}/entry").get_json()["challenges"][0]["is_open"] is False
    assert [one.account for one in rung.order] == [one.account for one in (top, third, fourth, last)]
    rung.admit(second)
    assert rung.order[-1].account == second.account
    block(Operator(context.store, "console"), top.account, "plays with two accounts")
    depart(context, fourth.account)
    rung.work()
    names = {one["name"]: one["place"] for one in visitor.sees(rung.path)["standings"]}
    assert sorted(place for place in names.values() if place) == [1, 2, 3]
    assert [one.account for one in rung.order] == [one.account for one in (third, last, second)]
    assert verified(visitor, rung.path, tmp_path).startswith("PASS")


def test_news_and_tables_are_made_once_though_the_clock_dies(
    rung: Rung, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    top, second, *_ = rung.order
    number = rung.challenge(second, top)["number"]
    rung.answer(top, number, accept=True)

    def dies(*_args: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(Store, "note_of_tournament", dies)
        rung.work()
    rung.work()
    assert rung.told(top) == [("challenged", False, 1)]
    assert rung.told(second) == [("accepted", True, 2)]


@pytest.mark.parametrize(
    "terms",
    [{"reach": 0}, {"reach": 11}, {"at_once": 4}, {"answer_seconds": 60}, {"again_seconds": 3600}, {"seats": 3}],
)
def test_terms_out_of_bounds_are_refused(context: Context, ada: Player, terms: dict[str, Any]) -> None:
    assert refused(ada.post("/v1/tournaments", wish(context, format="ladder", **terms)), 422, "invalid")


def test_people_are_named_as_in_other_formats(rung: Rung, visitor: Player) -> None:
    assert [(place, points) for _, place, points in standings(visitor, rung.path)] == [(one, 0) for one in range(1, 6)]
