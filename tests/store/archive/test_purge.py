"""Accounts whose address nobody ever confirmed: strangers make them by the thousand, and the sweep takes them away again."""

import threading

import pytest
import redis

from service.store import keys
from service.store.accounts import departures
from service.store.accounts.departures import KEPT
from service.store.records import Account
from service.store.store import Store
from tests.store.examples import match_id, notice

DAY = 86_400_000


@pytest.fixture
def server(redis_url: str) -> redis.Redis:
    return redis.Redis.from_url(redis_url, protocol=2)


def newcomer(store: Store, mail: str = "new@example.org") -> Account:
    return store.create_account(mail=mail, name="Player")


def later(store: Store, monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """Let the sweep see the clock of another day."""
    moved = store.now() + int(days * DAY)
    monkeypatch.setattr(Store, "now", lambda _: moved)


def everything_of(server: redis.Redis, account: str, mail: str) -> list[bytes]:
    named = list(server.scan_iter(f"*{account}*"))
    return named + [key for key in (keys.mail(mail), keys.networks(mail)) if server.exists(key)]


def test_an_account_that_nobody_confirmed_goes_after_its_time_with_all_that_was_kept(
    store: Store, server: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a code is asked for every address there is, and each leaves an account for good."""
    account = newcomer(store)
    store.notify([notice(match_id(1))], keys.recipient_of(account.id, None))
    later(store, monkeypatch, 29)
    assert store.sweep().purged == 0
    assert store.account(account.id) == account
    later(store, monkeypatch, 2)
    assert store.sweep().purged == 1
    assert everything_of(server, account.id, account.mail) == []
    assert store.account_by_mail(account.mail) is None
    assert all(one.out is None for one in store.peek()[0])
    again = newcomer(store)
    assert again.id != account.id and store.account_by_mail(again.mail) == again


def test_what_its_owner_has_or_has_said_is_kept(
    store: Store, server: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed = store.create_account(mail="a@example.org", name="Ann", verified=True)
    seated, over, holder, silent = (newcomer(store, f"{one}@example.org") for one in "bcde")
    store.note_match(seated.id, match_id(1))
    store.file_match(over.id, match_id(2), 5)
    server.sadd(keys.account_tokens(holder.id), "t_" + "0" * 16)
    store.change_prefs(silent.id, lambda _: {"kinds": {"invited": False}})
    bot = store.create_account(mail="", name="no address")
    later(store, monkeypatch, 365)
    assert store.sweep().purged == 0
    for one in (confirmed, seated, over, holder, silent, bot):
        assert store.account(one.id) is not None


def test_whoever_is_asked_for_again_has_the_whole_time_again(store: Store, server: redis.Redis) -> None:
    """An invitation, or a code, on its way to an account that was made long ago is not sent to nobody."""
    account = newcomer(store)
    server.hset(keys.account(account.id), mapping={"created": store.now() - 2 * KEPT, "asked": store.now() - 2 * KEPT})
    assert newcomer(store).id == account.id
    assert store.sweep().purged == 0


def test_an_account_of_an_earlier_release_goes_by_when_it_was_made(store: Store, server: redis.Redis) -> None:
    account = newcomer(store)
    server.hdel(keys.account(account.id), "asked")
    server.hset(keys.account(account.id), "created", store.now() - KEPT - 1)
    assert store.sweep().purged == 1


@pytest.mark.parametrize("created", [None, "", "long ago"])
def test_an_account_that_does_not_say_since_when_counts_from_the_first_sweep(
    store: Store, server: redis.Redis, created: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = newcomer(store)
    server.hdel(keys.account(account.id), "asked", "created")
    if created is not None:
        server.hset(keys.account(account.id), "created", created)
    assert store.sweep().purged == 0
    later(store, monkeypatch, 31)
    assert store.sweep().purged == 1


def test_a_sweep_looks_at_no_more_than_it_may_and_goes_on_where_it_stopped(
    store: Store, server: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(departures, "LOOKS", 2)
    monkeypatch.setattr(departures, "AT_ONCE", 10)
    for number in range(60):
        newcomer(store, f"{number}@example.org")
    later(store, monkeypatch, 31)
    purged = [store.purge_unconfirmed() for _ in range(30)]
    assert max(purged) < 60, "not all in one run"
    assert sum(purged) == 60


def test_one_rotten_account_keeps_none_of_the_others(
    store: Store, server: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.set(keys.account("p_" + "1" * 32), "rot")
    rotten = newcomer(store, "rot@example.org")
    server.set(keys.account_matches(rotten.id), "rot")
    newcomer(store)
    later(store, monkeypatch, 31)
    assert store.sweep().purged == 1
    assert server.exists(keys.account(rotten.id))


def test_a_record_left_by_a_crash_takes_nothing_of_the_account_that_has_its_address(
    store: Store, server: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two logins at once made two records, and the loser's process died before it took its own away."""
    owner = newcomer(store)
    left = "p_" + "9" * 32
    server.copy(keys.account(owner.id), keys.account(left))
    store.update_account(owner.id, verified=True)
    store.note_network(owner.mail, "home")
    later(store, monkeypatch, 31)
    assert store.sweep().purged == 1
    assert not server.exists(keys.account(left))
    found = store.account_by_mail(owner.mail)
    assert found is not None and found.id == owner.id
    assert store.knows_network(owner.mail, "home")


def test_an_address_whose_account_was_lost_half_way_gets_another(store: Store, server: redis.Redis) -> None:
    """A crash between the account's record and the address that led to it."""
    account = newcomer(store)
    server.delete(keys.account(account.id))
    again = newcomer(store)
    assert again.id != account.id
    assert store.account_by_mail(again.mail) == again


def test_a_login_while_the_sweep_runs_finds_its_account(store: Store, server: redis.Redis) -> None:
    """Whatever comes first, the account that the newcomer is given is there."""
    for number in range(40):
        mail = f"{number}@example.org"
        before = newcomer(store, mail)
        server.hset(keys.account(before.id), "asked", 1)
        ready = threading.Barrier(3)
        found: list[Account] = []

        def ask(mail: str = mail, ready: threading.Barrier = ready, found: list[Account] = found) -> None:
            ready.wait()
            found.append(newcomer(store, mail))

        threads = [threading.Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        ready.wait()
        store.purge_unconfirmed()
        for thread in threads:
            thread.join()
        assert found[0].id == found[1].id
        assert store.account(found[0].id) is not None and store.account_by_mail(mail) == store.account(found[0].id)
