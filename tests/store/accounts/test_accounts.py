"""Accounts, tokens, idempotency keys, rate limits."""

import threading
from dataclasses import replace

import pytest
import redis

from service.store import keys
from service.store.accounts.accounts import NOBODY
from service.store.accounts.logins import MOST_NETWORKS, CodeUse
from service.store.accounts.tokens import REMEMBERED
from service.store.store import LoginAllowance, Store, StoredAnswer, Token
from tests.given.at_once import at_once
from tests.store.examples import ANNA, match_id

TOKEN = Token("t_" + "0" * 16, ANNA, "ab" * 32, ("match:play", "match:read"), "Anna's phone", 5, None, None)


def test_an_account_is_found_by_id_and_by_mail(store: Store) -> None:
    made = store.create_account(mail="Anna@example.org", name="Änne", language="de", zone="Europe/Berlin")
    assert made.id.startswith("p_") and len(made.id) == 34
    assert (made.language, made.zone, made.prefs, made.verified, made.bouncing) == (
        "de",
        "Europe/Berlin",
        {},
        False,
        False,
    )
    assert abs(made.created - store.now()) < 5_000
    assert store.account(made.id) == made
    assert store.account_by_mail("anna@EXAMPLE.org") == made
    assert store.account_by_mail("bert@example.org") is None


@pytest.mark.parametrize("unknown", ["p_" + "0" * 32, "bot:steady", "", "p_*"])
def test_there_is_no_account_of_an_unknown_id(store: Store, unknown: str) -> None:
    assert store.account(unknown) is None


def test_one_mail_address_has_one_account_even_when_made_at_once(store: Store) -> None:
    made: list[str] = []
    ready = threading.Barrier(8)

    def create() -> None:
        ready.wait()
        made.append(store.create_account(mail="anna@example.org", name="Anna").id)

    at_once(*[create] * 8)
    assert len(set(made)) == 1
    assert store.account(made[0]) is not None


def test_accounts_without_mail_are_each_new(store: Store) -> None:
    assert store.create_account(mail="", name="a").id != store.create_account(mail="", name="a").id


def test_an_account_changes_only_what_may_change(store: Store) -> None:
    made = store.create_account(mail="anna@example.org", name="Anna")
    prefs = {"kinds": {"over": False}, "muted_matches": []}
    store.change_prefs(made.id, lambda _: prefs)
    changed = store.update_account(made.id, name="Anne", verified=True)
    assert changed == replace(made, name="Anne", prefs=prefs, verified=True) == store.account(made.id)
    assert store.update_account(made.id) == changed
    assert store.update_account("p_" + "0" * 32, name="x") is None
    with pytest.raises(ValueError, match="mail"):
        store.update_account(made.id, mail="other@example.org")


def test_the_matches_of_an_account_are_noted_once(store: Store) -> None:
    for number in (2, 1, 2):
        store.note_match(ANNA, match_id(number))
    assert store.matches_of(ANNA) == [match_id(1), match_id(2)]
    store.forget_match(ANNA, match_id(1))
    assert store.matches_of(ANNA) == [match_id(2)]


def test_a_token_is_kept_listed_and_revoked(store: Store) -> None:
    other = replace(TOKEN, id="t_" + "f" * 16, created=4, used=6, expires=store.now() + 60_000)
    store.add_token(TOKEN)
    store.add_token(other)
    assert store.token(TOKEN.id) == TOKEN
    assert store.tokens_of(ANNA) == [other, TOKEN]
    assert not store.is_revoked(TOKEN.id)
    assert store.revoke_token(TOKEN.id)
    assert store.token(TOKEN.id) is None
    assert store.tokens_of(ANNA) == [other]
    assert store.is_revoked(TOKEN.id) and not store.is_revoked(other.id)
    assert not store.revoke_token(TOKEN.id)


@pytest.mark.parametrize("unknown", ["t_" + "9" * 16, "", "t_*", "sp_whole_text"])
def test_there_is_no_token_of_an_unknown_id(store: Store, unknown: str) -> None:
    assert store.token(unknown) is None


def test_an_expired_token_is_gone(store: Store) -> None:
    store.add_token(replace(TOKEN, expires=store.now() - 1))
    assert store.token(TOKEN.id) is None
    assert store.tokens_of(ANNA) == []


def test_using_a_token_is_noted_and_does_not_bring_a_revoked_one_back(store: Store) -> None:
    store.add_token(TOKEN)
    store.touch_token(TOKEN)
    used = store.token(TOKEN.id)
    assert used is not None and used.used is not None and abs(used.used - store.now()) < 5_000
    store.revoke_token(TOKEN.id)
    store.touch_token(TOKEN)
    assert store.token(TOKEN.id) is None


def test_old_revocations_are_forgotten(store: Store, redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.zadd(keys.revoked(0), {"t_" + "e" * 16: store.now() - REMEMBERED - 1})
        store.revoke_token(TOKEN.id)
        assert client.zrange(keys.revoked(0), 0, -1) == [TOKEN.id.encode()]


def test_a_repeated_request_gets_the_first_answer(store: Store) -> None:
    answer = StoredAnswer(201, {"Location": "/v1/matches/1"}, '{"title":"Kölln"}')
    assert store.begin(ANNA, "key", "print") == "new"
    assert store.begin(ANNA, "key", "print") == "running"
    store.finish(ANNA, "key", "print", answer)
    assert store.begin(ANNA, "key", "print") == answer
    assert store.begin(ANNA, "key", "another") == "mismatch"
    assert store.begin(ANNA, "other key", "another") == "new"


def test_an_abandoned_key_may_be_used_again(store: Store) -> None:
    assert store.begin(ANNA, "key", "print", mark="one") == "new"
    store.abandon(ANNA, "key", "print", mark="one")
    assert store.begin(ANNA, "key", "another") == "new"


def test_who_overlaps_another_request_forgets_neither_it_nor_its_answer(store: Store) -> None:
    answer, late = StoredAnswer(201, {}, "first"), StoredAnswer(201, {}, "second")
    assert store.begin(ANNA, "key", "print", mark="one") == "new"
    store.abandon(ANNA, "key", "print", mark="two")
    assert store.begin(ANNA, "key", "print") == "running"
    assert store.finish(ANNA, "key", "print", answer, mark="one") == "new"
    assert store.finish(ANNA, "key", "print", late, mark="two") == answer
    store.abandon(ANNA, "key", "print", mark="two")
    assert store.begin(ANNA, "key", "print") == answer


def test_who_answers_when_its_key_was_given_away_leaves_it_to_the_new_owner(store: Store) -> None:
    assert store.begin(ANNA, "key", "another", mark="two") == "new"
    assert store.finish(ANNA, "key", "print", StoredAnswer(201, {}, "first"), mark="one") == "new"
    assert store.begin(ANNA, "key", "another") == "running"


def test_of_many_at_once_one_goes_ahead(store: Store) -> None:
    begun: list[object] = []
    ready = threading.Barrier(8)

    def begin() -> None:
        ready.wait()
        begun.append(store.begin(ANNA, "key", "print"))

    at_once(*[begin] * 8)
    assert sorted(map(str, begun)) == ["new"] + ["running"] * 7


def test_a_limit_allows_a_number_and_says_when_it_resets(store: Store) -> None:
    hits = [store.hit("login", "203.0.113.7", 3, 60) for _ in range(5)]
    assert [one.allowed for one in hits] == [True, True, True, False, False]
    assert [one.remaining for one in hits] == [2, 1, 0, 0, 0]
    assert all(58 <= one.reset <= 60 for one in hits)
    assert store.hit("login", "203.0.113.8", 3, 60).allowed
    assert store.hit("other", "203.0.113.7", 3, 60).allowed


def test_a_limit_of_nothing_allows_nothing(store: Store) -> None:
    assert store.hit("login", "x", 0, 60) == (False, 0, 0)


def test_a_window_ends(store: Store) -> None:
    assert store.hit("login", "x", 1, 1).allowed
    assert not store.hit("login", "x", 1, 1).allowed
    until = store.now() + 3_000
    while not store.hit("login", "x", 1, 1).allowed:
        assert store.now() < until


def asked(store: Store, mail: str = "anna@example.org", network: str = "n1", **changes: bool) -> LoginAllowance:
    """Ask for a code with budgets a test can use up: two a day for the pair, three for the mailbox."""
    flags = {"room": True, "known": False, "owned": False} | changes
    return store.count_login("anna@example.org", mail, network, pair=2, box=3, day=86_400, slot=600, **flags)


def test_a_login_counts_for_the_pair_and_for_the_mailbox(store: Store) -> None:
    assert [asked(store).yes for _ in range(4)] == [True, True, True, False]  # two of the day and the pair's slot
    assert asked(store, network="n2").yes  # the mailbox's slot
    refused = asked(store, network="n3")
    assert (refused.send, refused.yes) == (False, False)
    assert 590 <= refused.reset <= 600


def test_a_refused_login_spends_nothing(store: Store) -> None:
    for _ in range(9):
        assert not asked(store, room=False).yes
    assert [asked(store).yes for _ in range(4)] == [True, True, True, False]


def test_owners_get_a_mail_although_the_answer_is_no(store: Store) -> None:
    for number in range(4):
        asked(store, "anna+1@example.org", f"n{number}")
    assert [asked(store, network="n9", owned=True) for _ in range(2)] == [(True, False, 600), (False, False, 600)]
    assert asked(store, network="n9", owned=True, known=True).send


def test_a_network_is_known_by_address_and_the_oldest_is_forgotten(store: Store) -> None:
    for number in range(MOST_NETWORKS + 1):
        store.note_network("Anna@example.org", f"{number:02}")
    assert not store.knows_network("anna@example.org", "00")
    assert store.knows_network("anna@EXAMPLE.org", "01")
    assert not store.knows_network("bert@example.org", "01")


def test_a_request_waits_for_its_code(store: Store) -> None:
    account = store.create_account(mail="anna@example.org", name="Player")
    store.keep_wish(account.id, "a1", {"name": "Änne"}, 60_000)
    assert (store.wish(account.id, "a1"), store.wish(account.id, "b2")) == ({"name": "Änne"}, {})


def test_a_used_code_ends_those_made_before_it_was_used(store: Store, redis_url: str) -> None:
    account = store.create_account(mail="anna@example.org", name="Anna")
    made = store.now() - 1_000

    def use(code: str, at: int, who: str = account.id, token: str = TOKEN.id, sender: str = "ann") -> CodeUse:
        return store.use_code(who, code, at, token=token, sender=sender, repeats=60_000, kept=900_000)

    assert use("one", made) == ("first", "")
    assert use("two", made + 500) == ("ended", "")
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        ended = int(client.hget(keys.account(account.id), "codes_ended"))
    assert use("of that very millisecond", ended) == ("ended", "")
    assert use("three", store.next_code_at(account.id)) == ("first", "")
    assert use("one", made, NOBODY) == ("ended", "")
    assert use("one", made, token="t_other") == ("again", TOKEN.id)
    assert use("one", made, sender="bob") == ("used", "")
    store.revoke_token("t_other")
    assert use("one", made) == ("used", "")


def test_ended_links_are_those_of_letters_due_until_then(store: Store, redis_url: str) -> None:
    account = store.create_account(mail="anna@example.org", name="Anna")
    store.end_links(account.id)
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        ended = int(client.hget(keys.account(account.id), "links_ended"))

    def use(link: str, due: int) -> CodeUse:
        return store.use_link(account.id, link, due, token=TOKEN.id, sender="ann", repeats=60_000, kept=900_000)

    assert use("of that very millisecond", ended) == ("ended", "")
    assert use("later", ended + 1) == ("first", "")


def claim_is_over(store: Store, mail: str, claimed_for: str | None) -> None:
    """Let the time go by in which a claim may be under way."""
    key = keys.mail_claim(mail)
    found = store._ask(("GET", key))
    assert (None if found is None else found.decode()) == claimed_for
    assert claimed_for is None or store._ask(("PTTL", key)) > 0
    store._ask(("DEL", key))


def test_an_address_claimed_before_a_crash_is_free_again(store: Store) -> None:
    """A crash between the claim and the change of the record left an address that nobody could have any more."""
    ada, ben = (store.create_account(mail=f"{name}@old.example", name=name, verified=True) for name in ("ada", "ben"))
    assert store.claim_mail(ada.id, "new@y.example") == "claimed"
    assert store.claim_mail(ada.id, "new@y.example") == "ours"
    assert store.create_account(mail="new@y.example", name="Cleo").id == ada.id, "it may be under way"
    claim_is_over(store, "new@y.example", ada.id)
    assert store.claim_mail(ben.id, "new@y.example") == "claimed"
    claim_is_over(store, "new@y.example", ben.id)
    assert store.create_account(mail="New@y.example", name="Cleo").id not in (ada.id, ben.id)


def test_an_address_leads_to_its_account_and_an_old_one_as_long_as_it_may_come_back(store: Store) -> None:
    ada, ben = (store.create_account(mail=f"{name}@old.example", name=name, verified=True) for name in ("ada", "ben"))
    store.claim_mail(ada.id, "New@y.example")
    store.change_mail(ada.id, lambda _: {"mail": "New@y.example"})
    store.retire_mail(ada.id, "ada@old.example", 60_000)
    claim_is_over(store, "new@y.example", ada.id)
    claim_is_over(store, "ada@old.example", None)
    for mail in ("ada@old.example", "NEW@y.example"):
        assert store.create_account(mail=mail, name="Eve").id == ada.id
        assert store.claim_mail(ben.id, mail) == "taken"
        claim_is_over(store, mail, ben.id)
