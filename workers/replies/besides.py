"""What a mail says that is no answer to a question of the table: about the account, a rematch, giving up, what is sealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from service.context import Context
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from workers.replies import giving_up, rematch, time_off
from workers.replies.address import ReplyAddress
from workers.replies.languages import language_in
from workers.replies.outcome import Note, Outcome
from workers.replies.said_before import note_vacations, vacations_changed
from workers.replies.sealed_before import asks_for_it
from workers.replies.unread import changes_something, unread_below


def what_it_says_besides(
    context: Context,
    account: Account,
    record: Record,
    address: ReplyAddress,
    begun: Sequence[str],
    before: ReplyNote,
    note: Note,
) -> Outcome | None:
    """Do what a mail says that is no answer to a question of the table; ``None``: it says nothing of the kind."""
    unread = unread_below(record, begun[1:])
    spoken = language_in(begun)
    if spoken is not None:
        context.store.update_account(account.id, language=spoken)
        return Outcome(record, language=spoken, unread=unread)
    if rematch.asks_for(address):
        became = rematch.confirmed(context, account, record, address, begun, before, note)
        return Outcome(record, rematch=became, unread=unread)
    if asks_for_it(begun):
        return Outcome(record, asks_sealed=True, unread=unread)
    if giving_up.asks_for(address) or giving_up.is_wanted(begun):
        return replace(giving_up.carry_out(context, account, record, address, begun), unread=unread)
    return _vacation(context, account, record, address, begun, before, note)


def _vacation(
    context: Context,
    account: Account,
    record: Record,
    address: ReplyAddress,
    begun: Sequence[str],
    before: ReplyNote,
    note: Note,
) -> Outcome | None:
    """Do what a mail says about vacations; ``None``: it says nothing about them."""
    unread = unread_below(record, begun[1:])
    wanted = time_off.wanted_in(begun, time_off.since_when(account, record.now))
    if wanted is None and address.confirms:
        wanted = time_off.confirmed_in(begun, address.asked, account)
    if wanted is None:
        return None
    if vacations_changed(before, account):
        return Outcome(record, time_off=time_off.listed(account), unread=unread)
    note_vacations(note, before, account)
    sure = not changes_something(unread)
    return Outcome(record, time_off=time_off.carry_out(context, account, begun, wanted, sure=sure), unread=unread)


__all__ = ["what_it_says_besides"]
