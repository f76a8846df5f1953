"""A substitute plays on over HTTP: every act, in every custody, right after the takeover and when the log has grown since."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from engine.match.absence import case_of
from engine.match.asking import standing_of
from engine.match.pauses import next_wish
from engine.protocol.canon import b64
from engine.protocol.seal import Opening, commitment
from engine.registry import game_of
from service.context import Context
from service.matches import acts
from service.matches.absence import absence, pauses
from service.matches.errors import ActError
from service.notifications.events import announce
from service.store.records import Record
from tests.given.contexts import loaded
from tests.service.api.players import Player, Table, refused
from tests.service.hours import pass_hours
from workers.inbox.commands.choose import act_on
from workers.resolve.drain import drain_once


@dataclass
class Away:
    """A match of two in which the others are asked about Ada, who stays away, and Cleo is ready for her seat."""

    context: Context
    table: Table
    ada: Player
    ben: Player
    cleo: Player

    @property
    def record(self) -> Record:
        return loaded(self.context, self.table.match)

    @property
    def decision(self) -> str:
        return str(self.record.table["standing"][0]["id"])

    def grow(self) -> None:
        """Let another process add an entry to the log, which changes nothing about the decision."""
        ben, table = self.ben.stored(self.context), self.record.table
        wanted = 1 not in table["pauses"]["wishes"]
        pauses.wish(self.context, self.table.match, ben, wanted, next_wish(table, 1))

    def change_hands(self) -> None:
        """Let Ben give Cleo the seat; until then this process remembers Ada there."""
        self.ada.sees(self.table.path)
        vote = {"choice": "person", "player": self.cleo.account}
        assert self.ben.put(f"{self.table.path}/seats/0/vote", vote).status_code == 200
        drain_once(self.context)
        assert self.record.table["seats"][0]["player"] == self.cleo.account

    def opening(self, salt: int) -> Opening:
        """Return an opening of seat 0, with a move that it may make."""
        record, standing = self.record, self.record.table["standing"][0]
        assert record.state is not None
        return {
            "v": 1,
            "match": record.match,
            "rules": record.table["rules"],
            "decision": standing["id"],
            "seat": 0,
            "head": standing["head"],
            "salt": b64(bytes([salt]) * 32),
            "move": game_of(record.table).moves(record.state, 0, standing["id"])[0],
        }

    def locked(self, player: Player) -> Opening:
        """Let a player seal in seat 0, and keep the opening, until it is locked."""
        opening, place = self.opening(9), self.table.here()
        assert player.put(f"{place}/commitment", {"commitment": commitment(opening)}).status_code == 200
        move = self.table.moves(self.ben, self.decision)[0]
        assert self.ben.put(f"{place}/commitment", {"move": move}).status_code == 200
        self.table.resolve()
        standing = standing_of(self.record.table, opening["decision"])
        assert standing is not None and standing["phase"] == "opening"
        return opening


@pytest.fixture
def match(context: Context, ada: Player, ben: Player, cleo: Player) -> Away:
    table = Table.begin(context, ada, ben, absence={"misses": 1}, pauses={}, extensions={}, time_requests={})
    assert ada.post(f"{table.path}/seats/me/substitutes", {"invite": cleo.account}).status_code == 200
    assert cleo.put(f"{table.path}/seats/0/substitute").status_code == 200
    pass_hours(context, table.match, lambda record: "polled" in (case_of(record.table, 0) or {}))
    return Away(context, table, ada, ben, cleo)


@pytest.mark.parametrize("grown", [False, True])
@pytest.mark.parametrize("form", ["move", "opening", "commitment"])
def test_a_substitute_seals_replaces_and_takes_back(match: Away, form: str, grown: bool) -> None:
    match.change_hands()

    def sealed(number: int) -> dict[str, Any]:
        opening = match.opening(number)
        made: dict[str, Any] = {"move": opening["move"], "opening": opening, "commitment": commitment(opening)}
        return {form: made[form]}

    def done(method: str, body: Any = None, query: str = "") -> tuple[str, int]:
        place = match.table.here()
        if grown:
            match.grow()  # which this process, unlike what it saw just now, does not remember
        answer = match.cleo.ask(method, f"{place}/commitment{query}", body)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        receipt = answer.get_json()["receipt"]
        return receipt["act"], receipt["seq"]

    assert done("PUT", sealed(1)) == ("commit", 1)
    assert done("PUT", {**sealed(2), "replaces": 1}) == ("replace", 2)
    assert done("DELETE", query="?replaces=2") == ("withdraw", 3)
    assert done("PUT", {**sealed(3), "replaces": 3}) == ("replace", 4)


@pytest.mark.parametrize("grown", [False, True])
def test_a_substitute_opens_what_she_keeps_herself(match: Away, grown: bool) -> None:
    match.change_hands()
    opening = match.locked(match.cleo)
    place = f"{match.table.path}/decisions/{opening['decision']}/opening"
    for _ in range(2):  # the same again gets the same
        if grown:
            match.grow()
        answer = match.cleo.put(place, {"opening": opening})
        assert answer.status_code == 200, answer.get_data(as_text=True)
    match.table.resolve()
    assert standing_of(match.record.table, opening["decision"]) is None


def test_who_was_replaced_is_told_so_by_a_process_that_remembers_them_there(match: Away) -> None:
    match.change_hands()
    opening = match.opening(1)
    place = f"{match.table.path}/decisions/{opening['decision']}/commitment"
    for body in ({"move": opening["move"]}, {"opening": opening}, {"commitment": commitment(opening)}):
        refused(match.ada.put(place, body), 403, "not-seated")
    refused(match.ada.delete(f"{place}?replaces=1"), 403, "not-seated")
    assert match.record.acts == {}


def stale(act: Callable[[], object]) -> None:
    with pytest.raises(ActError) as error:
        act()
    assert error.value.code == "stale"


def test_an_act_under_way_when_the_seat_changed_hands_is_not_the_substitute_s(context: Context, match: Away) -> None:
    """The attack: Ada's requests have read the table before the takeover, and are written after it."""
    old, decision, opening = match.record, match.decision, match.opening(1)
    match.change_hands()
    stale(lambda: acts.commit(context, old, 0, acts.SeatAct(decision, commitment=commitment(opening))))
    stale(lambda: acts.commit(context, old, 0, acts.SeatAct(decision, opening=opening)))
    stale(lambda: acts.commit(context, old, 0, acts.SeatAct(decision, move=opening["move"], bearer="a token")))
    done = acts.commit(context, match.record, 0, acts.SeatAct(decision, move=opening["move"]))
    stale(lambda: acts.withdraw(context, old, 0, acts.SeatAct(decision, replaces=done.act.seq)))
    assert match.record.acts[decision, 0] == done.act


def test_an_opening_under_way_when_the_seat_changed_hands_is_not_the_substitute_s(
    context: Context, match: Away
) -> None:
    match.change_hands()
    opening = match.locked(match.cleo)
    old = match.record
    match.grow()
    stale(lambda: acts.open_commitment(context, old, 0, acts.SeatAct(opening["decision"], opening=opening)))
    assert acts.open_commitment(context, match.record, 0, acts.SeatAct(opening["decision"], opening=opening)).stored


def test_a_mail_under_way_when_the_seat_changed_hands_is_not_the_substitute_s(context: Context, match: Away) -> None:
    """The attack: Ada's mail was read before the takeover; its second try must not find Cleo's seat."""
    old, opening = match.record, match.opening(1)
    match.change_hands()
    done = act_on(context, old, 0, old.table["standing"][0], opening, wait=False)
    assert (done.act, done.refused, match.record.acts) == ("refused", "stale", {})


def test_a_substitute_seals_by_mail_although_the_log_has_grown_since_it_was_read(context: Context, match: Away) -> None:
    match.change_hands()
    old, opening = match.record, match.opening(1)
    match.grow()
    done = act_on(context, old, 0, old.table["standing"][0], opening, wait=False)
    assert (done.act, done.acted is not None and done.acted.act.seq) == ("sealed", 1)


@pytest.mark.parametrize("said", ["vote", "here", "pause", "more time", "a request", "an answer to one", "handing"])
def test_who_loses_the_seat_as_they_say_something_has_their_receipt(
    match: Away, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker gives Cleo's seat back to Ada between her word and the answer to it."""
    match.change_hands()
    ada, ben, cleo, path = match.ada, match.ben, match.cleo, match.table.path
    decision, back = f"{path}/decisions/{match.decision}", {"choice": "person", "player": ada.account}
    assert ada.put(f"{path}/seats/0/substitute").status_code == 200
    if said == "an answer to one":
        assert ben.put(f"{decision}/time-request", {"seconds": 60, "seq": 1}).status_code == 200
    if said == "here":
        pass_hours(match.context, match.table.match, lambda record: case_of(record.table, 0) is not None)
    if said not in ("vote", "here"):
        assert cleo.put(f"{path}/seats/0/vote", back).status_code == 200

    def given_away(*told: Any) -> None:
        announce(*told)
        monkeypatch.setattr("service.matches.changes.announce", announce)
        if said == "here":
            absence.vote(match.context, match.table.match, cleo.stored(match.context), 0, "person", player=ada.account)
        absence.vote(match.context, match.table.match, ben.stored(match.context), 0, "person", player=ada.account)
        drain_once(match.context)

    monkeypatch.setattr("service.matches.changes.announce", given_away)
    answer = {
        "vote": lambda: cleo.put(f"{path}/seats/0/vote", back),
        "here": lambda: cleo.put(f"{path}/seats/0/presence"),
        "pause": lambda: cleo.put(f"{path}/pause", {"pause": True, "seq": 1}),
        "more time": lambda: cleo.put(f"{decision}/extension", {"seq": 1}),
        "a request": lambda: cleo.put(f"{decision}/time-request", {"seconds": 60, "seq": 1}),
        "an answer to one": lambda: cleo.put(f"{decision}/time-response", {"requester": 1, "grant": False, "seq": 1}),
        "handing": lambda: cleo.put(f"{path}/seats/0/handing", {"choice": "bot", "seq": 1}),
    }[said]()
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert (answer.get_json()["receipt"]["seat"], match.record.table["seats"][0]["player"]) == (0, ada.account)
    refused(cleo.put(f"{path}/seats/0/presence"), 403, "not-seated")
