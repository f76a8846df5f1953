"""Two or more players who have nothing but mail: letters go out and answers come in by real SMTP, the rest is real, too."""

from __future__ import annotations

import asyncio
import email.policy
import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import make_msgid
from functools import partial
from pathlib import Path
from typing import Any

from engine.contract import Language, Orders
from engine.protocol.acts import ORDERS
from engine.protocol.canon import b64
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import new_match_id, new_seed, verify_signature
from service.matches.orders import HOST as HOST_OF_REQUESTS
from service.matches.orders import Request, unlocked
from service.matches.seating import creation, lobby
from service.notifications.asks import asks
from service.store.records import Account, Act, Record
from tests.given.contexts import account, loaded, open_context
from tests.workers.mail.post_office import PostOffice, post_office, text_of
from workers.deliver.job import deliver_once
from workers.inbox.arrive import refuse_early, take, take_returned, take_trial
from workers.inbox.desk import Desk
from workers.inbox.entrance import Handler, open_entrance
from workers.jobs.recall import read_orders_once
from workers.mail.reply_address import ReplyAddress, written
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

HOST = "reply.example"


class Correspondence:
    """A service whose players are reached by mail alone; ``port`` is that of its entrance."""

    def __init__(self, context: Context, office: PostOffice, port: int, desk: Desk) -> None:
        self.context, self.office, self.port, self.desk = context, office, port, desk
        self.players: list[Account] = []
        self.match = ""

    def begin(self, rules: str, seats: int = 2, *, language: Language = "en", **wish: Any) -> None:
        """Start a match between so many new players."""
        names = ("Ann", "Ben", "Cleo", "Dora", "Emil")[:seats]
        self.players = [account(self.context, name, language=language) for name in names]
        self.match = new_match_id()
        new = creation.NewMatch(rules=rules, grace=0, **({"seats": seats} | wish))
        creation.create(self.context, self.players[0], new, self.match)
        for player in self.players[1:]:
            lobby.join(self.context, self.match, player, seat=None, invitation=None)
        self.go_on()

    def go_on(self) -> None:
        """Let the workers do all that is due: resolve, and send letters."""
        drain_once(self.context)
        deliver_once(self.context, transport_of(self.office.url))

    @property
    def record(self) -> Record:
        return loaded(self.context, self.match)

    def is_asked(self, player: Account) -> bool:
        """Return whether the table waits for an answer of the player now."""
        record = self.record
        return bool(asks(record, [one["player"] for one in record.table["seats"]].index(player.id)))

    def letters_to(self, player: Account) -> list[EmailMessage]:
        office = self.office  # whose list of recipients need not be read out of headers
        return [one for one, to in zip(office.letters, office.recipients, strict=False) if to == player.mail]

    def last_to(self, player: Account) -> EmailMessage:
        return self.letters_to(player)[-1]

    def said(self, seat: int = 0) -> str:
        """Return the text of the last letter to a seat's player, in one line."""
        return " ".join(text_of(self.last_to(self.players[seat])).split())

    def orders_act(self, seat: int = 0) -> Any:
        """Return a seat's last act about standing orders."""
        return self.record.acts.get((ORDERS, seat))

    def answer(self, player: Account, text: str, *, to: EmailMessage | None = None, **headers: str) -> tuple[int, str]:
        """Answer a letter, the last one unless given; return what the entrance said."""
        letter = to or self.last_to(player)
        return self.post(reply_to(letter, player, text, **headers), player.mail, str(letter["Reply-To"]))

    def post(self, mail: EmailMessage | bytes, sender: str, to: str) -> tuple[int, str]:
        """Send a mail to the entrance; return its last word."""
        raw = mail if isinstance(mail, bytes) else mail.as_bytes(policy=email.policy.SMTP)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as server:
            server.ehlo()
            server.mail(sender)
            code, said = server.rcpt(to)
            if code == 250:
                code, said = server.data(raw)
        return code, said.decode()

    def verdict(self) -> Report:
        """Verify the match as anybody may, offline."""
        public = self.context.signer.public_bytes
        export = b"".join(self.context.store.lines(self.match, limit=100_000))
        return verify(export, check_signature=lambda text, sig: verify_signature(public, text, sig))


def reply_to(letter: EmailMessage, player: Account, text: str, **headers: str) -> EmailMessage:
    """Return what a mail program makes of a player's answer: their text above the quoted letter."""
    body = letter.get_body(("plain",))
    assert body is not None
    quoted = "\n".join(f"> {line}" for line in str(body.get_content()).splitlines())
    mail = EmailMessage()
    mail["From"] = f"{player.name} <{player.mail}>"
    mail["To"] = str(letter["Reply-To"])
    mail["Subject"] = f"Re: {letter['Subject']}"
    mail["Message-ID"] = make_msgid(domain="players.example")
    mail["In-Reply-To"] = str(letter["Message-ID"])
    mail.set_content(f"{text}\n\nOn Mon, 2 Mar 2026, Siegelpost wrote:\n{quoted}\n")
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    return mail


@contextmanager
def correspondence(redis_url: str, folder: Path, **settings: Any) -> Iterator[Correspondence]:
    """Open a service with an entrance for mail and a mail server that takes its letters."""
    with post_office() as office:
        context = open_context(redis_url, folder / "keys", smtp_url=office.url, reply_host=HOST, **settings)

        def resolved(record: Record) -> Record:
            """Let the workers go on at once, as they do while the answer to a mail waits for them."""
            drain_once(context)
            return loaded(context, record.match)

        def recalled(record: Record, address: ReplyAddress, act: Act) -> Orders | None:
            """Have a worker read at once what stands."""
            request = Request(written(address, HOST_OF_REQUESTS), b64(new_seed()))
            read_orders_once(context, record.match, request.sealed(context.sealer))
            kept = context.store.recalled(record.match, request.name)
            assert kept is not None, "a worker has refused to read the orders"
            return unlocked(request, record.match, act, kept)

        desk = Desk(context, transport_of(office.url), resolved, recalled)
        try:
            with entrance(desk) as port:
                yield Correspondence(context, office, port, desk)
        finally:
            desk.transport.close()


@contextmanager
def entrance(desk: Desk) -> Iterator[int]:
    """Open the entrance on a free port, in a thread."""
    loop = asyncio.new_event_loop()
    handler = Handler(
        HOST,
        partial(refuse_early, desk),
        partial(take, desk),
        partial(take_returned, desk.context),
        partial(take_trial, desk.context),
    )
    server = loop.run_until_complete(open_entrance(handler, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
        handler.close()
