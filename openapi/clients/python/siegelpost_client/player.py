"""A player at a server, with two requests for a decision: what waits (with moves and view), and the answer.

:class:`Player` blocks, :class:`AsyncPlayer` awaits. Both draw salts here, keep what must not be lost, and check every receipt
against the server's key. They take the log's head from the server: whoever wants proof of the whole log verifies its export.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Final

from siegelpost_client import acts, facts, standing_orders
from siegelpost_client.acts import Act, Custody
from siegelpost_client.client import AsyncClient, Client
from siegelpost_client.following import Place
from siegelpost_client.keeping import Keep, Memory
from siegelpost_client.seat_keys import SeatKey
from siegelpost_client.standing_orders import Ordering
from siegelpost_client.wire import NoStream, Refused, Unreachable

if TYPE_CHECKING:
    from siegelpost_client.models import (
        AccountEvent,
        Acted,
        AnyMove,
        AnyOrders,
        Line,
        Match,
        Ordered,
        Revealed,
        Waiting,
    )

INCLUDE: Final = ("moves", "view")
OVERTAKEN = frozenset({"gone", "locked", "late", "conflict", "stale", "not-running"})
"""Refusals that only mean: the match moved on meanwhile. Look again."""


class Player:
    """Plays for the account of a client's token.

    :param keep: where openings and receipts are kept; without one, in memory.
    :param key: the server's public key that you trust; without one, the key that it shows first.
    """

    def __init__(self, client: Client, keep: Keep | None = None, *, key: str | None = None) -> None:
        self.client, self.keep, self._key = client, keep or Memory(), key

    def key(self) -> str:
        """Return the server's public key that is trusted, base64url."""
        if self._key is None:
            self._key = facts.shown_key(self.client.get_meta())
        return self._key

    def waiting(self, wait: int = 30, *, match: str | None = None) -> list[Waiting]:
        """Return what waits for an answer, with legal moves and view; wait up to 30 seconds for something to come.

        :param match: only what waits there; nothing that waits elsewhere ends the wait.
        """
        page = self.client.list_waiting(include=INCLUDE, match=match, wait=wait)
        found = page["waiting"]
        while page["next"] is not None:
            page = self.client.list_waiting(include=INCLUDE, match=match, after=page["next"])
            found += page["waiting"]
        return found

    def answer(self, item: Waiting, move: AnyMove, *, custody: Custody = "escrow", hold: int = 0) -> Acted:
        """Answer what waits with a move, sealed where it has to be.

        :raises Refused: see :data:`OVERTAKEN`. :raises BadReceipt: when the receipt says something else.
        """
        key = self._seat_key(item["match"], item["seat"])
        return self._act(acts.answer(item, move, self.keep, custody=custody, hold=hold, key=key))

    def withdraw(self, match: str, decision: str) -> Acted:
        """Take a commitment of this seat back before the lock; :raises NotKept: when there is none."""
        seen = self.client.get_match(match)
        seat = facts.seat(seen)
        return self._act(acts.withdraw(match, seat, facts.standing(seen, decision), self._seat_key(match, seat)))

    def open(self, item: Waiting) -> Acted:
        """Open what was sealed under client custody; :raises NotKept: when the opening is not here."""
        return self._act(acts.open_sealed(item, self.keep))

    def sit(
        self,
        match: str,
        seat: int | None = None,
        *,
        invitation: str | None = None,
        custody: Custody = "escrow",
        sign: bool = False,
    ) -> Match:
        """Take a seat of a match, the first free one unless one is named, with entropy of this machine.

        :raises Refused: ``seat-taken`` when all are, or the one that was named is.
        """
        seen = self.client.get_match(match, invitation=invitation)
        created = facts.created(self.client.get_log(match, invitation=invitation, limit=1))["body"]
        free = facts.free(seen) if seat is None else [seat]
        key = facts.key_to_sit_with(self.keep, match) if sign else None
        for place in free:
            joining = acts.join(match, place, created, self.keep, invitation=invitation, custody=custody, key=key)
            try:
                return self.client.send(joining.ask)
            except Refused as refusal:
                if refusal.code != "seat-taken" or place == free[-1]:
                    raise
        raise AssertionError("there is a last seat")

    def resign(self, match: str) -> Match:
        """Give a running match up, signed where the seat signs, and keep the receipt."""
        seat, head, key = self._signer(match)
        resigning = acts.resign(match, seat, head, key)
        resigned = self.client.send(resigning.ask)
        resigning.check(resigned, self.key(), self.keep)
        return resigned

    def orders(self, match: str) -> AnyOrders | None:
        """Return the standing orders of this seat, ``None`` if it has none; :raises NotKept: when they were set elsewhere."""
        last = self._last_orders(match)
        return None if last is None else facts.kept_orders(last, self.keep)

    def set_orders(self, match: str, orders: AnyOrders) -> Ordered:
        """Set the standing orders of this seat, or replace them: they answer whenever a decision of it is due.

        :raises Refused: ``illegal-move`` for orders that can never match, ``no-orders`` where the game has none.
        """
        seat, head, key = self._signer(match)
        replaces = facts.last_number(self._last_orders(match))
        return self._order(standing_orders.set_orders(match, seat, orders, replaces, self.keep, head=head, key=key))

    def end_orders(self, match: str) -> Ordered:
        """End the standing orders of this seat. What they have played stays."""
        seat, head, key = self._signer(match)
        replaces = facts.last_number(self._last_orders(match))
        return self._order(standing_orders.end_orders(match, seat, replaces, head=head, key=key))

    def change_key(self, match: str, *, lost: bool = False) -> Match:
        """Let this seat sign with a fresh key, which is kept here, from now on.

        :param lost: the key in force is not here any more: everybody else at the table is asked to agree.
        :raises NotKept: when the key in force is not here, or the seat has none.
        """
        seen = self.client.get_match(match)
        seat = facts.seat(seen)
        key = None if lost else facts.needed(self._seat_key(match, seat), match)
        head = "" if key is None else self._start(match)
        changes = 0 if key is None else facts.changes(self._whole_log(match), seat)
        return self.client.send(acts.change_key(match, seat, head, changes, key, self.keep))

    def consent(self, match: str, seat: int, key: str) -> Match:
        """Agree that another seat signs with this public key (``key_changes`` of the match): ask its player first, elsewhere."""
        seen = self.client.get_match(match)
        own = self._seat_key(match, facts.seat(seen))
        head = "" if own is None else self._start(match)
        change = facts.asked_change(seen, seat, key)
        return self.client.send(acts.consent(match, seat, key, change["seq"], head, own))

    def reveal(self, match: str) -> Revealed:
        """Send the entropy that this seat holds itself, once the log asks for it; :raises NotKept: when it is not here."""
        seat = facts.seat(self.client.get_match(match))
        seated = facts.seated(self.client.get_log(match))
        asked = acts.reveal(match, seat, facts.asked(seated, seat), self.keep)
        revealed = self.client.send(asked.ask)
        asked.check(revealed, self.key(), self.keep)
        return revealed

    def follow(self, place: Place, *, sleep: Callable[[float], None] = time.sleep) -> Iterator[AccountEvent]:
        """Yield what happens to this account from a place on, for ever; ``place`` moves along.

        :raises Refused: when the server does not let this token follow, or has kept nothing of so long ago.
        """
        while True:
            try:
                with self.client.lines(place.stream()) as lines:
                    for line in lines:
                        event = place.event(line)
                        if event is not None:
                            yield event
            except NoStream:
                yield from place.page(self.client.send(place.poll()))
                continue
            except Unreachable:
                pass
            sleep(place.pause())

    def _last_orders(self, match: str) -> Ordered | None:
        """Return the receipt of the orders that were set or ended last."""
        try:
            return self.client.get_orders(match)
        except Refused as refusal:
            if refusal.code != "not-found":
                raise
            return None

    def _signer(self, match: str) -> tuple[int, str, SeatKey | None]:
        """Return this seat, and where it signs the head after ``started`` and its key."""
        seat = facts.seat(self.client.get_match(match))
        key = self._seat_key(match, seat)
        return seat, "" if key is None else self._start(match), key

    def _order(self, ordering: Ordering) -> Ordered:
        ordered = self.client.send(ordering.ask)
        ordering.check(ordered, self.key(), self.keep)
        return ordered

    def _seat_key(self, match: str, seat: int) -> SeatKey | None:
        """Return the kept key that the seat signs with now; the server is asked which, where several are kept."""
        kept = self.keep.seat_keys(match)
        if len(kept) < 2:
            return kept[0] if kept else None
        return facts.key_in_force(kept, self.client.get_match(match), seat)

    def _whole_log(self, match: str) -> list[Line]:
        found: list[Line] = []
        while True:
            page = self.client.get_log(match, after=len(found), limit=1000)
            found += page["entries"]
            if not page["entries"]:
                return found

    def _start(self, match: str) -> str:
        return facts.start_head(self._whole_log(match), match)

    def _act(self, act: Act) -> Acted:
        acted = self.client.send(act.ask)
        act.check(acted, self.key(), self.keep)
        return acted


class AsyncPlayer:
    """Like :class:`Player`, for programs that run on ``asyncio``."""

    def __init__(self, client: AsyncClient, keep: Keep | None = None, *, key: str | None = None) -> None:
        self.client, self.keep, self._key = client, keep or Memory(), key

    async def key(self) -> str:
        """Return the server's public key that is trusted, base64url."""
        if self._key is None:
            self._key = facts.shown_key(await self.client.get_meta())
        return self._key

    async def waiting(self, wait: int = 30, *, match: str | None = None) -> list[Waiting]:
        """Return what waits for an answer; see :meth:`Player.waiting`."""
        page = await self.client.list_waiting(include=INCLUDE, match=match, wait=wait)
        found = page["waiting"]
        while page["next"] is not None:
            page = await self.client.list_waiting(include=INCLUDE, match=match, after=page["next"])
            found += page["waiting"]
        return found

    async def answer(self, item: Waiting, move: AnyMove, *, custody: Custody = "escrow", hold: int = 0) -> Acted:
        """Answer what waits with a move; see :meth:`Player.answer`."""
        key = await self._seat_key(item["match"], item["seat"])
        return await self._act(acts.answer(item, move, self.keep, custody=custody, hold=hold, key=key))

    async def withdraw(self, match: str, decision: str) -> Acted:
        """Take a commitment back before the lock; see :meth:`Player.withdraw`."""
        seen = await self.client.get_match(match)
        seat = facts.seat(seen)
        return await self._act(
            acts.withdraw(match, seat, facts.standing(seen, decision), await self._seat_key(match, seat))
        )

    async def open(self, item: Waiting) -> Acted:
        """Open what was sealed under client custody; see :meth:`Player.open`."""
        return await self._act(acts.open_sealed(item, self.keep))

    async def sit(
        self,
        match: str,
        seat: int | None = None,
        *,
        invitation: str | None = None,
        custody: Custody = "escrow",
        sign: bool = False,
    ) -> Match:
        """Take a seat of a match; see :meth:`Player.sit`."""
        seen = await self.client.get_match(match, invitation=invitation)
        created = facts.created(await self.client.get_log(match, invitation=invitation, limit=1))["body"]
        free = facts.free(seen) if seat is None else [seat]
        key = facts.key_to_sit_with(self.keep, match) if sign else None
        for place in free:
            joining = acts.join(match, place, created, self.keep, invitation=invitation, custody=custody, key=key)
            try:
                return await self.client.send(joining.ask)
            except Refused as refusal:
                if refusal.code != "seat-taken" or place == free[-1]:
                    raise
        raise AssertionError("there is a last seat")

    async def resign(self, match: str) -> Match:
        """Give a running match up; see :meth:`Player.resign`."""
        seat, head, key = await self._signer(match)
        resigning = acts.resign(match, seat, head, key)
        resigned = await self.client.send(resigning.ask)
        resigning.check(resigned, await self.key(), self.keep)
        return resigned

    async def orders(self, match: str) -> AnyOrders | None:
        """Return the standing orders of this seat; see :meth:`Player.orders`."""
        last = await self._last_orders(match)
        return None if last is None else facts.kept_orders(last, self.keep)

    async def set_orders(self, match: str, orders: AnyOrders) -> Ordered:
        """Set the standing orders of this seat; see :meth:`Player.set_orders`."""
        seat, head, key = await self._signer(match)
        replaces = facts.last_number(await self._last_orders(match))
        return await self._order(
            standing_orders.set_orders(match, seat, orders, replaces, self.keep, head=head, key=key)
        )

    async def end_orders(self, match: str) -> Ordered:
        """End the standing orders of this seat; see :meth:`Player.end_orders`."""
        seat, head, key = await self._signer(match)
        replaces = facts.last_number(await self._last_orders(match))
        return await self._order(standing_orders.end_orders(match, seat, replaces, head=head, key=key))

    async def change_key(self, match: str, *, lost: bool = False) -> Match:
        """Let this seat sign with a fresh key; see :meth:`Player.change_key`."""
        seen = await self.client.get_match(match)
        seat = facts.seat(seen)
        key = None if lost else facts.needed(await self._seat_key(match, seat), match)
        head = "" if key is None else await self._start(match)
        changes = 0 if key is None else facts.changes(await self._whole_log(match), seat)
        return await self.client.send(acts.change_key(match, seat, head, changes, key, self.keep))

    async def consent(self, match: str, seat: int, key: str) -> Match:
        """Agree to the new key of another seat; see :meth:`Player.consent`."""
        seen = await self.client.get_match(match)
        own = await self._seat_key(match, facts.seat(seen))
        head = "" if own is None else await self._start(match)
        change = facts.asked_change(seen, seat, key)
        return await self.client.send(acts.consent(match, seat, key, change["seq"], head, own))

    async def reveal(self, match: str) -> Revealed:
        """Send the entropy that this seat holds itself; see :meth:`Player.reveal`."""
        seat = facts.seat(await self.client.get_match(match))
        seated = facts.seated(await self.client.get_log(match))
        asked = acts.reveal(match, seat, facts.asked(seated, seat), self.keep)
        revealed = await self.client.send(asked.ask)
        asked.check(revealed, await self.key(), self.keep)
        return revealed

    async def follow(
        self, place: Place, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> AsyncIterator[AccountEvent]:
        """Yield what happens to this account from a place on; see :meth:`Player.follow`."""
        while True:
            try:
                async with self.client.lines(place.stream()) as lines:
                    async for line in lines:
                        event = place.event(line)
                        if event is not None:
                            yield event
            except NoStream:
                for event in place.page(await self.client.send(place.poll())):
                    yield event
                continue
            except Unreachable:
                pass
            await sleep(place.pause())

    async def _last_orders(self, match: str) -> Ordered | None:
        """Return the receipt of the orders that were set or ended last."""
        try:
            return await self.client.get_orders(match)
        except Refused as refusal:
            if refusal.code != "not-found":
                raise
            return None

    async def _signer(self, match: str) -> tuple[int, str, SeatKey | None]:
        """Return this seat, and where it signs the head after ``started`` and its key."""
        seat = facts.seat(await self.client.get_match(match))
        key = await self._seat_key(match, seat)
        return seat, "" if key is None else await self._start(match), key

    async def _order(self, ordering: Ordering) -> Ordered:
        ordered = await self.client.send(ordering.ask)
        ordering.check(ordered, await self.key(), self.keep)
        return ordered

    async def _seat_key(self, match: str, seat: int) -> SeatKey | None:
        """Return the kept key that the seat signs with now; the server is asked which, where several are kept."""
        kept = self.keep.seat_keys(match)
        if len(kept) < 2:
            return kept[0] if kept else None
        return facts.key_in_force(kept, await self.client.get_match(match), seat)

    async def _whole_log(self, match: str) -> list[Line]:
        found: list[Line] = []
        while True:
            page = await self.client.get_log(match, after=len(found), limit=1000)
            found += page["entries"]
            if not page["entries"]:
                return found

    async def _start(self, match: str) -> str:
        return facts.start_head(await self._whole_log(match), match)

    async def _act(self, act: Act) -> Acted:
        acted = await self.client.send(act.ask)
        act.check(acted, await self.key(), self.keep)
        return acted


__all__ = ["OVERTAKEN", "AsyncPlayer", "Player"]
