"""Tournaments in the browser: found from the lobby, entered and left; after the draw standings and all matches on a phone."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from engine.protocol.log import timestamp
from service.accounts.access.login import request_login
from service.context import Context
from service.keys.keyring import results_origin
from service.keys.signing import new_match_id, new_seed
from service.matches import tournaments
from service.matches.seating import lobby
from service.matches.tournaments import NewTournament
from service.store.records import Account
from service.store.store import Store
from tests.browser.pages.test_account import letters
from tests.browser.people import assert_fit_for_everybody, at_browser, record_of
from tests.cli.served import Served
from tests.given.contexts import account as player_of
from workers.clock.results import ResultsWriter, look_at_tournaments
from workers.resolve.drain import drain_once

HOUR = 3_600_000
PHONE = (390, 844)
NOW = Store.now


def announced(context: Context, organiser: Account, name: str) -> str:
    """Announce a league whose entries close in half an hour."""
    tournament = new_match_id()
    wanted = NewTournament(name=name, rules="kontor", closes=timestamp(context.store.now() + HOUR // 2))
    tournaments.announce(context, organiser, wanted, tournament, new_seed(), "192.0.2.1")
    return tournament


def an_hour_ago(context: Context, monkeypatch: pytest.MonkeyPatch) -> Context:
    """Return the same installation, by a clock that is an hour slow."""
    store = copy.copy(context.store)
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() - HOUR)
    return replace(context, store=store)


def drawn(context: Context, players: list[Account], monkeypatch: pytest.MonkeyPatch) -> str:
    """Have a tournament drawn; the first player resigns one match."""
    past = an_hour_ago(context, monkeypatch)
    tournament = announced(past, players[0], "Hansa cup")
    for one in players:
        tournaments.enter(past, tournament, one, None, "192.0.2.1")
    look_at_tournaments(context)
    tables = tournaments.load(context.store, tournament).log.tables
    lost = next(one["match"] for one in tables if players[0].id in one["players"])
    while record_of(context, lost).table["request"]:
        drain_once(context)
    lobby.resign(context, lost, players[0])
    writer = ResultsWriter(context.store, context.signers, results_origin(context.settings.origin))
    while lost not in tournaments.load(context.store, tournament).log.scored:
        drain_once(context)
        writer.batch()
    return tournament


def test_a_tournament_is_entered_and_its_standings_fit_a_phone(
    browser: Browser, house: Served, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = house.context
    others = [player_of(context, f"Entrant {one} with a long name") for one in "ABCDE"]
    over, coming = drawn(context, [ada, *others], monkeypatch), announced(context, ada, "Winter league")
    request_login(context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.page
        me.sign_in(letters(context, ada)[0])
        page.goto("/lobby")
        page.get_by_role("link", name="Tournaments").click()
        expect(page.get_by_role("heading", name="Running")).to_be_visible()
        assert_fit_for_everybody(page)
        page.get_by_text("Announce a tournament").click()
        page.get_by_label("Game").select_option(label="Seafarers")
        page.get_by_label("Name of the tournament").fill("Spring fleet")
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Announce it").click()
        expect(page.get_by_role("heading", name="Spring fleet")).to_be_visible()
        expect(page.get_by_text("at about 3 tables of 5")).to_be_visible()
        page.goto("/tournaments")
        page.get_by_text("Announce a tournament").click()
        page.get_by_label("Game").select_option(label="Kontor")
        page.get_by_label("Format").select_option("swiss")
        page.get_by_role("spinbutton", name="Rounds").fill("3")
        page.get_by_label("Days that a round takes").fill("20")
        page.get_by_label("Name of the tournament").fill("Spring Swiss")
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Announce it").click()
        expect(page.get_by_text("A round takes 20 days at most")).to_be_visible()
        page.goto("/tournaments")
        page.get_by_role("link", name="Winter league").click()
        expect(page.get_by_text("Nobody has entered yet.")).to_be_visible()
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator(".people").get_by_role("link", name="Ada")).to_be_visible()
        (entry,) = tournaments.load(context.store, coming).log.entered
        assert entry["player"] == ada.id and entry["entropy"], "the browser adds to the draw"
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Withdraw").click()
        expect(page.get_by_text("Nobody has entered yet.")).to_be_visible()

        page.goto(f"/tournament/{over}")
        expect(page.locator(".ranks tbody tr")).to_have_count(6)
        expect(page.locator(".cross a")).to_have_count(30)
        (won,) = page.get_by_role("link", name="against Ada: 2").all()
        assert page.locator(".ranks tbody tr").first.locator("td").all_inner_texts() == ["1", "2", "1"]
        assert_fit_for_everybody(page)
        assert page.locator(".wide").last.evaluate("one => one.scrollWidth > one.clientWidth"), "it scrolls in its box"
        page.emulate_media(color_scheme="dark")
        assert_fit_for_everybody(page)
        page.get_by_text("How to check all this").click()
        expect(page.locator("pre")).to_contain_text("siegelpost verify-ratings results --key '")
        page.get_by_role("button", name="Withdraw").click()
        expect(page.get_by_text("and cannot come back")).to_be_visible()
        page.get_by_role("button", name="No, stay").click()
        expect(page.get_by_text("and cannot come back")).to_have_count(0)
        won.click()
        page.wait_for_url("**/table/**")
        page.get_by_role("link", name="To the tournament").click()
        page.wait_for_url(f"**/tournament/{over}")
        page.goto("/")
        page.get_by_role("link", name="Hansa cup", exact=True).click()
        page.wait_for_url(f"**/tournament/{over}")
    with at_browser(browser, house, ada, locale="de-DE") as visitor:
        visitor.page.goto(f"/tournament/{coming}")
        expect(visitor.page.get_by_role("link", name="Mit Konto mitmachen")).to_be_visible()
        expect(visitor.page.get_by_text("Eine Liga: Jeder spielt Kontor einmal gegen jeden anderen")).to_be_visible()


def test_rounds_of_a_swiss_tournament_fit_a_phone(
    browser: Browser, house: Served, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = house.context
    past = an_hour_ago(context, monkeypatch)
    closes = timestamp(past.store.now() + HOUR // 2)
    wanted = NewTournament(name="Hansa Swiss", rules="kontor", closes=closes, format="swiss", rounds=2)
    tournament = new_match_id()
    tournaments.announce(past, ada, wanted, tournament, new_seed(), "192.0.2.1")
    for name in ("Ben", "Cleo", "Somebody with a long name"):
        tournaments.enter(past, tournament, player_of(context, name), None, "192.0.2.1")
    look_at_tournaments(context)
    with at_browser(browser, house, ada, size=PHONE, locale="de-DE") as visitor:
        page = visitor.page
        page.goto(f"/tournament/{tournament}")
        expect(page.get_by_role("heading", name="Runde 1")).to_be_visible()
        expect(page.get_by_text("Runde 1 von 2, spätestens bis")).to_be_visible()
        expect(page.get_by_text("hat spielfrei und zählt als Sieger")).to_be_visible()
        expect(page.get_by_text("läuft noch")).to_be_visible()
        assert_fit_for_everybody(page)
        with page.expect_download() as came:
            page.get_by_role("link", name="Termine für deinen Kalender").click()
        assert "Runde 2 von 2" in came.value.path().read_text(encoding="utf-8")


def test_divisions_of_a_league_in_seasons_fit_a_phone(
    browser: Browser, house: Served, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = house.context
    past = an_hour_ago(context, monkeypatch)
    closes = timestamp(past.store.now() + HOUR // 2)
    wanted = NewTournament(
        name="Hansa league",
        rules="kontor",
        closes=closes,
        format="seasons",
        rounds=3,
        division_size=3,
        most=64,
        round_seconds=HOUR // 1000,
    )
    tournament = new_match_id()
    tournaments.announce(past, ada, wanted, tournament, new_seed(), "192.0.2.1")
    ben, *others = (player_of(context, name) for name in ("Ben", "Cleo", "Dora", "Emil", "Somebody with a long name"))
    for one in (ben, *others):
        tournaments.enter(past, tournament, one, None, "192.0.2.1")
    writer = ResultsWriter(context.store, context.signers, results_origin(context.settings.origin))
    while tournaments.load(context.store, tournament).log.round < 1:
        writer.batch()
        look_at_tournaments(context)
    request_login(context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.page
        me.sign_in(letters(context, ada)[0])
        page.goto("/tournaments")
        page.get_by_text("Announce a tournament").click()
        page.get_by_label("Game").select_option(label="Kontor")
        page.get_by_label("Format").select_option("seasons")
        page.get_by_role("spinbutton", name="Seasons").fill("4")
        page.get_by_label("How many go up and down").fill("2")
        page.get_by_label("Players at most").fill("48")
        page.get_by_label("Name of the tournament").fill("Spring league")
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Announce it").click()
        expect(page.get_by_text("A league in 4 seasons")).to_be_visible()
        expect(page.get_by_text("0 of 48 places taken")).to_be_visible()
        page.goto(f"/tournament/{tournament}")
        expect(page.get_by_role("heading", name="Division 2")).to_be_visible()
        expect(page.get_by_text("Season 1 of 3, until")).to_be_visible()
        expect(page.locator(".cross")).to_have_count(2)
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_role("heading", name="They begin with the next season")).to_be_visible()
        expect(page.locator(".people").get_by_role("link", name="Ada")).to_be_visible()
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Withdraw").click()
        expect(page.get_by_text("you begin at the bottom")).to_be_visible()
    with at_browser(browser, house, ada, size=PHONE, locale="de-DE") as visitor:
        visitor.page.goto(f"/tournament/{tournament}")
        expect(visitor.page.get_by_role("heading", name="2. Division")).to_be_visible()
        assert_fit_for_everybody(visitor.page)
        # In the second season the list of the first one names a player who has left since.
        tournaments.leave(context, tournament, ben.id)
        with monkeypatch.context() as later:
            later.setattr(Store, "now", lambda store: NOW(store) + HOUR)
            while tournaments.load(context.store, tournament).log.round < 2:
                context.store.look_at_tournament(tournament, 0)
                look_at_tournaments(context)
        visitor.page.reload()
        visitor.page.get_by_text("Saison 1", exact=True).click()
        expect(visitor.page.locator("details[open] .rows")).to_contain_text("Ben")
        expect(visitor.page.locator("details[open] .rows")).not_to_contain_text("läuft noch")
        assert_fit_for_everybody(visitor.page)


def test_a_ladder_is_announced_challenged_and_answered_on_a_phone(
    browser: Browser, house: Served, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = house.context
    past, tournament = an_hour_ago(context, monkeypatch), new_match_id()
    closes = timestamp(past.store.now() + HOUR // 2)
    wanted = NewTournament(name="Hansa ladder", rules="kontor", closes=closes, format="ladder", most=64)
    tournaments.announce(past, ada, wanted, tournament, new_seed(), "192.0.2.1")
    others = [player_of(context, name) for name in ("Ben", "Cleo", "Somebody with a long name")]
    for one in others:
        tournaments.enter(past, tournament, one, None, "192.0.2.1")
    writer = ResultsWriter(context.store, context.signers, results_origin(context.settings.origin))
    while tournaments.load(context.store, tournament).log.round < 1:
        writer.batch()
        look_at_tournaments(context)
    request_login(context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.page
        me.sign_in(letters(context, ada)[0])
        page.goto("/tournaments")
        page.get_by_text("Announce a tournament").click()
        page.get_by_label("Game").select_option(label="Kontor")
        page.get_by_label("Format").select_option("ladder")
        page.get_by_label("How many places up").fill("2")
        page.get_by_label("Days that the ladder goes on").fill("60")
        page.get_by_label("Name of the tournament").fill("Spring ladder")
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Announce it").click()
        expect(page.get_by_text("whoever stands up to 2 places above you")).to_be_visible()
        expect(page.get_by_text("within 7 days")).to_be_visible()
        page.goto(f"/tournament/{tournament}")
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_text("You have entered.")).to_be_visible()
        rows = tournaments.load(context.store, tournament).log.standings()
        third = next(one for one in others if one.id == rows[2]["player"])
        last = player_of(context, "Dora")
        tournaments.enter(context, tournament, last, None, "192.0.2.1")
        page.reload()
        buttons = page.locator(".ranks button")
        expect(buttons).to_have_count(3)
        assert_fit_for_everybody(page)
        page.get_by_role("button", name=f"Challenge {third.name}").click()
        page.get_by_role("button", name="Yes, challenge").click()
        expect(page.get_by_text(f"Ada against {third.name}: to be answered until")).to_be_visible()
        expect(buttons).to_have_count(0)
        tournaments.answer_challenge(context, tournament, third.id, 1, accept=False)
        tournaments.challenge(context, tournament, last.id, ada.id)
        page.reload()
        expect(page.get_by_text(f"Ada against {third.name}: declined")).to_be_visible()
        expect(page.locator(".ranks tbody tr").nth(2)).to_contain_text("Ada")
        expect(page.get_by_text("Dora challenges you.")).to_be_visible()
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Decline").click()
        expect(page.get_by_text("Dora then takes your place.")).to_be_visible()
        page.get_by_role("button", name="Not now").click()
        page.get_by_role("button", name="Accept").click()
        expect(page.get_by_role("link", name="Dora")).to_have_count(2)
        assert_fit_for_everybody(page)
    with at_browser(browser, house, ada, size=PHONE, locale="de-DE") as visitor:
        visitor.page.goto(f"/tournament/{tournament}")
        expect(visitor.page.get_by_text("Eine Rangliste")).to_be_visible()
        expect(visitor.page.get_by_text("abgelehnt")).to_be_visible()
        expect(visitor.page.get_by_role("main").get_by_role("link", name="Anmelden", exact=True)).to_be_visible()
        assert_fit_for_everybody(visitor.page)


def test_a_team_is_founded_joined_by_a_link_and_its_boards_stand_side_by_side(
    browser: Browser, house: Served, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = house.context
    request_login(context, ada.mail, "127.0.0.1", name=None, language="en", zone="UTC")
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.page
        me.sign_in(letters(context, ada)[0])
        page.goto("/tournaments")
        page.get_by_text("Announce a tournament").click()
        page.get_by_label("Game").select_option(label="Kontor")
        page.get_by_label("Format").select_option("teams")
        page.get_by_label("Boards of each team").fill("2")
        page.get_by_label("Name of the tournament").fill("Rivers")
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Announce it").click()
        expect(page.get_by_text("at 2 boards side by side")).to_be_visible()
        page.get_by_label("Name of your team").fill("A team with a rather long name")
        page.get_by_role("button", name="Found a team").click()
        link = page.get_by_label("Link for your team")
        expect(link).to_be_visible()
        expect(page.get_by_text("1 of 2 boards filled")).to_be_visible()
        assert_fit_for_everybody(page)
        own = page.url.rpartition("/")[2]
        assert link.input_value().startswith(page.url + "?invitation=")
        before = link.input_value()
        page.get_by_role("button", name="New link").click()
        expect(link).not_to_have_value(before)
        friend = player_of(context, "Gil with a long name")
        renewed = link.input_value().rpartition("=")[2]
        tournaments.enter(context, own, friend, None, "192.0.2.1", invitation=renewed)
        page.reload()
        page.get_by_role("button", name="Remove Gil with a long name from your team").click()
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Yes, remove").click()
        expect(page.get_by_text("1 of 2 boards filled")).to_be_visible()
        assert friend.id not in tournaments.load(context.store, own).log.inside

        # Ada joins another team by its captain's link.
        past, tournament = an_hour_ago(context, monkeypatch), new_match_id()
        closes = timestamp(past.store.now() + HOUR // 2)
        wanted = NewTournament(name="Hansa teams", rules="kontor", closes=closes, format="teams", boards=2, most=12)
        tournaments.announce(past, ada, wanted, tournament, new_seed(), "192.0.2.1")
        captains: dict[str, Account] = {}
        for team, members in (("Elbe", ("Ben", "Cleo with a long name")), ("Weser", ("Dora", "Emil", "Finn"))):
            invitation = None
            for name in members:
                one = player_of(context, name)
                chosen = {"team_name": team} if invitation is None else {"invitation": invitation}
                log = tournaments.enter(past, tournament, one, None, "192.0.2.1", **chosen).log
                captains.setdefault(team, one)
                invitation = tournaments.invitation_to(past, log, list(log.lineups)[-1])
        look_at_tournaments(context)
        page.goto(f"/tournament/{tournament}")
        expect(
            page.get_by_role("heading", name="Elbe – Weser").or_(page.get_by_role("heading", name="Weser – Elbe"))
        ).to_be_visible()
        expect(page.get_by_text("reserve", exact=True)).to_be_visible()
        expect(page.locator(".ranks a", has_text="being played")).to_have_count(2)
        assert_fit_for_everybody(page)
        log = tournaments.load(context.store, tournament).log
        lost = next(one["match"] for one in log.tables if captains["Elbe"].id in one["players"])
        while record_of(context, lost).table["request"]:
            drain_once(context)
        lobby.resign(context, lost, captains["Elbe"])
        writer = ResultsWriter(context.store, context.signers, results_origin(context.settings.origin))
        while lost not in tournaments.load(context.store, tournament).log.scored:
            drain_once(context)
            writer.batch()
        page.reload()
        expect(page.get_by_role("link", name="0 : 2").or_(page.get_by_role("link", name="2 : 0"))).to_be_visible()
        assert_fit_for_everybody(page)

        wanted = replace(wanted, name="Open teams", closes=timestamp(context.store.now() + HOUR))
        coming = new_match_id()
        tournaments.announce(context, ada, wanted, coming, new_seed(), "192.0.2.1")
        log = tournaments.enter(context, coming, captains["Weser"], None, "192.0.2.1", team_name="Oder").log
        page.goto(f"/tournament/{coming}?invitation={tournaments.invitation_to(context, log, 0)}")
        page.get_by_role("button", name="Join Oder").click()
        expect(page.get_by_text("You have entered.")).to_be_visible()
        expect(page.get_by_label("Link for your team")).to_have_count(0)
        assert tournaments.load(context.store, coming).log.lineups == {0: [captains["Weser"].id, ada.id]}
        assert tournaments.load(context.store, own).log.lineups == {0: [ada.id]}
    with at_browser(browser, house, ada, size=PHONE, locale="de-DE") as visitor:
        visitor.page.goto(f"/tournament/{tournament}")
        expect(visitor.page.get_by_text("Eine Liga von Teams")).to_be_visible()
        expect(visitor.page.get_by_text("Brettpunkte")).to_be_visible()
        assert_fit_for_everybody(visitor.page)
