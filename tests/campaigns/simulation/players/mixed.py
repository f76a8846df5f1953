"""People whose matches mix features as a plan says: they go away, come back, vote, hand over, pause, talk, plan and resign."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from engine.contract import IllegalMove, Move, Orders
from engine.games.packet_row.bot import plan as plan_of_the_round
from engine.kit.text.plan_sentences import Order, SpeaksOrders, sentences_of
from engine.match.absence import case_of, choices, is_missed_by_all, note_presence, voters_on, wanted_by
from engine.match.asking import decision_of
from engine.match.extensions import times_taken
from engine.match.pauses import next_wish
from engine.match.substitutes import back_voters, candidates_of, former_seat, has_decided, next_handing
from engine.match.table import Case, Standing, Table
from engine.match.time_requests import next_said
from engine.protocol.agreements import Wanted
from engine.protocol.chance import Draws
from engine.protocol.log import milliseconds
from engine.protocol.seal import Opening
from engine.registry import game_of
from service.admin.matches import cancel, extend
from service.admin.operator import AdminError, Operator
from service.calendar import BadVacation
from service.context import Context
from service.matches import acts, departure, messages, orders
from service.matches.absence import absence, extensions, handing, pauses, substitutes, time_requests
from service.matches.acts import allowed_custody, refusals
from service.matches.changes import load_match
from service.matches.errors import ActError, MatchError, SignedReceipt
from service.matches.messages import TalkError
from service.matches.receipts import Acted
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.matches.seating.seats import seat_of
from service.processes.wake import wake
from service.store import keys
from service.store.connection.connect import StoreUnavailable
from service.store.records import Account, Record
from tests.campaigns.simulation.features import ABSENCES, COUNTS_AGAIN, ENDS, TABLES, Row
from tests.campaigns.simulation.installed.installation import QUEUE, Lost
from tests.campaigns.simulation.players.handing import at_the_table
from tests.campaigns.simulation.players.people import Form, People, Player, match_id, sit_down
from tests.campaigns.simulation.refusals import Asked, judge
from tests.campaigns.simulation.world import Broken

HOUR = 3_600
LONG = 150
"""Entries of a log after which its match is brought to an end."""
EARLY = 50
"""Entries after which a match may be won by a vote, once partners have talked: games for four end before they are long."""
CHANGES = {"commit", "replace", "withdraw"}
"""What a substitute has to do before the lock."""
LONG_AWAY = 20
"""For how many decisions' time somebody stays away at least where two are to be away, one after the other."""
NOBODY = object()


@dataclass
class Mix:
    """One match: what it is to have, and what its log shows so far.

    :ivar pace: seconds of a decision.
    :ivar targets: what those who are asked want about a case, by the case's first entry.
    :ivar away: until when accounts stay away (s).
    :ivar decided: how long the log was whenever something was decided about a seat, and not carried out yet.
    """

    match: str
    row: Row
    pace: int
    people: list[Account] = field(default_factory=list)
    happened: set[str] = field(default_factory=set)
    entries: Counter[str] = field(default_factory=Counter)
    acts: Counter[str] = field(default_factory=Counter)
    substitute: set[tuple[str, str]] = field(default_factory=set)
    targets: dict[int, Wanted] = field(default_factory=dict)
    away: dict[str, float] = field(default_factory=dict)
    departed: bool = False
    decided: set[int] = field(default_factory=set)
    over: str = ""
    _handed: set[int] = field(default_factory=set)
    _sat: dict[int, list[str]] = field(default_factory=dict)

    def lacks(self, *features: str) -> list[str]:
        """Return which of these, or of all, are still to happen."""
        return [one for one in features or sorted(self.row.features) if one in self.row.features - self.happened]

    def is_long(self) -> bool:
        """Return whether its end may come: all else has happened, or the log is long."""
        return not set(self.lacks()) - set(ENDS) or self.entries.total() > LONG

    def is_for_an_earlier_vote(self, table: Table) -> bool:
        """Return whether an earlier vote is still to decide, and can: with fewer people, nothing is decided by who comes back."""
        return bool(self.lacks(COUNTS_AGAIN)) and all(one["bot"] is None for one in table["seats"])

    def may_be_won(self) -> bool:
        """Return whether the others may vote that the match ends without somebody who stays away."""
        early = self.entries.total() > EARLY and self.row.table == "Kontor for four" and not self.lacks("messages")
        return bool(self.lacks("a win voted for")) and (self.is_long() or early)

    def note(self, entry: dict[str, Any]) -> None:
        """Note an entry of the log."""
        kind, body = entry["type"], entry["body"]
        self.entries[kind] += 1
        found: str | None = {"absent": "misses", "paused": "pause", "said": "messages"}.get(kind)
        if kind == "started":
            self._sat = {seat: [player] for seat, player in enumerate(body["seats"])}
            found = "bots" if any(one.startswith("bot:") for one in body["seats"]) else None
        elif kind == "extended":
            by = {"vacation": "vacation", "seat": "more time taken", "agreement": "more time granted"}
            found = by.get(body["by"], "more time by the operator" if body["by"] == "operator" else None)
        elif kind == "opened" and body["deadline"] is not None:
            late = milliseconds(body["deadline"]) - milliseconds(entry["at"]) > 1000 * self.pace
            found = "nights" if late else None
        elif kind == "handed":
            self._handed.add(body["seat"])
        elif kind == "kept" or (kind == "returned" and body["seat"] in self._handed and body["by"] == "seat"):
            self._handed.discard(body["seat"])
        elif kind == "returned":
            found = "back in time" if body["by"] == "seat" else None
        elif kind == "voted":
            found = "waiting voted for" if body["choice"] == "wait" and body["absent"] not in self._handed else None
        elif kind == "substituted":
            found = self._substituted(body["seat"], body["player"])
        elif kind == "answered":
            found = "orders" if any(row[2] == "order" for row in body["answers"]) and self.acts["orders"] else None
            if found and self.row.table == "Packet Row":
                self.happened.add("hidden plan")
        elif kind == "resolved" and any(one["by"] == "order" for one in body["moves"]) and self.acts["orders"]:
            found = "orders"
        elif kind == "closed":
            self.over = body["reason"]
            ends = {"abandoned": "a win voted for", "stopped": "stopped by the operator"}
            ends["resigned"] = "account deleted" if self.departed else "resigned"
            found = ends.get(body["reason"])
        self.happened |= {found} if found else set()

    def note_decided(self, n: int, entries: Collection[str]) -> None:
        """Note that behind ``n`` entries of the log something is decided about a seat, by the last few of them or before."""
        if n - len(entries) not in self.decided and "voted" not in entries:
            self.happened.add(COUNTS_AGAIN)
        self.decided.add(n)

    def note_act(self, act: str, custody: str | None, *, substitute: bool) -> None:
        """Note an act that was taken from a seat."""
        self.acts[act] += 1
        if {"replace", "withdraw"} <= self.acts.keys():
            self.happened.add("minds changed")
        if substitute and custody is not None:
            self.substitute.add((act, custody))
            for custody_, name, wanted in (
                ("escrow", "substitute in escrow", CHANGES),
                ("client", "substitute in client custody", CHANGES | {"open"}),
            ):
                if all((one, custody_) in self.substitute for one in wanted):
                    self.happened.add(name)

    def _substituted(self, seat: int, player: str) -> str:
        handed, before = seat in self._handed, self._sat[seat]
        self._handed.discard(seat)
        back = player in before
        before.append(player)
        if back:
            return "former player back"
        who = "bot" if player.startswith("bot:") else "person"
        return f"handed over to a {who}" if handed else f"a {who} voted for"


@dataclass
class MixedPeople(People):
    """Everybody of some mixed matches; each has accounts of its own."""

    mixes: dict[str, Mix] = field(default_factory=dict)
    refused: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Refusals by act, code and what made them right."""
    _arrived: int = 0

    def begin_mixed(self, row: Row) -> None:
        """Let a match of the plan begin."""
        world = self.installation.world
        chance = world.chance
        game, seats, options = TABLES[row.table]
        pace = chance.choice([4, 6, 8]) * HOUR
        match = match_id(world.draw(16))
        mix = self.mixes[match] = Mix(match, row, pace)
        bots = ["steady"] if "bots" in row.features else []
        sitting = [self._newcomer(mix) for _ in range(seats - len(bots))]
        counts_again = COUNTS_AGAIN in row.features
        majority = "most" if counts_again else chance.choice(["most", "all"])
        wanted = NewMatch(
            rules=game, seats=seats, options=options, bots=bots,
            custody="client" if row.custody == "client demanded" else "any",
            grace=chance.choice([0, 600_000]),
            pace={"kind": "duration", "seconds": pace},
            hold=600_000 if "hold" in row.features else 0,
            absence={"misses": 1 if counts_again else chance.choice([1, 2, 3]), "notice_seconds": HOUR, "majority": majority},
            extensions={"times": 3, "seconds": HOUR} if "more time taken" in row.features else None,
            time_requests={"majority": majority} if "more time granted" in row.features else None,
            pauses={"majority": majority, "seconds": 12 * HOUR} if "pause" in row.features else None,
            nights="kept" if "nights" in row.features else "ignored",
            vacation="clock-stops" if "vacation" in row.features else "plays-on",
        )  # fmt: skip
        self.matches.append(match)
        self.receipts[match] = []
        self._insist(lambda context: creation.create(context, sitting[0], wanted, match))
        for one in sitting[1:]:
            self._insist(lambda context, one=one: sit_down(context, match, one))  # type: ignore[misc]
        self._insist(lambda context: wake(QUEUE, "resolve"))
        for account in sitting:
            self.play(match, account)

    def newcomer(self, mix: Mix) -> Account:
        """Return somebody who has not been at the table of a match."""
        return self._newcomer(mix)

    def player(self, match: str, account: Account) -> Player:
        """Return somebody at the table of a mixed match."""
        return MixedPlayer(self, match, account)

    def _newcomer(self, mix: Mix) -> Account:
        self._arrived += 1
        account = self.arrive(self._arrived)
        mix.people.append(account)
        return account


class MixedPlayer(Player):
    """One person in one mixed match."""

    people: MixedPeople

    def __init__(self, people: MixedPeople, match: str, account: Account) -> None:
        super().__init__(people, match, account)
        self.mix = people.mixes[match]
        self.seen: Record | None = None
        self._known: object = NOBODY
        self._asked_for_a_pause = self.world.now

    @property
    def gone(self) -> set[str]:
        """Return who of the match has deleted the account."""
        return {one for one, until in self.mix.away.items() if until == float("inf")}

    def _wait(self) -> None:
        """Wait for something new at the table, at most for two fifths of a decision's time."""
        until = self.world.now + self.chance.uniform(0.1, 0.4) * self.mix.pace
        while True:
            self.world.pause(self.chance.choice([60, 600, 3_600]) * self.chance.random())
            fields = self.people.installation.server.space.values.get(keys.match(self.match).encode(), {})
            if fields.get(b"w") != self._known or self.world.now > until:
                self._known = fields.get(b"w")
                return

    def _length(self) -> tuple[bytes | None, bytes | None]:
        """Return how many entries and acts the match has, asked behind the back of the service."""
        fields = self.people.installation.server.space.values.get(keys.match(self.match).encode(), {})
        return fields.get(b"n"), fields.get(b"av")

    def _look(self, record: Record, begun: float) -> None:
        if self.account.id in self.gone:
            return
        self.seen, seat = record, seat_of(record.table, self.account.id)
        if seat is None:
            self._come_back(record)
        elif self._is_away(record, seat):
            self._may_return(record, seat)
        else:
            self._take_part(record, seat, begun)

    def _take_part(self, record: Record, seat: int, begun: float) -> None:
        self._stay_away_soon(record, seat)
        self._say_about_time(record, seat)
        self._say_about_seats(record, seat)
        self._say_besides(record, seat)
        self._probe(record, seat)
        if self.mix.is_long():
            self._end(record, seat)
        for standing in record.table["standing"]:
            if seat in standing["seats"] and not self._is_away(record, seat):
                self._read(record, standing, seat, begun)
                self._turn(record, standing, seat)

    # --- decisions

    def _turn(self, record: Record, standing: Standing, seat: int) -> None:
        act, luck = record.acts.get((standing["id"], seat)), self.chance.random()
        if standing["release"] is not None and standing["release"] > standing["opened"]:
            self.mix.happened.add("hold")
        if standing["phase"] == "opening":
            opening = self._kept(standing, seat)
            if opening is not None and not (act and act.opened):
                self._open(standing, seat, opening)
        elif not standing["sealed"]:
            if act is None and self._will_answer(record, standing, seat, luck):
                self._answer(standing, seat, self._move(record, standing, seat))
        else:
            busy = self._is_busy(act.seq if act else 0)
            if act is None or act.commitment is None:
                self._seal(record, standing, seat, act.seq if act else 0)
            elif luck < (0.4 if busy else 0.05) or (act.wait and luck > 0.6):
                self._seal(record, standing, seat, act.seq)
            elif luck < (0.7 if busy else 0.07):
                self._withdraw(standing, seat, act.seq)

    def _kept(self, standing: Standing, seat: int) -> Opening | None:
        """Return the opening that a locked decision awaits from the seat, if this person has it."""
        locked = [
            one["commitment"] for one in standing["locked"] if one["seat"] == seat and seat in standing["awaited"]
        ]
        return self.openings.get(locked[0]) if locked else None

    def _will_answer(self, record: Record, standing: Standing, seat: int, luck: float) -> bool:
        """Return whether to answer an open decision: one that nobody waits for only now and then, and if there is a way to."""
        if not standing["optional"]:
            return True
        return luck < 0.1 and bool(game_of(record.table).moves(record.state or {}, seat, standing["id"]))

    def _sealed(self, record: Record, standing: Standing, seat: int) -> tuple[Move, bool, Form]:
        allowed = allowed_custody(record.table, standing, seat)
        client = allowed == "client" or (allowed == "any" and self.mix.row.custody != "escrow")
        form: Form = "commitment" if client else self.chance.choice(["move", "opening"])
        return self._move(record, standing, seat), self.chance.random() < (0.4 if self._is_busy(0) else 0.1), form

    def _is_busy(self, seq: int) -> bool:
        """Return whether the player changes his mind more than people do, after so many acts in a decision."""
        return seq < 6 and bool(self.mix.lacks("minds changed", "substitute in escrow", "substitute in client custody"))

    def _move(self, record: Record, standing: Standing, seat: int) -> Move:
        game, state = game_of(record.table), record.state
        assert state is not None
        moves = game.moves(state, seat, standing["id"])
        if self.chance.random() < 0.2:
            return self.chance.choice(moves)
        return game.bot(game.view(state, seat), decision_of(standing), moves, Draws(self.world.draw()))

    def _send(
        self, kind: Any, standing: Standing, seat: int, label: Any, replaces: int,
        request: Callable[[Context], Acted], *, own: bool = False,
    ) -> None:  # fmt: skip
        act = "answer" if kind == "open" and not standing["sealed"] else kind
        asked = Asked(act, self.account.id, seat, standing["id"], replaces=replaces)

        def noted(context: Context) -> Acted:
            acted: Acted = self._judged(context, asked, request)
            if acted.stored:
                substitute = self.seen is not None and bool(self.seen.table["seats"][seat].get("taken_over"))
                self.mix.note_act(acted.act.act, acted.act.custody, substitute=substitute)
            return acted

        super()._send(kind, standing, seat, label, replaces, noted, own=own)

    def _judged(self, context: Context, asked: Asked, request: Callable[[Context], Any]) -> Any:
        """Do something; a refusal has to be right, and comes with a receipt where it is one of an act."""
        seen, before = self.seen or load_match(context, self.match), self._length()
        try:
            if asked.seat is None or asked.act not in ("act", "withdraw", "open", "answer"):
                return request(context)
            with refusals(context, seen, asked.seat, acts.SeatAct(asked.decision)):
                return request(context)
        except (ActError, MatchError, TalkError) as error:
            after = load_match(context, self.match)
            decided = any(seen.n <= n <= after.n for n in self.mix.decided)
            right = judge(asked, error, seen, after, moved=self._length() != before, decided=decided)
            self.people.refused[asked.act, error.code, right] += 1
            self._keep(getattr(error, "receipt", None))
            raise

    def _say(self, asked: Asked, request: Callable[[Context], object]) -> bool:
        """Say something about the match, now and then twice at once; return whether it was taken."""

        def send() -> bool:
            try:
                self.people.installation.call(lambda context: self._judged(context, asked, request))
            except (Lost, StoreUnavailable, ActError, MatchError, TalkError, BadVacation):
                return False
            self.people.happened[asked.act] += 1
            return True

        if self.chance.random() < 0.1:
            self.world.process.start(send)
        return send()

    def _asked(
        self, act: str, seat: int | None, decision: str = "", about: int | None = None, replaces: int = 0
    ) -> Asked:
        return Asked(act, self.account.id, seat, decision, about, replaces)

    # --- going away and coming back

    def _is_away(self, record: Record, seat: int) -> bool:
        return self.mix.away.get(self.account.id, 0.0) > self.world.now

    def _stay_away_soon(self, record: Record, seat: int) -> None:
        """Stay away where the match is to have an absence and nobody is away yet; before, leave orders, now and then."""
        table, mix = record.table, self.mix
        lacking = [one for one in mix.lacks(*ABSENCES) if one != "a win voted for" or mix.may_be_won()]
        people = [one["player"] for one in table["seats"] if one["bot"] is None]
        away = [one for one in people if one is not None and mix.away.get(one, 0.0) > self.world.now]
        # Where there are enough people, two may be away at once: then each may have a say about the other, or none. Where an
        # earlier vote is to decide, the second who goes away is the one who has voted.
        most = 1 if mix.is_for_an_earlier_vote(table) else max(1, len(people) // 2)
        if not lacking or len(away) >= most or len(people) < 2 or self.chance.random() > 0.15:
            return
        if mix.lacks("orders", "hidden plan") or self.chance.random() < 0.3:
            self._order(record, seat)
        misses = table["absence"]["agreed"]["misses"]
        least = LONG_AWAY if mix.is_for_an_earlier_vote(table) else misses
        mix.away[self.account.id] = self.world.now + mix.pace * self.chance.uniform(least, least + 5 * misses + 4)

    def _may_return(self, record: Record, seat: int) -> None:
        """Say that one is there after all, or plan ahead and answer nothing oneself."""
        case = case_of(record.table, seat)
        if case is None and {"orders", "hidden plan"} & self.mix.row.features and self.chance.random() < 0.3:
            self._order(record, seat)
        if case is None or "to" in case or self.chance.random() > 0.5:
            return
        if self.mix.is_for_an_earlier_vote(record.table) and _decides_if_there(record.table, seat):
            taken = extensions.may_take(record, seat)
            if taken and self.chance.random() < 0.5:
                self._take_time(record, seat, taken[0]["id"])
            else:
                self._here(seat)
        elif self.mix.lacks("back in time"):
            self._here(seat)
        else:
            return
        self.mix.away.pop(self.account.id, None)

    def _here(self, seat: int) -> None:
        def here(context: Context) -> None:
            self._keep(absence.receipt_for_here(context, absence.here(context, self.match, self.account, seat), seat))

        self._say(self._asked("stays", seat), here)

    def _come_back(self, record: Record) -> None:
        seat = former_seat(record.table, self.account.id)
        if seat is not None and self.mix.lacks("former player back") and self.chance.random() < 0.4:
            self.mix.away.pop(self.account.id, None)
            self._say(
                self._asked("would come back", None, about=seat), lambda context: self._stand_in(context, seat, None)
            )

    def _stand_in(self, context: Context, seat: int, invitation: str | None) -> None:
        substitutes.stand_in(context, self.match, self.account, seat, invitation=invitation, key=None)

    # --- seats

    def _say_about_seats(self, record: Record, seat: int) -> None:
        table = record.table
        for other in range(len(table["seats"])):
            case = case_of(table, other)
            if other != seat and case is not None and "polled" in case and seat in voters_on(table, other):
                self._vote(record, seat, case)
            if any(one["by"] is None for one in candidates_of(table, other)) and seat in back_voters(table, other):
                self._welcome(record, seat, other)
        mine = case_of(table, seat)
        if mine is not None and "to" in mine:
            if self.chance.random() < 0.05:
                self._here(seat)
        elif mine is not None:
            self._here(seat)
        elif self.mix.is_for_an_earlier_vote(table):
            pass  # hands nothing over yet: all four have to be people
        elif self.mix.lacks("handed over to a bot", "handed over to a person") and self.chance.random() < 0.3:
            self._hand(record, seat)

    def _vote(self, record: Record, seat: int, case: Case) -> None:
        target = self.mix.targets.get(case["n"]) or self._target(record, case)
        if target is None:
            self._name_somebody(record, seat, case["seat"])
            return
        self.mix.targets[case["n"]] = target
        mine = next((wanted_by(one) for one in case["votes"] if one["seat"] == seat), None)
        earlier = "to" not in case and self.mix.is_for_an_earlier_vote(record.table)
        if target.player is not None and all(
            one["player"] != target.player for one in candidates_of(record.table, case["seat"])
        ):
            self.mix.targets.pop(case["n"])
        elif mine != target and self.chance.random() < 0.6 and not (earlier and _leaves_open(record.table, case)):
            # Now and then somebody wants something else first, and thinks better of it.
            wanted = Wanted("wait") if mine is None and not earlier and self.chance.random() < 0.15 else target
            if self._say_vote(seat, case["seat"], wanted) and earlier and not case["votes"]:
                self.mix.away[self.account.id] = self.world.now + self.mix.pace * LONG_AWAY

    def _target(self, record: Record, case: Case) -> Wanted | None:
        """Return what the others want about a seat, ``None``: somebody new, who is to be named first."""
        table, mix = record.table, self.mix
        people = sum(one["bot"] is None for one in table["seats"])
        if "to" in case:
            to = wanted_by(case["to"])
            wanted = bool(mix.lacks(f"handed over to a {to.choice}")) and (to.choice != "bot" or people > 2)
            return to if wanted or self.chance.random() < 0.3 else Wanted("wait")
        lacking = mix.lacks("waiting voted for", "a bot voted for", "a person voted for")
        earlier = mix.is_for_an_earlier_vote(table)
        if earlier:  # to wait is decided in the vote itself
            bots = ["a bot voted for"] if "bot" in choices(table) else []
            lacking = mix.lacks("a bot voted for", "a person voted for") or bots or ["a person voted for"]
        if "a person voted for" in lacking and candidates_of(table, case["seat"]):
            return Wanted("person", candidates_of(table, case["seat"])[0]["player"])
        if mix.may_be_won() and not earlier and (mix.is_long() or self.chance.random() < 0.5):
            return Wanted("win")
        wanted_next = self.chance.choice(lacking) if lacking else ""
        if wanted_next == "a person voted for":
            return None
        return Wanted("bot" if wanted_next == "a bot voted for" else "wait")

    def _say_vote(self, seat: int, about: int, wanted: Wanted) -> bool:
        def vote(context: Context) -> None:
            record = absence.vote(context, self.match, self.account, about, wanted.choice, player=wanted.player)
            self._keep(absence.receipt_for_vote(context, record, seat, about, wanted.choice, wanted.player))

        return self._say(self._asked("voted", seat, about=about), vote)

    def _welcome(self, record: Record, seat: int, about: int) -> None:
        back = next(one for one in candidates_of(record.table, about) if one["by"] is None)
        if seat not in back["agreed"] and self.mix.lacks("former player back") and self.chance.random() < 0.7:
            self._say_vote(seat, about, Wanted("person", back["player"]))

    def _hand(self, record: Record, seat: int) -> None:
        offered, seq = handing.may_hand(record.table, seat), next_handing(record.table, seat)
        lacking = self.mix.lacks("handed over to a bot", "handed over to a person")
        choice = "bot" if self.chance.choice(lacking).endswith("bot") else "person"
        fit = [one for one in offered if one.choice == choice]
        if choice == "person" and not fit:
            self._name_somebody(record, seat, seat)
        elif fit:
            to = self.chance.choice(fit)

            def hand(context: Context) -> None:
                after = handing.hand(context, self.match, self.account, seat, to, seq)
                self._keep(handing.receipt_for(context, after.table, seat))

            self._say(self._asked("hands over", seat), hand)

    def _name_somebody(self, record: Record, seat: int, about: int) -> None:
        """Name somebody new for a seat, who says yes at once."""
        if not substitutes.may_name(record.table, seat, about):
            return
        friend = self.people.newcomer(self.mix)

        def name(context: Context) -> None:
            after = substitutes.ask(context, self.match, self.account, about, None)
            asked = substitutes.asked_by(after.table, about, seat)
            if asked is not None:
                substitutes.stand_in(context, self.match, friend, about, invitation=asked["secret"], key=None)

        self._say(self._asked("named somebody", seat, about=about), name)
        self.people.play(self.match, friend)

    # --- time

    def _say_about_time(self, record: Record, seat: int) -> None:
        chance, mix = self.chance, self.mix
        for standing, request in time_requests.open_requests(record):
            said = time_requests.said_to(request, seat)
            if request["seat"] != seat and said is None and chance.random() < 0.8:
                grant = bool(mix.lacks("more time granted")) or chance.random() < 0.4
                self._answer_for_time(standing["id"], seat, request["seat"], grant=grant)
        for standing in time_requests.may_ask(record, seat):
            if mix.lacks("more time granted") and chance.random() < 0.3:
                self._ask_for_time(record, seat, standing["id"])
                return
        for standing in extensions.may_take(record, seat):
            if chance.random() < (0.4 if mix.lacks("more time taken") else 0.02):
                self._take_time(record, seat, standing["id"])
                return
        waits = any(seat in one["seats"] and one["deadline"] is not None for one in record.table["standing"])
        if mix.lacks("vacation") and waits and chance.random() < 0.3:
            self._go_on_vacation()
        if mix.lacks("more time by the operator") and chance.random() < 0.2:
            self._operate(lambda by: extend(by, self.match, chance.randrange(60, 9_000), "ticket 7"))

    def _ask_for_time(self, record: Record, seat: int, decision: str) -> None:
        seq = next_said(record.table, "asked", seat)

        def ask(context: Context) -> None:
            after = time_requests.ask(context, self.match, self.account, decision, HOUR, seq)
            self._keep(time_requests.receipt_for(context, after.table, "asked", seat))

        self._say(self._asked("asked for time", seat, decision), ask)

    def _answer_for_time(self, decision: str, seat: int, requester: int, *, grant: bool) -> None:
        def answer(context: Context) -> None:
            after = time_requests.respond(context, self.match, self.account, decision, requester, grant)
            self._keep(time_requests.receipt_for(context, after.table, "answered", seat))

        self._say(self._asked("answered for time", seat, decision, about=requester), answer)

    def _take_time(self, record: Record, seat: int, decision: str) -> None:
        seq = times_taken(record.table, seat) + 1

        def take(context: Context) -> None:
            after = extensions.take(context, self.match, self.account, decision, seq)
            self._keep(extensions.receipt_for(context, after.table, seat))

        self._say(self._asked("took more time", seat, decision), take)

    def _go_on_vacation(self) -> None:
        today, account = datetime.fromtimestamp(self.world.now, UTC).date(), self.account.id
        back = self.world.now + self.chance.uniform(0.5, 30) * HOUR

        def take(context: Context) -> None:
            pauses.take_vacation(context, account, today, today + timedelta(1))

        if self._say(self._asked("vacation", None), take):
            self.mix.away[account] = max(self.mix.away.get(account, 0.0), back)
            self.world.after(back - self.world.now, lambda: self.people.crowd.start(lambda: self._come_home(today)))

    def _come_home(self, first: date) -> None:
        self._say(self._asked("came home", None), lambda context: pauses.end_vacation(context, self.account.id, first))

    # --- pauses, talk, orders, the operator, the end

    def _say_besides(self, record: Record, seat: int) -> None:
        chance, mix = self.chance, self.mix
        may = pauses.may_wish(record.table, seat)
        if may is not None and chance.random() < (0.5 if may and mix.lacks("pause") else 0.1 if not may else 0.0):
            self._wish(record, seat, pause=may)
        for channel in messages.open_channels(record, seat):
            if chance.random() < (0.5 if mix.lacks("messages") else 0.1):
                self._talk(seat, channel["id"])
        if {"orders", "hidden plan"} & mix.row.features and chance.random() < 0.1:
            self._order(record, seat)

    def _wish(self, record: Record, seat: int, *, pause: bool) -> None:
        seq = next_wish(record.table, seat)

        def wish(context: Context) -> None:
            after = pauses.wish(context, self.match, self.account, pause, seq)
            self._keep(pauses.receipt_for(context, after.table, seat))

        self._say(self._asked("wished a pause", seat, about=int(pause)), wish)

    def _talk(self, seat: int, channel: str) -> None:
        name = f"said {self.people.label()}"

        def say(context: Context) -> None:
            messages.say(
                context, at_the_table(context, self.match, self.account, seat), seat, channel, "Tee?", name=name
            )

        self._say(self._asked("said", seat, channel), say)

    def _order(self, record: Record, seat: int) -> None:
        document, replaces = self._orders(record, seat), orders.orders_seq(record, seat)
        if document is None:
            return

        def order(context: Context) -> None:
            now = at_the_table(context, self.match, self.account, seat)
            acted, _ = orders.set_orders(context, now, seat, orders.NewOrders(document, replaces=replaces))
            self._keep(SignedReceipt(acted.receipt, acted.signature))

        if self._say(self._asked("orders", seat, replaces=replaces), order):
            self.mix.acts["orders"] += 1

    def _orders(self, record: Record, seat: int) -> Orders | None:
        """Return orders that do in this state, made of what the game offers; ``None``: it offers none now."""
        game, state = game_of(record.table), record.state
        assert state is not None
        if self.mix.row.table == "Packet Row":
            return self._plan_of_the_round(record, seat)
        offered = [one for one in sentences_of(game, state, seat, "en") if one.example is not None]
        if not offered or not isinstance(game, SpeaksOrders):
            return None
        said: list[Order] = []
        for one in self.chance.sample(offered, min(3, len(offered))):
            said = game.orders_with(said, Order(one.kind, one.example or {}))
        return game.orders_made(said)

    def _plan_of_the_round(self, record: Record, seat: int) -> Orders | None:
        """Return the bot's plan for a round of Packet Row, ``None`` where the seat has its card of the round already."""
        game, state = game_of(record.table), record.state
        assert state is not None
        document = cast("Orders", plan_of_the_round(cast(Any, game.view(state, seat)), seat))
        try:
            game.check_orders(state, seat, document)
        except IllegalMove:
            return None
        return document

    def _operate(self, order: Callable[[Operator], object]) -> None:
        try:
            self.people.installation.call(lambda context: order(Operator(context.store, "grace")))
        except (Lost, StoreUnavailable, AdminError) as error:
            if isinstance(error, AdminError) and error.code != "not-possible":
                raise Broken(f"an operator's order is refused as {error.code}: {error}") from error

    def _end(self, record: Record, seat: int) -> None:
        """Bring the match to the end that it is to have; one without is stopped when it is far too long."""
        chance = self.chance
        if self.mix.lacks("resigned") and chance.random() < 0.1:
            self._say(self._asked("resigned", seat), lambda context: lobby.resign(context, self.match, self.account))
        elif self.mix.lacks("account deleted") and chance.random() < 0.1 and not self.mix.departed:
            self.mix.departed, self.mix.away[self.account.id] = True, float("inf")
            self.people.departed[self.account.id] = float("inf")  # nothing is promised before it is answered
            self._say(self._asked("account deleted", None), lambda context: departure.depart(context, self.account.id))
            self.people.departed[self.account.id] = self.world.now
        elif self.mix.lacks("stopped by the operator") or self.mix.entries.total() > 4 * LONG:
            self._operate(lambda by: cancel(by, self.match, "the simulation ends it"))

    # --- what is to be refused

    def _probe(self, record: Record, seat: int) -> None:
        """Ask for something that cannot be, now and then: it has to be refused, and for the right reason."""
        if self.chance.random() > 0.05:
            return
        table = record.table
        others = [one for one in table["standing"] if seat not in one["seats"]]
        if others and self.chance.random() < 0.5:
            standing = self.chance.choice(others)
            asked = self._asked("act" if standing["sealed"] else "answer", seat, standing["id"])
            self._refused(asked, lambda context: self._meddle(context, standing, seat))
        elif "pauses" not in table:
            self._refused(
                self._asked("wished a pause", seat, about=1),
                lambda context: pauses.wish(context, self.match, self.account, True, 1),
            )
        elif case_of(table, seat) is None:
            self._refused(
                self._asked("voted", seat, about=seat),
                lambda context: absence.vote(context, self.match, self.account, seat, "wait"),
            )

    def _meddle(self, context: Context, standing: Standing, seat: int) -> None:
        now = at_the_table(context, self.match, self.account, seat)
        if standing["sealed"]:
            acts.commit(context, now, seat, acts.SeatAct(standing["id"], move={}))
        else:
            acts.answer(context, now, seat, acts.SeatAct(standing["id"], move={}))

    def _refused(self, asked: Asked, request: Callable[[Context], object]) -> None:
        def refused(context: Context) -> None:
            before = self._length()
            self._judged(context, asked, request)
            if self._length() == before:
                raise Broken(f"{asked} is taken in match {self.match}, and cannot be")

        try:
            self.people.installation.call(refused)
        except (Lost, StoreUnavailable, ActError, MatchError, TalkError):
            self.people.happened["refused as it has to be"] += 1


def _leaves_open(table: Table, case: Case) -> bool:
    """Return whether to leave it to the one who has voted about a seat, and is missed since or soon, to decide by coming back."""
    polled = [one["n"] for one in table["absence"]["cases"] if "polled" in one and "to" not in one]
    away = [is_missed_by_all(table, one["seat"]) for one in case["votes"]]
    decides = 2 * (away.count(False) + 1) > len(voters_on(table, case["seat"]))
    return case["n"] > min(polled) or (bool(away) and (not any(away) or decides))


def _decides_if_there(table: Table, seat: int) -> bool:
    """Return whether something would be decided about another seat if this one, which is missed, were there."""
    there = table.copy()
    note_presence(there, seat)
    return has_decided(there)
