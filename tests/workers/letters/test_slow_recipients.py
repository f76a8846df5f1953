"""Slow mail servers: who answers slowly holds up his own mail and nobody else's, and a login waits for no turn letter."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from service.accounts.access.login import request_login
from service.context import Context
from service.notifications.channel import Ambiguous, Temporary
from service.notifications.delivery import State
from service.store import keys
from service.store.outbox import URGENT
from service.store.records import Account
from tests.given.contexts import account, open_context
from tests.service.serve.watching import until
from tests.workers.mail.post_office import PostOffice, html_of, post_office, text_of
from tests.workers.mail.sending.delivering import begin, hurry, invite, login, records
from tests.workers.mail.sending.test_transport import letter
from workers.deliver import job, lanes
from workers.deliver.job import Office, deliver_once, open_channels
from workers.deliver.lanes import Lanes
from workers.mail.sending.smtp import Server, SmtpTransport
from workers.mail.sending.transport import transport_of


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with post_office() as one:
        yield one
        one.holds = None


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    return open_context(redis_url, tmp_path, smtp_url=office.url, hold_off=3_600_000)


@contextmanager
def delivering(context: Context, office: PostOffice) -> Iterator[Future[dict[State, int]]]:
    """Deliver in the background; at the end nobody is held any more."""
    with ThreadPoolExecutor(1) as pool:
        hurry(context)
        running = pool.submit(lambda: dict(deliver_once(context, transport_of(office.url))))
        try:
            yield running
        finally:
            office.holds = None


def guests(context: Context, ann: Account, count: int, domain: str) -> list[Account]:
    """Invite so many people with addresses of one domain: a letter each."""
    made = []
    for number in range(count):
        one = context.store.create_account(mail=f"guest{number}@{domain}", name=f"Guest {number}", verified=True)
        invite(context, ann, one)
        made.append(one)
    return made


def test_one_slow_recipient_holds_up_nobody(context: Context, office: PostOffice, ann: Account) -> None:
    guests(context, ann, 40, "quick.example")
    guests(context, ann, 1, "slow.example")
    office.holds = lambda address: address.endswith("@slow.example")
    with delivering(context, office) as running:
        office.wait_for(40)
        until(lambda: bool(office.held), "the slow one is being served")
        assert not running.done()
    assert running.result() == {"sent": 41}


def test_a_slow_domain_holds_up_its_own_mail_only(
    context: Context, office: PostOffice, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "SLOW", 0.1)
    slow = guests(context, ann, 60, "slow.example")
    guests(context, ann, 40, "quick.example")
    office.holds = lambda address: address.endswith("@slow.example")
    with delivering(context, office) as running:
        assert {one["To"].addresses[0].domain for one in office.wait_for(40, 30)} == {"quick.example"}
        assert len(office.held) <= lanes.QUICK + lanes.SLOW_PER_DOMAIN
    sent = running.result()["sent"]
    assert sent < 100, "the others of the slow domain were put off"
    monkeypatch.undo()
    hurry(context)
    assert deliver_once(context, transport_of(office.url))["sent"] == 100 - sent
    for one in slow:
        (match,) = {recipient.partition(":")[0] for recipient in _recipients(office, one)}
        assert [record["state"] for record in records(context, match, one)] == ["sent"]
        assert records(context, match, one)[0]["attempt"] == 1, "being put off is no failed attempt"


def _recipients(office: PostOffice, one: Account) -> list[str]:
    return [str(letter["Message-ID"])[1:37] for letter in office.letters if one.mail in str(letter["To"])]


def test_a_login_goes_out_before_the_letters_that_were_due_before_it(
    context: Context, office: PostOffice, ann: Account
) -> None:
    guests(context, ann, 60, "quick.example")
    request_login(context, ann.mail, "192.0.2.1", name=None, language="en", zone="UTC")
    hurry(context)
    with_login_due = context.store.notices(f"acct:{ann.id}").pending[0]["send_at"]
    assert with_login_due == URGENT
    _due_again(context, f"acct:{ann.id}", URGENT)
    deliver_once(context, transport_of(office.url))
    place = [str(one["Subject"]) for one in office.letters].index("[Siegelpost] Your login link")
    assert place < lanes.QUICK


def _due_again(context: Context, recipient: str, at: int) -> None:
    """Set when a recipient is due, as the store does when the news come in."""
    with redis.Redis.from_url(context.settings.redis_url) as client:
        client.zadd(keys.out(keys.bucket_of_recipient(recipient)), {recipient: at})


def test_a_login_gets_through_while_slow_servers_hold_every_other_place(
    context: Context, office: PostOffice, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "SLOW", 0.05)
    for number in range(20):
        guests(context, ann, 3, f"slow{number}.example")
    office.holds = lambda address: "slow" in address
    with delivering(context, office):
        until(lambda: len(office.held) == lanes.MOST - lanes.FOR_LOGINS, "every place but those for logins is taken")
        request_login(context, ann.mail, "192.0.2.1", name=None, language="en", zone="UTC")
        (code,) = office.wait_for(1)
        assert code["Subject"] == "[Siegelpost] Your login link"


def test_a_login_of_the_release_before_is_delivered_as_ever(context: Context, office: PostOffice, ann: Account) -> None:
    notice = login(context, ann, "k7Qp")
    assert notice["send_at"] > URGENT
    context.store.notify([notice], f"acct:{ann.id}")
    assert deliver_once(context, transport_of(office.url)) == {"sent": 1}


def ends_of(process: Office, letters: int) -> Counter[State]:
    """Return how so many attempts ended, once they have: on a busy machine a quick server may pass for a slow one."""
    ends: Counter[State] = Counter()

    def all_ended() -> bool:
        ends.update(process.tell())
        return ends.total() >= letters

    until(all_ended, f"{letters} letters are dealt with")
    return ends


def test_a_job_does_not_wait_for_slow_servers_and_the_next_one_goes_on(
    context: Context, office: PostOffice, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "SLOW", 0.5)  # longer than a quick letter takes on a busy machine
    (slow,) = guests(context, ann, 1, "slow.example")
    office.holds = lambda address: address.endswith("@slow.example")
    process = Office(context, open_channels(context))
    try:
        hurry(context)
        process.run(30)
        assert office.held == {slow.mail}
        guests(context, ann, 5, "quick.example")
        hurry(context, *_waiting(context, but=slow))
        process.run(30)
        assert ends_of(process, 5) == {"sent": 5}
        office.holds = None
    finally:
        office.holds = None
        process.close()
    assert process.tell() == {"sent": 1}


def _waiting(context: Context, *, but: Account) -> list[str]:
    with redis.Redis.from_url(context.settings.redis_url) as client:
        found = [one.decode() for bucket in range(keys.BUCKETS) for one in client.zrange(keys.out(bucket), 0, -1)]
    return [one for one in found if not one.endswith(but.id)]


def test_a_recipient_put_off_keeps_the_news_and_nobody_else_can_put_it_off(context: Context, ann: Account) -> None:
    context.store.notify([login(context, ann, "k7Qp")], f"acct:{ann.id}")
    bucket = keys.bucket_of_recipient(f"acct:{ann.id}")
    (claim,) = context.store.claim_out(bucket, 60_000, 1)
    assert not context.store.defer(claim._replace(lease=claim.lease + 1), 1)
    assert context.store.defer(claim, context.store.now() + 50)
    assert not context.store.defer(claim, 1), "the lease is gone"
    assert not context.store.handing(claim, ["login.k7Qp"], "mail", 1), "and nothing may be sent with it"
    until(lambda: bool(context.store.claim_out(bucket, 60_000, 1)), "he is due again at his time")
    waiting = context.store.notices(f"acct:{ann.id}")
    assert (len(waiting.pending), waiting.attempts) == (1, 0)


def test_letters_go_without_picture_when_deliverers_cannot_keep_up(
    context: Context, office: PostOffice, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "TIME_FOR_PICTURES", -1.0)
    begin(context, ann, account(context, "Ben"))
    hurry(context)
    assert deliver_once(context, transport_of(office.url)) == {"sent": 2}
    for one in office.letters:
        assert [part.get_content_type() for part in one.walk()] == ["multipart/alternative", "text/plain", "text/html"]
        assert "cid:" not in html_of(one)
        assert "table" in text_of(one)


def test_places_are_for_quick_letters_and_slow_ones_leave_them() -> None:
    now = [0.0]
    places = Lanes(clock=lambda: now[0])
    for number in range(lanes.QUICK):
        places.enter(str(number))
    assert places.room() == (0, lanes.FOR_LOGINS)
    with places.handing("0", "slow.example"):
        assert places.delay("slow.example") is None
        now[0] = lanes.SLOW + 0.1
        assert places.room()[0] == 1
        assert not places.all_slow()
    assert places.room()[0] == 0
    for number in range(lanes.QUICK):
        places.leave(str(number))
    assert places.room() == (lanes.QUICK, lanes.FOR_LOGINS)


def test_letters_of_a_crowded_domain_come_back_one_after_another() -> None:
    now = [0.0]
    places = Lanes(clock=lambda: now[0])
    held = [places.handing(str(number), "slow.example") for number in range(lanes.SLOW_PER_DOMAIN)]
    for one in held:
        one.__enter__()
    now[0] = 60.0
    delays = [places.delay("slow.example") for _ in range(3)]
    assert delays == [lanes.FIRST_DELAY, lanes.FIRST_DELAY + lanes.STEP, lanes.FIRST_DELAY + 2 * lanes.STEP]
    assert places.delay("quick.example") is None
    held[0].__exit__(None, None, None)
    assert places.delay("slow.example") is None


def test_readers_who_choose_slow_hosts_of_ever_new_names_leave_room_for_letters() -> None:
    """The attack: eight accounts with browsers at a.evil.example, b.evil.example ... held all places."""
    now = [0.0]
    places = Lanes(clock=lambda: now[0])
    held = [places.handing(f"{one}", f"push {one}.evil.example", "push") for one in range(lanes.SLOW_PER_CHANNEL)]
    for one in held:
        one.__enter__()
    assert places.delay("push new.evil.example", "push") is None, "none of them is slow yet"
    now[0] = 60.0
    delays = [places.delay(f"push {name}.evil.example", "push") for name in "ab"]
    assert delays == [lanes.FIRST_DELAY, lanes.FIRST_DELAY + lanes.STEP]
    assert places.delay("players.example") is None and places.room() == (lanes.QUICK, lanes.FOR_LOGINS)


class Dripping:
    """A mail server that answers one of its commands byte by byte, each within any time limit, and never ends."""

    def __init__(self, drip_at: str) -> None:
        self.drip_at = drip_at
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._listening.accept()
        with connection, connection.makefile("rb") as lines:
            self._answer(connection, "greeting", b"220 here\r\n")
            text = False
            for line in lines:
                if text and line != b".\r\n":
                    continue
                verb = "dot" if text else line[:4].strip().decode().lower()
                text = verb == "data"
                if not self._answer(connection, verb, b"354 go\r\n" if text else b"250 ok\r\n"):
                    return

    def _answer(self, connection: socket.socket, verb: str, answer: bytes) -> bool:
        try:
            if verb != self.drip_at:
                connection.sendall(answer)
                return True
            connection.sendall(b"250-")
            while not self._stop.wait(0.05):
                connection.sendall(b"x")
        except OSError:
            return False
        return False

    def close(self) -> None:
        self._stop.set()
        self._listening.close()
        self._thread.join(10)


@pytest.fixture
def dripping() -> Iterator[Callable[[str], Dripping]]:
    opened: list[Dripping] = []

    def opener(verb: str) -> Dripping:
        opened.append(Dripping(verb))
        return opened[-1]

    yield opener
    for one in opened:
        one.close()


def test_a_transaction_ends_in_its_time_however_the_answers_trickle(dripping: Callable[[str], Dripping]) -> None:
    def tried(verb: str) -> None:
        server = dripping(verb)
        transport = SmtpTransport(Server("127.0.0.1", server.port, timeout=2.0, letter=2.0, patience=2.0, tls="never"))
        begun = time.monotonic()
        with pytest.raises(Ambiguous if verb == "dot" else Temporary):
            transport.send(letter(), lambda: True)
        assert time.monotonic() - begun < 60, verb
        transport.close()

    with ThreadPoolExecutor() as pool:
        assert len(list(pool.map(tried, ("greeting", "ehlo", "mail", "rcpt", "data", "dot")))) == 6


def test_a_whole_transaction_is_shorter_than_a_lease() -> None:
    server = Server("mail.example", 25)
    stale_sender, connecting, secured, sender = (server.timeout,) * 4
    longest = stale_sender + connecting + secured + sender + server.letter + server.patience
    assert longest * 1000 <= job.LEASE
