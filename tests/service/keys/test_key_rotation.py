"""New keys while matches run: nothing stops, old matches keep their keys, and a key that is missing is named at the start."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import redis

from engine.contract import Move
from engine.protocol.canon import b64, unb64
from engine.protocol.evidence import evidence_in
from engine.registry import game_of
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.note import parse_note
from engine.verifier.checkpoints import signed_part
from engine.verifier.replay import Report, verify
from service.accounts import webhooks
from service.accounts.access.tokens import SCOPES, issue_token
from service.accounts.webhooks import public_key, shown_secret, signed_headers
from service.choices.answering import make_choice_link, read_choice_link
from service.cli.verifying.mails import text_of
from service.config.settings import Settings
from service.context import Context
from service.keys.keyring import LogKeyMissing, countersigned, needs
from service.keys.signing import KeyMissing, Links, new_match_id, new_seed, resolver_public, verify_signature
from service.matches import acts
from service.matches.receipts import Acted
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.notifications.channel import Bundle
from service.store import keys
from service.store.keys import recipient_of
from service.store.records import Account, Record
from service.store.store import KnownKey
from tests.given.contexts import dealt, loaded, open_context
from tests.workers.push.browser import Device
from workers.clock.head_log import HeadLogWriter, RottenLog
from workers.mail.digest import Digest
from workers.mail.reply_address import make_address, make_return_address, read_address, read_return_address
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path / "keys")


def fresh(settings: Settings) -> Path:
    """Write a new key beside the others; return its file."""
    assert settings.signing_key is not None
    folder = settings.signing_key.parent
    path = folder / f"key-{len(list(folder.iterdir()))}"
    path.write_text(b64(new_seed()))
    return path


def with_new_keys(settings: Settings) -> Settings:
    """Return the settings after a rotation of everything."""
    assert settings.signing_key is not None and settings.resolver_key is not None and settings.link_secret is not None
    resolver = fresh(settings)
    public = resolver.with_suffix(".pub")
    public.write_text(b64(resolver_public(unb64(resolver.read_text()))))
    return replace(
        settings,
        signing_key=fresh(settings),
        earlier_signing_keys=(settings.signing_key, *settings.earlier_signing_keys),
        resolver_key=resolver,
        resolver_public=public,
        earlier_resolver_keys=(settings.resolver_key, *settings.earlier_resolver_keys),
        link_secret=fresh(settings),
        earlier_link_secrets=(settings.link_secret, *settings.earlier_link_secrets),
    )


def restarted(settings: Settings) -> Context:
    return Context.open(settings, resolver=True)


def begun(context: Context, ann: Account, ben: Account) -> str:
    match = new_match_id()
    creation.create(context, ann, NewMatch(rules="kontor", grace=0), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    drain_once(context)
    return match


def sealed(context: Context, match: str, seat: int) -> Acted:
    """Let a seat seal its first move in the decision that stands."""
    record = loaded(context, match)
    (standing,) = record.table["standing"]
    return acts.commit(context, record, seat, acts.SeatAct(standing["id"], move=moves(record, seat)[0]))


def moves(record: Record, seat: int) -> list[Move]:
    (standing,) = record.table["standing"]
    return game_of(record.table).moves(dealt(record), seat, standing["id"])


def ended(context: Context, match: str, loser: Account) -> None:
    lobby.resign(context, match, loser)
    drain_once(context)


def proof(context: Context, match: str, key: str, *acted: Acted) -> Report:
    return verify(
        b"".join(context.store.lines(match, limit=100_000)),
        check_signature=partial(verify_signature, unb64(key)),
        public_key=key,
        receipts=[{"receipt": one.receipt, "signature": one.signature} for one in acted],
    )


def test_a_match_that_runs_ends_under_its_keys_and_the_next_gets_the_new_ones(
    context: Context, ann: Account, ben: Account
) -> None:
    old = begun(context, ann, ben)
    first = sealed(context, old, 0)
    after = restarted(with_new_keys(context.settings))
    assert after.signer.key_id != context.signer.key_id

    second = sealed(after, old, 1)
    drain_once(after)
    assert [one["type"] for one in entries(after, old)].count("resolved") == 1, "boxes of before and after have opened"
    ended(after, old, ben)
    found = proof(after, old, context.signer.public_key, first, second)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 2)

    new = begun(after, ann, ben)
    acted = sealed(after, new, 0)
    ended(after, new, ben)
    assert proof(after, new, after.signer.public_key, acted).verdict == "PASS"
    assert proof(after, new, context.signer.public_key).verdict == "FAIL"


def entries(context: Context, match: str) -> list[dict[str, object]]:
    return [json.loads(line)["entry"] for line in context.store.lines(match, limit=100_000)]


def test_a_key_that_a_match_needs_is_missing_and_the_start_says_which(
    context: Context, ann: Account, ben: Account
) -> None:
    old = begun(context, ann, ben)
    settings = with_new_keys(context.settings)
    restarted(settings).store.close()

    with pytest.raises(KeyMissing, match=rf"SIGNING_KEY lacks .* {context.signer.key_id}, which 1 running match needs"):
        restarted(replace(settings, earlier_signing_keys=()))
    with pytest.raises(KeyMissing, match=r"RESOLVER_KEY lacks .*, which 1 running match needs: name its file"):
        restarted(replace(settings, earlier_resolver_keys=()))
    both = Context.open(settings, resolver=True)
    ended(both, old, ben)

    alone = replace(settings, earlier_signing_keys=(), earlier_resolver_keys=(), earlier_link_secrets=())
    assert len(restarted(alone).signers.held) == 1
    gone = {(one.kind, one.until is not None) for one in both.store.known_keys()}
    assert gone == {(kind, end) for kind in ("signing", "resolver", "links") for end in (True, False)}


def test_the_keys_of_another_installation_are_refused(
    context: Context, ann: Account, ben: Account, tmp_path: Path
) -> None:
    begun(context, ann, ben)
    for _ in range(2):
        with pytest.raises(KeyMissing, match="1 running match needs"):
            open_context(context.settings.redis_url, tmp_path / "others")
    assert [one.public for one in context.store.known_keys() if one.kind == "signing"] == [context.signer.public_key]


def test_the_api_seals_to_a_key_that_a_worker_lacks_and_nobody_is_blamed(
    context: Context, ann: Account, ben: Account
) -> None:
    match = begun(context, ann, ben)
    settings = with_new_keys(context.settings)
    api = Context.open(replace(settings, resolver_key=None, earlier_resolver_keys=()))
    for seat in (0, 1):
        sealed(api, match, seat)
    assert drain_once(context) <= 1, "it may lock, and it resolves nothing"
    record = loaded(context, match, secrets=True)
    with pytest.raises(KeyMissing, match="this worker lacks the resolver key"):
        step_due(context, record)
    assert "escrow-failed" not in str(entries(context, match))

    with redis.Redis.from_url(context.settings.redis_url) as server:
        server.zadd(keys.due(keys.bucket_of(match)), {match: 1})
    context.store.end_all_leases()
    drain_once(restarted(settings))
    assert [one["type"] for one in entries(context, match)].count("resolved") == 1


def test_links_and_hidden_texts_of_before_are_read_and_those_of_strangers_are_not(
    context: Context, ann: Account
) -> None:
    before = context.links
    match, asked = new_match_id(), bytes(8)
    link, hidden = before.make("login", {"account": ann.id}), before.hide("code", "a secret")
    choice, address = (
        make_choice_link(before, ann, match, 0, asked),
        make_address(before, "a.example", ann.id, ann.mail, match, 0, asked),
    )
    now = context.store.now()
    report = make_return_address(before, "a.example", ann, "letter", now)
    after = restarted(with_new_keys(context.settings)).links

    def holds(links: Links) -> list[bool]:
        read_choice, read_reply = read_choice_link(choice), read_address(address, "a.example")
        read_return = read_return_address(report, "a.example")
        assert read_choice is not None and read_reply is not None and read_return is not None
        return [
            links.read("login", link) == {"account": ann.id},
            read_choice.is_of(links, ann),
            read_reply.is_of(links, ann.id, ann.mail),
            read_return.is_of(links, ann, now),
        ]

    assert holds(after) == [True] * 4 and after.reveal("code", hidden) == "a secret"
    assert holds(Links(new_seed())) == [False] * 4
    assert before.read("login", after.make("login", {})) is None, "new links are made with the new secret"


def test_receivers_of_webhooks_keep_their_keys_until_the_webhook_gets_new_ones(context: Context, ann: Account) -> None:
    issue_token(context, ann.id, name="test", scopes=SCOPES)
    (token,) = context.store.tokens_of(ann.id)
    made = webhooks.create(
        context, token, f"w_{'0' * 16}", url="https://hooks.example/", kinds=[], matches=[], ordered=False
    )
    secret = shown_secret(context.links, made)
    after = restarted(with_new_keys(context.settings))
    assert shown_secret(after.links, made) == secret
    assert str(needs(after.store, after.store.known_keys())[oldest(after, "links")]) == "1 webhook"

    changed = webhooks.rotate(after, token, made.id, 60)
    assert shown_secret(after.links, changed) != secret
    said = [
        headers["webhook-signature"].split()
        for headers in (
            signed_headers(context.links, made, "e", 1000, b"{}"),
            signed_headers(after.links, changed, "e", 1000, b"{}"),
        )
    ]
    assert said[0] == said[1][2:], "for a while the keys before sign as well"
    assert len(said[1]) == 4


def oldest(context: Context, kind: str) -> KnownKey:
    return [one for one in context.store.known_keys() if one.kind == kind][-1]


def test_the_log_of_all_matches_keeps_its_key_until_it_gets_another_name(
    context: Context, ann: Account, ben: Account
) -> None:
    match = begun(context, ann, ben)
    origin = context.settings.origin
    assert HeadLogWriter(context.store, context.signers, origin).batch()
    settings = with_new_keys(context.settings)
    after = restarted(settings)
    ended(after, match, ben)
    assert HeadLogWriter(after.store, after.signers, origin).batch()
    note = after.store.log_head().note
    assert parse_note(note).by(context.signer.log_key(origin)), "witnesses and monitors know this key"
    assert str(needs(after.store, after.store.known_keys())[oldest(after, "signing")]) == "the log of all matches"

    beside = countersigned(after.signers, after.signer, origin, note)
    assert beside is not None and beside.by(after.signer.log_key(origin)), (
        "beside a receipt it is signed by the receipt's key"
    )
    assert checkpoint_of(beside) == checkpoint_of(parse_note(note))
    with pytest.raises(KeyMissing, match="which the log of all matches needs"):
        restarted(replace(settings, earlier_signing_keys=()))
    alone = type(after.signers)(after.signer)
    with pytest.raises(RottenLog, match="lacks the key of the log"):
        HeadLogWriter(after.store, alone, origin).batch()
    with pytest.raises(LogKeyMissing):
        alone.of_log(origin, note)
    assert HeadLogWriter(after.store, alone, "log2.example").batch()
    assert parse_note(after.store.log_head().note).by(after.signer.log_key("log2.example"))


def test_a_key_that_cannot_be_read_is_named_by_its_file(context: Context) -> None:
    settings = with_new_keys(context.settings)
    (earlier,) = settings.earlier_signing_keys
    earlier.write_text("secretsecret")
    with pytest.raises(KeyMissing, match=earlier.name) as refused:
        restarted(settings)
    assert "secretsecret" not in str(refused.value)


@pytest.mark.parametrize(
    ("setting", "read"),
    [
        ("SIEGELPOST_SIGNING_KEY", lambda one: (one.signing_key, one.earlier_signing_keys)),
        ("SIEGELPOST_RESOLVER_KEY", lambda one: (one.resolver_key, one.earlier_resolver_keys)),
        ("SIEGELPOST_LINK_SECRET", lambda one: (one.link_secret, one.earlier_link_secrets)),
    ],
)
def test_settings_name_several_files_the_newest_first(
    tmp_path: Path, setting: str, read: Callable[[Settings], object]
) -> None:
    found = Settings.from_environment({"REDIS_URL": "unix:///x", setting: "/k/new:/k/old:/k/oldest"})
    assert read(found) == (Path("/k/new"), (Path("/k/old"), Path("/k/oldest")))
    odd = tmp_path / "with:colon"
    odd.write_text("")
    assert read(Settings.from_environment({"REDIS_URL": "unix:///x", setting: str(odd)})) == (odd, ())


def test_a_key_on_its_way_to_all_machines_is_held_and_not_used(context: Context, ann: Account, ben: Account) -> None:
    key = fresh(context.settings)
    ready = restarted(replace(context.settings, earlier_signing_keys=(key,)))
    assert len(ready.store.known_keys()) == 3, "it is not in the book yet"
    first = begun(ready, ann, ben)
    assert context.settings.signing_key is not None
    used = restarted(replace(context.settings, signing_key=key, earlier_signing_keys=(context.settings.signing_key,)))
    second = begun(used, ann, ben)
    # One of the processes has not been started again; it goes on making matches with the key before.
    third = begun(ready, ann, ben)
    for match, signer in ((first, context.signer), (second, used.signer), (third, context.signer)):
        ended(ready, match, ben)
        assert proof(ready, match, signer.public_key).verdict == "PASS"


def test_a_digest_is_signed_by_match_each_by_its_own_key(context: Context, ann: Account, ben: Account) -> None:
    before = begun(context, ann, ben)
    rotated = restarted(with_new_keys(context.settings))
    after = begun(rotated, ann, ben)
    waiting = [rotated.store.notices(recipient_of(ann.id, match)).pending[-1] for match in (before, after)]
    letter = Digest(rotated, transport_of("smtp://localhost")).write(
        Bundle(waiting, ann, None, "digest", None, rotated.store.now())
    )
    held = {one.match: one for one in evidence_in(text_of(letter.as_bytes()))}
    for match, signer in ((before, context.signer), (after, rotated.signer)):
        assert held[match].key == signer.public_key
        assert signed_part(held[match], signer.public_key, verify_signature) is not None


def test_without_a_key_that_was_given_up_the_rest_goes_on(context: Context, ann: Account, ben: Account) -> None:
    lost = begun(context, ann, ben)
    issue_token(context, ann.id, name="test", scopes=SCOPES)
    (token,) = context.store.tokens_of(ann.id)
    hook = webhooks.create(
        context, token, f"w_{'0' * 16}", url="https://hooks.example/", kinds=[], matches=[], ordered=False
    )
    settings = with_new_keys(context.settings)
    restarted(settings).store.close()
    alone = replace(settings, earlier_signing_keys=(), earlier_link_secrets=())
    with pytest.raises(
        KeyMissing, match=r"LINK_SECRET lacks .* 1 webhook needs.*SIGNING_KEY lacks .* 1 running match needs"
    ):
        restarted(alone)

    for one in context.store.known_keys():
        if one.id in (context.signer.key_id, context.links.key_id):
            context.store.change_key(replace(one, until=context.store.now()))
    after = restarted(alone)
    new = begun(after, ann, ben)
    ended(after, new, ben)
    assert proof(after, new, after.signer.public_key).verdict == "PASS"
    with pytest.raises(KeyMissing, match=context.signer.key_id):
        sealed(after, lost, 0)
    assert public_key(after.links, hook) == ""
    assert public_key(after.links, webhooks.rotate(after, token, hook.id, 60)) != ""
    assert not loaded(after, lost).acts, "what cannot be acknowledged is not stored"
    assert sealed(restarted(settings), lost, 0).receipt["key"] == context.signer.key_id, "with the file back it goes on"


def test_push_keys_are_in_the_book_with_the_browsers_that_need_them_and_stop_no_start(
    context: Context, ann: Account
) -> None:
    assert [one for one in context.store.known_keys() if one.kind == "push"] == [], "an installation of before has none"
    first, second = fresh(context.settings), fresh(context.settings)
    settings = replace(context.settings, push_key=first)
    opened = Context.open(settings, resolver=True)
    Device("https://push.example.net/1").subscribe(opened, ann.id)
    rotated = Context.open(replace(settings, push_key=second, earlier_push_keys=(first,)), resolver=True)
    Device("https://push.example.net/2").subscribe(rotated, ann.id)
    Device("https://push.example.net/3").subscribe(rotated, ann.id)
    known = [one for one in rotated.store.known_keys() if one.kind == "push"]
    assert [str(needs(rotated.store, rotated.store.known_keys())[one]) for one in known] == ["2 browsers", "1 browser"]
    lost = Context.open(replace(settings, push_key=second), resolver=True)
    assert [one.until is None for one in lost.store.known_keys() if one.kind == "push"] == [True, False]
    assert Context.open(replace(settings, push_key=None), resolver=True).push is None
