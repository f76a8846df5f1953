"""The page of a person's tokens and programs: listing them with their use, revoking them, and making one."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from service.accounts import AccountError
from service.accounts.access.tokens import OWNER, SCOPES, issue_token
from service.accounts.mail import table_links
from service.api.http.current import context
from service.api.http.problems import KINDS
from service.api.pages.account_page import Visitor, book, page, sender, sign_in_again, to_sign_in, visitor
from service.ending import end_token
from service.store import keys
from service.store.store import Token
from service.text.names import BadName, checked

blp = Blueprint("tokens-page", __name__)
PATH = "/account/tokens"
DAYS = {"30": 30, "365": 365}
"""Lifetimes of a personal token, in days."""
KINDS_SHOWN = (("session", "browsers"), ("login", "logins"), ("app", "programs"))
"""The kinds that people recognize; personal tokens are listed separately, for people who write programs."""
OWN = "personal"
LONGEST_NAME = 60
EXAMPLES = (("match:read", "/v1/me/waiting"), ("account:read", "/v1/me"))
"""Example requests for a new token, by the scope that they need."""


@dataclass(frozen=True)
class Line:
    """One token as its owner reads it."""

    id: str
    name: str
    facts: str
    may: str
    made: int
    here: bool
    key: str


@blp.get(PATH)
def show() -> Response | Redirect:
    """List the tokens, by what they are."""
    who = visitor()
    return to_sign_in(PATH) if who is None or not who.fresh else _list(who)


@blp.post(PATH)
def make() -> Response | Redirect:
    """Make a personal token, and show it this once. It outlives the browser, which must have been signed in lately."""
    who = sender("new")
    if isinstance(who, Response):
        return who
    if not who.soon:
        return redirect(sign_in_again(PATH), 303)
    scopes = [one for one in SCOPES if one in request.form.getlist("scope")]
    try:
        name = checked(request.form.get("name", "")[: LONGEST_NAME + 1].strip(), "label")
    except BadName:
        name = ""
    if not 1 <= len(name) <= LONGEST_NAME:
        return _list(who, 422, wrong="tokens.wrong_name")
    if not scopes:
        return _list(who, 422, wrong="tokens.wrong_scopes")
    days = DAYS.get(request.form.get("days", ""), 30)
    expires = context().store.now() + days * 86_400_000
    try:
        issued = issue_token(
            context(),
            who.account.id,
            name=name,
            scopes=scopes,
            expires=expires,
            kind="personal",
            since=who.token.created,
        )
    except AccountError as error:
        return _list(who, KINDS[error.code].status, wrong="grant.full")
    example = next((path for scope, path in EXAMPLES if scope in scopes), "")
    return page("token.html", who.language, text=issued.text, server=context().settings.public_url, example=example)


@blp.post(f"{PATH}/revoke")
def revoke() -> Response | Redirect:
    """Revoke a token, and those it has made."""
    token_id = request.form.get("token", "")
    who = sender("revoke", token_id)
    if isinstance(who, Response):
        return who
    token = context().store.token(token_id) if keys.TOKEN.fullmatch(token_id) else None
    if token is not None and token.account == who.account.id:
        end_token(context().store, token)
    return redirect(PATH, 303)


def _list(who: Visitor, status: int = 200, wrong: str = "") -> Response:
    all_of_them = context().store.tokens_of(who.account.id)
    all_of_them.sort(key=lambda one: -one.last_use)

    def lines(kind: str) -> list[Line]:
        return [_line(who, one, all_of_them) for one in all_of_them if one.kind == kind]

    own = lines(OWN)
    groups = [(f"tokens.{name}", lines(kind)) for kind, name in KINDS_SHOWN]
    return page(
        "tokens.html",
        who.language,
        status,
        who=who,
        groups=[one for one in groups if one[1]],
        own=own,
        unfolded=bool(wrong or own),
        scopes=SCOPES,
        days=DAYS,
        new=who.key("new") if who.soon else "",
        again=sign_in_again(PATH),
        wrong=wrong,
    )


def _line(who: Visitor, token: Token, others: list[Token]) -> Line:
    say = book(who.language).say
    facts = [say("tokens.made", day=who.day(token.created))]
    facts.append(say("tokens.used", day=who.day(token.used)) if token.used else say("tokens.unused"))
    facts.append(say("tokens.until", day=who.day(token.expires)) if token.expires else say("tokens.for_ever"))
    whole = set(OWNER) <= set(token.scopes)
    may = say("tokens.all") if whole else "; ".join(say(f"scope.{one}") for one in token.scopes)
    return Line(
        id=token.id,
        name=_name(token, say),
        facts=", ".join(facts),
        may=say("tokens.may", scopes=may),
        made=sum(one.parent == token.id for one in others),
        here=token.id == who.token.id,
        key=who.key("revoke", token.id),
    )


def _name(token: Token, say: Callable[..., str]) -> str:
    browser = token.name.removesuffix(table_links.BY_LINK)
    if browser != token.name and token.kind == "session":
        return say("tokens.by_letter", browser=browser)
    return token.client or token.name
