"""Resigning by mail takes two mails: one that says so, and one that confirms it."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.registry import newest
from service.store.records import Account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import subject_and_line, text_of
from workers.inbox.grammar import Consent, consent_in
from workers.inbox.text import read
from workers.mail import reply_address


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def asked_first(post: Correspondence) -> Account:
    """Return a player whose last letter can be answered: the table waits for them."""
    return next(one for one in post.players if post.last_to(one)["Reply-To"])


def said(post: Correspondence, text: str, *, to: EmailMessage | None = None, by: Account | None = None) -> str:
    player = by or post.players[0]
    assert post.answer(player, text, to=to)[0] == 250
    return " ".join(text_of(post.last_to(player)).split())


@pytest.mark.parametrize("game", ["anno-1701", "kontor", "packet-row", "seafarers"])
def test_yes_to_the_letter_that_asks_resigns_and_nothing_else_does(redis_url: str, tmp_path: Path, game: str) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin(newest(game), {"seafarers": 5, "packet-row": 3}.get(game, 2), language="de", hold=0)
        ann = asked_first(post)
        first = post.last_to(ann)
        assert "Du möchtest" in said(post, "Ich gebe auf.", by=ann)
        assert "Nichts ist geändert" in said(post, "AUFGEBEN", to=first, by=ann)
        asking = post.last_to(ann)
        assert "Möchtest du aufgeben?" in subject_and_line(asking)
        post.go_on()
        assert "Nichts wurde geändert" in said(post, "Nein, doch nicht", to=asking, by=ann)
        assert "Nichts wurde geändert" in said(post, "JA", to=first, by=ann), "another letter has not asked"
        assert not post.record.table["resigning"] and post.record.table["status"] == "running"

        assert "Du hast aufgegeben." in said(post, "Ja, bitte", to=asking, by=ann)
        assert "Du hast aufgegeben" in subject_and_line(post.last_to(ann))
        assert "receipts.jsonl" in [one.get_filename() for one in post.last_to(ann).iter_attachments()]
        post.go_on()
        assert (post.record.table["status"], post.record.table["over"]) == ("closed", "resigned")
        assert post.verdict().verdict == "PASS"
        assert all("hat aufgegeben" in text_of(post.last_to(one)) for one in post.players if one != ann)


def test_a_letter_of_long_ago_ends_no_match(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        monkeypatch.setattr(reply_address, "HOLDS", -1)
        assert "you want to resign" in said(post, "I resign")
        assert "Only YES as the first word does it, within 7 days" in said(post, "YES")
        assert post.record.table["status"] == "running"


@pytest.mark.parametrize(
    "text",
    [
        "Ja,\ndas war ein Versehen",
        "Ja,\nich spiele weiter",
        "OK\nI will play on",
        "ok, danke\nich bleibe dabei, war nur frustriert",
        "Ja,\n\nich bin bis Freitag im Urlaub und lese keine Mails.",
        "OK\nthanks for your mail, we will come back to you",
    ],
)
def test_a_yes_beside_other_words_resigns_nothing(text: str) -> None:
    assert consent_in(read(_mail_of(text), "ann@players.example").lines, final=True) != Consent()


@pytest.mark.parametrize(
    "text",
    [
        "JA",
        "Ja!\nViele Grüße\nAnn Meyer\nTel. 030 1234567",
        "yes\n\nBest regards\nDr. Ann O'Neill",
        "Ja\n\nGesendet von meinem iPhone",
        "ok\nVon: Siegelpost\nGesendet: Montag\nwillst du aufgeben?",
        "Ja\n\nLG Ann\n\nAm 1.2.2026 schrieb Siegelpost:\n> willst du das nicht?",
    ],
)
def test_a_yes_with_a_signature_resigns(text: str) -> None:
    assert consent_in(read(_mail_of(text), "ann@players.example").lines, final=True) == Consent()


def test_who_says_yes_and_something_else_plays_on(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        said(post, "RESIGN")
        asking = post.last_to(post.players[0])
        doubted = said(post, "Ok,\nI will play on, it was a mistake", to=asking)
        assert 'your mail also says "I will play on, it was a mistake"' in doubted
        assert 'resigning from "Kontor", which you cannot take back' in doubted
        assert not post.record.table["resigning"]
        assert "You have resigned" in said(post, "Yes\n\nAnn", to=asking)


def _mail_of(text: str) -> bytes:
    return f"From: ann@players.example\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode()


def test_a_whole_team_is_named(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", 4, hold=0, options={"preset": "goldsieber-teams"})
        assert "and so does everybody on your team" in said(post, "RESIGN")
        assert "RESIGN: gives the match up, once you have confirmed it" in said(
            post, "HELP", to=post.letters_to(post.players[0])[0]
        )
