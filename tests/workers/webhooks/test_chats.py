"""Messages to chats: in the reader's words, as each service wants them, through our sender alone, and never with a secret."""

import json
import logging
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
import redis

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, book_of
from engine.match.table import Table
from service.account_export import exported
from service.accounts import AccountError, chats, webhooks
from service.accounts.access.tokens import issue_token
from service.accounts.chat_services import (
    BY_NAME,
    BY_SCHEMA,
    SERVICES,
    BadChat,
    Refused,
    Reply,
    checked_chat,
    deliver,
    service_of,
)
from service.accounts.webhooks import checked_url
from service.config.settings import CHAT_SERVICES
from service.context import Context
from service.ending import end_access
from service.matches import margins
from service.notifications.kinds import TABLE_AWAITS
from service.store import keys
from service.store.accounts.tokens import Token
from service.store.accounts.webhooks import Waiting, Webhook
from service.store.records import TABLE_CHATS, Account, Record
from tests.given.contexts import account, loaded, open_context
from tests.workers.mail.sending.delivering import begin, commit
from tests.workers.webhooks.receiver import answers, receiver
from tests.workers.webhooks.sending import TakesChats, attempts, make, now_is, pass_time, send_all
from workers.mail.page import Page
from workers.resolve.drain import drain_once
from workers.webhooks import chats as sending
from workers.webhooks.post import Answer, NotSent, Poster, tls_context
from workers.webhooks.turn import TEST_REPEATS

SECRET = "s3cretT0kenOfTheChat"
ADDRESSES = {
    "discord": f"https://discord.com/api/webhooks/123456789012345678/{SECRET}",
    "slack": f"https://hooks.slack.com/services/TXXXXXXXX/A1BRTD4JD/{SECRET}abcd",
    "telegram": f"tgram://123456789:{SECRET}/12315544",
    "ntfy": f"ntfys://ntfy.example.org/{SECRET}",
    "matrix": f"matrixs://{SECRET}@matrix.example.org/!room:example.org",
    "mattermost": f"mmosts://chat.example.org/{SECRET}",
    "google-chat": f"https://chat.googleapis.com/v1/spaces/AAAA/messages?key=kk&token={SECRET}",
    "pushover": f"pover://{'u' * 30}@{'a' * 30}",
    "gotify": f"gotifys://push.example.org/A{SECRET[:14]}",
}
"""An address of each service."""
HOSTS = {
    "discord": "discord.com", "slack": "hooks.slack.com", "telegram": "api.telegram.org", "ntfy": "ntfy.example.org",
    "matrix": "matrix.example.org", "mattermost": "chat.example.org", "google-chat": "chat.googleapis.com",
    "pushover": "api.pushover.net", "gotify": "push.example.org",
}  # fmt: skip
YES = {
    "slack": b"ok",
    "telegram": b'{"ok": true, "result": {}}',
    "matrix": b'{"room_id": "!room:example.org", "user_id": "@us:example.org", "event_id": "$e"}',
}
"""What a service answers that has taken a message; the others say {}."""
NO = {
    "discord": Answer(429, "", 0, b'{"message": "You are being rate limited.", "retry_after": 64.5, "global": false}'),
    "slack": Answer(429, "ratelimited", 90_000, b"ratelimited"),
    "telegram": Answer(429, "", 0, b'{"ok": false, "error_code": 429, "parameters": {"retry_after": 75}}'),
    "matrix": Answer(429, "", 0, b'{"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 80000}'),
    "ntfy": Answer(429, "", 70_000, b'{"code":42901,"http":429,"error":"limit reached: too many requests"}'),
    "mattermost": Answer(429, "limit exceeded", 65_000, b"limit exceeded"),
    "google-chat": Answer(429, "", 0, b'{"error": {"code": 429, "message": "quota", "status": "RESOURCE_EXHAUSTED"}}'),
    "pushover": Answer(429, "", 0, b'{"user":"x","errors":["application is over its monthly limit"],"status":0}'),
    "gotify": Answer(429, "", 0, b'{"error":"Too Many Requests","errorCode":429,"errorDescription":"later"}'),
}
"""How services, or the proxies before them, say "later"."""
SILENT = ("google-chat", "pushover", "gotify")
"""Those of them that do not say for how long."""
MOST_TAKEN = {
    "discord": 2_000, "slack": 40_000, "telegram": 4_096, "ntfy": 4_096, "matrix": 60_000, "mattermost": 4_000,
    "google-chat": 4_096, "pushover": 1_024, "gotify": 32_768,
}  # fmt: skip
"""How much of a message each takes, by its documentation: bytes, or characters, of which there are no more than bytes."""
NAME = "A_b *c* <b> [x](y) @all"


class Service(TakesChats):
    """A chat service, which takes messages as that of this name does."""

    def __init__(self, name: str, *answers: Answer) -> None:
        super().__init__(YES.get(name, b"{}"), *answers)

    @property
    def text(self) -> str:
        """The message as the service would read it: the last request's only text."""
        _, headers, body = self.asked[-1]
        if "form" in headers.get("Content-Type", ""):
            return parse_qs(body.decode())["message"][0]
        said = json.loads(body)
        found = said.get("attachments", [said])[0]
        return next(str(found[name]) for name in ("content", "text", "message", "body") if name in found)


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    """A service on the internet."""
    opened = open_context(redis_url, tmp_path)
    yield opened
    opened.store.close()


@pytest.fixture
def ann(context: Context) -> Account:
    one = account(context, "Ann")
    context.store.change_prefs(one.id, lambda now: {**now.prefs, "quiet_from": 0, "quiet_to": 0})
    return one


@pytest.fixture
def ben(context: Context) -> Account:
    return account(context, "Ben")


def token_of(context: Context, one: Account) -> Token:
    return issue_token(context, one.id, name="phone", scopes=("match:read", "account:write")).token


def chat_of(context: Context, one: Account, name: str = "discord", **wishes: Any) -> Webhook:
    """Make a chat that has taken its test."""
    wishes = {"name": "", "wanted": (), **wishes}
    made = chats.create(context, token_of(context, one), f"c_{secrets.token_hex(8)}", url=ADDRESSES[name], **wishes)
    assert send_all(context, Service(name)) == {"delivered": 1}
    return made


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_turn_comes_as_one_message_with_the_table_the_deadline_and_the_link(
    context: Context, ann: Account, ben: Account, name: str
) -> None:
    chat_of(context, ann, name, wanted=("your-turn",))
    match = begin(context, ann, ben, title="Friday")
    service = Service(name)
    assert send_all(context, service) == {"delivered": 1}
    assert {target.host for target, _, _ in service.asked} == {HOSTS[name]}
    assert all(target.secure for target, _, _ in service.asked)
    assert len(service.asked) == (3 if name == "matrix" else 1)
    first, link = service.text.splitlines()
    assert re.fullmatch(r"Friday: it is your turn \(by \w{3} \d\d:\d\d UTC\)", first.replace("\\", ""))
    assert link == f"{context.settings.public_url}/table/{match}"


@pytest.mark.parametrize("name", ADDRESSES)
def test_names_and_titles_are_shown_as_they_are_and_call_nobody(context: Context, ann: Account, name: str) -> None:
    """What a service would read as markup is escaped in its own way, or means nothing there."""
    ben = account(context, NAME)
    match = begin(context, ann, ben, title=f"{NAME} <users/all> <!here>")
    chats.create_for_table(context, token_of(context, ann), match, url=ADDRESSES[name], name="")
    assert send_all(context, Service(name)) == {"delivered": 1}
    drawn = ask_again(context, match)
    service = Service(name)
    assert send_all(context, service) == {"delivered": 1}
    said = service.text
    assert drawn and "@all" not in said and said.count("@\N{WORD JOINER}all") == 2
    if name in ("discord", "mattermost"):
        assert r"A\_b \*c\* \<b\> \[x\]\(y\)" in said
    elif name == "telegram":
        assert "&lt;b&gt;" in said and json.loads(service.asked[-1][2])["parse_mode"] == "HTML"
    elif name == "slack":
        assert "&lt;b&gt;" in said and json.loads(service.asked[-1][2])["mrkdwn"] is False
    elif name == "google-chat":
        assert "<users/all" not in said and "<b" not in said, "it calls everybody, or is a link with other words"
    else:
        assert NAME.partition("@")[0] in said, "this service shows plain text"
    if name == "discord":
        assert json.loads(service.asked[-1][2])["allowed_mentions"] == {"parse": []}


def ask_again(context: Context, match: str) -> bool:
    """Let the next decision open: both seal, and the match goes on."""
    for seat in range(2):
        commit(context, match, seat)
    return drain_once(context) > 0


@pytest.mark.parametrize("name", NO)
def test_a_service_that_wants_us_to_wait_is_asked_once_and_again_when_it_said(
    context: Context, ann: Account, ben: Account, name: str
) -> None:
    chat = chat_of(context, ann, name, wanted=("your-turn",))
    begin(context, ann, ben)
    service = Service(name, NO[name])
    assert send_all(context, service) == {"retry": 1}
    assert len(service.asked) == 1, "not at once"
    record = context.store.webhook_attempts(ann.id, chat.id)[0]
    assert record["status"] == 429 and record["retry_at"] is not None
    assert name in SILENT or 60_000 < record["retry_at"] - record["at"] < 100_000
    assert send_all(context, service) == {}
    pass_time(context, ann.id, chat.id)
    assert send_all(context, service) == {"delivered": 1}


@pytest.mark.parametrize("name", NO)
def test_a_test_that_has_to_wait_is_repeated_and_its_owner_told_when(context: Context, ann: Account, name: str) -> None:
    chat = chats.create(context, token_of(context, ann), "c_" + "0" * 16, url=ADDRESSES[name], name="", wanted=())
    service = Service(name, NO[name])
    assert (send_all(context, service), len(service.asked)) == ({"retry": 1}, 1)
    (record,) = context.store.webhook_attempts(ann.id, chat.id)
    assert (record["type"], record["status"]) == ("test", 429) and record["retry_at"] is not None
    assert name in SILENT or 60_000 < record["retry_at"] - record["at"] < 100_000
    due = due_at(context, chat)
    assert abs(due - record["retry_at"]) < 1_000 and now_is(context, chat).state == "unconfirmed"
    pass_time(context, ann.id, chat.id)
    assert send_all(context, service) == {"delivered": 1}
    assert now_is(context, chat).state == "active"


def test_a_test_that_has_to_wait_again_and_again_is_given_up(context: Context, ann: Account) -> None:
    chat = chats.create(context, token_of(context, ann), "c_" + "0" * 16, url=ADDRESSES["slack"], name="", wanted=())
    ended = []
    for _ in range(TEST_REPEATS + 2):
        ended.append(dict(send_all(context, Service("slack", NO["slack"]))))
        pass_time(context, ann.id, chat.id)
    assert ended == [{"retry": 1}] * TEST_REPEATS + [{"failed": 1}, {}]
    assert now_is(context, chat).state == "unconfirmed"


def due_at(context: Context, chat: Webhook) -> int:
    """Return when a chat is looked at next (ms)."""
    with closing(redis.Redis.from_url(context.settings.redis_url)) as client:
        found = client.zscore(keys.webhooks_due(keys.bucket_of(chat.account)), f"{chat.account}:{chat.id}")
    assert found is not None
    return int(found)


@pytest.mark.parametrize("name", ADDRESSES)
def test_the_longest_message_is_one_and_whole(context: Context, ann: Account, name: str) -> None:
    """Of the most names that are said, each and the title of signs that grow when they are escaped."""
    match = begin(context, ann, account(context, "Ben"), title="*&@<" * 20)
    channel = chats.create_for_table(context, token_of(context, ann), match, url=ADDRESSES[name], name="")
    assert send_all(context, Service(name)) == {"delivered": 1}
    ask_again(context, match)
    context.store.relay_all()
    stored = context.store.feed(ann.id, None, 100).events[-1]
    entry = Waiting(id=stored.id, event=stored.event, match=match, attempts=0, due=0)
    here = loaded(context, match)
    (standing, *_), names = here.table["standing"], [f"{'&@*<' * 9}{seat:04}" for seat in range(sending.MOST_NAMES + 1)]
    crowd: Table = {**here.table, "standing": [{**standing, "seats": list(range(len(names)))}]}
    service = Service(name)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(context.store), "load", lambda *_: replace(here, table=crowd))
        patched.setattr(Page, "names", names)
        sending.post(context.settings, context.store, context.links, service, channel, entry)  # type: ignore[arg-type]
    assert len(service.asked) == (3 if name == "matrix" else 1)
    said = service.text
    assert [said.count(f"{seat:04}") for seat in range(sending.MOST_NAMES + 1)] == [1] * sending.MOST_NAMES + [0]
    assert said.endswith(f"/table/{match}") and len(said.encode()) <= MOST_TAKEN[name]


def test_a_service_that_says_no_politely_has_not_taken_it(context: Context, ann: Account, ben: Account) -> None:
    chat = chat_of(context, ann, "slack", wanted=("your-turn",))
    begin(context, ann, ben)
    assert send_all(context, Service("slack", Answer(200, body=b"invalid_payload"))) == {"retry": 1}
    assert "invalid_payload" in context.store.webhook_attempts(ann.id, chat.id)[0]["answer"]


def test_a_chat_that_is_gone_is_switched_off_and_its_owner_told(context: Context, ann: Account, ben: Account) -> None:
    chat = chat_of(context, ann, wanted=("your-turn",))
    begin(context, ann, ben)
    for _ in range(sending.REFUSALS):
        send_all(context, Service("discord", Answer(404, body=b'{"message": "Unknown Webhook", "code": 10015}')))
        pass_time(context, ann.id, chat.id)
    assert (now_is(context, chat).state, now_is(context, chat).reason) == ("disabled", "gone")
    (told,) = context.store.notices(keys.recipient_of(ann.id, None)).pending
    assert told["facts"]["host"] == "discord.com" and SECRET not in json.dumps(told)


def test_what_was_answered_meanwhile_is_not_said(context: Context, ann: Account, ben: Account) -> None:
    chat = chat_of(context, ann, wanted=("your-turn",))
    match = begin(context, ann, ben)
    commit(context, match, 0)
    service = Service("discord")
    assert (send_all(context, service), service.asked) == ({"missed": 1}, [])
    assert attempts(context, chat)[0][1] == "missed"


def test_a_muted_table_and_quiet_hours_say_nothing(context: Context, ann: Account, ben: Account) -> None:
    chat_of(context, ann, wanted=("your-turn",))
    match = begin(context, ann, ben)
    hour = time.gmtime(context.store.now() // 1000).tm_hour
    asleep = {"quiet_from": hour, "quiet_to": (hour + 2) % 24}
    context.store.change_prefs(ann.id, lambda now: {**now.prefs, **asleep})
    assert send_all(context, Service("discord")) == {}
    context.store.change_prefs(
        ann.id, lambda now: {**now.prefs, "quiet_from": 0, "quiet_to": 0, "muted_matches": [match]}
    )
    (chat,) = context.store.webhooks_of(ann.id)
    pass_time(context, ann.id, chat.id)
    assert send_all(context, Service("discord")) == {"missed": 1}


def test_a_kind_muted_at_one_table_comes_from_the_others(context: Context, ann: Account, ben: Account) -> None:
    chat_of(context, ann, wanted=("your-turn",))
    (chat,) = context.store.webhooks_of(ann.id)
    for kinds, result in ((["your-turn"], "missed"), (["over"], "delivered"), ([], "delivered")):
        margins.mute(context, ann.id, begin(context, ann, ben), kinds)
        pass_time(context, ann.id, chat.id)
        assert send_all(context, Service("discord")) == {result: 1}


@pytest.mark.parametrize(("language", "said"), [("de", "Du bist am Zug (bis "), ("fr", "c'est à toi de jouer (avant ")])
def test_in_the_readers_language_and_zone(context: Context, ann: Account, language: str, said: str) -> None:
    ben = account(context, "Ben", language=language, zone="Europe/Berlin")
    context.store.change_prefs(ben.id, lambda now: {**now.prefs, "quiet_from": 0, "quiet_to": 0})
    chat_of(context, ben, "ntfy", wanted=("your-turn",))
    begin(context, ann, ben)
    service = Service("ntfy")
    send_all(context, service)
    assert said in service.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_sentence_in_every_language(language: Language) -> None:
    book = book_of("service", language)
    assert {name for name, _ in book.below("chat.kinds")} == set(chats.kinds())


def test_a_tables_channel_says_who_is_awaited_and_nothing_hidden(context: Context, ann: Account, ben: Account) -> None:
    """States that differ in nothing but cards give the same text, and so does none at all."""
    first, second = (begin(context, ann, ben, title="Friday") for _ in range(2))
    channel = chats.create_for_table(context, token_of(context, ann), first, url=ADDRESSES["ntfy"], name="")
    assert send_all(context, Service("ntfy")) == {"delivered": 1}
    ask_again(context, first)
    service = Service("ntfy")
    assert send_all(context, service) == {"delivered": 1}
    said, link = service.text.splitlines()
    assert re.fullmatch(r"Friday: (Ann|Ben|Ann and Ben) to move \(by \w{3} \d\d:\d\d UTC\)", said)
    assert link.endswith(f"/table/{first}")
    here, other = loaded(context, first), loaded(context, second)
    assert here.state != other.state, "the cards differ"
    stored = context.store.feed(ann.id, None, 100).events[-1]
    entry = Waiting(id=stored.id, event=stored.event, match=first, attempts=0, due=0)
    for state in (here.state, other.state, None):
        assert told(context, replace(here, state=state), channel, entry) == service.text


def test_only_a_table_with_a_channel_tells_its_owners_feed_whom_it_awaits(
    context: Context, ann: Account, ben: Account
) -> None:
    match, quiet = begin(context, ann, ben), begin(context, ann, ben)
    chats.create_for_table(context, token_of(context, ann), match, url=ADDRESSES["ntfy"], name="")
    for one in (match, quiet):
        ask_again(context, one)
    context.store.relay_all()
    told = [one.event for one in context.store.feed(ann.id, None, 100).events if one.event["type"] == TABLE_AWAITS.name]
    assert {one["match"] for one in told} == {match} and {one["seat"] for one in told} == {None}
    assert not [one for one in context.store.feed(ben.id, None, 100).events if one.event["type"] == TABLE_AWAITS.name]
    chats.delete(context, token_of(context, ann), chats.table_chat(match))
    assert context.store.webhooks_of(ann.id) == []
    assert context.store.account(ann.id).prefs.get(TABLE_CHATS) is None  # type: ignore[union-attr]


def limited(redis_url: str, tmp_path: Path) -> tuple[Context, Account, str]:
    """Return a service with limits, a player, and a table of that player's."""
    context = open_context(redis_url, tmp_path, rate_limits=True)
    ann = account(context, "Ann")
    return context, ann, begin(context, ann, account(context, "Ben"))


def test_a_channel_that_may_not_be_replaced_stays_as_it_was(redis_url: str, tmp_path: Path) -> None:
    context, ann, match = limited(redis_url, tmp_path)
    with closing(context.store):
        token, made = token_of(context, ann), list[Webhook]()
        with pytest.raises(AccountError) as refused:
            for number in range(chats.MADE[0] + 1):
                made.append(chats.create_for_table(context, token, match, url=f"ntfy://topic{number}", name=""))
        assert refused.value.code == "too-many-chats" and len(made) == chats.MADE[0]
        assert [one.id for one in context.store.webhooks_of(ann.id)] == [made[-1].id]
        assert chats.revealed(context.links, now_is(context, made[-1])) == f"ntfy://topic{chats.MADE[0] - 1}"


def test_a_channel_without_its_first_test_is_told_as_soon_as_a_later_one_is_taken(
    redis_url: str, tmp_path: Path
) -> None:
    context, ann, match = limited(redis_url, tmp_path)
    with closing(context.store):
        token = token_of(context, ann)
        chat = chats.create(context, token, "c_" + "0" * 16, url=ADDRESSES["ntfy"], name="", wanted=())
        for _ in range(webhooks.TESTS[0] - 1):
            webhooks.test(context, token, chat.id)
        with pytest.raises(AccountError) as refused:
            chats.create_for_table(context, token, match, url=ADDRESSES["ntfy"], name="")
        assert refused.value.code == "too-many-deliveries"
        assert len(context.store.webhooks_of(ann.id)) == 2
        assert context.store.account(ann.id).prefs[TABLE_CHATS] == [match]  # type: ignore[union-attr]


def test_a_channel_made_again_by_a_repeated_request_gets_no_second_test(
    context: Context, ann: Account, ben: Account
) -> None:
    match, token = begin(context, ann, ben), token_of(context, ann)
    make_it = {"url": ADDRESSES["ntfy"], "name": "here"}
    chats.create_for_table(context, token, match, **make_it)
    assert send_all(context, Service("ntfy")) == {"delivered": 1}
    again = chats.create_for_table(context, token, match, **make_it)
    assert (again.state, again.version) == ("active", 1) and send_all(context, Service("ntfy")) == {}
    moved = chats.create_for_table(context, token, match, url=ADDRESSES["discord"], name="there")
    assert (moved.state, moved.service, moved.name) == ("unconfirmed", "discord", "there")
    service = Service("discord")
    assert send_all(context, service) == {"delivered": 1}
    assert [target.host for target, _, _ in service.asked] == ["discord.com"]


def test_channels_of_tables_that_ended_displace_none(context: Context, ann: Account, ben: Account) -> None:
    token, first = token_of(context, ann), begin(context, ann, ben)
    chats.create_for_table(context, token, first, url=ADDRESSES["ntfy"], name="")
    for _ in range(chats.MOST_TABLES):
        short = begin(context, ann, ben)
        chats.create_for_table(context, token, short, url=ADDRESSES["ntfy"], name="")
        context.store.file_match(ann.id, short, context.store.now())
    assert first in context.store.account(ann.id).prefs[TABLE_CHATS]  # type: ignore[union-attr]


def test_a_program_replaces_no_channel_that_it_cannot_see(context: Context, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    chats.create_for_table(context, token_of(context, ann), match, url=ADDRESSES["ntfy"], name="")
    scopes = ("account:write", "match:read")
    first, second = (
        issue_token(context, ann.id, name=one, scopes=scopes, kind="app", client=one).token for one in "xy"
    )
    with pytest.raises(AccountError) as refused:
        chats.create_for_table(context, first, match, url="ntfy://elsewhere", name="")
    assert refused.value.code == "too-many-chats"
    (kept,) = context.store.webhooks_of(ann.id)
    assert chats.revealed(context.links, kept) == ADDRESSES["ntfy"]
    chats.delete(context, token_of(context, ann), kept.id)
    chats.create_for_table(context, first, match, url="ntfy://elsewhere", name="")
    context.store.revoke_token(first.id)
    made = chats.create_for_table(context, second, match, url="ntfy://another", name="")
    assert made.token == second.id, "whose program is gone holds no table's place"


REFUSED = [
    "mailto://user:secret@example.org",
    "file:///etc/passwd",
    "dbus://",
    "syslog://",
    "json://example.org/",
    "exec://ls",
    "https://example.org/hook",
    "http://discord.com/api/webhooks/1/2",
    "https://discord.com:444/api/webhooks/1/2",
    "discord://",
    "ntfy://a b",
    "ntfys://[",
    "x",
    "tgram://123456789:abcdefghijklmn/1/2",
    "discord://12345/abc?template=/etc/passwd",
    "discord://1/2?thread=1&template=x",
    "discord://1/2?thread=1;template=x",
    "discord://1/2?%74emplate=x",
    "slack://a/b?template=file:///x",
    "slack://xoxb-1-2-a/#general?template=/etc/passwd",
    f"{ADDRESSES['discord']}?template=/etc/passwd",
    f"{ADDRESSES['telegram']}?template=x",
    "ntfy://t?attach=file:///etc/passwd",
    "ntfy://topic?auth=token?format=html",
    "ntfys://127.0.0.1/topic",
    "ntfys://10.0.0.1/topic",
    "ntfys://ntfy.example.org:22/topic",
    "ntfy://ntfy.example.org/topic",
    "matrixs://t@localhost/!r:x",
    "matrixs://user:password@matrix.example.org/!room:example.org",
    "matrixs://matrix.example.org/!room:example.org",
    "gotifys://[::1]/Aabcdefghijklmn",
    "mmosts://169.254.169.254/token",
    f"pover://{'u' * 30}@{'a' * 20}%ff{'a' * 8}",
    "gotifys://push.example.org/Aabc%0d%0aX:y",
]
"""Addresses that are not taken: of services that run, write or mail; of files; of hosts inside; of several chats; what headers
cannot hold; logins and new accounts for every message."""


@pytest.mark.parametrize("address", REFUSED)
def test_other_addresses_are_refused_with_a_remedy_and_without_a_request(
    context: Context, ann: Account, address: str
) -> None:
    with pytest.raises(AccountError) as refused:
        chats.create(context, token_of(context, ann), "c_" + "0" * 16, url=address, name="", wanted=())
    assert (refused.value.code, refused.value.pointer) == ("invalid", "/url") and refused.value.message
    assert context.store.webhooks_of(ann.id) == []


def test_an_operator_says_which_services_there_are(redis_url: str, tmp_path: Path) -> None:
    assert tuple(one.name for one in SERVICES) == CHAT_SERVICES
    assert set(ADDRESSES) == set(CHAT_SERVICES)
    for chosen, code, said in ((("ntfy",), "invalid", "ntfy://topic"), ((), "no-chats", "switched")):
        opened = open_context(redis_url, tmp_path, chats=chosen)
        token = token_of(opened, account(opened, f"Ann{len(chosen)}"))
        with pytest.raises(AccountError, match=said) as refused:
            chats.create(opened, token, "c_" + "0" * 16, url=ADDRESSES["slack"], name="", wanted=())
        assert refused.value.code == code
        opened.store.close()


@pytest.mark.parametrize("name", ADDRESSES)
def test_the_address_is_nowhere_to_be_seen(
    context: Context, ann: Account, ben: Account, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is not in the store, the export, the records of attempts, or any log line, even if the service repeats it."""
    secret = max(re.split(r"[^A-Za-z0-9]", ADDRESSES[name]), key=len)
    with caplog.at_level(logging.DEBUG):
        chat = chat_of(context, ann, name, wanted=("your-turn",))
        begin(context, ann, ben)
        send_all(context, Service(name, Answer(400, "", 0, f"no such token: {secret}".encode())))
    attempt = context.store.webhook_attempts(ann.id, chat.id)[0]
    assert attempt["answer"].startswith("no such token: ")
    with closing(redis.Redis.from_url(context.settings.redis_url)) as client:
        kept = b"".join(client.dump(one) or b"" for one in client.scan_iter())
        fields = repr(client.hgetall(keys.webhook(ann.id, chat.id)))
    export = exported(
        context.store, ann, links=context.links, bots=[], hooks=context.store.webhooks_of(ann.id), pictures="none"
    )
    for seen in (repr(kept), fields, json.dumps(export), json.dumps(attempt), caplog.text, repr(chats.chat_info(chat))):
        assert secret not in seen
    assert chats.revealed(context.links, chat) == ADDRESSES[name]


@pytest.mark.parametrize(
    ("address", "echoed"),
    [
        ("ntfys://ntfy.example.org/s3cret%54opic", "s3cretTopic"),
        ("ntfys://us3r:passw0rd%21@ntfy.example.org/topic", "dXMzcjpwYXNzdzByZCE="),
        ("ntfys://us3r:passw0rd%21@ntfy.example.org/topic", "us3r:passw0rd!"),
        (ADDRESSES["ntfy"], "x" * 505 + SECRET),
    ],
)
def test_a_secret_that_comes_back_otherwise_than_it_was_written_is_taken_out(address: str, echoed: str) -> None:
    """Percent-decoded, as the header that a login is sent in, and over the end of what is kept."""
    with pytest.raises(Refused) as refused:
        deliver(address, "x", lambda _: Reply(401, f"no: {echoed}".encode()))
    assert refused.value.said.replace("x", "") in ("no: …", "no: …!")


def test_answers_from_the_operators_network_are_not_shown(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path, webhooks="any")
    ann = account(context, "Ann")
    with receiver() as stranger:
        stranger.behaviours = [answers(403, b"of the house")]
        url = f"ntfy://127.0.0.1:{stranger.port}/topic"
        made = chats.create(context, token_of(context, ann), "c_" + "0" * 16, url=url, name="", wanted=())
        assert send_all(context, Poster("any", tls_context())) == {"failed": 1}
    (record,) = context.store.webhook_attempts(ann.id, made.id)
    assert (record["status"], record["answer"]) == (403, "")
    context.store.close()


def test_all_requests_of_a_message_share_one_time_limit(redis_url: str, tmp_path: Path) -> None:
    """Otherwise a slow service would hold a message for longer than its lease, and get it twice."""
    context = open_context(redis_url, tmp_path, webhooks="any")
    ann = account(context, "Ann")
    poster, ends = Poster("any", tls_context(), whole=5.0), list[float]()

    class Slow(Service):
        whole = poster.whole

        def post(self, *given: Any, **limits: Any) -> Answer:
            ends.append(limits["ends"])
            return super().post(*given)

    chats.create(context, token_of(context, ann), "c_" + "0" * 16, url=ADDRESSES["matrix"], name="", wanted=())
    assert send_all(context, Slow("matrix")) == {"delivered": 1}
    assert len(ends) == 3 and len(set(ends)) == 1
    with receiver() as stranger:
        stranger.behaviours = [answers(200)]
        target = checked_url(f"http://127.0.0.1:{stranger.port}/", "any")
        with pytest.raises(NotSent, match="in time"):
            poster.post(target, {}, b"", ends=time.monotonic())
    context.store.close()


def test_chats_end_with_all_that_acts_for_an_account(context: Context, ann: Account, ben: Account) -> None:
    chat_of(context, ann)
    chats.create_for_table(context, token_of(context, ann), begin(context, ann, ben), url=ADDRESSES["ntfy"], name="")
    end_access(context.store, ann.id)
    assert context.store.webhooks_of(ann.id) == []
    assert TABLE_CHATS not in context.store.account(ann.id).prefs  # type: ignore[union-attr]


def test_an_account_has_few_chats_and_webhooks_do_not_count(context: Context, ann: Account) -> None:
    token = token_of(context, ann)
    webhooks.create(context, token, "w_" + "0" * 16, url="https://example.org/", kinds=[], matches=[], ordered=False)
    for number in range(chats.MOST):
        chats.create(context, token, f"c_{number:016x}", url=ADDRESSES["ntfy"], name="", wanted=())
    with pytest.raises(AccountError) as refused:
        chats.create(context, token, "c_" + "f" * 16, url=ADDRESSES["ntfy"], name="", wanted=())
    assert refused.value.code == "too-many-chats"
    assert [one.id for one in webhooks.webhooks_of(context, token)] == ["w_" + "0" * 16]


def test_plugins_have_no_way_to_the_network_outside_of_a_message() -> None:
    for service in SERVICES:
        checked_chat(ADDRESSES[service.name], CHAT_SERVICES, "public")
        module = import_module(f"apprise.plugins.{service.plugin[0]}")
        with pytest.raises(RuntimeError, match="outside of a message"):
            module.requests.post("https://example.org/")


def test_what_a_service_may_not_get_is_no_schema_of_ours() -> None:
    assert not {"mailto", "mailtos", "file", "dbus", "syslog", "json", "xml", "form", "apprise"} & set(BY_SCHEMA)
    for name, address in ADDRESSES.items():
        assert service_of(address, CHAT_SERVICES) is BY_NAME[name]
        with pytest.raises(BadChat):
            service_of(address, tuple(one for one in CHAT_SERVICES if one != name))


def test_over_a_real_connection(redis_url: str, tmp_path: Path) -> None:
    """At home, where addresses may lead to this machine: one request, and a wish to wait that is in its head."""
    context = open_context(redis_url, tmp_path, webhooks="any")
    ann, ben = account(context, "Ann", language="de"), account(context, "Ben")
    context.store.change_prefs(ann.id, lambda now: {**now.prefs, "quiet_from": 0, "quiet_to": 0})
    with receiver() as stranger:
        stranger.behaviours = [answers(200), answers(429, Retry_After="77"), answers(200)]
        url, poster = f"ntfy://127.0.0.1:{stranger.port}/topic", Poster("any", tls_context())
        made = chats.create(context, token_of(context, ann), "c_" + "0" * 16, url=url, name="", wanted=("your-turn",))
        assert send_all(context, poster) == {"delivered": 1}
        begin(context, ann, ben)
        assert send_all(context, poster) == {"retry": 1}
        record = context.store.webhook_attempts(ann.id, made.id)[0]
        assert record["status"] == 429 and record["retry_at"] is not None
        assert 77_000 <= record["retry_at"] - record["at"] < 90_000
        pass_time(context, ann.id, made.id)
        assert send_all(context, poster) == {"delivered": 1}
    said = [json.loads(one.body)["message"].splitlines()[0] for one in stranger.requests]
    assert said[0] == "Ab jetzt schreibt Siegelpost hierher." and said[1] == said[2]
    assert "Du bist am Zug (bis " in said[1]
    context.store.close()


def test_an_operator_may_want_chats_and_no_webhooks(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path, webhooks="none")
    ann, ben = account(context, "Ann"), account(context, "Ben")
    context.store.change_prefs(ann.id, lambda now: {**now.prefs, "quiet_from": 0, "quiet_to": 0})
    webhook = make(context, ann)
    chat_of(context, ann, wanted=("your-turn",))
    begin(context, ann, ben)
    service = Service("discord")
    assert send_all(context, service) == {"delivered": 1}
    assert [target.host for target, _, _ in service.asked] == ["discord.com"]
    assert context.store.webhook_attempts(ann.id, webhook.id) == []
    assert send_all(context, service) == {}, "the webhook is not looked at again and again"
    context.store.close()


def test_a_table_where_answers_are_held_back_is_told_of_late(context: Context, ann: Account, ben: Account) -> None:
    """Until no standing orders can be held back any more, nobody is named: else silence would tell of them."""
    match = begin(context, ann, ben)
    channel = chats.create_for_table(context, token_of(context, ann), match, url=ADDRESSES["ntfy"], name="")
    here = loaded(context, match)
    standing = here.table["standing"][0]
    event = {
        "type": TABLE_AWAITS.name,
        "decision": {"id": standing["id"]},
        "deadline_at": standing["deadline"],
        "match": match,
    }
    entry = Waiting(id="x", event=event, match=match, attempts=0, due=0)
    for sealed, hold in ((True, 600_000), (False, 0)):
        assert "to move" in told(context, replace(here, table=held(here.table, hold, sealed=sealed)), channel, entry)
    with pytest.raises(sending.Later) as later:
        told(context, replace(here, table=held(here.table, 600_000, sealed=False)), channel, entry)
    assert later.value.at == standing["opened"] + 600_000


def held(table: Table, hold: int, *, sealed: bool) -> Table:
    """Return a table whose answers are held back for so many milliseconds, with a decision of this kind."""
    return {**table, "hold": hold, "standing": [{**table["standing"][0], "sealed": sealed}]}


def told(context: Context, record: Record, channel: Webhook, entry: Waiting) -> str:
    """Return what a channel is told of a match that is as given."""
    service = Service("ntfy")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(context.store), "load", lambda *_: record)
        sending.post(context.settings, context.store, context.links, service, channel, entry)  # type: ignore[arg-type]
    return service.text
