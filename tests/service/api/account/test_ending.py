"""Ending access ends every kind of credential there is, whichever way it is ended, and takes nothing else from the owner."""

import inspect
import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

import service
import workers
from service.accounts import AccountError, bots, deletion, webhooks
from service.accounts.access import grants, passkeys, tokens
from service.accounts.access.login import code_in
from service.accounts.access.passkeys import handle_of
from service.accounts.access.tokens import make_subscription, subscriber
from service.accounts.mail import mail_change, table_links
from service.admin import accounts
from service.admin import letters as admin_letters
from service.admin.operator import AdminError, Operator
from service.choices.answering import make_choice_link, read_choice_link
from service.context import Context
from service.ending import end_access, end_logins
from service.matches import departure
from service.store import keys
from service.store.accounts.tokens import Token
from service.store.accounts.webhooks import Waiting
from service.store.records import BROWSERS, Account
from service.store.store import Store
from tests.given.contexts import loaded
from tests.service.api.account.authenticator import Authenticator
from tests.service.api.account.test_bots import make, token_of
from tests.service.api.account.test_mail_change import code, letters, move, undo, undone
from tests.service.api.browser import Browser, code_for
from tests.service.api.people.test_blocked import logged_in
from tests.service.api.players import Player, Table
from workers.inbox.sender import objection
from workers.inbox.text import read
from workers.mail.reply_address import read_address
from workers.mail.sender import sender_of

HOST = "reply.example"
Works = Callable[[], bool]


class House:
    """An account with a match and a bot, and ways to act for it: each makes one and returns whether it works, when asked."""

    def __init__(self, app: Flask, context: Context, ada: Player, match: str) -> None:
        self.app, self.context, self.ada, self.match = app, context, ada, match
        self.bot = make(ada)["account"]

    def account(self) -> Account:
        return self.ada.stored(self.context)

    def login(self) -> Works:
        other = logged_in(self.context, self.ada)
        return lambda: other.get("/v1/me").status_code == 200

    def session(self) -> Works:
        browser = Browser(self.app).sign_in(self.context, self.ada)
        return lambda: browser.get("/account/feeds").status_code == 200

    def personal(self) -> Works:
        made = Player(
            self.app, self.ada.post("/v1/me/tokens", {"name": "x", "scopes": ["account:read"]}).get_json()["token"], ""
        )
        return lambda: made.get("/v1/me").status_code == 200

    def program(self) -> Works:
        text = tokens.new_text()
        grants.issue(self.context, self.ada.account, "app.example", ["account:read"], text, since=self.later())
        return lambda: Player(self.app, text, "").get("/v1/me").status_code == 200

    def bot_token(self) -> Works:
        bot = token_of(self.ada, self.bot)
        return lambda: bot.get("/v1/me/waiting").status_code == 200

    def repeated_token(self) -> Works:
        key = secrets.token_hex(8)

        def again() -> bool:
            body = {"name": "x", "scopes": ["account:read"]}
            return self.ada.post("/v1/me/tokens", body, Idempotency_Key=key).status_code == 201

        assert again()
        return again

    def repeated_match(self) -> Works:
        key, body = secrets.token_hex(8), {"rules": "kontor"}
        assert self.ada.post("/v1/matches", body, Idempotency_Key=key).status_code == 201
        return lambda: self.ada.post("/v1/matches", body, Idempotency_Key=key).status_code == 201

    def authorization_code(self) -> Works:
        code = secrets.token_hex(16)
        self.later()
        grants.keep_grant(
            self.context,
            code,
            account=self.ada.account,
            client="x",
            redirect="https://x.y",
            scopes=["match:read"],
            challenge="x",
        )

        def use() -> bool:
            grant = grants.grant_of(self.context, code)
            return grant is not None and grants.use_grant(self.context, code, grant, tokens.new_text()) is not None

        return use

    def device(self) -> Works:
        shown = grants.show_code(self.context, "x", ["match:read"], "192.0.2.1")
        found = grants.device_by_user_code(self.context, shown.user_code, self.ada.account, "192.0.2.1")
        self.later()
        assert found is not None and grants.decide(self.context, found.device, "approved", self.ada.account)

        def fetch() -> bool:
            polled = grants.poll(self.context, shown.device_code, "x")
            assert polled.outcome == "approved"
            grants.issue(self.context, polled.account, "x", polled.scopes, tokens.new_text(), since=polled.decided)
            return True

        return fetch

    def login_code(self) -> Works:
        code = code_for(self.context, self.ada)
        return lambda: Browser(self.app).press_link(f"/login/{code}").status_code == 303

    def webhook(self) -> Works:
        wish = {"url": "https://receiver.example/hook", "kinds": [], "matches": []}
        made = self.ada.post("/v1/me/webhooks", wish).get_json()["webhook"]["id"]
        return lambda: made in {one.id for one in self.context.store.webhooks_of(self.ada.account)}

    def bot_webhook(self) -> Works:
        of = self.context.store.tokens_of(self.bot) or [bots_token(self, self.bot)]
        hook = "w_" + secrets.token_hex(8)
        create_webhook(self.context, of[0], hook)
        return lambda: hook in {one.id for one in self.context.store.webhooks_of(self.bot)}

    def calendar(self) -> Works:
        link = make_subscription(self.context, self.account(), "calendar")
        return lambda: subscriber(self.context, link, "calendar") is not None

    def notified_browser(self) -> Works:
        self.context.store.change_prefs(
            self.ada.account, lambda before: {**before.prefs, BROWSERS: [{"of": "the thief"}]}
        )
        return lambda: any(BROWSERS in one for one in self.context.store.prefs_of([self.ada.account]))

    def passkey(self) -> Works:
        named = replace(self.context, settings=replace(self.context.settings, public_url="http://localhost"))
        device, known = Authenticator(), handle_of(self.ada.account)
        text = tokens.sign_in(
            self.context,
            self.ada.account,
            tokens.new_text(),
            name="x",
            scopes=tokens.SCOPES,
            life=60_000,
            kind="session",
            since=self.later(),
        )
        challenge = passkeys.make_challenge(named, passkeys.NEW, text.token.id)
        passkeys.register_passkey(named, text.token, challenge, passkeys.Answer(**device.make(challenge, known)), "x")

        def enter() -> bool:
            asked = passkeys.make_challenge(named, passkeys.ENTER, "a browser")
            answer = passkeys.Answer(**device.sign(asked))
            return bool(passkeys.sign_in_by_passkey(named, asked, "a browser", answer, "192.0.2.1", name="x"))

        return enter

    def table_link(self) -> Works:
        link = sender_of(self.context).enter(self.account(), self.match, self.later(), "")
        return lambda: bool(table_links.use_link(self.context, link, "192.0.2.1"))

    def deletion_link(self) -> Works:
        deletion.request_deletion(self.context, self.account())
        link = code_in(self.context, letters(self.context, self.ada.account, "deletion-asked")[-1])
        return lambda: deletion.account_of_link(self.context, link) is not None

    def choice_link(self) -> Works:
        link = read_choice_link(make_choice_link(self.context.links, self.account(), self.match, 0, bytes(8)))
        assert link is not None
        return lambda: self.now(lambda account: link.is_of(self.context.links, account))

    def other_mail(self) -> Works:
        mail, account = "ada@work.example", self.account()
        if mail not in account.other_mails:
            mail_change.request_change(self.context, account, mail, "192.0.2.1", additional=True)
            mail_change.confirm_change(self.context, account, code(self.context, mail))

        def counts() -> bool:
            came = read(f"From: {mail}\r\n\r\n3\r\n".encode(), mail)
            leads = self.context.store.account_by_mail(mail)
            is_own = self.now(lambda account: objection(came, account.mails, "", mail) is None)
            return is_own or (leads is not None and leads.id == self.ada.account)

        return counts

    def reply_address(self) -> Works:
        writes = replace(self.context, settings=replace(self.context.settings, reply_host=HOST))
        sender, account, of = sender_of(writes), self.account(), (self.match, 0, bytes(8))
        assert sender.reply and sender.confirm and sender.suggest and sender.invited
        made = [
            sender.reply(account, *of, False),
            sender.confirm(account, *of),
            sender.suggest(account, *of, 3, False, b""),
            sender.invited(account, self.match, "an invitation"),
        ]
        read = [one for text in made if (one := read_address(text, HOST)) is not None]
        assert len(read) == 4
        return lambda: self.now(lambda a: any(one.is_of(self.context.links, a.id, a.letterbox) for one in read))

    def now(self, is_good: Callable[[Account], bool]) -> bool:
        account = self.context.store.account(self.ada.account)
        return account is not None and is_good(account)

    def later(self) -> int:
        """Return the moment after the last time that all was ended, as a login code is made."""
        return self.context.store.next_code_at(self.ada.account)


def bots_token(house: House, bot: str) -> Token:
    found = tokens.issue_token(house.context, bot, name="x", scopes=bots.BOT_SCOPES)
    return found.token


def create_webhook(context: Context, token: Token, hook: str) -> None:
    wishes = {"url": "https://receiver.example/hook", "name": "", "kinds": [], "matches": [], "ordered": False}
    webhooks.create(context, token, hook, **wishes)


KINDS: dict[str, Callable[[House], Works]] = {
    name: made
    for name, made in vars(House).items()
    if callable(made) and not name.startswith("_") and name not in ("account", "now", "later")
}


def by_undo(house: House) -> None:
    assert undone(house.app, undo(house.context, house.ada, 0)).status_code == 200


def by_operator(house: House) -> None:
    accounts.sign_out(Operator(house.context.store, "grace"), house.ada.account, "stolen phone")


def by_deletion(house: House) -> None:
    departure.depart(house.context, house.ada.account)


def by_erasure(house: House) -> None:
    accounts.erase(Operator(house.context.store, "grace"), house.ada.account, house.ada.account, "asked by letter")


WAYS = {"undo": by_undo, "operator": by_operator, "deletion": by_deletion, "erasure": by_erasure}


@pytest.fixture
def house(app: Flask, context: Context, ada: Player, table: Table) -> House:
    made = House(app, context, ada, table.match)
    move(context, ada)
    return made


@pytest.mark.parametrize("way", WAYS)
def test_every_kind_of_credential_works_until_access_is_ended_and_no_longer(house: House, way: str) -> None:
    for name, make_one in KINDS.items():
        assert make_one(house)(), f"{name} works"
    made = {name: make_one(house) for name, make_one in KINDS.items()}
    WAYS[way](house)
    assert [name for name, works in made.items() if _works(works)] == []


def _works(works: Works) -> bool:
    try:
        return works()
    except AccountError:
        return False


IN_LETTERS = ("choice_link", "deletion_link", "reply_address")
"""What a restore keeps: it was sent to the owner, and nobody signs in with it."""


def test_after_a_restore_nothing_acts_or_reads_along_and_letters_can_be_answered(house: House) -> None:
    made = {name: make_one(house) for name, make_one in KINDS.items() if name not in ("webhook", "bot_webhook")}
    assert end_logins(house.context.store) > 5
    assert sorted(name for name, works in made.items() if _works(works)) == sorted(IN_LETTERS)
    house.ada = logged_in(house.context, house.ada)
    assert house.bot_token()(), "new ones can be made"


@pytest.mark.parametrize("of_bot", [False, True])
def test_a_webhook_deleted_after_the_backup_does_not_live_again(house: House, of_bot: bool) -> None:
    """The attack: its receiver was given to somebody else, the webhook deleted, and from the backup it sends again.

    The store of a backup cannot say which were deleted since, so all are off until their owner sends a test.
    """
    (house.bot_webhook if of_bot else house.webhook)()
    store, owner = house.context.store, house.bot if of_bot else house.ada.account
    (made,) = store.webhooks_of(owner)
    assert store.change_webhook(made, state="active")
    store.send_to_webhook(made, "tx", Waiting(id="t", event={}, match=None, attempts=0, due=0, test=True))
    for _ in range(2):  # a start that was interrupted goes on
        end_logins(store)
        (off,) = store.webhooks_of(owner)
        assert (off.state, off.reason) == ("disabled", "restored")
        assert store.webhook_queue(owner, off.id).waiting == {}, "nor is it switched on by a test from before"
        told = [one["facts"].get("reason") for one in store.notices(keys.recipient_of(owner, None)).pending]
        assert told.count("restored") == 1
    with pytest.raises(AdminError, match="its owner must test it"):
        admin_letters.retry_webhook(Operator(store, "grace"), owner, off.id)


def test_a_test_that_waited_in_the_backup_switches_no_webhook_on(house: House) -> None:
    house.webhook()
    store, owner = house.context.store, house.ada.account
    (made,) = store.webhooks_of(owner)
    store.send_to_webhook(made, "tx", Waiting(id="t", event={}, match=None, attempts=0, due=0, test=True))
    end_logins(store)
    (after,) = store.webhooks_of(owner)
    assert after.state == "unconfirmed"
    assert store.webhook_queue(owner, made.id).waiting == {}


@pytest.mark.parametrize("way", ["undo", "operator"])
def test_the_owner_loses_nothing_else(house: House, context: Context, way: str) -> None:
    before, table = house.account(), loaded(context, house.match).table
    policy = context.store.account(house.bot)
    context.store.change_prefs(before.id, lambda now: {**now.prefs, "digest": "daily"})
    WAYS[way](house)
    after = house.account()
    assert (after.name, after.zone, after.prefs["digest"]) == (before.name, before.zone, "daily")
    assert loaded(context, house.match).table == table
    assert context.store.bots_of(before.id) == [house.bot]
    bot = context.store.account(house.bot)
    assert bot is not None and policy is not None and bot.prefs["bot"] == policy.prefs["bot"]
    for name, make_one in KINDS.items():
        if name not in ("personal", "bot_token", "repeated_token", "repeated_match", "webhook"):  # these take a token
            assert make_one(house)(), f"{name} works again"
    house.ada = logged_in(context, house.ada)
    for name in ("personal", "bot_token", "repeated_token", "repeated_match", "webhook"):
        assert KINDS[name](house)(), f"{name} works again"


def test_what_is_made_while_access_is_ended_takes_itself_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: requests that were admitted a moment before."""
    store, token = house.context.store, house.context.store.tokens_of(house.ada.account)[0]
    stored, add_token = Store.add_webhook, Store.add_token

    def add(*args: object, **more: object) -> object:
        end_access(store, house.ada.account)
        return stored(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "add_webhook", add)
    with pytest.raises(AccountError, match="no such webhook"):
        create_webhook(house.context, token, "w_" + "0" * 16)
    assert store.webhooks_of(house.ada.account) == []

    house.ada = logged_in(house.context, house.ada)
    maker, bot = store.tokens_of(house.ada.account)[0], store.account(house.bot)
    assert bot is not None

    def add_late(*args: object, **more: object) -> bool:
        monkeypatch.setattr(Store, "add_token", add_token)
        end_access(store, house.ada.account)
        return add_token(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "add_token", add_late)
    with pytest.raises(AccountError, match="signed out"):
        bots.token_for(house.context, maker, bot, name="x", again=None)
    assert store.tokens_of(house.bot) == []


def test_an_undo_that_was_interrupted_goes_on_when_the_link_is_used_again(
    house: House, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook, back, whole = house.webhook(), undo(context, house.ada, 0), Store.delete_webhooks

    class Killed(BaseException):
        """The process dies."""

    def die(store: Store, account: str) -> None:
        raise Killed

    monkeypatch.setattr(Store, "delete_webhooks", die)
    with pytest.raises(Killed):
        undone(house.app, back)
    assert hook()
    monkeypatch.setattr(Store, "delete_webhooks", whole)
    assert undone(house.app, back).status_code == 200
    assert not hook()
    house.ada = logged_in(context, house.ada)
    hook = house.webhook()
    assert undone(house.app, back).status_code == 200
    assert hook(), "pressed once more, it takes nothing from the owner"


# Every key of the store: the kinds of credentials above that it holds, or why it holds none.
ACTS_FOR = {
    "account": "calendar notified_browser passkey choice_link reply_address deletion_link other_mail",
    "mail": "other_mail",
    "token": "login session personal program bot_token",
    "account_tokens": "login",
    "tokens_on_their_way": "login",
    "kept_token": "repeated_token table_link",
    "idempotency": "repeated_match",
    "login_wish": "login_code",
    "grant": "authorization_code",
    "device": "device",
    "user_code": "device",
    "webhook": "webhook bot_webhook",
    "webhooks": "webhook bot_webhook",
    "webhook_queue": "webhook",
    "webhook_attempts": "webhook",
    "webhooks_due": "webhook",
    "webhooks_held": "webhook",
}
OF_A_TOKEN = "opens with the text of a token alone"
ACTS_FOR_NOBODY = {
    "secrets": OF_A_TOKEN, "recalled": OF_A_TOKEN, "recall_asked": OF_A_TOKEN,
    "queue": "letters to the account's address", "given_up": "letters to the account's address",
    "mail": "where an address leads: logging in takes its letters", "mail_claim": "that it is about to lead there",
    "account_bots": "the bots themselves stay",
    "operator_tokens": "of operators",
    "networks": "changes how many login letters are sent",
    "reply": "what became of a mail that was taken", "reply_lock": "what became of a mail that was taken",
}  # fmt: skip
OF_HOUSE = {
    "match", "acts", "seen", "lines", "replay", "replay_asked", "here", "due", "out", "not_before", "leases",
    "deliveries", "sent", "parked", "archived", "archive_mark", "running", "lobby", "heads", "unlogged", "leaves",
    "results_due", "results_head", "results_entries", "results_tile", "results_index", "ratings", "rating_ranks",
    "rating_history", "tournament", "tournament_entries", "tournaments", "tournaments_due", "known_keys", "audit",
    "audit_end", "half_restored", "blocked", "caps", "announcement", "log_head", "log_leaves", "log_tile",
    "beacon_round", "beacon_wanted", "news", "feed", "feed_marks", "revoked", "departing", "account_matches",
    "account_finished", "account_shown", "account_margins", "bot_record", "account_blocks", "account_places",
    "account_tables", "account_talk",
    "listed_bots", "bounces", "mail_budget", "refused", "limit",
    "login_budget", "guests", "asking", "talk", "reports", "report", "trial", "thought", "thought_asked",
    "puzzles_waiting", "puzzles_found", "puzzle_days", "puzzle", "puzzle_answers", "puzzle_letters", "account_puzzles",
    "account_tournaments",
}  # fmt: skip
"""What is played, told, counted or logged."""
NO_KEYS = {
    "bucket_of",
    "is_recipient",
    "parse_recipient",
    "bucket_of_recipient",
    "recipient_of",
    "digest",
    "mark_beside",
}


def test_no_two_keys_of_an_account_have_the_same_name() -> None:
    of_account = [
        one
        for _, one in inspect.getmembers(keys, inspect.isfunction)
        if [*inspect.signature(one).parameters] == ["account_id"]
    ]
    assert len(of_account) > 15
    assert len({one("p_" + "ad" * 16) for one in of_account}) == len(of_account)


def test_every_key_of_the_store_was_thought_of() -> None:
    known = {
        name
        for name, one in vars(keys).items()
        if inspect.isfunction(one) and one.__module__ == keys.__name__ and name[0] != "_"
    }
    assert known - NO_KEYS == {*ACTS_FOR, *ACTS_FOR_NOBODY, *OF_HOUSE}
    assert {one for kinds in ACTS_FOR.values() for one in kinds.split()} == set(KINDS)


# Every module that makes something with the links' secret: the kinds of credentials above, or why it is none.
MADE_WITH_LINKS = {
    "accounts/access/login.py": "login_code", "accounts/mail/table_links.py": "table_link",
    "accounts/access/passkeys.py": "passkey",
    "accounts/access/tokens.py": "calendar", "accounts/deletion.py": "deletion_link",
    "choices/answering.py": "choice_link", "mail/reply_address.py": "reply_address",
}  # fmt: skip
MADE_AND_STAYS = {
    "accounts/mail/mail_change.py": "the code takes a token, too; the way back is the owner's",
    "accounts/mail/mail_preferences.py": "stops letters, which always has to work",
    "accounts/access/login.py": "a name", "api/pages/account_page.py": "bound to the session's token",
    "api/pages/operator_pages.py": "bound to the operator's token",
    "api/pages/choice_page.py": "holds a choice link", "api/pages/saying_page.py": "holds a choice link",
    "choices/ahead.py": "holds a choice link",
    "api/http/session.py": "holds the link whose form it is; a name", "accounts/access/work.py": "a question, and a name",
    "api/pages/sign_in.py": "where a login goes on",
    "inbox/arrive.py": "a name", "inbox/commands/account.py": "a code that only an answer to a reply address brings",
    "matches/seating/inviting.py": "a name", "api/http/idempotency.py": "a name",
    "api/matches/lobby.py": "a name", "api/tournaments.py": "a name",
    "matches/tournaments.py": "a place in a team, which is the team's and not its captain's",
    "api/account/webhooks.py": "a name",
    "api/account/bots.py": "a name", "serve/demo.py": "a name", "keys/signing.py": "the secret itself",
}  # fmt: skip


def test_all_that_is_made_with_the_links_secret_was_thought_of() -> None:
    makes = re.compile(r"\b(?:links(?:\(\))?|before)\.(?:make|derive)\(|\bself\.derive\(")
    found = set()
    for package in (service, workers):
        for file in Path(package.__path__[0]).rglob("*.py"):
            if makes.search(file.read_text(encoding="utf-8")):
                found.add(file.relative_to(package.__path__[0]).as_posix())
    assert found == {*MADE_WITH_LINKS, *MADE_AND_STAYS}
    assert set(MADE_WITH_LINKS.values()) <= set(KINDS)
