"""``/operator``: reports, blocked accounts, matches that stand still, letters that do not arrive, and who did what.

They are where ``SIEGELPOST_ADMIN`` lets the guarded API be, and nowhere else. An operator signs in with a token of ``siegelpost
admin token make``, whose name the audit log then says; the browser keeps its text until it is closed, in a cookie that no script
can read and that no other site's request brings along. The guarded API itself never looks at it.

Looking at a page is noted where it shows what somebody wrote or did. Everything else is done by forms with a reason, each with a
key that is good for this token, this act and what it is about.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any, Literal

from babel.dates import format_datetime
from flask import Blueprint, Response, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Redirect

from engine.contract import Language
from engine.protocol.canon import b64
from service.admin import accounts, house, letters, matches
from service.admin.operator import AdminError, Operator, token_of
from service.api.http import rate_limits
from service.api.http.current import address, application, context
from service.api.http.long_poll import wake_soon
from service.api.http.rate_limits import PER_ADDRESS, PER_OPERATOR
from service.api.http.session import cookie_name, is_secure, refuse_strangers
from service.api.pages.account_page import KEY, page, spoken
from service.calendar import LOCALES
from service.config.networks import network_of
from service.processes.wake import QueueName
from service.store.accounts.operators import OperatorToken

blp = Blueprint("operator-pages", __name__)
PATH = "/operator"
SHOWN = 50
CHECKED = "siegelpost-audit"
"""The app's extension that holds up to where the log of operators' actions has been checked."""
Section = Literal["reports", "accounts", "matches", "letters", "log"]
SECTIONS: tuple[Section, ...] = ("reports", "accounts", "matches", "letters", "log")
ANY_SECTION = f"{PATH}/<any({', '.join(SECTIONS)}):section>"
Form = MultiDict[str, str]


@dataclass(frozen=True)
class Signed:
    """The operator of this browser."""

    token: OperatorToken

    @property
    def may_act(self) -> bool:
        """Return whether the token may change something."""
        return self.token.scope == "admin"

    @property
    def operator(self) -> Operator:
        """The operator as the audit log names them."""
        return Operator(context().store, self.token.name, self.token.id)

    def key(self, *about: str) -> str:
        """Return the key of a form about something."""
        return b64(context().links.derive("operator", self.token.id, self.token.sha256, *about)[:16])


@dataclass(frozen=True)
class Act:
    """One thing that an operator can do with a form; ``wakes`` names the workers that go on with it."""

    section: Section
    do: Callable[[Operator, Form], object]
    wakes: QueueName | None = None


def _about(form: Form) -> str:
    return form.get("about", "").strip()


def _why(form: Form) -> str:
    return form.get("why", "").strip()


def _erase_remark(operator: Operator, form: Form) -> object:
    match, _, number = _about(form).rpartition(":")
    return matches.erase_remark(operator, match, int(number) if number.isdecimal() else 0, _why(form))


ACTS = {
    "settle": Act("reports", lambda who, form: matches.forget_report(who, _about(form), _why(form))),
    "erase": Act("reports", _erase_remark),
    "block": Act("accounts", lambda who, form: accounts.block(who, _about(form), _why(form))),
    "unblock": Act("accounts", lambda who, form: accounts.unblock(who, _about(form), _why(form))),
    "retry": Act("matches", lambda who, form: matches.retry(who, _about(form), _why(form)), "resolve"),
    "take_up": Act("matches", lambda who, form: matches.take_up(who, _about(form), _why(form)), "resolve"),
    "cancel": Act("matches", lambda who, form: matches.cancel(who, _about(form), _why(form)), "resolve"),
    "again": Act("letters", lambda who, form: letters.again(who, _about(form), _why(form)), "deliver"),
    "drop": Act("letters", lambda who, form: letters.drop(who, _about(form), _why(form))),
    "resend": Act("letters", lambda who, form: letters.resend(who, _about(form), why=_why(form)), "deliver"),
}
TYPED = ("block",)
"""The acts whose object the operator types, so that their key cannot be about it."""


@blp.get(PATH)
def front() -> Response | Redirect:
    """Show the first section, or ask for a token."""
    return redirect(f"{PATH}/{SECTIONS[0]}", 303) if _signed() is not None else _sign_in()


@blp.post(PATH)
def sign_in() -> Response | Redirect:
    """Let the browser keep a token."""
    refuse_strangers()
    rate_limits.admit(PER_ADDRESS, network_of(address()))
    text = request.form.get("token", "").strip()
    if token_of(context().store, text) is None:
        return _sign_in(HTTPStatus.UNPROCESSABLE_ENTITY, wrong=True)
    answer = redirect(f"{PATH}/{SECTIONS[0]}", 303)
    answer.set_cookie(_cookie(), text, path="/", secure=is_secure(), httponly=True, samesite="Strict")
    return answer


@blp.post(f"{PATH}/end")
def sign_out() -> Redirect:
    """Have the browser forget the token, which stays valid."""
    refuse_strangers()
    answer = redirect(PATH, 303)
    answer.delete_cookie(_cookie(), path="/", secure=is_secure(), httponly=True, samesite="Strict")
    return answer


@blp.get(ANY_SECTION)
def show(section: Section) -> Response | Redirect:
    """Show a section."""
    who = _signed()
    return redirect(PATH, 303) if who is None else _show(who, section, done=request.args.get("done", ""))


@blp.post(ANY_SECTION)
def act(section: Section) -> Response | Redirect:
    """Do what a form says."""
    refuse_strangers()
    who, form = _signed(), request.form
    found = ACTS.get(name := form.get("act", ""))
    if who is None or found is None or found.section != section:
        return redirect(PATH, 303)
    about = "" if name in TYPED else _about(form)
    if not who.may_act or not hmac.compare_digest(form.get(KEY, "").encode(), who.key(name, about).encode()):
        return _show(who, section, HTTPStatus.FORBIDDEN, wrong="stale")
    try:
        found.do(who.operator, form)
    except AdminError as error:
        return _show(who, section, HTTPStatus.UNPROCESSABLE_ENTITY, wrong=error.code, detail=error.message)
    if found.wakes is not None:
        wake_soon(found.wakes)
    return redirect(f"{PATH}/{section}?done={name}", 303)


def _signed() -> Signed | None:
    """Return the operator of this browser, and count the request."""
    token = token_of(context().store, request.cookies.get(_cookie(), ""))
    if token is None:
        return None
    rate_limits.admit(PER_OPERATOR, token.id)
    return Signed(token)


def _cookie() -> str:
    return f"{cookie_name()}-operator"


def _sign_in(status: int = 200, *, wrong: bool = False) -> Response:
    return page("operator/sign_in.html", spoken(), status, wrong=wrong)


def _show(
    who: Signed, section: Section, status: int = 200, *, done: str = "", wrong: str = "", detail: str = ""
) -> Response:
    language = spoken()
    try:
        facts = _facts(who.operator, section)
    except AdminError:  # an invalid cursor
        facts = _facts(who.operator, section, first=True)
    return page(
        f"operator/{section}.html",
        language,
        status,
        who=who,
        section=section,
        sections=SECTIONS,
        done=done if done in ACTS else "",
        wrong=wrong.replace("-", "_"),
        detail=detail,
        at=lambda moment: _at(moment, language),
        **facts,
    )


def _facts(operator: Operator, section: Section, *, first: bool = False) -> dict[str, Any]:
    cursor = None if first else request.args.get("cursor")
    if section == "reports":
        return matches.reports(operator)
    if section == "accounts":
        return accounts.blocked(operator)
    if section == "matches":
        return {"matches": matches.stuck(operator), "halted": house.halted(operator)}
    if section == "letters":
        waiting = letters.queue(operator, None, SHOWN)
        failing = [one for one in waiting["letters"] if one["failures"]]
        return {"failing": failing, "waiting": waiting["waiting"], "given_up": letters.given_up(operator, cursor)}
    chain = _checked(operator) if "check" in request.args else None
    return {**house.audit(operator, cursor, SHOWN), "chain": chain}


def _checked(operator: Operator) -> dict[str, Any]:
    """Check the log from where this process has checked it before; its first check reads all of it."""
    kept = application().extensions
    chain = operator.store.check_audit(kept.get(CHECKED))
    if chain.fault is None:
        kept[CHECKED] = chain
    return house.chain_facts(chain)


def _at(moment: str | None, language: Language) -> str:
    """Return a moment (RFC 3339) as operators read it, in UTC."""
    if moment is None:
        return ""
    shown = format_datetime(datetime.fromisoformat(moment), "medium", locale=LOCALES[language])
    return f"{shown} UTC"
