"""A reaction by mail (RFC 9078, Gmail's) makes no move, whatever stands in it, and is answered: nobody waits in vain."""

from __future__ import annotations

import pytest

from tests.workers.inbox.corresponding import Correspondence
from tests.workers.inbox.reading.test_unread import is_sealed
from tests.workers.mail.post_office import text_of
from workers.inbox.text import read

ANN = "ann@players.example"
HEAD = "From: {ann}\r\nTo: {to}\r\nMessage-ID: <{emoji}1@players.example>\r\nIn-Reply-To: {letter}\r\nMIME-Version: 1.0\r\n"
STANDARD = "Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: reaction\r\n\r\n{emoji}\r\n"
GMAIL = (
    "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{emoji}\r\n\r\n"
    "Ann reacted via Gmail <https://www.google.example/gmail/about/>\r\n--b\r\n"
    'Content-Type: text/vnd.google.email-reaction+json; charset=utf-8\r\n\r\n{{"emoji":"{emoji}","version":1}}\r\n--b\r\n'
    "Content-Type: text/html; charset=utf-8\r\n\r\n<div>{emoji}</div>\r\n--b--\r\n"
)
BARE = 'Content-Type: text/vnd.google.email-reaction+json; charset=utf-8\r\n\r\n{{"emoji":"{emoji}","version":1}}\r\n'
TYPED = "Content-Type: text/plain; charset=utf-8\r\n\r\n{emoji}\r\n"
"""No reaction by its form: a mail of one emoji, as phones send it."""


def mail(form: str, emoji: str, to: str = "m@x.example", letter: str = "<1@x.example>") -> bytes:
    return (HEAD + form).format(ann=ANN, to=to, letter=letter, emoji=emoji).encode()


@pytest.mark.parametrize("form", [STANDARD, GMAIL, BARE])
def test_a_reaction_is_known_by_its_form_and_other_mails_are_none(form: str) -> None:
    assert read(mail(form, "👍"), ANN).is_reaction
    assert not read(mail(TYPED, "👍"), ANN).is_reaction


@pytest.mark.parametrize(
    ("form", "emoji"),
    [(form, emoji) for form in (STANDARD, GMAIL, BARE) for emoji in ("👍", "2\ufe0f\u20e3", "👍 ja")]
    + [(TYPED, "👍"), (TYPED, "❤️")],
)
def test_a_reaction_makes_no_move_and_is_answered(post: Correspondence, form: str, emoji: str) -> None:
    player = post.players[0]
    assert post.answer(player, "PASE")[0] == 250
    for letter in (
        post.letters_to(player)[0],
        post.last_to(player),
    ):  # one that asks a question, one that asks for a yes
        before, to = len(post.letters_to(player)), str(letter["Reply-To"])
        raw = mail(form, emoji, to, str(letter["Message-ID"]))
        assert post.post(raw, ANN, to)[0] == 250
        assert len(post.letters_to(player)) == before + 1, "silence"
        told = " ".join(text_of(post.last_to(player)).split())
        assert "Nichts wurde geändert" in told
        assert form == BARE or f"nicht zu verstehen: „{emoji}“" in told
        assert not is_sealed(post)
