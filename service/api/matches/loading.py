"""Loading matches for a caller: who may see which, and a memory that spares the hot path a round trip."""

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from flask import request

from engine.match.absence import was_replaced
from service.api.http.current import application, caller, context
from service.api.http.problems import Problem
from service.api.matches.second_looks import have_looked_at
from service.matches.absence.substitutes import asked_with, may_see
from service.matches.errors import ActError
from service.matches.messages import TalkError
from service.matches.seating.seats import seat_of
from service.store.connection.connect import Unreadable
from service.store.matches.parking import SetAside
from service.store.records import Record
from service.store.values import reading

log = logging.getLogger("siegelpost.api")

MOST_REMEMBERED = 1_000
TRIES = 8
Done = TypeVar("Done")


class RecordMemory:
    """Matches as this process saw them last, for acts only. Thread-safe.

    A remembered match may be old. It is good enough to judge an act in a sealed decision that it knows: what is legal
    there does not change while the decision stands (law 5 of the contract), and whether it still stands is decided by the
    store's script. Whoever finds no such decision here loads the match.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, Record] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match: str) -> Record | None:
        """Return the last known state of the match."""
        with self._lock:
            return self._known.get(match)

    def put(self, record: Record) -> None:
        """Remember a newly loaded match, unless a newer state is known."""
        with self._lock:
            known = self._known.get(record.match)
            if known is None or known.n <= record.n:
                self._known[record.match] = record
            self._known.move_to_end(record.match)
            while len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)


def memory() -> RecordMemory:
    """Return this app's memory of matches."""
    found: RecordMemory = application().extensions["siegelpost-records"]
    return found


def load(match: str) -> Record:
    """Return the current match; :raises Problem: not-found. Also refuses a recently revoked token."""
    record = context().store.load(match, token=caller().token_id)
    if record is None:
        raise Problem("not-found", "there is no such match")
    memory().put(record)
    return record


def load_visible(match: str) -> Record:
    """Return a match that the caller may see; :raises Problem: not-found, private."""
    record = load(match)
    table, account = record.table, caller().account
    if table["visibility"] == "open" or (account is not None and account == table["owner"]):
        return record
    if account is not None and (seat_of(table, account) is not None or was_replaced(table, account)):
        return record
    given = request.args.get("invitation", "")
    if secrets.compare_digest(given.encode("utf-8", "replace"), table["invitation"].encode()):
        return record
    if (account is not None and may_see(table, account)) or asked_with(table, given) is not None:
        return record
    raise Problem("private", "")


def readable(
    match: str, record: Record | Unreadable | None, show: Callable[[Record], Done], rotten: list[str]
) -> Done | None:
    """Show one match of a list; an unreadable one is listed as unavailable and does not affect the others."""
    if record is None:
        return None
    try:
        if not isinstance(record, Unreadable):
            with reading(f"match {match}"):
                return show(record)
        raise record
    except Unreadable as error:
        log.log(logging.INFO if isinstance(error, SetAside) else logging.ERROR, "%s", error)
        if not isinstance(error, SetAside):
            have_looked_at(match)
        rotten.append(match)
        return None


def seat_at(record: Record) -> int:
    """Return the caller's seat; :raises Problem: not-seated."""
    account = caller().account
    seat = None if account is None else seat_of(record.table, account)
    if seat is None:
        raise Problem("not-seated", "")
    return seat


def while_stale(act: Callable[[], Done]) -> Done:
    """Repeat a function that loads and checks the match while the match keeps changing.

    :raises ActError, TalkError: what is refused for another reason, or ``stale`` for the last time.
    """
    for _ in range(TRIES):
        try:
            return act()
        except (ActError, TalkError) as error:
            if error.code != "stale":
                raise
    return act()
