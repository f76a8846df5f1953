"""The order of a step: a list of phases for everything a match may need, repeated in section 10 of the protocol page.

Each phase states in which condition of the match it applies, and decides itself whether there is anything to do. The
condition is checked when its turn comes, because an earlier phase may have paused, resumed or ended the match.

Partners' messages since the last step come first, in the state in which they were sent: they are checked again, written into
the log, and passed on. A message whose channel has closed meanwhile is refused: it stays hidden for ever, and its sender sees
that nobody received it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.match.asking import standing_of
from engine.match.pauses import pause_of
from engine.match.seeding import stage_of
from engine.match.step import outcome_of_resigning
from engine.match.substitutes import handings
from engine.protocol.log import timestamp
from engine.protocol.talk import Disclosure, addressees, message_commitment
from service.matches.absence.handing import tell_ends
from service.matches.changes import LOBBY_LIFE
from service.store.records import Message, Record
from workers.resolve.absence import settle, tell_the_missed
from workers.resolve.deciding import decide, go_on, reminders_of
from workers.resolve.openings import Resolution
from workers.resolve.releases import asked_now
from workers.resolve.seeding import close_the_table, go_on_seeding
from workers.resolve.time_back import (
    carry_out_orders,
    give_time_back,
    settle_pause,
    settle_requests,
    stop_clocks,
    tell_unanswered,
)


def hear(resolution: Resolution) -> None:
    """Write the waiting messages; if the step closes the match, disclose them, too."""
    for message in resolution.record.messages:
        if _waits(message):
            heard = _write(resolution, message)
            resolution.messages.append(heard)
            resolution.step.disclosures += _disclosed([heard])


def disclosed(record: Record) -> list[Disclosure]:
    """Return the log's messages that any step closing the match must disclose."""
    return _disclosed(record.messages)


def unheard(record: Record, heard: Sequence[Message] = ()) -> list[Message]:
    """Return the messages still waiting when the match ended, as refused; ``heard`` are those that its last step took."""
    known = {one.id for one in heard}
    return [replace(one, refused=True) for one in record.messages if _waits(one) and one.id not in known]


def _write(resolution: Resolution, message: Message) -> Message:
    """Write a message into the log; return it as written or refused."""
    step = resolution.step
    assert step.state is not None
    to = addressees(step.game.channels(step.state), message.channel, message.seat)
    if to is None:
        return replace(message, refused=True)
    sealed = message_commitment(resolution.record.match, message.channel, message.seat, message.salt, message.text)
    step.write("said", {"channel": message.channel, "from": message.seat, "text": sealed, "to": to})
    written = replace(message, n=step.n, at=step.at, to=to)
    resolution.news.said(step, written, _silent(resolution, written))
    return written


def _silent(resolution: Resolution, message: Message) -> list[int]:
    """Return the recipients of a message who have been notified in the same window and have given no sign since.

    A sign is a message, or a sealed answer not yet opened; after an open answer a letter with the next question goes
    out anyway.
    """
    record = resolution.record
    written = {one.id: one for one in resolution.messages}
    before = [
        said for one in record.messages if (said := written.get(one.id, one)).n is not None and one.id != message.id
    ]
    found = []
    for seat in message.to:
        signs = [one.at for one in before if one.seat == seat]
        signs += [act.received for (_, who), act in record.acts.items() if who == seat]
        told = [one.at for one in before if one.channel == message.channel and seat in one.to]
        if told and max(told) >= max(signs, default=0):
            found.append(seat)
    return found


def _waits(message: Message) -> bool:
    return message.n is None and not message.refused


def _disclosed(messages: Sequence[Message]) -> list[Disclosure]:
    return [
        {"n": one.n, "channel": one.channel, "from": one.seat, "salt": one.salt, "text": one.text}
        for one in messages
        if one.n is not None
    ]


@dataclass(frozen=True)
class Phase:
    """One phase of a step, which runs where it ``applies``; ``name`` is its name on the protocol page."""

    name: str
    applies: Callable[[Resolution], bool]
    do: Callable[[Resolution], None]


def take_step(resolution: Resolution) -> None:
    """Run all phases that the match needs now."""
    for phase in PHASES:
        if phase.applies(resolution):
            phase.do(resolution)


def _always(_: Resolution) -> bool:
    return True


def _in_lobby(resolution: Resolution) -> bool:
    return resolution.step.table["status"] == "lobby"


def _runs(resolution: Resolution) -> bool:
    """Return whether the match has been dealt and is not over; it may be paused."""
    return resolution.step.table["status"] == "running"


def _goes_on(resolution: Resolution) -> bool:
    """Return whether the match runs and is not paused; a resignation ends it even during a pause."""
    table = resolution.step.table
    return _runs(resolution) and (pause_of(table) is None or bool(table["resigning"]))


def _has_resumed(resolution: Resolution) -> bool:
    return resolution.resumed


def _stop_running_clocks(resolution: Resolution) -> None:
    """Extend decisions that wait for people on vacation; later phases see the new deadlines."""
    stop_clocks(resolution)
    record, standing = resolution.record, resolution.step.table["standing"]
    if standing != record.table["standing"]:
        resolution.record = replace(record, table={**record.table, "standing": list(standing)})


def _resign(resolution: Resolution) -> None:
    """End the match if somebody has resigned."""
    step, table = resolution.step, resolution.record.table
    if not table["resigning"]:
        return
    assert step.state is not None
    for one in table.get("resignations", []):
        signed = {"signature": one["signature"]} if "signature" in one else {}
        step.write("resigned", {"received": timestamp(one["received"]), "seat": one["seat"], **signed})
    outcome = outcome_of_resigning(step.game, step.state, len(table["seats"]), table["resigning"])
    step.close(outcome, "resigned", resolution.server_seed)
    resolution.news.over(step)


def _decide(resolution: Resolution) -> None:
    """Handle each decision that stood when the step began, unless another one has ended it."""
    step, before = resolution.step, resolution.record.table["standing"]
    for standing in list(step.table["standing"]) if resolution.resumed else before:
        if standing_of(step.table, standing["id"]) is not None:
            decide(resolution, standing)


def _answer_by_orders(resolution: Resolution) -> None:
    if resolution.orders and resolution.ran_on != resolution.progress:
        go_on(resolution, resolution.seed)


def _remind(resolution: Resolution) -> None:
    step, record = resolution.step, resolution.record
    for standing in step.table["standing"]:
        due = {
            seat: [one for one in reminders if one <= record.now]
            for seat, reminders in reminders_of(resolution, standing).items()
        }
        for seat, reminders in due.items():
            if reminders and (standing["id"], seat) not in record.acts:
                resolution.news.deadline_near(step, standing, seat, max(reminders))
        if any(due.values()):
            step.remind(standing, record.now)


def _deal(resolution: Resolution) -> None:
    """Run the seeding and deal; or close a match that was cancelled or has waited too long."""
    table, step = resolution.record.table, resolution.step
    if table["request"] == "start" or stage_of(table) != "joining":
        step.table["request"] = ""
        if stage_of(step.table) == "joining":
            close_the_table(resolution)
        seed = go_on_seeding(resolution)
        if seed is not None:
            resolution.news.started(step)
            go_on(resolution, seed)
    elif table["request"] == "cancel" or resolution.record.now >= table["created"] + LOBBY_LIFE:
        step.table["request"] = ""
        step.close(None, "cancelled" if table["request"] == "cancel" else "expired", resolution.server_seed)
        resolution.news.over(step)


def _tell_ends_of_handings(resolution: Resolution) -> None:
    tell_ends(handings(resolution.record.table), resolution.step, resolution.news)


def _ask(resolution: Resolution) -> None:
    """Notify seats once of decisions waiting for them. A seat whose orders would answer is notified only when they no
    longer would."""
    for standing in asked_now(resolution):
        resolution.news.your_turn(resolution.step, standing, again=standing["id"] in resolution.dropped)
        resolution.step.note_asked(standing["id"])


PHASES = (
    Phase("time-back", _always, give_time_back),
    Phase("vacations", _runs, _stop_running_clocks),
    Phase("absences", _goes_on, settle),
    Phase("pause", _runs, settle_pause),
    # Whoever came back in the pause may have made a majority about somebody else.
    Phase("absences-after-pause", _has_resumed, settle),
    Phase("messages", _runs, hear),
    Phase("operator-time", _goes_on, carry_out_orders),
    Phase("granted-time", _goes_on, settle_requests),
    Phase("resignations", _goes_on, _resign),
    Phase("decisions", _goes_on, _decide),
    Phase("orders", _goes_on, _answer_by_orders),
    Phase("reminders", _goes_on, _remind),
    # After all that is done in play: a match that is dealt now is played from its next step on.
    Phase("deal", _in_lobby, _deal),
    Phase("new-vacations", _runs, stop_clocks),
    Phase("missed", _goes_on, tell_the_missed),
    Phase("unanswered-requests", _runs, tell_unanswered),
    Phase("ended-handings", _runs, _tell_ends_of_handings),
    Phase("questions", _goes_on, _ask),
)
"""The phases of a step, in order."""
