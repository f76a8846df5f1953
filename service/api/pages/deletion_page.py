"""The page behind the button of the letter that confirms an account's deletion. Looking does nothing; it needs no login."""

from __future__ import annotations

from flask import Blueprint, Response

from engine.contract import Language
from service.accounts import deletion
from service.api.http.blueprint import admit
from service.api.http.current import context
from service.api.http.session import close_session, refuse_strangers
from service.api.http.wakes import wake_soon
from service.api.pages.account_page import page, spoken, visitor
from service.calendar.moments import language_of
from service.matches.departure import depart

blp = Blueprint("deletion-page", __name__)
PATH = "/account/delete/<link>"


@blp.get(PATH)
def show(link: str) -> Response:
    """Show what will be deleted and what stays, and the button that deletes."""
    account = deletion.account_of_link(context(), link)
    if account is None:
        return _dead(link)
    return page("delete.html", language_of(account.language), account=account, link=link)


@blp.post(PATH)
def delete(link: str) -> Response:
    """Delete the account, for good, and sign this browser out if it was signed in with it."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    account = deletion.account_of_link(context(), link)
    if account is None:
        return _dead(link)
    who = visitor()
    depart(context(), account.id)
    wake_soon("resolve")
    here = who is not None and who.account.id == account.id
    if here:
        visitor()  # nobody is signed in any more: the menu says so
    answer = _done(language_of(account.language))
    return close_session(answer) if here else answer


def _dead(link: str) -> Response:
    """Return the page for a link that deletes nothing, or says that it has already deleted the account."""
    if deletion.has_deleted(context(), link):
        return _done(spoken())
    return page(
        "notice.html", spoken(), 404, title="login.dead_title", lead="deletion.dead", back="/account", said="mail.back"
    )


def _done(language: Language) -> Response:
    return page(
        "notice.html", language, title="deletion.done", lead="deletion.done_lead", back="/kept", said="deletion.kept"
    )


__all__ = ["blp"]
