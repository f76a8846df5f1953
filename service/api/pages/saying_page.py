"""The page behind the buttons of letters about absences and more time: shows a statement, and makes it by POST.

It works like the page of a choice (:mod:`service.api.pages.choice_page`), whose words about scanners hold here, too.
"""

from typing import Any

from flask import Blueprint, Response, request

from engine.kit.text.phrases import book_of, language_of
from engine.match.asking import standing_of
from engine.match.extensions import times_left
from service.api.http.blueprint import admit_anybody
from service.api.http.current import context
from service.api.http.long_poll import wake_soon
from service.api.http.session import refuse_strangers
from service.api.matches.loading import memory
from service.api.pages.account_page import page as account_page
from service.api.pages.choice_page import File, shut_page, title_in
from service.calendar import moment, span
from service.choices.answering import Raised, Shut, look_at, say_by_link
from service.matches.absence.matters import part_of
from service.store.records import Record
from service.text.names import plain

blp = Blueprint("saying-page", __name__)
PATH = "/say/<link>"
FORM = "say-form"


@blp.get(PATH)
def show_all(link: str) -> Response:
    """List the possible statements, each with its own page; looking does nothing."""
    admit_anybody(counted=True)
    found = look_at(context(), link)
    return shut_page(found) if isinstance(found, Shut) else _page("say.html", found, link=link)


@blp.get(f"{PATH}/<option>")
def show(link: str, option: str) -> Response:
    """Show a statement, and the button that makes it; looking does nothing."""
    admit_anybody(counted=True)
    found = look_at(context(), link)
    if isinstance(found, Shut):
        return shut_page(found)
    if option not in found.matter.options:
        return shut_page(Shut("moved-on", found.account, found.record))
    form = context().links.make(FORM, {"link": link, "option": option})
    return _page("saying.html", found, link=link, option=option, form=form)


@blp.post(f"{PATH}/<option>")
def act(link: str, option: str) -> Response:
    """Make the statement, and show the receipt."""
    refuse_strangers()
    admit_anybody(counted=True)
    made = context().links.read(FORM, request.form.get("form", ""))
    if made != {"link": link, "option": option}:
        return show(link, option)
    found = say_by_link(context(), link, option)
    if isinstance(found, Shut):
        return shut_page(found)
    raised, after, signed = found
    memory().put(after)
    wake_soon("resolve", after.match)
    proof = None if signed is None else {"receipt": signed.receipt, "signature": signed.signature}
    files = [] if proof is None else [File.of("receipts.jsonl", proof)]
    return _page("said.html", raised, after, option=option, files=files)


def _page(template: str, found: Raised, after: Record | None = None, **facts: Any) -> Response:
    language = language_of(found.account.language)
    return account_page(
        template,
        language,
        matter=found.matter,
        told=_told(found, after or found.record),
        name=plain(found.account.name, 60),
        table=title_in(found.record, language),
        way=f"/table/{found.record.match}",
        pictures=True,
        **facts,
    )


def _told(found: Raised, record: Record) -> dict[str, object]:
    """Return the values for the phrases about a matter: the person; for more time, how much, how often, until when."""
    account, matter, table = found.account, found.matter, record.table
    told: dict[str, object] = {"about": plain(table["seats"][matter.about]["name"], 60)}
    if matter.kind == "person":
        return told | {"who": plain(matter.who, 60)}
    if matter.kind == "hand":
        bot = book_of("service", language_of(account.language)).say("names.a-bot")
        return told | {"who": plain(matter.who, 60) if matter.player else bot}
    if matter.kind == "request":
        return told | {"span": span(matter.seconds, language_of(account.language))}
    if matter.kind not in ("time", "ask"):
        return told
    language, standing = language_of(account.language), standing_of(table, matter.decision)
    deadline = None if standing is None else standing["deadline"]
    if matter.kind == "ask":
        spans = {one.replace("-", "_"): span(part_of(record, one), language) for one in matter.options}
        return told | spans | {"until": "" if deadline is None else moment(deadline, language, account.zone)}
    return told | {
        "span": span(table["extensions"]["agreed"]["seconds"], language),
        "left": times_left(table, found.seat),
        "until": "" if deadline is None else moment(deadline, language, account.zone),
    }
