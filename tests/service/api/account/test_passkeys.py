"""Passkeys: registered by a person who is signed in, good for signing in, and for nobody else."""

import hashlib
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from flask import Flask
from webauthn.helpers import encode_cbor
from werkzeug.test import TestResponse

from engine.protocol.canon import b64, unb64
from service.accounts import AccountError
from service.accounts.access import passkeys
from service.accounts.access.guest_accounts import open_guest
from service.accounts.access.passkeys import handle_of, passkeys_of
from service.api.app import equip
from service.context import Context
from service.ending import block_account, end_access
from service.store.keys import recipient_of
from service.store.store import Store
from tests.service.api.account.authenticator import Authenticator, Key
from tests.service.api.browser import Browser, forms
from tests.service.api.players import Player

PAGE = "/account/passkeys"
ENTER = "/sign-in/passkey"


@pytest.fixture(autouse=True)
def named(app: Flask, context: Context) -> Iterator[None]:
    """The server has a name, as browsers want it for passkeys."""
    equip(app, replace(context, settings=replace(context.settings, public_url="http://localhost")))
    yield


def challenge_on(page: TestResponse, action: str) -> str:
    return next(one.hidden["challenge"] for one in forms(page) if one.action == action)


def register(browser: Browser, device: Authenticator, player: Player) -> TestResponse:
    page = browser.get(PAGE)
    return browser.press(page, PAGE, **device.make(challenge_on(page, PAGE), handle_of(player.account)))


def enter(browser: Browser, device: Authenticator, way: str = PAGE) -> TestResponse:
    page = browser.get(f"/sign-in?next={way}")
    return browser.press(page, ENTER, **device.sign(challenge_on(page, ENTER)))


def is_in(browser: Browser) -> bool:
    return browser.get(PAGE).status_code == 200


@pytest.fixture
def home(app: Flask, context: Context, ada: Player) -> Browser:
    """Ada's browser, signed in by a mailed code."""
    return Browser(app).sign_in(context, ada)


@pytest.fixture
def device(home: Browser, ada: Player) -> Authenticator:
    """Ada's device, registered."""
    made = Authenticator()
    assert register(home, made, ada).status_code == 303
    return made


def test_a_registered_passkey_signs_in_another_browser(app: Flask, device: Authenticator, home: Browser) -> None:
    other = Browser(app)
    answer = enter(other, device)
    assert (answer.status_code, answer.location) == (303, PAGE)
    assert is_in(other)
    assert "used" in home.get(PAGE).get_data(as_text=True)
    assert enter(Browser(app), device).status_code == 303, "and again"


@pytest.mark.parametrize(
    "key", [Ed25519PrivateKey.generate(), *(generate_private_key(65_537, size) for size in (2_048, 4_096))]
)
def test_keys_of_every_kind_that_is_offered_sign_in(app: Flask, home: Browser, ada: Player, key: Key) -> None:
    device = Authenticator(key=key)
    assert register(home, device, ada).status_code == 303
    assert enter(Browser(app), device).status_code == 303
    assert enter(Browser(app), replace(device, key=Authenticator().key)).status_code == 422


def test_a_removed_passkey_signs_nobody_in(app: Flask, device: Authenticator, home: Browser, ada: Player) -> None:
    shown = home.get(PAGE)
    assert home.press(shown, f"{PAGE}/remove").status_code == 303
    assert b64(device.id) not in home.get(PAGE).get_data(as_text=True)
    assert enter(Browser(app), device).status_code == 422
    assert register(home, device, ada).status_code == 303, "it can be registered again"


def test_only_who_is_signed_in_of_late_registers_one(app: Flask, ada: Player, home: Browser) -> None:
    page = home.get(PAGE)
    fields = Authenticator().make(challenge_on(page, PAGE), handle_of(ada.account))
    assert Browser(app).get(PAGE).status_code == 303
    assert Browser(app).post(PAGE, fields).status_code == 403
    assert home.post(PAGE, fields).status_code == 403, "without the form's key"
    assert home.post(PAGE, fields, site="cross-site").status_code == 400


def test_the_pages_offer_none_where_browsers_know_none(app: Flask, context: Context, home: Browser) -> None:
    equip(app, context)
    assert context.settings.public_url == "http://127.0.0.1:8000"
    assert ENTER not in Browser(app).get("/sign-in").get_data(as_text=True)
    assert PAGE not in {one.action for one in forms(home.get(PAGE))}
    assert Browser(app).post(ENTER, Authenticator().sign("AAAA")).status_code == 422


def told(context: Context, player: Player) -> list[tuple[str, bool]]:
    """Return what the letters that wait tell the player of passkeys: the browser, and whether one was removed."""
    waiting = context.store.notices(recipient_of(player.account, None)).pending
    return [(one["facts"]["name"], one["facts"]["removed"]) for one in waiting if one["kind"] == "passkeys-changed"]


def test_the_owner_reads_of_each_passkey_that_comes_or_goes(
    context: Context, device: Authenticator, home: Browser, ada: Player
) -> None:
    """The attack: whoever finds a browser open registers a passkey, and nobody notices."""
    assert told(context, ada) == [("Browser", False)]
    assert register(home, device, ada).status_code == 409, "known already: no news"
    home.press(home.get(PAGE), f"{PAGE}/remove")
    assert told(context, ada) == [("Browser", False), ("Browser", True)]
    passkeys.remove_passkey(context, ada.account, "AAAA")
    assert len(told(context, ada)) == 2, "the account had no such passkey"


def test_a_browser_left_open_registers_no_passkey(
    app: Flask, context: Context, home: Browser, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a passkey, which lasts, from a browser in which the owner signed in this morning."""
    clock = Store.now
    monkeypatch.setattr(Store, "now", lambda store: clock(store) + 3_600_000)
    page = home.get(PAGE)
    assert page.status_code == 200 and PAGE not in {one.action for one in forms(page)}
    (again,) = re.findall(r'href="(/sign-in[^"]*)"', page.get_data(as_text=True))
    asked = home.get(html.unescape(again))
    assert asked.status_code == 200, "although the browser is signed in"
    assert next(one.hidden["next"] for one in forms(asked) if one.action == "/sign-in") == PAGE
    assert register(home.sign_in(context, ada), Authenticator(), ada).status_code == 303


def test_a_mailbox_is_not_flooded_with_news_of_passkeys(
    app: Flask, context: Context, home: Browser, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = replace(context.settings, public_url="http://localhost", rate_limits=True)
    equip(app, replace(context, settings=limited))
    monkeypatch.setattr(passkeys, "REGISTERED", (2, 600))
    answers = list[TestResponse]()
    for _ in range(3):
        answers.append(register(home, Authenticator(), ada))
        page = home.get(PAGE)
        if f"{PAGE}/remove" in {one.action for one in forms(page)}:
            home.press(page, f"{PAGE}/remove")
    assert [one.status_code for one in answers] == [303, 303, 429]
    assert "today" in answers[-1].get_data(as_text=True) and answers[-1].headers["Retry-After"]
    assert len(told(context, ada)) == 4


def spoilt(**changes: object) -> Callable[[Authenticator], Authenticator]:
    return lambda device: replace(device, **changes)  # type: ignore[arg-type]


ATTACKS = {
    "another site's page": spoilt(origin="http://localhost.evil.example"),
    "a page on a host below": spoilt(origin="http://pages.localhost"),
    "a stolen key that asks for no code": spoilt(verified=False),
    "another port's page": spoilt(origin="http://localhost:8001"),
    "asked for another site": spoilt(party="evil.example"),
    "a counter that goes back": spoilt(count=-1),
    "a copy that has fallen behind": spoilt(count=1),
    "another key": lambda device: replace(device, key=Authenticator().key),
    "another credential": spoilt(id=b"x" * 32),
    "another account": spoilt(owner=handle_of("p_" + "0" * 32)),
    "no account": spoilt(owner=""),
    "no id of an account": spoilt(owner="AAAA"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_false_answer_signs_nobody_in(app: Flask, device: Authenticator, attack: str) -> None:
    assert enter(Browser(app), device).status_code == enter(Browser(app), device).status_code == 303
    browser = Browser(app)
    answer = enter(browser, ATTACKS[attack](device))
    assert (answer.status_code, is_in(browser)) == (422, False)
    assert enter(Browser(app), device).status_code == 303, "the owner still signs in"


@pytest.mark.parametrize("field", ["id", "client", "proof", "signature", "owner", "challenge"])
@pytest.mark.parametrize("value", ["", "=", "ä", "AAAA", "A" * 20_000, "e30"])
def test_a_broken_answer_signs_nobody_in(app: Flask, device: Authenticator, field: str, value: str) -> None:
    browser = Browser(app)
    page = browser.get("/sign-in")
    fields = device.sign(challenge_on(page, ENTER)) | {field: value}
    assert (browser.press(page, ENTER, **fields).status_code, is_in(browser)) == (422, False)


def test_an_answer_is_good_once_and_only_in_its_browser(app: Flask, device: Authenticator) -> None:
    browser, thief = Browser(app), Browser(app)
    page = browser.get("/sign-in")
    fields = {"challenge": challenge_on(page, ENTER), **device.sign(challenge_on(page, ENTER))}
    thief.get("/sign-in")
    assert thief.post(ENTER, fields).status_code == 422, "challenge of another browser"
    assert Browser(app).post(ENTER, fields).status_code == 422, "of a browser without the cookie"
    assert browser.post(ENTER, fields, site="cross-site").status_code == 400
    assert browser.press(page, ENTER, **fields).status_code == 303
    assert browser.press(page, ENTER, **fields).status_code == 422, "replayed"
    fields |= device.sign(fields["challenge"])
    assert browser.press(page, ENTER, **fields).status_code == 422, "another answer to a used challenge"


def test_a_replay_fails_without_a_counter_too(app: Flask, home: Browser, ada: Player) -> None:
    device = Authenticator()
    register(home, device, ada)
    browser = Browser(app)
    page = browser.get("/sign-in")
    device.count = -1
    fields = device.sign(challenge_on(page, ENTER))
    assert device.count == 0
    assert [browser.press(page, ENTER, **fields).status_code for _ in range(2)] == [303, 422]


def test_an_old_challenge_is_refused(
    app: Flask, device: Authenticator, home: Browser, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "LIFE", -1)
    assert enter(Browser(app), device).status_code == 422
    assert register(home, Authenticator(), ada).status_code == 422


def test_challenges_serve_their_purpose_only(
    app: Flask, context: Context, device: Authenticator, home: Browser
) -> None:
    registering = challenge_on(home.get(PAGE), PAGE)
    page = Browser(app).get("/sign-in")
    fields = {**device.sign(registering), "challenge": registering}
    assert home.post(ENTER, fields).status_code == 422
    entering = challenge_on(page, ENTER)
    made = Authenticator().make(entering, device.owner)
    assert home.press(home.get(PAGE), PAGE, **made, challenge=entering).status_code == 422


def test_a_challenge_of_somebody_else_registers_nothing(
    app: Flask, context: Context, home: Browser, ada: Player, ben: Player
) -> None:
    """The attack: Ben's page is answered by Ada's browser, or the other way round."""
    his = Browser(app).sign_in(context, ben)
    challenge = challenge_on(his.get(PAGE), PAGE)
    made = Authenticator().make(challenge, handle_of(ada.account))
    assert home.press(home.get(PAGE), PAGE, **made, challenge=challenge).status_code == 422
    assert passkeys_of(ada.stored(context)) == []


def test_a_passkey_signs_in_to_its_own_account_only(
    app: Flask, context: Context, device: Authenticator, ben: Player
) -> None:
    """The attack: Ben registers what names Ada's credential, or names Ada's account with his own."""
    his, forged = Browser(app).sign_in(context, ben), replace(device, key=Authenticator().key)
    assert register(his, forged, ben).status_code == 303
    forged.owner = device.owner
    assert enter(Browser(app), forged).status_code == 422
    own = Authenticator()
    register(his, own, ben)
    own.owner = device.owner
    assert enter(Browser(app), own).status_code == 422
    assert enter(Browser(app), device).status_code == 303


NOT_MADE = {
    "another site's page": Authenticator(origin="https://evil.example"),
    "asked for another site": Authenticator(party="evil.example"),
    "a device that asks nobody": Authenticator(verified=False),
    "an id too long": Authenticator(id=bytes(1_024)),
    "no id": Authenticator(id=b""),
}


@pytest.mark.parametrize("wrong", NOT_MADE)
def test_a_false_passkey_is_not_registered(context: Context, home: Browser, ada: Player, wrong: str) -> None:
    assert register(home, NOT_MADE[wrong], ada).status_code == 422
    assert passkeys_of(ada.stored(context)) == []


@pytest.mark.parametrize(
    "statement",
    [
        ("tpm", {}),
        ("packed", {"x5c": [b"x"], "sig": b"x", "alg": -7}),
        ("packed", {"sig": b"x", "alg": -7}),
        ("none", {"sig": b"x"}),
    ],
    ids=["another form", "certificates", "false signature", "none and yet some"],
)
def test_nobody_s_certificates_are_read(
    context: Context, home: Browser, ada: Player, statement: tuple[str, dict[str, object]]
) -> None:
    page, device = home.get(PAGE), Authenticator()
    made = device.make(challenge_on(page, PAGE), handle_of(ada.account), statement)
    assert home.press(page, PAGE, **made).status_code == 422
    assert passkeys_of(ada.stored(context)) == []


@pytest.mark.parametrize(
    "proof",
    ["", "00", "c000", "a0", "a1c00000", "5f", "fb0000000000000000", "8181818181818100", "bb00000000ffffffff00"],
)
def test_only_plain_cbor_of_authenticators_is_read(home: Browser, ada: Player, proof: str) -> None:
    page = home.get(PAGE)
    made = Authenticator().make(challenge_on(page, PAGE), handle_of(ada.account)) | {"proof": b64(bytes.fromhex(proof))}
    assert home.press(page, PAGE, **made).status_code == 422


def test_the_tags_of_a_key_inside_are_not_read_either(home: Browser, ada: Player) -> None:
    page, device = home.get(PAGE), Authenticator()
    made = device.make(challenge_on(page, PAGE), handle_of(ada.account), ("none", {}))
    whole = unb64(made["proof"])
    public = whole.index(b"\xa5\x01\x02")
    with pytest.raises(ValueError, match="not as authenticators"):
        passkeys._check_plain(whole[:public] + b"\xc0" + whole[public + 1 :])


def test_nothing_is_read_that_the_check_has_not_seen(context: Context) -> None:
    """The attack: a key in a longer form than the library counts with, so that it reads on inside the key."""
    longer = bytes.fromhex(
        "a2 1801 02 18fe 44 61 62 c1 00"
    )  # the last two bytes of a text would be read as an extension
    head = hashlib.sha256(b"localhost").digest() + bytes([0xC5]) + bytes(4 + 16) + b"\x00\x04abcd"
    with pytest.raises(ValueError, match="not in the shortest form"):
        passkeys._check_plain(encode_cbor({"fmt": "none", "attStmt": {}, "authData": head + longer}))


def test_an_account_has_a_bounded_number(context: Context, home: Browser, ada: Player, device: Authenticator) -> None:
    assert register(home, device, ada).status_code != 303, "each once"
    for _ in range(passkeys.MOST - 2):
        assert register(home, Authenticator(), ada).status_code == 303
    page = home.get(PAGE)
    fields = [Authenticator().make(challenge_on(page, PAGE), handle_of(ada.account)) for _ in range(2)]
    assert home.press(page, PAGE, **fields[0]).status_code == 303
    assert home.press(page, PAGE, **fields[1]).status_code != 303
    assert len(passkeys_of(ada.stored(context))) == passkeys.MOST
    assert PAGE not in {one.action for one in forms(home.get(PAGE))}, "no more are offered"


def test_a_stranger_learns_nothing_of_accounts(app: Flask, ada: Player, device: Authenticator) -> None:
    """The attack: the answers for an account with passkeys, one without, and none at all differ."""

    def told(owner: str) -> tuple[int, str]:
        browser = Browser(app)
        page = browser.get("/sign-in")
        challenge = challenge_on(page, ENTER)
        stranger = replace(Authenticator(), owner=owner)
        answer = browser.press(page, ENTER, **stranger.sign(challenge))
        text = answer.get_data(as_text=True)
        return answer.status_code, text.replace(challenge_on(answer, ENTER), "")

    assert told(device.owner) == told(handle_of("p_" + "0" * 32)) == told("")


def test_undoing_all_access_ends_passkeys_and_challenges(
    app: Flask, context: Context, device: Authenticator, home: Browser, ada: Player
) -> None:
    browser = Browser(app)
    page = browser.get("/sign-in")
    end_access(context.store, ada.account)
    assert passkeys_of(ada.stored(context)) == []
    assert browser.press(page, ENTER, **device.sign(challenge_on(page, ENTER))).status_code == 422


def test_what_is_made_while_access_is_ended_takes_itself_back(
    app: Flask, context: Context, home: Browser, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a request that was admitted a moment before."""
    page, stored = home.get(PAGE), passkeys._change

    def change(*args: object) -> None:
        monkeypatch.setattr(passkeys, "_change", stored)
        end_access(context.store, ada.account)
        stored(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(passkeys, "_change", change)
    home.press(page, PAGE, **Authenticator().make(challenge_on(page, PAGE), handle_of(ada.account)))
    assert passkeys_of(ada.stored(context)) == []


def test_an_account_that_is_gone_cannot_be_entered(
    app: Flask, context: Context, device: Authenticator, ada: Player
) -> None:
    context.store.begin_departure(ada.account)
    end_access(context.store, ada.account)
    assert enter(Browser(app), device).status_code == 422


def test_a_blocked_account_signs_in_by_mail_only(
    app: Flask, context: Context, device: Authenticator, ada: Player
) -> None:
    block_account(context.store, ada.account, "spam")
    answer = enter(Browser(app), device)
    assert answer.status_code == 403
    assert "blocked" in answer.get_data(as_text=True)


def test_guests_have_none(app: Flask, context: Context) -> None:
    guest = Browser(app)
    guest.post("/guest", {"name": "Gus", "next": PAGE})
    assert "/sign-in" in (guest.get(PAGE).location or "")
    named = replace(context, settings=replace(context.settings, public_url="http://localhost"))
    token = open_guest(named, "192.0.2.1", name="Gus", language="en", zone="UTC", kind="session", browser="x").token
    challenge = passkeys.make_challenge(named, passkeys.NEW, token.id)
    answer = passkeys.Answer(**Authenticator().make(challenge, handle_of(token.account)))
    with pytest.raises(AccountError, match="keep this account first"):
        passkeys.register_passkey(named, token, challenge, answer, "x")


def test_signing_in_counts_against_the_limit_of_codes(
    app: Flask, context: Context, device: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = replace(context.settings, public_url="http://localhost", rate_limits=True)
    equip(app, replace(context, settings=limited))
    monkeypatch.setattr(passkeys, "CODES_PER_NETWORK", (2, 600))
    assert [enter(Browser(app), device).status_code for _ in range(3)] == [303, 303, 429]


def test_owner_and_operator_read_no_keys(context: Context, device: Authenticator, ada: Player) -> None:
    (shown,) = ada.sees("/v1/me/export")["passkeys"]
    assert set(shown) == {"name", "created_at", "used_at"} and shown["used_at"] is None
