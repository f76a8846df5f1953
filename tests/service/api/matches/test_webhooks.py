"""Webhooks as their owners see them: made, tested, changed, rotated, replayed; and what programs and strangers may not."""

import base64
import hashlib
import hmac
from dataclasses import replace
from typing import Any

import nacl.signing
import pytest
from flask import Flask

from service.accounts.access import tokens
from service.api.app import equip
from service.context import Context
from tests.service.api.players import Player
from tests.workers.webhooks.sending import Recipient, pass_time, send_all, tell
from workers.webhooks.post import Answer

PATH = "/v1/me/webhooks"
URL = "https://hooks.example/siegelpost"


def make(player: Player, **wishes: Any) -> dict[str, Any]:
    """Make a webhook; return it and its secret."""
    answer = player.post(PATH, {"url": URL, **wishes})
    assert answer.status_code == 201, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found


def active(player: Player, context: Context, recipient: Recipient, **wishes: Any) -> dict[str, Any]:
    """Make a webhook and have it answer its test."""
    made = make(player, **wishes)
    assert player.post(f"{PATH}/{made['webhook']['id']}/test").status_code == 202
    send_all(context, recipient)
    return made


def shown(player: Player, webhook: str) -> dict[str, Any]:
    found: dict[str, Any] = player.get(f"{PATH}/{webhook}").get_json()
    return found


def with_token(app: Flask, context: Context, account: str, *scopes: str, **options: Any) -> Player:
    """Return the account's owner, or a program, with another token."""
    issued = tokens.issue_token(context, account, name="other", scopes=scopes, **options)
    return Player(app, issued.text, account)


def holds(secret: str, public_key: str, headers: Any, body: bytes) -> tuple[int, int]:
    """Return how many HMACs and how many Ed25519 signatures of a request hold, as the specification says (not as we do)."""
    content = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    verify = nacl.signing.VerifyKey(base64.b64decode(public_key.removeprefix("whpk_"), validate=True))
    macs = signatures = 0
    for one in headers["webhook-signature"].split(" "):
        version, _, text = one.partition(",")
        raw = base64.b64decode(text, validate=True)
        if version == "v1":
            macs += hmac.compare_digest(raw, hmac.new(key, content, hashlib.sha256).digest())
        elif version == "v1a":
            try:
                verify.verify(content, raw)
                signatures += 1
            except nacl.exceptions.BadSignatureError:
                pass
    return macs, signatures


def test_a_webhook_answers_a_test_and_then_gets_what_happens(ada: Player, context: Context) -> None:
    recipient = Recipient([Answer(404, "who are you?")])
    webhook = active(ada, context, recipient)["webhook"]["id"]
    assert shown(ada, webhook)["state"] == "unconfirmed"
    [attempt] = ada.get(f"{PATH}/{webhook}/attempts").get_json()["attempts"]
    assert (attempt["type"], attempt["state"], attempt["status"], attempt["answer"]) == (
        "test",
        "failed",
        404,
        "who are you?",
    )
    event = ada.post(f"{PATH}/{webhook}/test").get_json()["event"]
    send_all(context, recipient)
    assert (shown(ada, webhook)["state"], recipient.got[0]["id"], recipient.got[0]["type"]) == ("active", event, "test")
    tell(context, ada.stored(context), "one")
    send_all(context, recipient)
    assert recipient.got[-1] == ada.get("/v1/me/events").get_json()["events"][-1], (
        "what the feed says, to the last member"
    )


def test_the_secret_is_shown_once_and_both_signatures_hold(ada: Player, context: Context) -> None:
    recipient = Recipient()
    made = active(ada, context, recipient)
    webhook = made["webhook"]
    assert len(base64.b64decode(made["secret"].removeprefix("whsec_"))) == 32
    said = [
        ada.get(path).get_data(as_text=True)
        for path in (PATH, f"{PATH}/{webhook['id']}", f"{PATH}/{webhook['id']}/attempts")
    ]
    assert not any("whsec_" in one for one in said)
    _, headers, body = recipient.asked[-1]
    assert holds(made["secret"], webhook["public_key"], headers, body) == (1, 1)
    assert holds(made["secret"], webhook["public_key"], headers, body + b" ") == (0, 0)
    assert holds(made["secret"], webhook["public_key"], {**headers, "webhook-timestamp": "1"}, body) == (0, 0)
    assert holds(made["secret"], webhook["public_key"], {**headers, "webhook-id": "other"}, body) == (0, 0)


def test_each_webhook_has_keys_of_its_own(ada: Player, ben: Player) -> None:
    """The attack: what somebody sends to my receiver is passed on to another's, and holds there."""
    made = [make(ada), make(ada), make(ben)]
    assert len({one["secret"] for one in made} | {one["webhook"]["public_key"] for one in made}) == 6


def test_while_keys_change_both_sign_and_then_only_the_new_ones(ada: Player, context: Context) -> None:
    recipient = Recipient()
    old = active(ada, context, recipient)
    webhook = old["webhook"]["id"]
    new = ada.post(f"{PATH}/{webhook}/secret", {"overlap_seconds": 3600}).get_json()
    assert new["webhook"]["previous_public_key"] == old["webhook"]["public_key"] != new["webhook"]["public_key"]
    assert new["secret"] != old["secret"]
    ada.post(f"{PATH}/{webhook}/test")
    send_all(context, recipient)
    _, headers, body = recipient.asked[-1]
    for keys in (old, new):
        assert holds(keys["secret"], keys["webhook"]["public_key"], headers, body) == (1, 1)
    last = ada.post(f"{PATH}/{webhook}/secret", {"overlap_seconds": 0}).get_json()
    assert (last["webhook"]["previous_public_key"], last["webhook"]["overlap_until"]) == (None, None)
    ada.post(f"{PATH}/{webhook}/test")
    send_all(context, recipient)
    _, headers, body = recipient.asked[-1]
    assert [holds(one["secret"], one["webhook"]["public_key"], headers, body) for one in (new, last)] == [
        (0, 0),
        (1, 1),
    ]


def test_sent_again_with_the_same_key_it_is_one_webhook_and_one_rotation(ada: Player) -> None:
    first, second = (ada.post(PATH, {"url": URL}, Idempotency_Key="k").get_json() for _ in range(2))
    assert first == second and len(ada.get(PATH).get_json()["webhooks"]) == 1
    path = f"{PATH}/{first['webhook']['id']}/secret"
    once, twice = (ada.post(path, {"overlap_seconds": 0}, Idempotency_Key="r").get_json() for _ in range(2))
    assert once["secret"] == twice["secret"] != first["secret"]


def test_one_event_is_sent_again_or_all_since_a_moment(ada: Player, context: Context) -> None:
    recipient = Recipient()
    webhook = active(ada, context, recipient, kinds=["your-turn"])["webhook"]["id"]
    tell(context, ada.stored(context), "one", "two", "three")
    tell(context, ada.stored(context), "end", kind="over")
    send_all(context, recipient)
    assert ada.post(f"{PATH}/{webhook}/replay", {"event": "two"}).status_code == 202
    send_all(context, recipient)
    assert recipient.ids == ["one", "two", "three", "two"]
    assert ada.post(f"{PATH}/{webhook}/replay", {"since": "2020-01-01T00:00:00Z"}).status_code == 202
    send_all(context, recipient)
    assert recipient.ids[4:] == ["one", "two", "three"]
    assert ada.post(f"{PATH}/{webhook}/replay", {"since": "2090-01-01T00:00:00.5Z"}).status_code == 202
    tell(context, ada.stored(context), "four")
    send_all(context, recipient)
    assert recipient.ids[7:] == ["four"], "a moment to come skips nothing"


@pytest.mark.parametrize(
    "body",
    [
        {}, {"event": "one", "since": "2026-01-01T00:00:00Z"}, {"event": "never was"}, {"since": "yesterday"},
        {"since": "2026-13-01T00:00:00Z"}, {"since": "1969-01-01T00:00:00Z"}, {"since": "0001-01-01T00:00:00Z"},
        {"event": "unknown"}, {"event": 1},
    ],
)  # fmt: skip
def test_what_cannot_be_sent_again_is_refused(body: dict[str, Any], ada: Player, context: Context) -> None:
    webhook = active(ada, context, Recipient())["webhook"]["id"]
    answer = ada.post(f"{PATH}/{webhook}/replay", body)
    assert (answer.status_code, answer.get_json()["type"]) == (422, "/problems/invalid")
    assert answer.get_json()["errors"]


def test_nothing_is_sent_again_to_one_that_never_answered(ada: Player) -> None:
    webhook = make(ada)["webhook"]["id"]
    answer = ada.post(f"{PATH}/{webhook}/replay", {"since": "2026-01-01T00:00:00Z"})
    assert (answer.status_code, answer.get_json()["type"]) == (409, "/problems/webhook-not-active")


@pytest.mark.parametrize(
    ("wishes", "pointer"),
    [
        ({"url": "http://hooks.example/"}, "/url"), ({"url": "https://127.0.0.1/"}, "/url"), ({"url": ""}, "/url"),
        ({"url": "https://a:b@hooks.example/"}, "/url"), ({"url": "https://hooks.example:22/"}, "/url"), ({"url": 1}, "/url"),
        ({"kinds": ["nonsense"]}, "/kinds/0"), ({"kinds": ["login"]}, "/kinds/0"), ({"matches": ["x"]}, "/matches/0"),
        ({"ordered": 1}, "/ordered"), ({"name": "a\nb"}, "/name"), ({"secret": "mine"}, "/secret"),
        ({"state": "active"}, "/state"), ({"token": ""}, "/token"),
    ],
)  # fmt: skip
def test_such_wishes_are_refused(wishes: dict[str, Any], pointer: str, ada: Player) -> None:
    known = make(ada)["webhook"]["id"]
    for answer in (ada.post(PATH, {"url": URL, **wishes}), ada.put(f"{PATH}/{known}", {"url": URL, **wishes})):
        assert answer.status_code == 422
        assert [one["pointer"] for one in answer.get_json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    "url", ["http://hooks.example/", "https://127.0.0.1/", "https://hooks.example:22/", "https://redis/"]
)
def test_an_address_inside_the_network_is_refused_with_the_setting_that_allows_it(url: str, ada: Player) -> None:
    [refused] = ada.post(PATH, {"url": url}).get_json()["errors"]
    assert refused["detail"].endswith(", unless the operator sets SIEGELPOST_WEBHOOKS=any")


def test_at_another_address_it_has_to_answer_again_and_what_waited_is_not_sent_there(
    ada: Player, context: Context
) -> None:
    recipient = Recipient()
    webhook = active(ada, context, recipient)["webhook"]["id"]
    recipient.answers = [Answer(500)]
    tell(context, ada.stored(context), "one")
    send_all(context, recipient)
    before = ada.get(f"{PATH}/{webhook}")
    assert ada.put(f"{PATH}/{webhook}", {"url": URL}, If_Match='"other"').status_code == 412
    changed = ada.put(f"{PATH}/{webhook}", {"url": "https://other.example/"}, If_Match=before.headers["ETag"])
    assert (changed.status_code, changed.get_json()["state"]) == (200, "unconfirmed")
    pass_time(context, ada.account, webhook)
    assert send_all(context, recipient) == {}
    assert (
        ada.put(f"{PATH}/{webhook}", {"url": "https://other.example/", "ordered": True}).get_json()["ordered"] is True
    )


def test_an_account_has_ten(ada: Player, ben: Player) -> None:
    for _ in range(10):
        made = make(ada)
    answer = ada.post(PATH, {"url": URL})
    assert (answer.status_code, answer.get_json()["type"]) == (409, "/problems/too-many-webhooks")
    assert ada.delete(f"{PATH}/{made['webhook']['id']}").status_code == 204
    make(ada)
    make(ben)


def test_tests_are_limited(ada: Player, limited: Context, context: Context) -> None:
    webhook = make(ada)["webhook"]["id"]
    statuses = [ada.post(f"{PATH}/{webhook}/test").status_code for _ in range(21)]
    assert statuses == [202] * 20 + [429]


def test_nobody_sees_or_changes_those_of_others(ada: Player, ben: Player) -> None:
    webhook = make(ada)["webhook"]["id"]
    path = f"{PATH}/{webhook}"
    asked = [
        ben.get(path), ben.put(path, {"url": URL}), ben.delete(path), ben.post(f"{path}/test"),
        ben.post(f"{path}/secret", {}), ben.get(f"{path}/attempts"), ben.post(f"{path}/replay", {"event": "one"}),
    ]  # fmt: skip
    assert [one.status_code for one in asked] == [404] * 7
    assert shown(ada, webhook)["url"] == URL


def test_a_token_needs_the_scope_and_for_a_new_one_match_read(app: Flask, ada: Player, context: Context) -> None:
    """The attack: a token that may not read matches has their events, and invitations, sent to its own address."""
    weak = with_token(app, context, ada.account, "webhook:manage")
    answer = weak.post(PATH, {"url": URL})
    assert (answer.status_code, answer.get_json()["type"]) == (403, "/problems/scope-missing")
    other = with_token(
        app, context, ada.account, "match:read", "match:play", "match:create", "account:read", "account:write"
    )
    assert [one.status_code for one in (other.get(PATH), other.post(PATH, {"url": URL}))] == [403, 403]


def test_a_token_without_match_read_cannot_lead_an_old_webhook_elsewhere(
    app: Flask, ada: Player, context: Context
) -> None:
    """The attack: what may not be made is changed instead; so is what a test brings back to life, or is sent again."""
    webhook = make(ada)["webhook"]["id"]
    weak = with_token(app, context, ada.account, "webhook:manage")
    assert weak.put(f"{PATH}/{webhook}", {"url": "https://mine.example/"}).status_code == 403
    assert weak.post(f"{PATH}/{webhook}/secret", {}).status_code == 403
    assert weak.post(f"{PATH}/{webhook}/replay", {"since": "2026-01-01T00:00:00Z"}).status_code == 403
    assert weak.get(f"{PATH}/{webhook}/attempts").status_code == 403
    assert shown(ada, webhook)["url"] == URL
    assert weak.delete(f"{PATH}/{webhook}").status_code == 204


def test_a_program_sees_only_its_own_and_they_end_with_what_was_granted(
    app: Flask, ada: Player, context: Context
) -> None:
    own = make(ada)["webhook"]["id"]
    scopes = ("match:read", "account:write", "webhook:manage")
    program = with_token(app, context, ada.account, *scopes, kind="app", client="a program")
    text = program.post("/v1/me/tokens", {"name": "child", "scopes": ["match:read", "webhook:manage"]}).get_json()[
        "token"
    ]
    child = Player(app, text, ada.account)
    recipient = Recipient()
    theirs = [active(one, context, recipient)["webhook"] for one in (program, child)]
    for one in (program, child):
        assert {hook["id"] for hook in one.get(PATH).get_json()["webhooks"]} == {hook["id"] for hook in theirs}
        assert one.put(f"{PATH}/{own}", {"url": "https://mine.example/"}).status_code == 404
    granted = tokens.token_id(program.token or "") or ""
    assert {one["ends_with"] for one in theirs} == {granted}
    assert ada.delete(f"/v1/me/tokens/{granted}").status_code == 204
    tell(context, ada.stored(context), "one")
    send_all(context, recipient)
    assert recipient.ids == []
    assert [hook["id"] for hook in ada.get(PATH).get_json()["webhooks"]] == [own]


def test_the_operator_may_switch_them_off(app: Flask, context: Context, ada: Player) -> None:
    webhook = make(ada)["webhook"]["id"]
    off = Context.open(replace(context.settings, webhooks="none"))
    equip(app, off)
    asked = [
        ada.post(PATH, {"url": URL}),
        ada.post(f"{PATH}/{webhook}/test"),
        ada.put(f"{PATH}/{webhook}", {"url": URL}),
    ]
    assert {(one.status_code, one.get_json()["type"]) for one in asked} == {(403, "/problems/no-webhooks")}
    assert ada.delete(f"{PATH}/{webhook}").status_code == 204
    off.store.close()
