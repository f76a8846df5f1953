"""The job that reads a sealed move for its player, and stores it encrypted with the text of the player's token.

It may run twice or get lost, and is then requested again. Requests from accounts that do not hold the seat are dropped
silently.
"""

from __future__ import annotations

import logging
import time

from engine.protocol.seal import MalformedOpening, matches, parse_opening
from service.accounts.access.tokens import is_text_of, token_id
from service.context import Context
from service.keys.signing import EscrowFailed
from service.matches.receipts import bearer_in, locked, to_recall
from service.matches.seating.seats import seat_of
from service.processes.bell import ring
from service.store import keys
from service.store.accounts.tokens import Token
from service.store.connection.connect import Unreadable
from service.telemetry.logs import about
from workers.resolve.drain import context_of_process

SCOPE = "match:play"
"""The scope that a token must have: one that may only look at tables is shown no sealed move."""

log = logging.getLogger("siegelpost.recall")


def recall(match: str, decision: str, request: str) -> None:
    """Read a sealed move for its player; the RQ job."""
    with about(match=match):
        recall_once(context_of_process(), match, decision, request)


def recall_once(context: Context, match: str, decision: str, request: str) -> None:
    """Read the requesting player's sealed move, if it is still in force and a worker can open it."""
    bearer = None if context.resolver is None else bearer_in(context.resolver, request)
    token = None if bearer is None else _token(context, bearer)
    if bearer is None or token is None:
        log.warning("a sealed move was asked for without a token that may see it")
        return
    opening = _opening(context, match, decision, token.account, bearer)
    asked = keys.recall_asked(match, token.id)
    if opening is None:
        context.store.withdraw_work(asked)
    else:
        context.store.keep_recall(match, token.id, opening)
    ring(context.settings.queue_url, [asked])


def _token(context: Context, bearer: str) -> Token | None:
    """Return the token with this text, if it is valid now."""
    name = token_id(bearer)
    token = None if name is None else context.store.token(name)
    if token is None or not is_text_of(token, bearer) or SCOPE not in token.scopes:
        return None
    return None if token.expires is not None and token.expires <= time.time() * 1000 else token


def _opening(context: Context, match: str, decision: str, account: str, bearer: str) -> str | None:
    try:
        record = context.store.load(match, secrets=True)
    except Unreadable as error:
        log.error("%s", error)
        return None
    seat = None if record is None else seat_of(record.table, account)
    if record is None or seat is None:
        return None
    act, box = to_recall(record, seat, decision), record.boxes.get((decision, seat))
    if act is None or act.commitment is None or box is None:
        return None
    try:
        text = context.unseal(box)
        opening = parse_opening(text)
        is_own = (opening["match"], opening["decision"], opening["seat"]) == (match, decision, seat)
        return locked(bearer, match, act, text) if is_own and matches(opening, act.commitment) else None
    except (EscrowFailed, MalformedOpening):
        return None  # the lock finds the same, and says so
