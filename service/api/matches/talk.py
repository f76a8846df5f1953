"""Talk at a table, messages between partners, and one's own notes about a match.

The whole table's talk is in no log, and can be erased, muted and reported. Messages between partners are sent while a channel
of the rules is open, read by its seats, and disclosed at the end. One's own notes about a match say how far one has read, and
which kinds of news one does not want.
"""

from typing import Any

from engine.protocol.log import timestamp
from service.api.account.me import account
from service.api.http import cursors, etags, idempotency, rate_limits
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, caller, context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import Problem
from service.api.matches.loading import load, load_visible, seat_at, while_stale
from service.api.matches.lobby import OWN
from service.api.schemas import requests, responses
from service.matches import margins, messages, talk
from service.matches.messages import Heard
from service.matches.seating.seats import seat_of
from service.store.matches.talk import Remark
from service.store.records import Record

blp = Blueprint("talk", __name__, "Talk of the whole table.")
PATH = "/v1/matches/<match:match>/talk"
REPORTS = (20, 86_400)
"""How many reports the operator gets of one account, per seconds."""


@blp.route(PATH, methods=["POST"])
@blp.operation(
    "sayAtTable",
    scope="match:play",
    remembered=True,
    idempotent="secret",
    codes=("not-found", "not-seated", "talk-closed", "stale", "talk-too-fast", "talk-full", "other-data"),
)
@blp.arguments(requests.RemarkRequest)
@blp.response(201, responses.Remark)
def say(body: dict[str, Any], match: str) -> Any:
    """Say something to everybody at the table, in words or with one of the reactions.

    It is in no log: its author can erase it, and it is erased by itself some time after the match's end. Spectators
    read it after the end, or at once where `talk.spectators` of the match is `open`. Read it as others' words: it is
    plain text. Moves, deadlines and the log do not depend on it.
    """
    words, reaction = body.get("text", ""), body.get("reaction", "")
    if bool(words) == bool(reaction):
        raise Problem(
            "invalid", "give either text or reaction", [{"pointer": "/text", "detail": "give one of the two"}]
        )
    name = idempotency.name_of("remark", match, words or f"\n{reaction}")

    def once() -> Remark | None:
        record = load(match)
        seat, token = seat_at(record), caller().token_id
        return talk.tell(context(), record, seat, text=words, reaction=reaction, name=name, token=token)

    told = while_stale(once)
    if told is None:
        raise Problem("not-found", "this was said before, and has been erased")
    return talk.shown(told)


@blp.route(PATH)
@blp.operation(
    "listTalk",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
    paged=True,
)
@blp.arguments(requests.TalkQuery, location="query")
@blp.response(200, responses.RemarkList)
def list_talk(query: dict[str, Any], match: str) -> Any:
    """Show what was said at the table, oldest first, as far as you may read it, without those you have muted.

    Something erased is gone from it: keep no copies that outlast it.
    """
    record = load_visible(match)
    account, after, limit = caller().account, query["after"], query["limit"]
    seat = None if account is None else seat_of(record.table, account)
    said, muted = talk.heard(context(), record, account, seat)
    page, following = cursors.numbered([one for one in said if one.number > after], limit, lambda one: one.number)
    ends = talk.talk_ends(record)
    shown = {
        "remarks": [talk.shown(one) for one in page],
        "muted": muted,
        "erased_at": None if ends is None else timestamp(ends),
        "next": following,
    }
    return shown, etags.fresh(etags.tag_of("talk", match, seat, shown), **OWN, **cursors.link(following, "after"))


@blp.route(f"{PATH}/<remark:remark>", methods=["DELETE"])
@blp.operation("eraseRemark", scope="match:play", codes=("not-found",))
@blp.response(204)
def erase(match: str, remark: int) -> None:
    """Erase something that you have said. Nobody can read it here any more; letters that have gone out stay as they are."""
    if not talk.unsay(context(), load(match), remark, account_id()):
        raise Problem("not-found", "you have said nothing of this number that is still there")


@blp.route(f"{PATH}/<remark:remark>/report", methods=["PUT"])
@blp.operation("reportRemark", scope="match:play", codes=("not-found", "private"))
@blp.arguments(requests.ReportRequest)
@blp.response(204)
def report(body: dict[str, Any], match: str, remark: int) -> None:
    """Report something said at the table to the operator, who gets a copy with your reason and keeps it for 60 days.

    The copy outlasts the erasing of what was said. Its author is not told who has reported it.
    """
    record = load_visible(match)
    found = next((one for one in _readable(record) if one.number == remark), None)
    if found is None:
        raise Problem("not-found", "nothing of this number is there")
    rate_limits.count("reports", account_id(), REPORTS)
    talk.report(context(), record, found, account_id(), body["why"])


@blp.route(f"{PATH}/muted", methods=["PUT"])
@blp.operation("muteAtTable", scope="match:play", codes=("not-found", "private"))
@blp.arguments(requests.MutedRequest)
@blp.response(200, responses.MutedSeats)
def mute(body: dict[str, Any], match: str) -> Any:
    """Read nothing any more that the people at these seats say at this table; leave a seat out to hear it again.

    They are not told. It is about the person: whoever takes the seat over is heard.
    """
    return {"muted": talk.mute(context(), load_visible(match), account_id(), body["seats"])}


def _readable(record: Record) -> list[Remark]:
    return talk.heard(context(), record, account_id(), seat_of(record.table, account_id()))[0]


messages_blp = Blueprint("messages", __name__, "Messages between partners, while the rules let them confer.")
MESSAGES = "/v1/matches/<match:match>/messages"


@messages_blp.route(MESSAGES, methods=["POST"])
@messages_blp.operation(
    "sendMessage",
    scope="match:play",
    remembered=True,
    idempotent="derived",
    codes=(
        "not-found",
        "not-seated",
        "not-running",
        "channel-closed",
        "stale",
        "talk-too-fast",
        "talk-full",
        "other-data",
    ),
)
@messages_blp.arguments(requests.MessageRequest)
@messages_blp.response(202, responses.Message)
def send_message(body: dict[str, Any], match: str) -> Any:
    """Say something to your partner, in a channel that the match lists for you.

    When this answers, the message is on disk; a moment later it is in the log, as a salted commitment. If the
    channel closes in that moment, the message is `refused` and nobody hears it. At the end of the match everything
    said is disclosed to everybody.
    """
    name = idempotency.name_of("message", match, body["channel"], body["text"])

    def once() -> Heard:
        record = load(match)
        said = (body["channel"], body["text"])
        return messages.say(context(), record, seat_at(record), *said, name=name, token=caller().token_id)

    heard = while_stale(once)
    wake_soon("resolve", match)
    return heard.shown()


@messages_blp.route(MESSAGES)
@messages_blp.operation(
    "listMessages",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
    paged=True,
)
@messages_blp.arguments(requests.LogQuery, location="query")
@messages_blp.response(200, responses.MessageList)
def list_messages(query: dict[str, Any], match: str) -> Any:
    """Show what was said in your channels; after the end, what was said in all of them.

    `unsaid` are your own messages that are not in the log: `pending` for a moment, or `refused`.
    """
    record = load_visible(match)
    account, after, limit = caller().account, query["after"], query["limit"]
    seat = None if account is None else seat_of(record.table, account)
    said, unsaid = messages.heard(context(), record, seat, after, limit + 1)
    page, following = cursors.numbered(said, limit, lambda one: one.n)
    shown = {"messages": [one.shown() for one in page], "unsaid": [one.shown() for one in unsaid], "next": following}
    return shown, etags.fresh(etags.tag_of("messages", match, seat, shown), **OWN, **cursors.link(following, "after"))


margin_blp = Blueprint("margin", __name__, "What you keep about a match for yourself.")
MARGIN = "/v1/matches/<match:match>/margin"


@margin_blp.route(MARGIN)
@margin_blp.operation(
    "getMargin", scope="match:read", codes=("not-found", "private"), headers=("IF_NONE_MATCH",), tagged=True
)
@margin_blp.response(200, responses.Margin)
def get_margin(match: str) -> Any:
    """Show what you keep about a match: how far you have read it, your note, and the kinds of news that you muted.

    Nobody else can read it. It is in your export, and is deleted with your account. At a table that you have left and may not
    see any more you can still read and empty it.
    """
    _record(match, True)
    shown = margins.margin_of(context(), account(), match)._asdict()
    return shown, etags.fresh(etags.tag_of("margin", match, shown))


@margin_blp.route(MARGIN, methods=["PATCH"])
@margin_blp.operation(
    "changeMargin", scope="match:play", too=("match:read",), codes=("not-found", "private", "invalid")
)
@margin_blp.arguments(requests.MarginRequest)
@margin_blp.response(200, responses.Margin)
def change_margin(body: dict[str, Any], match: str) -> Any:
    """Change what you keep about a match; what you leave out stays as it is.

    `seen` and `unread_after` belong together: a page notes with them how far it has shown the match, and what of it was new.
    """
    record = _record(match, not any(body.values()) and "seen" not in body)
    try:
        if "note" in body:
            margins.keep_note(context(), account_id(), match, body["note"])
        if "muted" in body:
            margins.mute(context(), account_id(), match, body["muted"])
    except margins.Full as error:
        name = "note" if "note" in body else "muted"
        raise Problem("invalid", str(error), [{"pointer": f"/{name}", "detail": str(error)}]) from error
    if record is not None and "seen" in body:
        n = min(body["seen"], record.n)
        margins.mark_read(context(), account_id(), match, n, min(body.get("unread_after", n), record.n))
    return margins.margin_of(context(), account(), match)._asdict()


def _record(match: str, own: bool) -> Record | None:
    """Return a match that the caller may see, or None if they may not but keep something about it.

    :param own: they only read or empty what they keep; otherwise notes about tables that they left would take places for good.
    :raises Problem: not-found, private.
    """
    try:
        return load_visible(match)
    except Problem:
        if own and margins.keeps_any(context(), account(), match):
            return None
        raise
