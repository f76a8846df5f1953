"""What players of a tournament are told by mail: one letter for all their tables, the end, and standings in digests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.protocol.log import timestamp
from service.context import Context
from service.keys.keyring import results_origin
from service.keys.signing import new_match_id, new_seed
from service.matches import tournaments
from service.matches.seating import lobby
from service.matches.tournaments import NewTournament
from service.notifications.kinds import KINDS, TOURNAMENT_OVER, TOURNAMENT_ROUND, TOURNAMENT_STANDINGS
from service.notifications.overtaking import Situation
from service.store.keys import DIGEST, recipient_of
from service.store.records import Account, Notice
from service.store.store import Store
from tests.given.contexts import account, open_context
from tests.given.undrawn import draw_nothing
from tests.workers.mail.post_office import PostOffice, post_office, text_of
from tests.workers.mail.sending.delivering import hurry, to
from workers.clock.results import ResultsWriter, look_at_tournaments
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

HOUR = 3_600_000
WEEK = 7 * 24 * HOUR
NOW = Store.now


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with post_office() as opened:
        yield opened


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> Context:
    draw_nothing(monkeypatch)
    return open_context(redis_url, tmp_path / "keys", smtp_url=office.url)


def league(
    context: Context, monkeypatch: pytest.MonkeyPatch, players: list[Account], name: str = "Hansa cup", **terms: Any
) -> str:
    """Have a league of these players, or what the terms say, drawn, and its matches begun."""
    tournament = new_match_id()
    with monkeypatch.context() as earlier:
        earlier.setattr(Store, "now", lambda store: NOW(store) - HOUR)
        closes = timestamp(context.store.now() + HOUR // 2)
        wanted = NewTournament(name=name, rules="kontor", closes=closes, **terms)
        tournaments.announce(context, players[0], wanted, tournament, new_seed(), "192.0.2.1")
        for one in players:
            tournaments.enter(context, tournament, one, None, "192.0.2.1")
    look_at_tournaments(context)
    drain_once(context)
    return tournament


def play_out(context: Context, tournament: str, loser: Account) -> None:
    """Have one player resign everything, and the others the rest, and the clock see to it."""
    for table in tournaments.load(context.store, tournament).log.tables:
        one = loser.id if loser.id in table["players"] else table["players"][0]
        found = context.store.account(one)
        assert found is not None
        lobby.resign(context, table["match"], found)
    drain_once(context)
    ResultsWriter(context.store, context.signers, results_origin(context.settings.origin)).batch()
    look_at_tournaments(context)


def deliver(context: Context) -> None:
    hurry(context)
    deliver_once(context, transport_of(context.settings.smtp_url))


def subjects(office: PostOffice, one: Account) -> list[str]:
    return [str(letter["Subject"]).removeprefix("[Siegelpost] ") for letter in to(office, one)]


def test_one_letter_announces_all_tables_and_none_that_a_match_begins(
    context: Context, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, cleo = (account(context, name) for name in ("Ann", "Ben", "Cleo"))
    tournament = league(context, monkeypatch, [ann, ben, cleo])
    look_at_tournaments(context)
    deliver(context)
    (told,) = [one for one in to(office, ann) if "begins" in str(one["Subject"])]
    text = text_of(told)
    tables = [one for one in tournaments.load(context.store, tournament).log.tables if ann.id in one["players"]]
    assert all(f"/table/{one['match']}" in text for one in tables)
    assert "against Ben" in text and "against Cleo" in text and f"/tournament/{tournament}" in text
    assert not any("has started" in text_of(one) for one in office.letters)
    assert len(to(office, ann)) == 1 + len(tables), "besides, each table asks its own question"
    # Programs are told of each match all the same, and of the round.
    context.store.relay_all()
    types = [one.event["type"] for one in context.store.feed(ann.id, None, 50).events]
    assert (types.count("started"), types.count(TOURNAMENT_ROUND.name)) == (2, 1)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "2 tournaments: Hansa cup, Spring cup"),
        ("de", "2 Turniere: Hansa cup, Spring cup"),
        ("fr", "2 tournois : Hansa cup, Spring cup"),
    ],
)
def test_a_letter_about_several_tournaments_names_them_in_its_subject(
    context: Context, office: PostOffice, monkeypatch: pytest.MonkeyPatch, language: str, told: str
) -> None:
    ann, ben = account(context, "Ann", language=language), account(context, "Ben")
    for name in ("Hansa cup", "Spring cup"):
        league(context, monkeypatch, [ann, ben], name=name)
    deliver(context)
    assert told in subjects(office, ann)


def test_the_end_of_a_tournament_is_told_once(
    context: Context, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, cleo = (account(context, name) for name in ("Ann", "Ben", "Cleo"))
    tournament = league(context, monkeypatch, [ann, ben, cleo])
    tournaments.leave(context, tournament, cleo.id)
    play_out(context, tournament, ann)
    for _ in range(2):
        context.store.look_at_tournament(tournament, 0)
        look_at_tournaments(context)
        deliver(context)
    assert [one for one in subjects(office, ben) if "is over" in one and "cup" in one] == [
        '"Hansa cup" is over: place 1 of 3'
    ]
    (told,) = [one for one in to(office, cleo) if 'cup" is over' in str(one["Subject"])]
    assert "You had withdrawn." in text_of(told) and "1. Ben: 2 points" in text_of(told)


def test_of_a_round_those_are_told_who_are_still_in_a_knock_out(
    context: Context, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, cleo = (account(context, name) for name in ("Ann", "Ben", "Cleo"))
    tournament = league(context, monkeypatch, [ann, ben, cleo], format="knockout")
    log = tournaments.load(context.store, tournament).log
    (table,), (free,) = log.tables, log.paired[0]["byes"]
    players = {one.id: one for one in (ann, ben, cleo)}
    play_out(context, tournament, players[table["players"][0]])
    look_at_tournaments(context)
    assert tournaments.load(context.store, tournament).log.round == 2
    deliver(context)
    loser, winner = (players[one] for one in table["players"])
    assert [one for one in subjects(office, loser) if "cup" in one and "with" not in one] == ['"Hansa cup" begins']
    # What was not yet delivered comes in one letter: that there is no match in the first round, and one in the second.
    (told,) = [text_of(one) for one in to(office, players[free]) if "Round 2" in str(one["Subject"])]
    assert "no match in this round; that counts as a win" in told and f"against {winner.name}" in told


@pytest.mark.parametrize("mode", ["news", "off"])
def test_standings_come_weekly_in_the_digest_of_who_has_one(
    context: Context, office: PostOffice, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    context.store.change_prefs(ann.id, lambda now: {**now.prefs, "digest": mode})
    tournament = league(context, monkeypatch, [ann, ben])
    digest = recipient_of(ann.id, None, DIGEST)
    deliver(context)  # with a digest, the letter about the round waits for it
    assert any("begins" in one for one in subjects(office, ann)) == (mode == "off")
    deliver(context)
    with monkeypatch.context() as later:
        later.setattr(Store, "now", lambda store: NOW(store) + WEEK)
        for _ in range(2):
            look_at_tournaments(context)
            context.store.look_at_tournament(tournament, 0)
        held = [one["kind"] for one in context.store.notices(digest).pending]
        assert held == ([] if mode == "off" else [TOURNAMENT_STANDINGS.name])
        deliver(context)
    told = [text_of(one) for one in to(office, ann)]
    assert ["in place 1 of 2" in one for one in told if "1. " in one] == ([] if mode == "off" else [True])


def test_news_about_an_account_is_news_without_a_match() -> None:
    for row in KINDS.values():
        if row.layout == "account":
            notice = Notice(id="n", kind=row.name, account="a", match="", seat=None, n=0, at=1, send_at=1, facts={})
            assert row.overtaken(notice, Situation(None)) is None, row.name
    assert TOURNAMENT_OVER.layout == "account"


@pytest.mark.parametrize(
    ("terms", "needs"),
    [({"least": 4}, "1 of the 4 players"), ({"format": "teams", "boards": 2}, "0 of the 2 complete")],
)
def test_a_cancelled_tournament_is_told_once_to_entrants_and_organiser(
    context: Context, office: PostOffice, monkeypatch: pytest.MonkeyPatch, terms: dict[str, Any], needs: str
) -> None:
    ann, ben, cleo = (account(context, name) for name in ("Ann", "Ben", "Cleo"))
    tournament = new_match_id()
    with monkeypatch.context() as earlier:
        earlier.setattr(Store, "now", lambda store: NOW(store) - HOUR)
        closes = timestamp(context.store.now() + HOUR // 2)
        wanted = NewTournament(name="Hansa cup", rules="kontor", closes=closes, **terms)
        tournaments.announce(context, ann, wanted, tournament, new_seed(), "192.0.2.1")
        team = {"team_name": "Elbe"} if "boards" in terms else {}
        for one in (ben, cleo):
            tournaments.enter(context, tournament, one, None, "192.0.2.1", **team)
            team = {"team_name": "Weser"} if team else {}
        tournaments.leave(context, tournament, cleo.id)
    for _ in range(2):
        context.store.look_at_tournament(tournament, 0)
        look_at_tournaments(context)
        deliver(context)
    for one in (ann, ben):
        assert subjects(office, one) == ['"Hansa cup" does not take place']
        (told,) = to(office, one)
        assert needs in text_of(told) and f"/tournament/{tournament}" in text_of(told)
    assert subjects(office, cleo) == []
    context.store.relay_all()
    (event,) = [one.event for one in context.store.feed(ben.id, None, 50).events]
    assert (event["type"], event["place"], event["cancelled"]) == (TOURNAMENT_OVER.name, None, True)
