"""Answers that a worker has to compute first: the request for them, its quota, and the wait."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from service.api.http import holding
from service.api.http.current import caller, context
from service.api.http.problems import SHORT_WAIT, Problem
from service.config.operator_caps import is_newcomer
from service.processes.wake import Asker, asker_of
from service.store.matches.moments import ASKED

Found = TypeVar("Found")


def from_worker(
    name: str,
    read: Callable[[], Found | None],
    enqueue: Callable[[str], bool],
    wait: int,
    quota: AbstractContextManager[None],
    pending: tuple[str, str],
    *,
    full: tuple[str, str] | None = None,
    lasts: int = ASKED,
) -> Found:
    """Return what ``read`` finds, having asked a worker for it if it found nothing.

    :param name: the key that exists in the store while it is requested.
    :param enqueue: puts the job into the queue with this URL; returns False if too many wait there.
    :param wait: seconds to wait for the worker.
    :param quota: counts the job (:func:`service.api.http.rate_limits.counted`).
    :param pending: code and detail of the refusal while it is not there; ``full``: where the queue is full, if they differ.
    :param lasts: seconds after which it may be requested again, because a job may be lost.
    :raises Problem: those of the quota, pending and full, too-many-waiting, no-place-to-wait.
    """
    found = read()
    if found is None:
        if not holding.is_look_again():
            _request(name, enqueue, quota, full or pending, lasts)
        elif not any(context().store.work_requested([name])):
            # A worker that failed rings like any other: whoever waits would ask again at once, and again. Or the result came
            # since this request looked for it, just before the mark went.
            wait, found = 0, read()
        if found is None and wait and holding.until_news({name: holding.ASKED}, wait):
            found = read()
    if found is None:
        raise _soon(pending)
    return found


def asker(who: str | None) -> Asker:
    """Return whose shares of a worker's queue this request takes.

    :param who: the account for whom it is counted (:attr:`service.api.http.current.Caller.counted_as`), None for visitors.
    """
    account, at = who and who.partition(" ")[0], caller()
    found = context().store.account(account) if account else None
    established = found is not None and not is_newcomer(context().store, found)
    # A letter's picture is often fetched by a mail service for all its users.
    is_for_others = account is not None and at.account != account
    return asker_of(account, "" if is_for_others else at.address, established=established)


def _request(
    name: str, enqueue: Callable[[str], bool], quota: AbstractContextManager[None], full: tuple[str, str], lasts: int
) -> None:
    """Ask a worker, unless that was done a moment ago."""
    store, is_put = context().store, False
    if not store.request_work(name, lasts):
        return
    try:
        with quota:
            is_put = enqueue(context().settings.queue_url)
            if not is_put:
                raise _soon(full)
    finally:
        if not is_put:
            store.withdraw_work(name)


def _soon(refusal: tuple[str, str]) -> Problem:
    return Problem(*refusal, headers={"Retry-After": str(SHORT_WAIT)})
