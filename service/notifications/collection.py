"""Collection: which recipients are told what about a step of a match. Facts only; sentences are made when the notices
go out.

Minor news (an opponent's open move) waits a day for company; it goes out with the next notice that asks something. A
player who continues their own turn, action by action, gets no mail for each action, but only after leaving in the
middle of it.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeVar

from engine.contract import Event
from engine.match.absence import voters_on
from engine.match.asking import standing_of
from engine.match.pauses import pause_of
from engine.match.step import Resolution, Step
from engine.match.substitutes import handing_of
from engine.match.table import Seat, SettledWish, Standing
from engine.match.time_requests import voters_on_request
from service.notifications.facts import (
    BackFacts,
    DecisionFacts,
    ExtensionFacts,
    Fault,
    HandingEnd,
    HandingEndedFacts,
    HandingFacts,
    NoFacts,
    OpeningFacts,
    OverFacts,
    PauseFacts,
    PlayedMove,
    QuestionFacts,
    ResolvedFacts,
    RevealFacts,
    SaidFacts,
    SubstitutedFacts,
    TimeDecidedFacts,
    TimeRequestFacts,
    WishFacts,
)
from service.notifications.kind import Kind
from service.notifications.kinds import (
    BACK,
    DEADLINE_NEAR,
    ENTROPY_NEEDED,
    FOLLOWED,
    HANDING_ASKED,
    HANDING_ENDED,
    MORE_TIME,
    OPENING_NEEDED,
    OVER,
    PAUSE,
    PROJECTION,
    RESOLVED,
    SAID,
    STARTED,
    SUBSTITUTED,
    TIME_DECIDED,
    TIME_REQUESTED,
    YOUR_TURN,
)
from service.notifications.notices import COMPANY, about_match, waiting_time
from service.store.keys import MAIL
from service.store.records import Message, Notice

F = TypeVar("F")

AT_THE_TABLE = 3_600_000
"""The longest time for which a player whose own answer led to the next question counts as present, in milliseconds."""


FOLLOWED_KEPT = 14 * COMPANY
"""How long consequences of an own move wait for a letter to go with, in milliseconds; then they are dropped."""


class News:
    """Collects the notices of one step. ``hold_off`` and ``now`` in milliseconds."""

    def __init__(self, hold_off: int, now: int) -> None:
        self._hold_off = hold_off
        self._now = now
        self._told: list[Callable[[Step], list[Notice]]] = []

    def tell(
        self,
        kind: Kind[F],
        step: Step,
        facts: F,
        seats: list[int] | None = None,
        *,
        n: int | None = None,
        occasion: str = "",
        wait: int | None = None,
    ) -> None:
        """Queue a notice about a step; it goes out with the log's head at the end of the step.

        :param seats: the recipients; only kinds for the whole table need none. Bots and free seats are left out.
        :param n: its log entry; by default the last one so far.
        :param occasion: a text that distinguishes it from others of its kind about the same entry.
        :param wait: how long it waits for company (ms), if that differs from its kind's urgency.
        """
        if kind.to != ("table" if seats is None else "seats"):
            raise ValueError(f"{kind.name} is for {kind.to}: say which seats, or none for the whole table")
        number = step.n if n is None else n
        held = waiting_time(kind.urgency, self._hold_off) if wait is None else wait
        for seat in range(len(step.table["seats"])) if seats is None else seats:

            def made(end: Step, seat: int = seat) -> list[Notice]:
                one = end.table["seats"][seat]
                if one["player"] is None or one["bot"] is not None:
                    return []
                return about_match(
                    kind, end, one["player"], seat, facts, at=self._now, wait=held, n=number, occasion=occasion
                )

            self._told.append(made)

    def started(self, step: Step) -> None:
        """Tell everybody that the match has begun."""
        self.tell(STARTED, step, NoFacts())

    def your_turn(self, step: Step, standing: Standing, *, again: bool = False) -> None:
        """Ask the seats of a decision for their answers; ``again`` when an answer that they gave became impossible."""
        facts = QuestionFacts(decision=_decision(standing), deadline=standing["deadline"])
        occasion = str(step.n) if again else ""
        for seat in standing["seats"]:
            wait = self._absence(standing) if not again and _goes_on(step, seat) else None
            self.tell(YOUR_TURN, step, facts, [seat], n=standing["n"], occasion=occasion, wait=wait)

    def asked_on_return(self, step: Step, standing: Standing, seats: list[int], until: int) -> None:
        """Ask seats once more that go on vacation over a question: by letter alone, which waits for the morning of their return.

        :param until: when the vacation ends (ms); each vacation asks once.
        """
        facts = QuestionFacts(decision=_decision(standing), deadline=standing["deadline"])
        asked = News(self._hold_off, self._now)
        asked.tell(YOUR_TURN, step, facts, seats, n=standing["n"], occasion=f"back.{until}")

        def made(end: Step) -> list[Notice]:
            letters = [one for made in asked._told for one in made(end) if one.get("channel", MAIL) == MAIL]
            for one in letters:
                one.pop("event", None)  # programs that follow the feed know the question
            return letters

        self._told.append(made)

    def opening_needed(self, step: Step, decision: str, seats: list[int]) -> None:
        """Ask the seats of client custody for their openings."""
        standing = standing_of(step.table, decision)
        assert standing is not None
        facts = OpeningFacts(decision=_decision(standing), opening_ends=standing["opening_ends"])
        self.tell(OPENING_NEEDED, step, facts, seats)

    def entropy_needed(self, step: Step, seats: list[int], *, again: bool = False) -> None:
        """Ask seats for the randomness that they hold themselves: the table is closed, and the deal waits for it.

        ``again`` when a deadline is near; its id carries the deadline, so each reminds once.
        """
        deadline = step.table["seeding"]["revealing"]["deadline"]
        occasion = str(deadline) if again else ""
        self.tell(ENTROPY_NEEDED, step, RevealFacts(deadline=deadline), seats, occasion=occasion)

    def deadline_near(self, step: Step, standing: Standing, seat: int, due: int) -> None:
        """Remind a seat that has not answered; the id carries the deadline and when this was due (ms), so each reminds once."""
        facts = QuestionFacts(decision=_decision(standing), deadline=standing["deadline"])
        self.tell(DEADLINE_NEAR, step, facts, [seat], occasion=f"{standing['id']}.{standing['deadline']}.{due}")

    def more_time(self, step: Step, standing: Standing, seat: int) -> None:
        """Tell the others that a seat has taken more time for a decision; ``standing`` has its deadline since."""
        assert standing["deadline"] is not None
        facts = ExtensionFacts(by=seat, decision=_decision(standing), deadline=standing["deadline"])
        self.tell(MORE_TIME, step, facts, [one for one in range(len(step.table["seats"])) if one != seat])

    def on_vacation(self, step: Step, decision: str, seat: int, until: int) -> None:
        """Tell the others that the clock of a decision has stopped for a vacation that lasts ``until`` (ms)."""
        standing = standing_of(step.table, decision)
        assert standing is not None
        ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
        assert ends is not None
        facts = ExtensionFacts(by=seat, decision=_decision(standing), deadline=ends, vacation_until=until)
        self.tell(MORE_TIME, step, facts, [one for one in range(len(step.table["seats"])) if one != seat])

    def back(self, step: Step, seat: int, asked: list[int]) -> None:
        """Tell people who were asked about a seat that its player has returned, with the next letter they get."""
        self.tell(BACK, step, BackFacts(about=seat), asked, wait=FOLLOWED_KEPT)

    def handing_asked(self, step: Step, seat: int, who: str | None) -> None:
        """Ask the others whether a seat may be handed over, to ``who`` or to a bot; a step with it has just been written."""
        case = handing_of(step.table, seat)
        assert case is not None
        facts = HandingFacts(about=seat, who=who, until=case["until"])
        self.tell(HANDING_ASKED, step, facts, voters_on(step.table, seat))

    def handing_ended(self, step: Step, seat: int, why: HandingEnd, told: list[int]) -> None:
        """Tell that a seat's request for a handover has failed."""
        self.tell(HANDING_ENDED, step, HandingEndedFacts(about=seat, why=why), told, occasion=str(seat))

    def time_requested(self, step: Step, decision: str, then: int) -> None:
        """Ask the others for the time that a seat asks for; a step with a request has just been written.

        :param then: the deadline if they grant it (ms).
        """
        standing = standing_of(step.table, decision)
        assert standing is not None
        assert standing["deadline"] is not None
        request = standing["request"]
        facts = TimeRequestFacts(
            by=request["seat"],
            decision=_decision(standing),
            seconds=request["seconds"],
            deadline=standing["deadline"],
            then=then,
        )
        self.tell(TIME_REQUESTED, step, facts, voters_on_request(step.table, request["seat"]))

    def time_granted(self, step: Step, decision: str, seat: int, settled_by: int | None = None) -> None:
        """Tell everybody that the others have granted a seat more time; ``settled_by`` is the seat whose response did it."""
        self._time_decided(step, decision, "granted", seat, self._everybody(step), settled_by)

    def time_refused(self, step: Step, standing: Standing, seat: int, *, answered: bool) -> None:
        """Tell a player that the requested time was refused, or that not enough of the others answered."""
        facts = TimeDecidedFacts(
            what="refused" if answered else "unanswered",
            by=seat,
            decision=_decision(standing),
            deadline=standing["deadline"] or 0,
        )
        self.tell(TIME_DECIDED, step, facts, [seat], occasion=standing["id"])

    def time_by_operator(self, step: Step, decision: str) -> None:
        """Tell everybody that the operator has given more time."""
        self._time_decided(step, decision, "operator", None, self._everybody(step))

    def _time_decided(
        self,
        step: Step,
        decision: str,
        what: Literal["granted", "operator"],
        by: int | None,
        seats: list[int],
        settled_by: int | None = None,
    ) -> None:
        standing = standing_of(step.table, decision)
        assert standing is not None
        ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
        assert ends is not None
        facts = TimeDecidedFacts(what=what, by=by, decision=_decision(standing), deadline=ends)
        if settled_by is not None:
            facts["settled_by"] = settled_by
        self.tell(TIME_DECIDED, step, facts, seats, occasion=decision)

    @staticmethod
    def _everybody(step: Step) -> list[int]:
        return list(range(len(step.table["seats"])))

    def pause_wished(self, step: Step, seat: int) -> None:
        """Tell the others that a seat wants a pause."""
        self._pause(step, PauseFacts(what="wished", by=seat, until=None))

    def paused(self, step: Step) -> None:
        """Tell everybody that the match stands still."""
        pause = pause_of(step.table)
        assert pause is not None
        self._pause(step, PauseFacts(what="paused", by=None, until=pause["until"]))

    def resumed(self, step: Step) -> None:
        """Tell everybody that the match goes on."""
        self._pause(step, PauseFacts(what="resumed", by=None, until=None))

    def _pause(self, step: Step, facts: PauseFacts) -> None:
        self.tell(PAUSE, step, facts, [one for one in range(len(step.table["seats"])) if one != facts["by"]])

    def said(self, step: Step, message: Message, silent: Collection[int] = ()) -> None:
        """Tell partners about a message; the hold-off combines several messages into one letter.

        :param silent: seats without a sign since their last notification: they get the message with their next letter,
        so that talk causes at most one letter of its own.
        """
        assert message.n is not None
        facts: SaidFacts = {"channel": message.channel, "from": message.seat, "text": message.text}
        for seat in message.to:
            self.tell(SAID, step, facts, [seat], n=message.n, wait=FOLLOWED_KEPT if seat in silent else None)

    def substituted(self, step: Step, seat: int, gone: Seat, *, handed: bool = False) -> None:
        """Tell everybody, including the former player, that a bot or somebody else has taken a seat (or that it was
        ``handed`` over)."""
        facts, new = SubstitutedFacts(about=seat, before=gone["name"]), step.table["seats"][seat]
        if new["bot"] is None:
            facts["who"] = new["name"]
            facts["back"] = new["player"] in step.table["absence"].get("replaced", [])
        if handed:
            facts["handed"] = True
        self.tell(SUBSTITUTED, step, facts, list(range(len(step.table["seats"]))))
        account, n, held = gone["player"], step.n, waiting_time(SUBSTITUTED.urgency, self._hold_off)
        came = new["player"]
        if came is not None and new["bot"] is None:
            self._told.append(
                lambda end: about_match(PROJECTION, end, came, seat, NoFacts(), at=self._now, wait=held, n=n)
            )
        if account is not None and gone["bot"] is None:
            self._told += [
                lambda end: about_match(SUBSTITUTED, end, account, None, facts, at=self._now, wait=held, n=n),
                lambda end: about_match(PROJECTION, end, account, None, NoFacts(), at=self._now, wait=held, n=n),
            ]

    def over(self, step: Step) -> None:
        """Tell everybody how the match ended."""
        facts = OverFacts(outcome=step.table["outcome"], reason=step.table["over"])
        if "stopped" in step.table and step.table["over"] != "finished":
            facts["why"] = step.table["stopped"]["why"]
        self.tell(OVER, step, facts)

    def notices(self, step: Step, settled: Sequence[SettledWish] = ()) -> list[Notice]:
        """Return all notices in log order: for resolved decisions, and those queued.

        :param settled: the outcomes of what people had said ahead; each is told only their own.
        """
        for resolution in step.resolutions:
            self._resolved(step, resolution, settled)
        return sorted((notice for made in self._told for notice in made(step)), key=lambda notice: notice["n"])

    def _resolved(self, step: Step, resolution: Resolution, settled: Sequence[SettledWish]) -> None:
        """Tell what was played and its consequences; a player who moved openly gets that only with the next letter.

        Only the owner may read that orders answered, if the log does not say so.
        """
        standing = resolution.standing
        for seat in range(len(step.table["seats"])):
            own = seat in resolution.ordered
            moved = seat in standing["seats"] and resolution.moves[0]["by"] == "seat" and not own
            facts = ResolvedFacts(
                decision=_decision(standing),
                events=_for(seat, resolution.events),
                faults=[Fault(fault=one["fault"], seat=one["seat"]) for one in resolution.faults],
                moves=[
                    PlayedMove(
                        by="order" if own and one["seat"] == seat else one["by"], move=one["move"], seat=one["seat"]
                    )
                    for one in resolution.moves
                ],
            )
            wishes = [
                WishFacts(part=one["part"], wishes=one["wishes"], fate=one["fate"], used=one["used"])
                for one in settled
                if (one["n"], one["seat"]) == (resolution.n, seat)
            ]
            if wishes:
                facts["wishes"] = wishes
            if moved and not standing["sealed"]:
                self.tell(FOLLOWED, step, facts, [seat], n=resolution.n, wait=FOLLOWED_KEPT)
                continue
            wait = None if standing["sealed"] else COMPANY
            self.tell(RESOLVED, step, facts, [seat], n=resolution.n, wait=wait)

    def _absence(self, standing: Standing) -> int:
        """Return after how long a player who does not continue counts as gone: a quarter of their time, at most an hour."""
        if not self._hold_off or standing["deadline"] is None:
            return self._hold_off
        return max(self._hold_off, min(AT_THE_TABLE, (standing["deadline"] - self._now) // 4))


def _goes_on(step: Step, seat: int) -> bool:
    """Return whether this step came from the seat's own answers alone, so that its player sees the next question anyway."""
    return (
        bool(step.resolutions)
        and not step.table["hold"]
        and all(
            not one.standing["sealed"]
            and one.standing["seats"] == [seat]
            and one.moves[0]["by"] == "seat"
            and seat not in one.ordered
            for one in step.resolutions
        )
    )


def _decision(standing: Standing) -> DecisionFacts:
    return DecisionFacts(
        id=standing["id"],
        kind=standing["kind"],
        seats=standing["seats"],
        sealed=standing["sealed"],
        optional=standing["optional"],
    )


def _for(seat: int, events: list[Event]) -> list[Event]:
    return [event for event in events if "to" not in event or seat in event["to"]]
