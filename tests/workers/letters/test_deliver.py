"""Delivering with a real Redis and a real mail server: one letter per visit, none twice, none lost, every end on record."""

import json
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.policy import Policy
from pathlib import Path
from unittest.mock import patch

import pytest
import redis
from aiosmtpd.smtp import SMTP

from engine.match.table import Standing
from service.accounts.access.login import request_login
from service.accounts.mail.mail_preferences import unsubscribe_scope
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.notifications.delivery import State
from service.pictures.drawing import NotDrawn
from service.store import keys
from service.store.records import Account, Transition
from tests.given.contexts import account, open_context
from tests.servers import forked
from tests.workers.away import Away
from tests.workers.mail.post_office import PostOffice, break_off, subject_and_line, text_of
from tests.workers.mail.sending.delivering import begin, commit, deliverer, hurry, invite, login, records, to
from workers.deliver.job import Office, deliver_once, open_channels
from workers.mail.channel import ATTEMPTS
from workers.mail.headers import Words
from workers.mail.parts import picture
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    """A service whose news waits an hour for company: tests make it due when they want it."""
    return open_context(redis_url, tmp_path, smtp_url=office.url, hold_off=3_600_000)


@pytest.fixture
def ben(context: Context) -> Account:
    return account(context, "Ben", language="de")


def deliver(context: Context) -> dict[State, int]:
    """Let time pass and deliver."""
    hurry(context)
    return dict(deliver_once(context, transport_of(context.settings.smtp_url)))


def test_everybody_gets_one_letter_about_a_match_that_starts(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    begin(context, ann, ben)
    assert deliver(context) == {"sent": 2}
    assert deliver(context) == {}
    assert sorted(office.recipients) == [ann.mail, ben.mail]
    (letter,) = to(office, ann)
    assert subject_and_line(letter).startswith("Kontor with Ben - Round 1: ")
    assert "The match" in text_of(letter)
    assert (
        next(part for part in letter.walk() if part.get_content_type() == "image/png").get_content()[:4] == b"\x89PNG"
    )
    (german,) = to(office, ben)
    assert "Du bist am Zug" in text_of(german)


def test_a_letter_whose_drawing_process_dies_goes_out_without_the_picture(
    context: Context, office: PostOffice, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(_svg: str, _budget: int) -> bytes:
        raise NotDrawn

    monkeypatch.setattr("workers.mail.parts.picture.small_png", dies)
    picture.drawn.cache_clear()
    begin(context, ann, ben)
    assert deliver(context) == {"sent": 2}
    (letter,) = to(office, ann)
    assert "The match" in text_of(letter)
    assert "image/png" not in [part.get_content_type() for part in letter.walk()]


def test_news_of_the_match_that_a_deliverer_is_woken_for_go_before_all_others(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    begin(context, ann, ben)
    match = begin(context, ann, ben)
    hurry(context)
    delivering = Office(context, open_channels(context))
    try:
        with patch.object(delivering, "_ready", return_value=[]):  # as if nobody found anything anywhere
            delivering.run(first=match)
        first = delivering.tell()
        delivering.run()
        rest = delivering.tell()
    finally:
        delivering.close()

    assert (dict(first), dict(rest)) == ({"sent": 2}, {"sent": 2})


def test_the_player_can_read_what_became_of_a_letter(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    deliver(context)
    (record,) = records(context, match, ann)
    assert (record["state"], record["attempt"], record["answer"]) == ("sent", 1, "250 2.0.0 taken as 4711")
    assert record["kinds"] == ["started", "your-turn"]
    assert to(office, ann)[0]["Message-ID"].startswith(f"<{record['mail']}@")


def test_records_never_hold_the_content(context: Context, office: PostOffice, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    deliver(context)
    record = context.store.load(match)
    assert record is not None and record.state is not None
    written = json.dumps(records(context, match, ann) + records(context, match, ben))
    assert not any(card in written for hand in record.state["hands"] for card in hand)


def test_nothing_goes_out_before_the_hold_off_is_over(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    begin(context, ann, ben)
    assert deliver_once(context, transport_of(office.url)) == {}
    assert office.letters == []


def test_news_within_the_hold_off_are_one_letter(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    for _ in range(2):
        commit(context, match, 0)
        commit(context, match, 1)
        drain_once(context)
    assert deliver(context) == {"sent": 2}
    (letter,) = to(office, ann)
    assert "Round 3" in subject_and_line(letter)
    assert text_of(letter).count("It is your turn") == 1


def test_a_player_who_has_answered_is_not_written_to(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    commit(context, match, 0)
    assert deliver(context) == {"sent": 1, "dropped": 1}
    assert to(office, ann) == []
    (record,) = records(context, match, ann)
    assert record["dropped"] == [
        {"kind": "started", "reason": "already-seen"}, {"kind": "your-turn", "reason": "answered"},
    ]  # fmt: skip


def test_preferences_are_kept(context: Context, office: PostOffice, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    context.store.change_prefs(ann.id, lambda _: {"muted_matches": [match]})
    context.store.change_prefs(ben.id, lambda _: {"kinds": {"started": False}})
    deliver(context)
    assert to(office, ann) == []
    assert records(context, match, ann)[0]["dropped"][0]["reason"] == "match-muted"
    assert records(context, match, ben)[0]["kinds"] == ["your-turn"]


def test_an_address_nobody_has_confirmed_gets_no_match_mail(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    context.store.update_account(ben.id, verified=False)
    match = begin(context, ann, ben)
    deliver(context)
    assert to(office, ben) == []
    assert {one["reason"] for one in records(context, match, ben)[0]["dropped"]} == {"address-unverified"}


def test_a_greylisted_letter_comes_at_the_second_try(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    office.rcpt_answer = "451 4.7.1 greylisted, come back"
    assert context.store.failing(context.store.now()) == (0, 0)
    assert deliver(context) == {"retry": 2}
    assert context.store.waiting_count() == 2
    count, oldest = context.store.failing(context.store.now() + 7_200_000)
    assert count == 2 and oldest > 3_600_000, "a retry moves what is due, and not for how long it has failed"
    assert deliver_once(context, transport_of(office.url)) == {}, "it waits for its time"
    (record,) = records(context, match, ann)
    assert 40_000 < record["retry_at"] - record["at"] < 80_000
    office.rcpt_answer = None
    assert deliver(context) == {"sent": 2}
    assert context.store.failing(context.store.now()) == (0, 0)
    assert [one["state"] for one in records(context, match, ann)] == ["sent", "retry"]
    assert records(context, match, ann)[0]["attempt"] == 2


def test_a_letter_nobody_takes_is_given_up_after_days(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    office.rcpt_answer = "451 4.3.0 never"
    for _ in range(ATTEMPTS - 1):
        assert deliver(context) == {"retry": 2}
    assert deliver(context) == {"dead": 2}
    assert deliver(context) == {}
    past = records(context, match, ann)
    waited = sum(one["retry_at"] - one["at"] for one in past if "retry_at" in one)
    assert 2 * 86_400_000 < waited < 4 * 86_400_000


def test_a_mailbox_that_does_not_exist_is_not_written_to_again_except_to_log_in(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    office.rcpt_answer = "550 5.1.1 no such mailbox"
    assert deliver(context) == {"dead": 2}
    office.rcpt_answer = None
    stored = context.store.account(ann.id)
    assert stored is not None and stored.bouncing
    commit(context, match, 0)
    commit(context, match, 1)
    drain_once(context)
    assert deliver(context) == {"dropped": 2}
    assert {one["reason"] for one in records(context, match, ann)[0]["dropped"]} == {"address-bounces"}
    context.store.notify([login(context, ann, "code-1")], f"acct:{ann.id}")
    assert deliver(context) == {"sent": 1}


def test_a_turn_mail_whose_answer_got_lost_is_counted_and_not_sent_again(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    office.at_data = break_off
    assert deliver(context) == {"ambiguous": 2}
    office.at_data = None
    assert deliver(context) == {}
    assert len(office.letters) == 2
    assert [one["state"] for one in records(context, match, ann)] == ["ambiguous"]


def test_an_invitation_whose_answer_got_lost_is_sent_again_as_the_same_letter(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = invite(context, ann, ben)
    office.at_data = break_off
    assert deliver(context)["ambiguous"] == 1
    office.at_data = None
    office.rcpt_answer = "451 4.7.1 not now"
    assert deliver(context) == {"retry": 1}
    office.rcpt_answer = None
    assert deliver(context) == {"sent": 1}
    first, second = to(office, ben)
    assert first["Message-ID"] == second["Message-ID"]
    assert text_of(first) == text_of(second)
    assert [one["state"] for one in records(context, match, ben)] == ["sent", "retry", "ambiguous"]


@pytest.fixture
def killed(context: Context, office: PostOffice) -> Iterator[Callable[[], None]]:
    """Run a deliverer that the mail server kills when it has taken the letter, before it answers."""
    children: list[forked.Running] = []

    def run() -> None:
        hurry(context)
        started = threading.Event()

        def kill(server: SMTP) -> None:
            started.wait(60)
            children[-1].send_signal(signal.SIGKILL)
            children[-1].wait()

        office.at_data = kill
        children.append(deliverer(context))
        started.set()
        assert children[-1].wait(120) == -signal.SIGKILL
        office.at_data = None

    yield run
    for child in children:
        child.kill()
        child.wait()


def test_a_deliverer_killed_at_the_handover_makes_no_second_turn_mail(
    context: Context, office: PostOffice, ann: Account, ben: Account, killed: Callable[[], None]
) -> None:
    match = begin(context, ann, ben)
    killed()
    tally = deliver(context)
    assert tally["ambiguous"] >= 1
    assert tally.get("sent", 0) + tally["ambiguous"] == 2
    everybody = [to(office, ann), to(office, ben)]
    assert all(len(letters) <= 1 for letters in everybody), "nobody gets two"
    states = [records(context, match, one)[0]["state"] for one in (ann, ben)]
    assert states.count("ambiguous") == tally["ambiguous"], "what nobody can know is on record"
    assert deliver(context) == {}


def test_a_deliverer_killed_at_the_handover_sends_an_invitation_again(
    context: Context, office: PostOffice, ann: Account, ben: Account, killed: Callable[[], None]
) -> None:
    match = invite(context, ann, ben)
    killed()
    assert deliver(context) == {"ambiguous": 1}
    assert deliver(context) == {"sent": 1}
    first, second = to(office, ben)
    assert first["Message-ID"] == second["Message-ID"]
    assert [one["state"] for one in records(context, match, ben)] == ["sent", "ambiguous"]


def test_many_deliverers_at_once_send_every_letter_once(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    matches = [begin(context, ann, ben) for _ in range(8)]
    hurry(context)
    with ThreadPoolExecutor(4) as pool:
        tallies = list(pool.map(lambda _: deliver_once(context, transport_of(office.url)), range(4)))
    assert sum(tally["sent"] for tally in tallies) == 2 * len(matches)
    ids = [letter["Message-ID"] for letter in office.letters]
    assert len(ids) == len(set(ids)) == 2 * len(matches)


def test_a_letter_hangs_below_the_one_before(context: Context, office: PostOffice, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    deliver(context)
    commit(context, match, 0)
    commit(context, match, 1)
    drain_once(context)
    deliver(context)
    first, second = to(office, ann)
    assert second["In-Reply-To"] == first["Message-ID"]
    assert first["In-Reply-To"].startswith(f"<{match}@")


def test_a_login_code_goes_out_at_once_also_to_a_new_address(context: Context, office: PostOffice) -> None:
    new = context.store.create_account(mail="new@players.example", name="New")
    context.store.notify([login(context, new, "k7Qp")], f"acct:{new.id}")
    assert deliver_once(context, transport_of(office.url)) == {"sent": 1}
    (letter,) = to(office, new)
    assert "k7Qp" in text_of(letter)
    assert "k7Qp" not in subject_and_line(letter)
    (record,) = context.store.deliveries(f"acct:{new.id}")
    assert record["kinds"] == ["login"]


def test_the_next_job_uses_the_connection_of_the_one_before(context: Context, office: PostOffice, ann: Account) -> None:
    """Connecting, TLS and login take longer than a letter."""
    deliverer = Office(context, open_channels(context))
    for number in range(1, 4):
        context.store.notify([login(context, ann, f"code-{number}", after=number)], f"acct:{ann.id}")
        deliverer.run(60.0)
        office.wait_for(number)
    deliverer.close()
    assert office.connections == 1


def test_of_several_login_codes_the_newest_is_sent_and_an_expired_one_is_not(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    context.store.notify([login(context, ann, "old"), login(context, ann, "new", after=5)], f"acct:{ann.id}")
    context.store.notify([login(context, ben, "late", lasts=-1)], f"acct:{ben.id}")
    assert deliver(context) == {"sent": 1, "dropped": 1}
    (letter,) = office.letters
    assert "new" in text_of(letter)
    assert context.store.deliveries(f"acct:{ann.id}")[0]["dropped"] == [{"kind": "login", "reason": "superseded"}]
    assert context.store.deliveries(f"acct:{ben.id}")[0]["dropped"] == [{"kind": "login", "reason": "expired"}]


def test_a_lost_projection_is_repaired_without_a_letter(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = new_match_id()
    creation.create(context, ann, creation.NewMatch(rules="kontor"), match)
    context.store.forget_match(ann.id, match)
    assert deliver(context) == {}
    assert context.store.matches_of(ann.id) == [match]
    assert office.letters == []
    assert records(context, match, ann) == []


def test_a_recipient_that_cannot_be_served_holds_up_no_other(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    with redis.Redis.from_url(context.settings.redis_url) as client:
        client.hset(keys.account(ann.id), "mail", "no address at all")
    assert deliver(context) == {"sent": 1, "dead": 1}
    assert "cannot be addressed" in records(context, match, ann)[0]["answer"]


def test_unsubscribing_links_belong_to_their_reader_and_match(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    deliver(context)
    (letter,) = to(office, ann)
    token = str(letter["List-Unsubscribe"]).strip("<>").rpartition("/")[2]
    said = context.links.read("unsubscribe", token)
    assert said is not None and (said["account"], said["match"]) == (ann.id, match)
    assert unsubscribe_scope(context, token) == (context.store.account(ann.id), match, "match")


def test_a_letter_that_would_say_something_else_stops_nobody_and_is_on_record(
    context: Context, office: PostOffice, ann: Account, ben: Account, caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Ann's name ends the header, as on an interpreter without the correction of CVE-2024-6923 it would."""
    whole = Words.fold

    def broken(self: Words, *, policy: Policy) -> str:
        return whole(self, policy=policy) if " mit " in str(self) else "Subject: x\r\nBcc: all@victims.example\r\n"

    match = begin(context, ann, ben)
    monkeypatch.setattr(Words, "fold", broken)
    assert deliver(context) == {"sent": 1, "dead": 1}
    assert office.recipients == [ben.mail]
    (record,) = records(context, match, ann)
    assert record["answer"] == "the letter has other headers than it was given"
    assert f"letter {record['mail']} is not sent: the letter has other headers" in caplog.text
    assert "victims" not in caplog.text
    assert deliver(context) == {}


@pytest.mark.parametrize(
    "name", ["=?utf-8?q?=0d=0a=0d=0a<h1>Pay_me</h1>?=", "=?utf-8?q?=0d=0aBcc:_x@victims.example?="]
)
def test_a_login_for_a_hostile_name_is_an_ordinary_letter(context: Context, office: PostOffice, name: str) -> None:
    request_login(context, "new@players.example", "192.0.2.1", name=name, language="en", zone="UTC")
    assert deliver(context) == {"sent": 1}
    (letter,) = office.letters
    assert letter["Bcc"] is None
    assert text_of(letter).startswith("Hello")
    assert b"\r\n\r\n<h1>" not in office.raw[0]


@pytest.mark.parametrize("question", ["notices", "account", "deliveries"])
def test_a_recipient_whose_store_was_away_waits_for_no_lease(
    context: Context, office: PostOffice, ann: Account, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    request_login(context, ann.mail, "192.0.2.1", name=ann.name, language="en", zone="UTC")
    with monkeypatch.context() as patched:
        patched.setattr(context.store, question, Away(1, getattr(context.store, question)))
        tallies = [deliver_once(context, transport_of(office.url)) for _ in range(2)]
    assert sum(tally["sent"] for tally in tallies) == len(office.letters) == 1, "it was due again at once"


def test_what_became_of_a_letter_is_recorded_when_the_store_is_back(
    context: Context, office: PostOffice, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    request_login(context, ann.mail, "192.0.2.1", name=ann.name, language="en", zone="UTC")
    monkeypatch.setattr("workers.deliver.lanes.PAUSE", 0.0)
    monkeypatch.setattr(context.store, "settle", Away(3, context.store.settle))
    assert deliver_once(context, transport_of(office.url)) == {"sent": 1}
    assert deliver_once(context, transport_of(office.url)) == {}
    assert len(office.letters) == 1


def test_a_letter_that_was_not_handed_over_because_the_store_was_away_is_not_called_ambiguous(
    context: Context, office: PostOffice, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(context, ann, ben)
    monkeypatch.setattr(context.store, "handing", Away(2, context.store.handing, after=True))
    assert deliver(context) == {"retry": 2}
    assert office.letters == []
    assert deliver(context) == {"sent": 2}
    assert [one["state"] for one in records(context, match, ben)] == ["sent", "retry"]


def ends_at(context: Context, match: str, moment: int) -> None:
    """Let the decision that stands end at another time (ms)."""
    record = context.store.load(match)
    assert record is not None
    (standing,) = record.table["standing"]
    moved: Standing = {**standing, "deadline": moment}
    step = Transition(
        match=match, n=record.n, table={**record.table, "standing": [moved]}, head=record.head, at=record.at,
        acts_version=record.acts_version, basis=record.basis, due=record.due,
    )  # fmt: skip
    assert context.store.transition(step)


def test_nobody_is_asked_what_can_be_answered_no_more_before_a_step_has_said_what_becomes_of_it(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    """After an outage the deliverer may be back before the resolver: the letter asked for an answer "in 0 seconds"."""
    match = begin(context, ann, ben)
    before = context.store.now()
    ends_at(context, match, before - 10_000)
    assert deliver(context) == {}
    assert office.letters == [] and records(context, match, ann) == []
    with redis.Redis.from_url(context.settings.redis_url) as client:
        waits = client.zscore(keys.out(keys.bucket_of(match)), f"{match}:{ann.id}")
    assert waits is not None and 0 < waits - before < 60_000

    ends_at(context, match, before + 600_000)  # as after an outage
    hurry(context)
    assert deliver(context) == {"sent": 2}
    assert "your-turn" in records(context, match, ann)[0]["kinds"]
