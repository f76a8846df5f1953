"""The caller's account: profile, tokens, mails, vacations, and all stored data, to export or delete."""

import logging
from collections.abc import Iterator
from datetime import date
from typing import Any

from flask import Response, request

from service.account_export import bounces_of, deliveries_of, exported, me_info, token_info, vacations_info
from service.accounts import bots, deletion, webhooks
from service.accounts.access import login, tokens
from service.accounts.mail import mail_change
from service.accounts.mail.mail_preferences import BUTTONS, PICTURES, PROGRAMMERS, for_programmers, notifications
from service.api.http import cursors, etags, idempotency
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, address, caller, context, own_token
from service.api.http.long_poll import wake_soon
from service.api.http.problems import Problem, challenge
from service.api.http.session import close_session, cookie_name
from service.api.matches import representations
from service.api.matches.loading import readable
from service.api.matches.representations import show_people
from service.api.schemas import requests, responses
from service.calendar import BadVacation, days_left, today, vacations_of
from service.ending import end_token, why_blocked
from service.matches.absence.pauses import end_vacation, take_vacation
from service.matches.departure import depart
from service.matches.puzzles import want_puzzles
from service.notifications.asks import WISH as REMINDERS
from service.notifications.digests import FROM, HOUR, MAILS, MODE, PUZZLE_HOUR, TO, WHILE_HERE
from service.store.accounts.operators import Blocking
from service.store.keys import DIGEST, MAIL, PUSH, recipient_of
from service.store.records import PROFILE_HIDDEN, Account
from service.store.store import Finished

blp = Blueprint("me", __name__, "Your account, your tokens, your mails, and what waits for you.")
log = logging.getLogger("siegelpost.api")

MAIL_ANSWER = {"message": "If mail can be sent to this address, a code is on its way. It is good for an hour."}
"""The answer for every address, known or not."""
MAIL_DONE = {"message": "Your letters go to this address from now on. The address before was told."}
AT_ONCE = 200
"""Matches loaded in one round trip."""
FINISHED_LOOKED_AT = 200
"""How many finished matches are searched for mails."""


def account() -> Account:
    """Return the caller's account."""
    found = context().store.account(account_id())
    if found is None:
        raise Problem("token-wrong", "", headers=challenge("invalid_token"))
    return found


def blocking() -> Blocking | None:
    """Return the block of the caller's account, or None. The store is asked only for tokens that cannot play."""
    token = caller().token
    if token is not None and "match:play" in token.scopes:
        return None  # a block ends all tokens, and those made while it lasts have no such scope
    return context().store.blocking(account_id())


@blp.route("/v1/me")
@blp.operation("getMe", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.Me)
def get_me() -> Any:
    """Show your account."""
    me = me_info(account(), blocking())
    return me, etags.fresh(etags.tag_of(me))


@blp.route("/v1/me", methods=["PATCH"])
@blp.operation("changeMe", scope="account:write", codes=("blocked",), headers=("IF_MATCH",), tagged=True)
@blp.arguments(requests.MeRequest)
@blp.response(200, responses.Me)
def change_me(body: dict[str, Any]) -> Any:
    """Change name, language, time zone, or who may see your profile. Matches keep the name you sat down with.

    A blocked account cannot change its time zone, because deadlines depend on it. The answer's `mail` and
    `other_mails` are empty for a token without `account:read`.
    """

    blocked = blocking()

    def change(before: Account) -> dict[str, Any]:
        etags.require(etags.tag_of(me_info(before, blocked)))
        if body.get("zone", before.zone) != before.zone:
            _not_while_blocked()
        changes = dict(body)
        if (profile := changes.pop("profile", None)) is not None:
            prefs = {name: value for name, value in before.prefs.items() if name != PROFILE_HIDDEN}
            changes["prefs"] = {**prefs, PROFILE_HIDDEN: True} if profile == "hidden" else prefs
        return changes

    changed = context().store.change_account(account_id(), change) or account()
    return _shown(changed), etags.fresh(etags.tag_of(me_info(changed, blocked)))


@blp.route("/v1/me/mail", methods=["PUT"])
@blp.operation(
    "changeMail", scope="account:write", codes=("login-needed", "too-many-mail-changes", "too-many-addresses")
)
@blp.arguments(requests.MailRequest)
@blp.response(202, responses.Notice)
def change_mail(body: dict[str, Any]) -> dict[str, Any]:
    """Ask for another email address: a letter with a code goes there, and nothing changes before the code is used.

    An address that is confirmed already (`other_mails`) needs no code: your letters go there at once, and it changes places with
    the present one. This needs a token from a login, or from a browser signed in within the last 12 hours. The answer is the
    same whether others know the address or not.
    """
    wish = (body["mail"], address())
    done = mail_change.request_change(context(), _by_login(), *wish, additional=body["additional"])
    wake_soon("deliver")
    return MAIL_DONE if done else MAIL_ANSWER


@blp.route("/v1/me/mail/remove", methods=["POST"])
@blp.operation("removeMail", scope="account:write", codes=("login-needed", "not-found"))
@blp.arguments(requests.OtherMailRequest)
@blp.response(200, responses.Me)
def remove_mail(body: dict[str, Any]) -> dict[str, Any]:
    """Remove one of your other addresses: answers from there count no more. The one that letters go to can only be changed."""
    return _shown(mail_change.remove_mail(context(), _by_login(), body["mail"]))


@blp.route("/v1/me/mail/confirm", methods=["POST"])
@blp.operation(
    "confirmMail",
    scope="account:write",
    codes=("login-needed", "code-wrong", "mail-taken", "too-many-addresses", "too-many-mail-changes"),
)
@blp.arguments(requests.MailCodeRequest)
@blp.response(200, responses.Me)
def confirm_mail(body: dict[str, Any]) -> dict[str, Any]:
    """Change or add an email address with the code sent to it, which is valid for an hour. Sent again, the answer is the same.

    The address that letters went to until then is told, with a link that for two weeks undoes this and ends all tokens. Only
    here do you learn whether the new address already has an account, because you can read its mail.
    """
    changed = mail_change.confirm_change(context(), _by_login(), body["code"])
    wake_soon("deliver")
    return _shown(changed)


def _shown(account: Account) -> dict[str, Any]:
    """Return the account as the caller's token may see it."""
    me, token = me_info(account, blocking()), caller().token
    return me if token is not None and "account:read" in token.scopes else {**me, "mail": "", "other_mails": []}


def _not_while_blocked() -> None:
    """:raises Problem: blocked. Whatever moves deadlines affects everybody at the account's tables."""
    why = why_blocked(context().store, account_id())
    if why is not None:
        raise Problem("blocked", why)


def _by_login() -> Account:
    """Return the caller's account; :raises Problem: login-needed, for a token that did not come by mail."""
    token = caller().token
    if token is None or not mail_change.may_change(context(), token):
        raise Problem("login-needed", "")
    return account()


@blp.route("/v1/me/notifications")
@blp.operation("getNotifications", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.Notifications)
def get_notifications() -> Any:
    """Show which notices come by mail, and what mails contain. Login codes always come."""
    found = notifications(account(), context().settings.mail_pictures)
    return found, etags.fresh(etags.tag_of(found))


@blp.route("/v1/me/notifications", methods=["PUT"])
@blp.operation("setNotifications", scope="account:write", codes=("blocked",), headers=("IF_MATCH",), tagged=True)
@blp.arguments(requests.NotificationsRequest)
@blp.response(200, responses.Notifications)
def set_notifications(body: dict[str, Any]) -> Any:
    """Choose which notices come by mail, and what mails contain. What you leave out stays as it is.

    A blocked account cannot change its quiet hours, because deadlines depend on them. At each table, `reminders` count from the
    next thing that happens there.
    """
    usual = context().settings.mail_pictures

    def change(before: Account) -> dict[str, Any]:
        known = notifications(before, usual)
        etags.require(etags.tag_of(known))
        kinds = {**known["kinds"], **body.get("kinds", {})}
        programmer = body.get("for_programmers", for_programmers(before))
        muted = sorted(set(body.get("muted_matches", known["muted_matches"])))
        wishes = {
            name: body.get(name, known[name]) for name in (BUTTONS, PUZZLE_HOUR, MODE, HOUR, FROM, TO, MAILS, REMINDERS)
        }
        if any(wishes[name] != known[name] for name in (FROM, TO)):
            _not_while_blocked()
        pictured = {PICTURES: body[PICTURES]} if PICTURES in body else {}
        here = body.get(WHILE_HERE, known[WHILE_HERE])
        return {
            **before.prefs,
            **wishes,
            **pictured,
            WHILE_HERE: here,
            "kinds": kinds,
            "muted_matches": muted,
            PROGRAMMERS: programmer,
        }

    changed = context().store.change_prefs(account_id(), change) or account()
    if PUZZLE_HOUR in body:
        want_puzzles(context(), changed)
    found = notifications(changed, usual)
    return found, etags.fresh(etags.tag_of(found))


@blp.route("/v1/me/tokens")
@blp.operation("listTokens", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.TokenList)
def list_tokens() -> Any:
    """List your tokens, without their texts. The `ETag` does not cover `used_at`."""
    shown = [token_info(one, caller().token_id) for one in context().store.tokens_of(account_id())]
    return {"tokens": shown}, etags.fresh(etags.tag_of([{**one, "used_at": None} for one in shown]))


@blp.route("/v1/me/tokens", methods=["POST"])
@blp.operation("createToken", scope="account:write", codes=("too-many-tokens", "token-shown"), idempotent="secret")
@blp.arguments(requests.TokenRequest)
@blp.response(201, responses.NewToken)
def create_token(body: dict[str, Any]) -> dict[str, Any]:
    """Make a token with some of the scopes; its text is shown only this once.

    A token can only pass on scopes that it has itself. The new token expires with it at the latest, and is revoked
    with it. Sent again within a minute with the same `Idempotency-Key` and by the same token, this shows the same
    new token again, if that is still valid; later it is refused.
    """
    token = own_token()
    missing = [scope for scope in body["scopes"] if scope not in token.scopes]
    if missing:
        raise Problem("scope-missing", f"this token does not have {', '.join(missing)} itself")
    life = body.get("expires_in")
    expires = None if life is None else context().store.now() + life * 1000
    issued = tokens.issue_token(
        context(), account_id(), name=body["name"], scopes=body["scopes"], expires=expires, parent=token, again=again()
    )
    return {"token": issued.text, "account": account_id(), "info": token_info(issued.token, caller().token_id)}


@blp.route("/v1/me/tokens/<token:token>", methods=["DELETE"])
@blp.operation("revokeToken", scope="account:write", codes=("not-found", "token-stronger"), itself=True)
@blp.response(204)
def revoke_token(token: str) -> None:
    """Revoke a token of yours and those it has made: when this answers, they no longer work.

    Every token may revoke itself, whatever its scopes. A token from a login may revoke all. A token made by another
    token may revoke those that can do no more and live no longer than itself. A program's token (`kind` is `app`),
    and those it has made, may revoke what they have made themselves.
    """
    mine, asking = context().store.token(token), caller().token
    if mine is None or mine.account != account_id():
        raise Problem("not-found", "you have no such token")
    assert asking is not None
    if not tokens.may_revoke(asking, mine, context().store.tokens_of(account_id())):
        raise Problem("token-stronger", "the token to be revoked can do more, or lives longer, than the one that asks")
    end_token(context().store, mine)


@blp.route("/v1/me/matches")
@blp.operation("listMyMatches", scope="match:read", headers=("IF_NONE_MATCH",), tagged=True, paged=True)
@blp.arguments(requests.MineQuery, location="query")
@blp.response(200, responses.MatchPage)
def list_my_matches(query: dict[str, Any]) -> Any:
    """List the matches you sit in or own: first those that are not over, then the others, the latest first."""
    page, headers = page_of_mine(query, query.get("status"))
    return page, etags.fresh(etags.tag_of(page), **headers)


def page_of_mine(query: dict[str, Any], status: str | None) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a page of the caller's matches."""
    store, me, limit = context().store, account_id(), query["limit"]
    place = cursors.decode(query, int, str)
    found: list[dict[str, Any]] = []
    rotten: list[str] = []
    last: Finished | None = None
    for batch in _mine(me, None if place is None else Finished(*place), limit, status):
        for one, record in zip(batch, store.load_many([one.match for one in batch]), strict=True):
            faults: list[str] = []
            shown = readable(one.match, record, lambda record: representations.summary(record, me), faults)
            if not faults and (shown is None or status not in (None, shown["status"])):
                continue
            if last is not None and len(found) + len(rotten) == limit:
                following = cursors.encode(*last)
                show_people(store, found)
                return {"matches": found, "unavailable": rotten, "next": following}, cursors.link(following)
            found += [] if shown is None else [shown]
            rotten += faults
            last = one
    show_people(store, found)
    return {"matches": found, "unavailable": rotten, "next": None}, cursors.link(None)


def _mine(me: str, after: Finished | None, limit: int, status: str | None) -> Iterator[list[Finished]]:
    """Yield the caller's matches after a place, ``limit`` at a time; unfinished ones have closing time 0."""
    store = context().store
    going = store.unfinished_of(me)
    if after is None or after.closed == 0:
        rest = [Finished(0, match) for match in going if after is None or match > after.match]
        yield from (rest[start : start + limit] for start in range(0, len(rest), limit))
        after = None
    if status in ("lobby", "running"):
        return
    while batch := store.finished_of(me, after, limit):
        after = batch[-1]
        yield [one for one in batch if one.match not in going]


@blp.route("/v1/me/deliveries")
@blp.operation("listDeliveries", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.DeliveryList)
def list_deliveries() -> Any:
    """List what became of mails to you, newest first: sent, retried, given up, bounced. At most 200.

    Covers your running matches and the 200 that ended last.
    """
    store, me = context().store, account_id()
    matches = [*store.unfinished_of(me), *(one.match for one in store.finished_of(me, limit=FINISHED_LOOKED_AT))]
    recipients = [
        recipient_of(me, None),
        recipient_of(me, None, DIGEST),
        *(recipient_of(me, match, channel) for match in matches for channel in (MAIL, PUSH)),
    ]
    shown = {"deliveries": deliveries_of(store, recipients)[:200], "bounces": bounces_of(store, me)}
    return shown, etags.fresh(etags.tag_of(shown))


def again() -> tokens.Again | None:
    """Return this request as a repeatable one: by the same token, with the same body, under the same key."""
    key, bearer = idempotency.key(), caller().bearer
    if key is None or bearer is None:
        return None
    return tokens.Again(f"{key} {idempotency.fingerprint()}", bearer, done=idempotency.is_done())


CODE = "Login-Code"
ASKED_TEXT = "A letter is on its way to your email address. Its link is good for an hour."
KEPT_TEXT = (
    "Your account is deleted. What is left of it goes as soon as your matches are over. The logs of your matches stay, because "
    "all results are checked against them: they name an opaque id, your moves, and what you said to partners."
)

my_data_blp = Blueprint("my-data", __name__, "Everything stored about your account: export it, or have it deleted.")


@my_data_blp.route("/v1/me/export")
@my_data_blp.operation("exportMe", scope="account:read", too=("webhook:manage", "match:read"))
@my_data_blp.response(200, responses.Export)
def export_me() -> Any:
    """Show everything that is stored about your account, as one document to keep.

    The logs of your matches, with all you have played, are linked; anything else about a match belongs to its
    players together. Secrets are not included (texts of tokens, keys of webhooks, login codes): they are not
    stored, or are worthless elsewhere. Counters of requests and mails, which expire by themselves, are left out.
    """
    mine, token, push = account(), caller().token, context().push
    assert token is not None
    found = exported(
        context().store,
        mine,
        links=context().links,
        bots=bots.bots_of(context(), mine.id),
        hooks=webhooks.webhooks_of(context(), token, ("webhook", "chat", "table")),
        pictures=context().settings.mail_pictures,
        push_key=None if push is None else push.newest.key_id,
        current=caller().token_id,
    )
    return found, {"Content-Disposition": 'attachment; filename="siegelpost-account.json"', "Cache-Control": "no-store"}


@my_data_blp.route("/v1/me/deletion", methods=["POST"])
@my_data_blp.operation("requestDeletion", scope="account:read", codes=("too-many-logins",))
@my_data_blp.response(202, responses.Notice)
def request_deletion() -> dict[str, str]:
    """Have a letter sent to your email address whose button deletes your account.

    The link in it is valid for an hour, shows what goes and what stays, and deletes when its button is pressed. Nothing
    happens without it, so the right to read the account is enough: the letter itself proves whose the mailbox is.
    """
    deletion.request_deletion(context(), account())
    wake_soon("deliver")
    return {"message": ASKED_TEXT}


@my_data_blp.route("/v1/me", methods=["DELETE"])
@my_data_blp.operation(
    "deleteMe", scope="account:write", codes=("code-wrong", "too-many-logins", "invalid"), headers=("LOGIN_CODE",)
)
@my_data_blp.response(202, responses.Deleted)
def delete_me() -> Any:
    """Delete your account, for good.

    `Login-Code` is an unused code from a mail to you (`POST /v1/login`): a token alone deletes nothing. (A person deletes
    with the button of a letter instead: `POST /v1/me/deletion`.) When this
    answers, your name, address and preferences are gone, none of your tokens works any more (sent again, this gets
    401), and your bots and webhooks are being deleted too. You leave matches in the lobby and resign from running
    ones; if your seat signs with a key of its own, nobody can resign for you, and your silence plays on. Tables
    then say "Deleted account". What stays: the logs of your matches, with an opaque id, your moves, and what you
    said to partners, because all results are checked against them; and the titles that you gave to tables.
    """
    code = request.headers.get(CODE, "").strip()
    if not code:
        raise Problem("invalid", "", [{"header": CODE, "detail": "is missing: ask for a code with POST /v1/login"}])
    login.confirm_owner(context(), account_id(), code, address())
    depart(context(), account_id())
    wake_soon("resolve")
    told = {"message": KEPT_TEXT}
    if cookie_name() not in request.cookies:
        return told
    return told, {"Set-Cookie": close_session(Response()).headers.getlist("Set-Cookie")}


vacations_blp = Blueprint("vacations", __name__, "Vacations: days on which clocks stop for you.")


@vacations_blp.route("/v1/me/vacations")
@vacations_blp.operation("listVacations", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@vacations_blp.response(200, responses.VacationList)
def list_vacations() -> Any:
    """List your vacations since the beginning of the year, and how many days you may still take."""
    shown = vacation_info(account())
    return shown, etags.fresh(etags.tag_of(shown))


@vacations_blp.route("/v1/me/vacations/<day:day>", methods=["PUT"])
@vacations_blp.operation("setVacation", scope="account:write", codes=("not-found", "invalid", "blocked"))
@vacations_blp.arguments(requests.VacationRequest)
@vacations_blp.response(200, responses.VacationList)
def set_vacation(body: dict[str, Any], day: str) -> dict[str, Any]:
    """Enter a vacation that begins on this day, today or later, or change when it ends.

    In matches with `vacation: "clock-stops"` nothing that waits for you runs out meanwhile, and the others are told
    when it ends. Days are in the time zone of your account. Once it has begun its days are used up, even if you end
    it early.
    """
    why = why_blocked(context().store, account_id())
    if why is not None:  # whoever does nothing at any table does not stop its clock either
        raise Problem("blocked", why)
    try:
        changed = take_vacation(context(), account_id(), _day(day), body["last"])
    except BadVacation as error:
        where = {"pointer": "/last"} if error.member == "last" else {"parameter": "day"}
        raise Problem("invalid", "", [{**where, "detail": error.message}]) from error
    return vacation_info(changed or account())


@vacations_blp.route("/v1/me/vacations/<day:day>", methods=["DELETE"])
@vacations_blp.operation("endVacation", scope="account:write", codes=("not-found", "invalid"))
@vacations_blp.response(200, responses.VacationList)
def take_back_vacation(day: str) -> dict[str, Any]:
    """Cancel the vacation that begins on this day; one that has begun ends now.

    Deadlines that others were shown stay as they are. Decisions that you are asked from now on have the usual time.
    """
    first = _day(day)
    if first not in [one.first for one in vacations_of(account())]:
        raise Problem("not-found", "you have entered no vacation that begins on this day")
    return vacation_info(end_vacation(context(), account_id(), first) or account())


def vacation_info(account: Account) -> dict[str, Any]:
    """Return an account's vacations as its owner sees them."""
    now, most = context().store.now(), context().settings.vacation_days
    here = today(account, now)
    return {
        "days_a_year": most,
        "left": [{"year": year, "days": days_left(account, year, most)} for year in (here.year, here.year + 1)],
        "vacations": vacations_info(account, now),
    }


def _day(text: str) -> date:
    """Return the day in a path. :raises Problem: invalid, for a day that does not exist."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Problem("invalid", "", [{"parameter": "day", "detail": "is no day, like 2026-12-24"}]) from None
