"""The addresses of the web table. All but the way in by mail are one page, which the modules fill (``static/frame/app.js``).

A GET changes nothing: scanners follow the links of mails before any person does. What signs in and out are forms, sent by POST
from our own pages.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from hmac import compare_digest
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Redirect

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, book_of
from engine.match.table import Table
from engine.registry import OtherData, UnknownRules, game_of, newest
from engine.registry import game as game_named
from service.accounts import AccountError
from service.accounts.access.guest_accounts import open_guest
from service.accounts.access.tokens import Issued
from service.accounts.access.work import WorkNeeded
from service.accounts.mail import table_links
from service.api.http.blueprint import admit
from service.api.http.current import address, context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import KINDS, Problem
from service.api.http.session import (
    PROOF,
    close_session,
    cookie_name,
    form_of,
    is_from_form,
    is_known_here,
    open_session,
    refuse_strangers,
    session_token,
)
from service.api.pages.account_page import local, of_reader
from service.api.pages.sign_in import browser_name, too_many_tried
from service.calendar import zones
from service.ending import end_token
from service.keys.signing import new_match_id
from service.matches.caps import CapReached
from service.matches.errors import MatchError
from service.matches.seating import creation, inviting
from service.matches.seating.creation import NewMatch
from service.matches.seating.guests import first_table
from service.store.connection.connect import Unreadable
from service.store.records import Account, Record
from service.store.values import READING
from service.text.names import BadName, checked
from service.web import assets, brought

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
PAGE = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",  # with "no-referrer", browsers do not say where a form comes from
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Vary": "Accept-Language, Cookie",
}

LONGEST_NAME = 40
MODULES = {"": "home", "new": "create", "verify": "verify-file"}
"""The module of a page if it is not named like its address."""
log = logging.getLogger("siegelpost.web")

blp = Blueprint("web", __name__)


def language() -> Language:
    """Return the language of a page that its modules fill."""
    return of_reader(request.args.get("language"))


def page(template: str, status: int = 200, *, spoken: Language | None = None, **facts: object) -> Response:
    """Return a page of the web table, in its reader's language unless another one is ``spoken``."""
    tongue = spoken or language()
    shown = {
        "language": tongue,
        "say": book_of("service.api", tongue).say,
        "signed_in": cookie_name() in request.cookies,
        **facts,
    }
    text = render_template(f"web/{template}", asset=assets.url, **shown)
    return Response(text, status, PAGE, content_type="text/html; charset=utf-8")


@blp.get("/")
@blp.get("/new")
@blp.get("/lobby")
@blp.get("/bots")
@blp.get("/account")
@blp.get("/fairness")
@blp.get("/erasure")
@blp.get("/kept")
@blp.get("/player/<account:player>")
@blp.get("/tournaments")
@blp.get("/tournament/<tournament:tournament>")
@blp.get("/verify")
@blp.get("/verify/<match:match>")
@blp.get("/join/<match:match>")
def shell(match: str | None = None, player: str = "", tournament: str = "") -> Response:
    """Return the page that the modules fill, with a message for browsers that cannot run them."""
    first = request.path.split("/")[1]
    module = MODULES.get(first, first) if match is None else first
    if module == "home" and cookie_name() not in request.cookies:
        answers = brought.games()
        return _packed(page("shell.html", modules=assets.needed("front"), answers=answers), answers)
    told = None if match is None or first != "join" else unfolded(match, request.args.get("invitation", ""))
    return page("shell.html", modules=assets.needed(module), told=told)


@blp.post("/play/<game>")
def play_now(game: str) -> Response:
    """Open a table of the game against bots and go there; visitors who are not signed in play as guests."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    try:
        rules = game_named(newest(game)).rules
    except UnknownRules:
        raise Problem("not-found", "there is no such game") from None
    session, issued = session_token(), None
    if session is not None and "match:create" not in session.scopes:
        return _lead_to("/")  # a blocked account's, or a program's that may only look
    if session is None:
        try:
            issued = _guest(None)
        except WorkNeeded:
            raise
        except AccountError:
            return _lead_to("/sign-in")  # too many play as guests
        session = issued.token
    owner = context().store.account(session.account)
    if owner is None:
        return _lead_to("/sign-in")
    wanted = NewMatch(**first_table(rules), title=rules.title_in(language()))
    try:
        with creation.admitted(context(), owner, wanted, new_match_id(), again=False, address=address()) as admitted:
            record = creation.open_table(context(), admitted, [])
        wake_soon("resolve", record.match)
        answer = _lead_to(f"/table/{record.match}")
    except CapReached:
        answer = _lead_to("/")  # where the matches stand that have to end first
    return answer if issued is None else open_session(answer, issued.text, issued.token)


@blp.post("/guest")
def become_guest() -> Response:
    """Sign in as a guest, under the given name, and return to the invitation.

    A visitor already signed in stays so, for example on a page left open: a guest's session is the only way to its
    matches.
    """
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    way = local(request.form.get("next", ""))
    if session_token() is not None:
        return _lead_to(way)
    try:
        issued = _guest(_name(request.form.get("name", "")))
    except WorkNeeded:
        raise
    except (AccountError, BadName):
        return _lead_to(f"/sign-in?next={quote(way)}")
    return open_session(_lead_to(way), issued.text, issued.token)


def _guest(name: str | None) -> Issued:
    zone = request.form.get("zone", "")
    return open_guest(
        context(),
        address(),
        name=name,
        language=language(),
        zone=zone if zone in zones() else "UTC",
        kind="session",
        browser=browser_name(request.user_agent.string),
        proof=request.form.get(PROOF, ""),
    )


def _lead_to(way: str) -> Response:
    return Response(status=303, headers={"Location": way})


@blp.get("/table/<match:match>")
def table(match: str) -> Response:
    """Return the page of a table, with the answers that its modules would request first."""
    answers = brought.table_answers(match, language())
    # Messengers are signed in nowhere; for players the table is not loaded once more.
    told = None if cookie_name() in request.cookies else unfolded(match)
    shown = page("shell.html", modules=assets.needed("table"), answers=answers, pieces=brought.PIECES, told=told)
    shown.headers.update(brought.PRIVATE)
    return _packed(shown, answers)


def _packed(shown: Response, answers: list[brought.Answer]) -> Response:
    """Return a page with its answers, compressed as far as they may be."""
    if any(one.public for one in answers):
        shown.vary.add("Accept-Encoding")
        if request.accept_encodings["gzip"] > 0:
            shown.set_data(brought.packed(shown.get_data(as_text=True), answers))
            shown.headers["Content-Encoding"] = "gzip"
    return shown


@blp.get("/offline")
def offline() -> Response:
    """Return the page that the service worker shows without a network."""
    return page("offline.html")


@blp.get("/offline-worker.js")
def offline_worker() -> Response:
    """Return the service worker, from an address above all its pages; its query names the release."""
    kept = assets.assets()["frame/offline-worker.js"]
    policy = {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}  # of what the worker itself fetches
    return Response(kept.raw, headers={**assets.SOON_OLD, **policy}, content_type=kept.content_type)


@blp.get("/enter/<link>")
def entrance(link: str) -> Response | Redirect:
    """Show the button that signs in and leads to the table; looking does nothing.

    A browser already signed in with the account is redirected, even if the link has expired, and the link stays valid.
    The button presses itself only if scripts run in a browser last signed in with this account: neither another
    person's link nor a program that scans mails signs in unasked.
    """
    read, session = table_links.read_link(context().links, link), session_token()
    old = read or table_links.read_link(context().links, link, even_old=True)
    if old is not None and session is not None and session.account == old.account:
        return redirect(old.way, 303)
    if read is None:
        return _refused(410, link)
    return _button(link, read, other=session is not None)


@blp.post("/enter/<link>")
def enter(link: str) -> Response | Redirect:
    """Exchange the link for a session; a newcomer gives a name.

    A request not made by the button of the link's page gets that page.
    """
    refuse_strangers()
    if not is_from_form(link):
        return entrance(link)
    admit(None, optional=True, remembered=True)
    told, zone = request.form.get("name"), request.form.get("zone", "")
    spoken = request.form.get("language", "")
    try:
        name = None if told is None else _name(told)
    except BadName as error:
        read = table_links.read_link(context().links, link)
        return _refused(410, link) if read is None else _button(link, read, 422, name=told, wrong=str(error))
    try:
        read, issued = table_links.use_link(
            context(),
            link,
            address(),
            name=name,
            zone=zone if zone in zones() else "",
            language=spoken if spoken in LANGUAGES else "",
            browser=browser_name(request.user_agent.string),
        )
    except AccountError as error:
        if error.code == "too-many-logins":
            return too_many_tried(error)
        return _refused(KINDS[error.code].status, link)
    answer = Response(status=303, headers={"Location": read.way})
    return open_session(answer, issued.text, issued.token)


@blp.post("/enter/<link>/no")
def decline(link: str) -> Response | Redirect:
    """Decline the link's invitation; nobody is signed in, and the link stays valid."""
    refuse_strangers()
    if not is_from_form(link):
        return entrance(link)
    admit(None, optional=True, remembered=True)
    read = table_links.read_link(context().links, link)
    account = None if read is None else context().store.account(read.account)
    if read is None or account is None or not read.invitation or not read.is_for(context().links, account):
        return _refused(410, link)
    spoken = _spoken_to(account)
    with suppress(MatchError):  # it began without them, or is over: they do not want to play there anyway
        inviting.decline(context(), read.match, read.account)
    return page("declined.html", spoken=spoken, link=link)


@blp.post("/session/end")
def end_session() -> Response:
    """Revoke the session's token and forget it."""
    refuse_strangers()
    token = session_token()
    if token is not None:
        end_token(context().store, token)
    return close_session(Response(status=303, headers={"Location": "/"}))


def unfolded(match: str, invitation: str = "") -> dict[str, str] | None:
    """Return the preview of a table's link for messengers (Open Graph): the game, its picture, the host.

    It reveals nothing to strangers: without the invitation only what open tables show to everybody.
    """
    try:
        record = context().store.load(match)
        if record is None or not _may_name(record.table, invitation):
            return None
        rules, spoken = game_of(record.table).rules, language()
    except (Unreadable, OtherData, UnknownRules, *READING):
        return None
    host = _host(record.table)
    name, title = rules.id.partition("@")[0], rules.title_in(spoken)
    invites = book_of("service", spoken).say("link.invites", host=host, title=title)
    return {
        "title": invites if host and record.table["status"] == "lobby" else title,
        "about": rules.about.get(spoken, ""),
        "picture": f"{context().settings.public_url.rstrip('/')}/rules/{name}/cover.{spoken}.png",
    }


def _host(table: Table) -> str:
    """Return the name of a table's owner from the owner's seat; empty if the owner has none."""
    return next((one["name"] for one in table["seats"] if one["player"] == table["owner"]), "")


def _may_name(table: Table, invitation: str) -> bool:
    return table["visibility"] == "open" or compare_digest(invitation.encode(), table["invitation"].encode())


def _button(link: str, read: table_links.TableLink, status: int = 200, **facts: object) -> Response:
    account = context().store.account(read.account)
    newcomer = account is not None and not account.verified
    spoken = _spoken_to(account) if newcomer and account is not None else language()
    about = _about(read, spoken) if newcomer else {"host": "", "table": "", "game": "", "over": ""}
    if about["over"]:
        return page("over.html", 410, spoken=spoken, **about)
    who = "" if account is None or newcomer else account.name
    presses = not newcomer and is_known_here(read.account) and not facts.get("other", False)
    shown = {"other": False, "name": "", "wrong": "", "who": who, "presses": presses, **about, **facts}
    # What the next page runs travels while the button is pressed.
    modules = assets.needed("join" if newcomer else "table")
    return page(
        "enter.html", status, spoken=spoken, link=link, form=form_of(link), newcomer=newcomer, modules=modules, **shown
    )


def _spoken_to(account: Account) -> Language:
    """Return a newcomer's language: the one chosen on the page, else the reader's, else the invitation's."""
    return of_reader(request.args.get("language"), request.form.get("language"), otherwise=account.language)


def _about(read: table_links.TableLink, spoken: Language) -> dict[str, str]:
    """Return the host and the invitation's subject, as far as the store answers: the way in must not depend on it.

    ``over`` says why this invitation gives no seat any more: ``ended`` (another one has replaced it) or ``late``.
    """
    try:
        record = context().store.load(read.match)
        if record is None:
            return {"host": "", "table": "", "game": "", "over": ""}
        rules = game_of(record.table).rules
        game, over = rules.title_in(spoken), _over(record, read.invitation)
        return {"host": _host(record.table), "table": record.table["title"], "game": game, "over": over}
    except (Unreadable, OtherData, *READING) as error:
        log.error("match %s cannot be named: %s", read.match, type(error).__name__)
        return {"host": "", "table": "", "game": "", "over": ""}


def _over(record: Record, invitation: str) -> str:
    table = record.table
    if not invitation:
        return ""
    if table["status"] != "lobby" or all(one["player"] for one in table["seats"]):
        return "late"
    return "ended" if table["visibility"] == "private" and table["invitation"] != invitation else ""


def _name(told: str) -> str:
    """Return a name in the form to be stored; :raises BadName: for one that the API would refuse as well."""
    if not 1 <= len(told.strip()) <= LONGEST_NAME:
        raise BadName(f"must have from 1 to {LONGEST_NAME} characters")
    return checked(told.strip(), "name")


def _refused(status: int, link: str) -> Response:
    """Return the page for an invalid link. After signing in another way, it leads to the link's destination."""
    old = table_links.read_link(context().links, link, even_old=True)
    token = session_token()
    account = None if token is None else context().store.account(token.account)
    here = "" if account is None else account.name
    return page("used.html", status, here=here, way="" if old is None else old.way)
