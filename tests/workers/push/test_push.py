"""What is asked of somebody reaches their browsers: encrypted for each, signed with our key, as much as they want to hear."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag

from engine.protocol.canon import b64
from service.accounts.browsers import MOST, PATIENCE, browsers_of, note_failure
from service.context import Context
from service.keys.keyring import PushKeys
from service.notifications.digests import quiet_until
from service.store import keys
from service.store.records import Account
from tests.given.contexts import account, account_of, open_context
from tests.service.notifications.slate import Slate
from tests.workers.mail.sending.delivering import begin, commit, hurry
from tests.workers.push.browser import Device, claims
from tests.workers.webhooks.receiver import Receiver, answers, dies, receiver
from workers.deliver.job import Office, open_channels
from workers.resolve.drain import drain_once

ALWAYS = {"quiet_from": 0, "quiet_to": 0}


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    """A service at home with a key for push: what leads to this machine is allowed."""
    folder = tmp_path / "keys"
    folder.mkdir()
    (folder / "push.key").write_text(b64(bytes(range(32))))
    opened = open_context(redis_url, folder, webhooks="any", push_key=folder / "push.key")
    yield opened
    opened.store.close()


@pytest.fixture
def ann(context: Context) -> Account:
    one = account(context, "Ann")
    context.store.change_prefs(one.id, lambda now: {**now.prefs, **ALWAYS})
    return one


@pytest.fixture
def ben(context: Context) -> Account:
    return account(context, "Ben", language="de", zone="Europe/Berlin")


@pytest.fixture
def service() -> Iterator[Receiver]:
    """A push service that takes everything."""
    with receiver() as one:
        yield one


def device(service: Receiver, name: str = "Firefox") -> Device:
    return Device(f"http://127.0.0.1:{service.port}/push/{name}", name)


def deliver(context: Context) -> None:
    """Deliver what is due; letters go onto a slate, which is quicker than to write them."""
    office = Office(context, open_channels(context, mail=Slate(), digest=Slate()))
    office.run()
    office.close()


def ends(context: Context, match: str, one: Account) -> list[str]:
    """Return how the attempts ended to tell somebody's browsers of a match, the earliest first."""
    return [one["state"] for one in context.store.deliveries(keys.recipient_of(one.id, match, keys.PUSH))][::-1]


def names(context: Context, one: Account) -> list[str]:
    return [browser.name for browser in browsers_of(account_of(context, one.mail))]


def test_a_question_comes_to_each_browser_which_alone_can_read_it(
    context: Context, service: Receiver, ann: Account, ben: Account
) -> None:
    phone, laptop = device(service, "phone"), device(service, "laptop")
    for one in (phone, laptop):
        one.subscribe(context, ann.id)
    match = begin(context, ann, ben)
    deliver(context)
    assert sorted(one.line for one in service.requests) == [
        "POST /push/laptop HTTP/1.1",
        "POST /push/phone HTTP/1.1",
    ], "nobody asked for Ben's"
    first = next(one for one in service.requests if "phone" in one.line)
    told = phone.read(first)
    assert told["title"].endswith("with Ben") and "Round 1" in told["body"]
    assert (told["match"], told["language"], set(told)) == (match, "en", {"title", "body", "match", "language"})
    assert len(first.body) < 400
    with pytest.raises(InvalidTag):
        laptop.read(first)
    assert ends(context, match, ann) == ["sent"]


def test_a_push_service_learns_who_we_are_and_how_long_to_keep_it_and_nothing_of_the_table(
    context: Context, service: Receiver, ann: Account, ben: Account
) -> None:
    assert context.push is not None
    device(service).subscribe(context, ann.id)
    match = begin(context, ann, ben)
    deliver(context)
    (request,) = service.requests
    key, claimed = claims(request)
    assert key == context.push.newest.public_key
    assert claimed["aud"] == f"http://127.0.0.1:{service.port}"
    assert claimed["sub"] == "mailto:post@localhost.invalid"
    assert 0 < claimed["exp"] - context.store.now() // 1000 <= 86_400
    assert 86_000 <= int(request.headers["ttl"]) <= 86_400
    assert request.headers["urgency"] == "normal"
    assert len(request.headers["topic"]) == 32
    seen = f"{request.line} {request.headers}"
    assert not [one for one in (match, ann.id, "Ann", "Kontor") if one in seen]


def test_in_the_readers_language(context: Context, service: Receiver, ann: Account, ben: Account) -> None:
    context.store.change_prefs(ben.id, lambda now: {**now.prefs, **ALWAYS})
    phone = device(service)
    phone.subscribe(context, ben.id)
    begin(context, ann, ben)
    deliver(context)
    told = phone.read(service.requests[0])
    assert told["language"] == "de" and told["title"].endswith("mit Ann") and "Runde 1" in told["body"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_its_service_knows_no_more_is_forgotten_and_the_others_are_told(
    context: Context, service: Receiver, ann: Account, ben: Account, status: int
) -> None:
    for name in ("gone", "there"):
        device(service, name).subscribe(context, ann.id)
    service.behaviours = [answers(status)]
    match = begin(context, ann, ben)
    deliver(context)
    assert (names(context, ann), ends(context, match, ann)) == (["there"], ["sent"])


@pytest.mark.parametrize("behaviour", [answers(503), answers(429), dies])
def test_what_did_not_arrive_is_sent_again(
    context: Context, service: Receiver, ann: Account, ben: Account, behaviour: object
) -> None:
    device(service).subscribe(context, ann.id)
    service.behaviours = [behaviour]  # type: ignore[list-item]
    match = begin(context, ann, ben)
    deliver(context)
    (failing,) = browsers_of(account_of(context, ann.mail))
    hurry(context)
    deliver(context)
    (well,) = browsers_of(account_of(context, ann.mail))
    assert ends(context, match, ann) == ["retry", "sent"]
    assert failing.failing_since > 0 == well.failing_since


def test_what_is_refused_is_not_sent_again_and_the_letter_goes_anyway(
    context: Context, service: Receiver, ann: Account, ben: Account
) -> None:
    device(service).subscribe(context, ann.id)
    service.behaviours = [answers(403, b"no such key")]
    match = begin(context, ann, ben)
    deliver(context)
    assert (ends(context, match, ann), names(context, ann)) == (["dead"], ["Firefox"])
    assert context.store.deliveries(f"{match}:{ann.id}")[0]["state"] == "sent"


def test_redirects_are_not_followed(context: Context, service: Receiver, ann: Account, ben: Account) -> None:
    with receiver() as elsewhere:
        device(service).subscribe(context, ann.id)
        service.behaviours = [answers(307, Location=f"http://127.0.0.1:{elsewhere.port}/")]
        begin(context, ann, ben)
        deliver(context)
        assert (len(service.requests), elsewhere.requests) == (1, [])


def test_a_browser_at_which_nothing_arrives_for_days_is_forgotten(
    context: Context, service: Receiver, ann: Account
) -> None:
    made = device(service).subscribe(context, ann.id)
    note_failure(context, ann.id, replace(made, failing_since=context.store.now() - PATIENCE + 60_000))
    assert names(context, ann) == ["Firefox"]
    note_failure(context, ann.id, replace(made, failing_since=context.store.now() - PATIENCE - 1))
    assert names(context, ann) == []


def test_the_switches_and_muted_matches_count_here_too(
    context: Context, service: Receiver, ann: Account, ben: Account
) -> None:
    device(service).subscribe(context, ann.id)
    context.store.change_prefs(ann.id, lambda now: {**now.prefs, "kinds": {"your-turn": False}})
    match = begin(context, ann, ben)
    deliver(context)
    assert (service.requests, ends(context, match, ann)) == ([], ["dropped"])


def test_who_has_answered_is_not_told(context: Context, service: Receiver, ann: Account, ben: Account) -> None:
    device(service).subscribe(context, ann.id)
    match = begin(context, ann, ben)
    commit(context, match, 0)
    deliver(context)
    assert (service.requests, ends(context, match, ann)) == ([], ["dropped"])


def test_at_night_it_waits_for_the_morning(context: Context, service: Receiver, ann: Account, ben: Account) -> None:
    device(service).subscribe(context, ann.id)
    hour = context.store.now() // 3_600_000 % 24
    night = {"quiet_from": hour, "quiet_to": (hour + 2) % 24}
    context.store.change_prefs(ann.id, lambda now: {**now.prefs, **night})
    match = begin(context, ann, ben)
    deliver(context)
    assert (service.requests, ends(context, match, ann)) == ([], [])
    context.store.change_prefs(ann.id, lambda now: {**now.prefs, **ALWAYS})
    hurry(context)
    deliver(context)
    assert (len(service.requests), ends(context, match, ann)) == (1, ["sent"])


@pytest.mark.parametrize(
    ("hours", "hour", "until"),
    [
        ((22, 7), 21, None),
        ((22, 7), 23, 7),
        ((22, 7), 6, 7),
        ((22, 7), 7, None),
        ((1, 5), 3, 5),
        ((1, 5), 5, None),
        ((9, 9), 9, None),
    ],
)
def test_quiet_hours_are_the_readers(hours: tuple[int, int], hour: int, until: int | None) -> None:
    noon = 1_772_449_200_000  # 12:00 in Berlin
    reader = Account("p_" + "0" * 32, "", "Ann", zone="Europe/Berlin")
    reader = replace(reader, prefs={"quiet_from": hours[0], "quiet_to": hours[1]})
    now = noon + (hour - 12) * 3_600_000
    found = quiet_until(reader, now)
    assert found is None if until is None else found == now + (until - hour) % 24 * 3_600_000


def test_an_account_has_a_few_browsers_and_the_oldest_goes(context: Context, service: Receiver, ann: Account) -> None:
    for number in range(MOST + 1):
        device(service, f"b{number}").subscribe(context, ann.id)
    device(service, "b1").subscribe(context, ann.id)
    assert names(context, ann) == [*(f"b{number}" for number in range(2, MOST + 1)), "b1"]


def test_after_a_rotation_a_browser_is_told_under_the_key_it_knows(
    context: Context, service: Receiver, ann: Account, ben: Account
) -> None:
    assert context.push is not None
    old = context.push.newest
    device(service).subscribe(context, ann.id)
    rotated = replace(context, push=PushKeys(bytes(range(1, 33)), bytes(range(32))))
    begin(rotated, ann, ben)
    deliver(rotated)
    assert claims(service.requests[0])[0] == old.public_key


def test_with_its_key_given_up_a_browser_is_forgotten_and_without_any_key_all_wait_for_one(
    context: Context, service: Receiver, ann: Account, ben: Account
) -> None:
    device(service).subscribe(context, ann.id)
    without = replace(context, push=None)
    begin(without, ann, ben)
    deliver(without)
    assert names(context, ann) == ["Firefox"]
    other = replace(context, push=PushKeys(bytes(range(1, 33))))
    begin(other, ann, ben)
    deliver(other)
    assert (names(context, ann), service.requests) == ([], [])


def test_accounts_without_browsers_have_no_queue_for_them(context: Context, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    assert context.store.notices(keys.recipient_of(ann.id, match, keys.PUSH)).pending == []


def test_a_batch_of_tables_asks_once_who_has_browsers(
    context: Context, service: Receiver, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    device(service).subscribe(context, ann.id)
    asked: list[list[str]] = []

    def counted(read: Callable[[Sequence[str]], object], accounts: Sequence[str]) -> object:
        asked.append(sorted(accounts))
        return read(accounts)

    matches = [begin(context, ann, ben) for _ in range(3)]
    deliver(context)
    for match in matches:
        commit(context, match, 0)
        commit(context, match, 1)
    for name in ("accounts", "prefs_of"):
        monkeypatch.setattr(context.store, name, partial(counted, getattr(context.store, name)))
    drain_once(context)
    waiting = [context.store.notices(keys.recipient_of(ann.id, match, keys.PUSH)).pending for match in matches]
    assert all(waiting)
    assert asked == [sorted([ann.id, ben.id])]


def test_what_is_stored_of_a_browser_and_cannot_be_read_stands_in_nobodys_way(
    context: Context, service: Receiver, ann: Account, ben: Account
) -> None:
    device(service).subscribe(context, ann.id)
    (known,) = account_of(context, ann.mail).prefs["browsers"]
    bad = [{**known, "endpoint": one} for one in (5, "ftp://x", "https://[")]
    for rotten in ("browsers", [1, {"id": "b_1"}, *bad]):
        context.store.change_prefs(ann.id, lambda now, rotten=rotten: {**now.prefs, "browsers": rotten})  # type: ignore[misc]
        match = begin(context, ann, ben)
        deliver(context)
        assert context.store.deliveries(f"{match}:{ann.id}")[0]["state"] == "sent"
        waiting = context.store.notices(keys.recipient_of(ann.id, match, keys.PUSH)).pending
        assert (ends(context, match, ann), waiting) == ([], [])
