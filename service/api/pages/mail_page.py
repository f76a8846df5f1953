"""The page about the email addresses of an account, and the one that brings an old address back."""

from contextlib import suppress
from dataclasses import replace
from typing import Literal

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Redirect

from engine.kit.text.phrases import language_of
from service.accounts import AccountError
from service.accounts.mail import mail_change
from service.accounts.mail.mail_address import MAIL
from service.api.http.blueprint import admit
from service.api.http.current import address, context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import KINDS
from service.api.http.session import refuse_strangers
from service.api.pages.account_page import Visitor, page, sender, spoken, to_sign_in, visitor
from service.api.pages.sign_in import again_in

blp = Blueprint("mail-page", __name__)
PATH = "/account/mail"
LONGEST_CODE = 1_000


@blp.get(PATH)
def show() -> Response | Redirect:
    """Ask for the new address, or with a letter's code for its confirmation. Looking does nothing."""
    who, code = visitor(), request.args.get("code", "")[:LONGEST_CODE]
    if who is None or not who.fresh:
        return to_sign_in(f"{PATH}?code={code}" if code else PATH)
    return _form(who, code=code)


@blp.post(PATH)
def ask() -> Response:
    """Send a code to the new address; one already confirmed replaces the present one at once.

    The answer is the same for known and unknown addresses.
    """
    who = sender("mail")
    if isinstance(who, Response):
        return who
    mail = request.form.get("mail", "").strip()
    if not MAIL.fullmatch(mail):
        return _form(who, 422, wrong="sign_in.wrong_mail")
    additional = "additional" in request.form
    try:
        done = mail_change.request_change(context(), who.account, mail, address(), additional=additional)
    except AccountError as error:
        wrong = {"invalid": "mail.same", "too-many-addresses": "mail.full"}.get(error.code, "mail.too_many")
        return _refused(who, error, wrong)
    wake_soon("deliver")
    return _done(who, "done", mail) if done else _form(who, sent=mail)


@blp.post(f"{PATH}/remove")
def remove() -> Response:
    """Remove one of the account's other addresses."""
    who = sender("mail-remove")
    if isinstance(who, Response):
        return who
    mail = request.form.get("mail", "")
    with suppress(AccountError):  # sent again, it is removed already
        who = replace(who, account=mail_change.remove_mail(context(), who.account, mail))
    return _form(who, removed=mail)


@blp.post(f"{PATH}/confirm")
def confirm() -> Response:
    """Change the address with the code of the letter."""
    who = sender("mail-code")
    if isinstance(who, Response):
        return who
    typed = request.form.get("code", "").strip().rpartition("code=")[2]
    try:
        changed = mail_change.confirm_change(context(), who.account, typed)
    except AccountError as error:
        known = {"mail-taken": "taken", "too-many-mail-changes": "too_many", "too-many-addresses": "full"}
        return _refused(who, error, f"mail.{known.get(error.code, 'wrong_code')}")
    wake_soon("deliver")
    if len(changed.other_mails) > len(who.account.other_mails):
        return _done(who, "added", changed.other_mails[-1])
    return _done(who, "done", changed.mail)


def _done(who: Visitor, what: Literal["done", "added"], mail: str) -> Response:
    return page("mail_done.html", who.language, title=f"mail.{what}", lead=f"mail.{what}_lead", mail=mail)


def _refused(who: Visitor, error: AccountError, wrong: str) -> Response:
    """Return the form with the fault and, if waiting helps, when to try again."""
    wait = error.retry_after
    shown = _form(who, KINDS[error.code].status, wrong=wrong, when="" if wait is None else again_in(wait, who.language))
    if wait is not None:
        shown.headers["Retry-After"] = str(wait)
    return shown


def _form(
    who: Visitor,
    status: int = 200,
    *,
    wrong: str = "",
    sent: str = "",
    code: str = "",
    when: str = "",
    removed: str = "",
) -> Response:
    return page(
        "mail.html",
        who.language,
        status,
        who=who,
        asking=who.key("mail"),
        confirming=who.key("mail-code"),
        removing=who.key("mail-remove"),
        removed=removed,
        wrong=wrong,
        when=when,
        sent=sent,
        code=code,
    )


@blp.get(f"{PATH}/undo/<link>")
def undo_page(link: str) -> Response:
    """Show a button that restores the old address; looking does nothing."""
    found = mail_change.undo_of(context(), link)
    if found is None:
        return _no_way_back()
    language = language_of(found.account.language)
    if found.done:
        return page("mail_done.html", language, title="mail.undone", lead="mail.undone_lead", mail=found.mail)
    return page("mail_undo.html", language, link=link, mail=found.mail)


@blp.post(f"{PATH}/undo/<link>")
def undo(link: str) -> Response:
    """Restore the old address, and sign everything out."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    found = mail_change.undo_change(context(), link)
    if found is None or not found.done:
        return _no_way_back()
    return page(
        "mail_done.html",
        language_of(found.account.language),
        title="mail.undone",
        lead="mail.undone_lead",
        mail=found.mail,
    )


def _no_way_back() -> Response:
    return page(
        "notice.html", spoken(), 404, title="mail.undo_title", lead="mail.undo_dead", back=PATH, said="mail.undo_on"
    )
