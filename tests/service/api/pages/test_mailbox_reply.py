"""The Reply box of the development mailbox: the mail it sends, what the entrance makes of it, and whatever goes wrong."""

import email.policy
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from flask import Flask

from engine.contract import Language
from service.api.app import equip
from service.api.pages import mailbox
from service.api.pages.mailbox import Shown, shown
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.store.records import Account, Record
from tests.given.contexts import account, loaded, open_context
from tests.servers.ports import free_port
from tests.service.api.browser import origin_of
from tests.service.api.pages.test_mailbox import NASTY
from tests.service.api.players import Player
from tests.workers.inbox.corresponding import HOST, entrance
from workers.deliver.job import deliver_once
from workers.inbox.desk import Desk
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

BOX = "/dev/mailbox/of-this-start"


@dataclass
class Post:
    """A match between two people whose letters lie in the mailbox, and the entrance for their replies."""

    context: Context
    folder: Path
    match: str
    players: list[Account]

    def deliver(self) -> None:
        """Let the workers do all that is due."""
        drain_once(self.context)
        deliver_once(self.context, transport_of(self.context.settings.smtp_url))

    def letters(self) -> list[tuple[str, EmailMessage]]:
        files = sorted(self.folder.glob("*.eml"))
        return [(one.name, email.message_from_bytes(one.read_bytes(), policy=email.policy.default)) for one in files]

    def letter_to(self, seat: int) -> str:
        """Return the file of the last letter to a seat's player."""
        return [name for name, one in self.letters() if self.players[seat].mail in str(one["To"])][-1]

    @property
    def record(self) -> Record:
        return loaded(self.context, self.match)


def begin(context: Context, folder: Path, language: Language) -> Post:
    players = [account(context, name, language=language) for name in ("Ann", "Ben")]
    match = new_match_id()
    creation.create(context, players[0], creation.NewMatch(rules="kontor", grace=0, seats=2), match)
    lobby.join(context, match, players[1], seat=None, invitation=None)
    post = Post(context, folder, match, players)
    post.deliver()
    return post


@pytest.fixture
def house(app: Flask, redis_url: str, tmp_path: Path) -> Iterator[Context]:
    """An installation whose letters lie in the app's mailbox, and whose entrance is open."""
    folder, key = tmp_path / "mailbox", tmp_path / "mailbox.key"
    folder.mkdir()
    key.write_text("of-this-start")
    context = open_context(
        redis_url, tmp_path / "keys", dev_mailbox=folder, dev_mailbox_key=key, smtp_url=folder.as_uri(), reply_host=HOST
    )

    def resolved(record: Record) -> Record:
        drain_once(context)
        return loaded(context, record.match)

    with entrance(Desk(context, transport_of(folder.as_uri()), resolved)) as port:
        settings = replace(context.settings, reply_listen=("127.0.0.1", port))
        equip(app, replace(context, settings=settings))
        yield context


def folder_of(context: Context) -> Path:
    folder = context.settings.dev_mailbox
    assert folder is not None
    return folder


def send(visitor: Player, name: str, text: str, form: str = "plain") -> tuple[int, str, str]:
    """Send the box of a letter; return the status, where it leads, and the page it leads to (or is)."""
    client = visitor.app.test_client()
    said = {"Origin": origin_of(client.get(f"{BOX}/{name}"))}
    answer = client.post(f"{BOX}/{name}/reply", data={"text": text, "form": form}, headers=said)
    to = answer.headers.get("Location", "")
    page = client.get(to) if to else answer
    return answer.status_code, to, page.get_data(as_text=True)


@pytest.mark.parametrize("form", ["plain", "html"])
@pytest.mark.parametrize(("language", "told"), [("en", "Sealed: "), ("de", "Versiegelt: ")])
def test_a_number_in_the_box_seals_the_card_and_leads_to_the_answer(
    house: Context, visitor: Player, language: Language, told: str, form: str
) -> None:
    post = begin(house, folder_of(house), language)
    letter = post.letter_to(0)
    assert 'name="text"' in visitor.get(f"{BOX}/{letter}").get_data(as_text=True)

    status, to, page = send(visitor, letter, "3", form)

    assert status == 303
    assert to == f"{BOX}/{post.letter_to(0)}" != f"{BOX}/{letter}"
    [((_, seat), act)] = post.record.acts.items()
    assert (seat, act.custody) == (0, "mail")
    assert act.commitment is not None and act.commitment in page
    assert told in " ".join(page.split())


def test_what_is_said_of_a_mail_that_no_letter_answers_is_shown(house: Context, visitor: Player) -> None:
    post = begin(house, folder_of(house), "en")
    letter = post.letter_to(0)

    status, _, page = send(visitor, letter, "Thank you very much!")

    assert status == 200
    assert "250 2.0.0 read" in page
    assert "no letter answers it" in page
    assert len(post.letters()) == 2


def test_a_refused_mail_says_why_and_keeps_what_was_written(house: Context, visitor: Player) -> None:
    post = begin(house, folder_of(house), "en")
    letter = post.letter_to(0)
    file = post.folder / letter
    file.write_bytes(re.sub(rb"(?m)^Reply-To: m\+....", b"Reply-To: m+aaaa", file.read_bytes()))

    status, _, page = send(visitor, letter, "3 <and> more")

    assert status == 200
    assert "550 5.1.1 this address is nobody&#39;s" in page
    assert "3 &lt;and&gt; more</textarea>" in page
    assert not post.record.acts


def test_the_senders_check_holds_for_the_mailbox_too(house: Context, visitor: Player, app: Flask) -> None:
    """Where an installation trusts its mail server's verdicts alone, a mail that brings none is refused here as anywhere."""
    post = begin(house, folder_of(house), "en")
    strict = replace(house, settings=replace(house.settings, reply_authserv="mx.example"))
    with entrance(Desk(strict, transport_of(strict.settings.smtp_url))) as port:
        equip(app, replace(strict, settings=replace(strict.settings, reply_listen=("127.0.0.1", port))))

        status, _, page = send(visitor, post.letter_to(0), "3")

    assert status == 200
    assert "550 5.7.1 it is not shown to come from the address that it names (DMARC)" in page
    assert not post.record.acts


def test_an_entrance_that_is_not_there_is_told(
    house: Context, visitor: Player, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "PATIENCE", 0.0)
    post = begin(house, folder_of(house), "en")
    equip(app, replace(house, settings=replace(house.settings, reply_listen=("127.0.0.1", free_port()))))

    status, _, page = send(visitor, post.letter_to(0), "3")

    assert status == 200
    assert "nobody takes mail at 127.0.0.1:" in page
    assert ">3</textarea>" in page


def test_a_letter_without_an_address_for_replies_has_no_box(house: Context, visitor: Player) -> None:
    folder = folder_of(house)
    (folder / "1-a.eml").write_bytes(b"From: a@b.example\r\nTo: c@players.example\r\nSubject: x\r\n\r\nHello\r\n")

    assert "<form" not in visitor.get(f"{BOX}/1-a.eml").get_data(as_text=True)
    assert send(visitor, "1-a.eml", "3")[0] == 404


def test_only_who_knows_the_secret_can_send(house: Context, visitor: Player) -> None:
    post = begin(house, folder_of(house), "en")
    letter = post.letter_to(0)
    client = visitor.app.test_client()

    for path, headers in (
        (f"/dev/mailbox/of-another/{letter}/reply", {}),
        (f"{BOX}/{letter}/reply", {"X-Forwarded-For": "192.0.2.7"}),
    ):
        assert client.post(path, data={"text": "3", "form": "plain"}, headers=headers).status_code == 404
    assert not post.record.acts


@pytest.mark.parametrize("form", ["", "rtf"])
def test_a_box_without_text_or_with_another_form_is_refused(house: Context, visitor: Player, form: str) -> None:
    post = begin(house, folder_of(house), "en")

    assert send(visitor, post.letter_to(0), " \n" if not form else "3", form or "plain")[0] == 422


@pytest.mark.parametrize("kind", list(NASTY))
def test_any_letter_can_be_replied_to_or_is_refused(house: Context, visitor: Player, kind: str) -> None:
    head = f"To: =?utf-8?q?A=0D=0ABcc=3A_x?= <a@players.example>\r\nReply-To: m+{'a' * 60}@{HOST}\r\n".encode()
    (folder_of(house) / "1-a.eml").write_bytes(head + NASTY[kind])

    for form in ("plain", "html"):
        assert send(visitor, "1-a.eml", "3", form)[0] in (200, 404)


LETTER = Shown(
    headers={
        "From": "Siegelpost <post@localhost.invalid>", "To": "Käthe, \"K\" <3 <kaethe@players.example>",
        "Subject": "Zug für dich", "Date": "Sat, 28 Nov 2026 23:25:00 +0000", "Message-ID": "<letter.1@localhost.invalid>",
        "Content-Language": "de", "Reply-To": f"m+aaaa@{HOST}",
    },
    text="Hallo\n\n[3] Karte 38",
    page="<!doctype html><html><body class=\"desk\"><p>Hallo</p><img src=\"cid:table\"></body></html>",
)  # fmt: skip


def sent(text: str, *, as_html: bool = False) -> EmailMessage:
    """Return a reply as whoever gets it reads it."""
    raw = mailbox.reply_to(LETTER, text, as_html=as_html).as_bytes()
    found = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def test_a_reply_is_what_a_mail_program_makes() -> None:
    mail = sent("3\r\nDanke: schön")

    assert (mail["To"], mail["Subject"]) == (f"m+aaaa@{HOST}", "Re: Zug für dich")
    [author] = mail["From"].addresses
    assert (author.display_name, author.addr_spec) == ('Käthe, "K" <3', "kaethe@players.example")
    assert mail["In-Reply-To"] == mail["References"] == "<letter.1@localhost.invalid>"
    assert mail.get_content().splitlines() == [
        "3", "Danke: schön", "", "Am 28.11.2026 um 23:25 schrieb Siegelpost <post@localhost.invalid>:",
        "> Hallo", ">", "> [3] Karte 38",
    ]  # fmt: skip


def test_a_reply_in_html_has_both_parts_and_quotes_the_letter_as_it_is() -> None:
    mail = sent("3 <b>\nDanke", as_html=True)

    assert mail.get_content_type() == "multipart/alternative"
    plain, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None and page is not None
    assert plain.get_content().startswith("3 <b>\nDanke\n\nAm 28.11.2026")
    html = page.get_content()
    assert html.startswith("<div>3 &lt;b&gt;<br>Danke</div>")
    assert re.search(r"<blockquote [^>]*><p>Hallo</p><img src=\"cid:table\"></blockquote>", html)


def test_headers_that_decode_to_line_ends_bring_no_header_of_their_own() -> None:
    letter = replace(LETTER, headers=shown(
        b"Subject: =?utf-8?q?x=0D=0ABcc=3A_evil?=\r\nTo: =?utf-8?q?x=0D=0ABcc=3A?= <a@players.example>\r\n"
        b"Reply-To: m+aaaa@reply.example\r\nMessage-ID: <a>\r\n b\r\n\r\n").headers)  # fmt: skip

    mail = email.message_from_bytes(mailbox.reply_to(letter, "3", as_html=False).as_bytes())

    assert {name.lower() for name in mail} <= {
        "from", "to", "subject", "date", "message-id", "in-reply-to", "references", "mime-version", "content-type",
        "content-transfer-encoding",
    }  # fmt: skip


@pytest.mark.parametrize(
    "reply_to", ["", "post@localhost.invalid", "m+a@reply.example.org", "a b@reply.example", "b+a@reply.example"]
)
def test_only_addresses_of_the_entrance_are_replied_to(house: Context, visitor: Player, reply_to: str) -> None:
    (folder_of(house) / "1-a.eml").write_bytes(f"To: c@players.example\r\nReply-To: {reply_to}\r\n\r\nHello".encode())

    assert "<form" not in visitor.get(f"{BOX}/1-a.eml").get_data(as_text=True)
    assert send(visitor, "1-a.eml", "3")[0] == 404
