"""The laws of :mod:`engine.contract` as checks over any game.

Record a whole match with :func:`play`, then hold its steps against the laws. What a game hides differs from game to game: its
:class:`Ways` make another state that differs only in what a viewer may not see.
"""

import copy
import hashlib
import json
import marshal
import pickle
import random
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson
from jsonschema_rs import validator_for

from engine.contract import Decision, Event, Game, IllegalMove, Language, Move, Silence, State
from engine.kit.text.phrases import glance_at
from engine.protocol.canon import IDENTIFIER
from engine.protocol.chance import Draws

LANGUAGES: tuple[Language, ...] = ("en", "de")
LONGEST = 20_000
"""More steps than any match of any game takes."""

Answer = Callable[[Game, State, int, Decision, list[Move]], Move]
Offered = Callable[[int, Decision], list[Move]]
"""The legal moves of a seat in a decision."""
Pick = Callable[[Offered, list[Decision]], Decision]
"""Which of the decisions that stand is answered next."""


@dataclass(frozen=True)
class Step:
    """One resolved decision."""

    before: State
    decision: Decision
    answers: dict[int, Move]
    after: State
    events: list[Event]


@dataclass(frozen=True, repr=False)
class Match:
    """A match from the deal to the end."""

    game: Game
    options: dict[str, Any]
    seats: int
    seed: bytes
    start: State
    steps: list[Step]

    def __repr__(self) -> str:
        return f"a match of {self.game.rules.id} with {self.options}, {self.seats} seats, {len(self.steps)} steps"

    @property
    def end(self) -> State:
        return self.steps[-1].after

    @property
    def states(self) -> list[State]:
        return [self.start, *(step.after for step in self.steps)]


Viewer = int | None
"""A seat, or ``None`` for a spectator."""


@dataclass(frozen=True)
class Ways:
    """How a game is played under the laws, and what it hides; see ``ways.py`` beside the game's tests.

    ``twin`` makes another state that differs only in what a viewer may not see. ``twin_before`` does so for the state before
    a step, where what the step brings to light stays as it is; ``None`` where there is no such state. What may come to light
    is said by the rules, never read off an event's ``to``: else an event told to too many would prove itself right.
    ``tables`` are options with a number of seats; empty: every preset, or the default options, with every number of seats.
    ``players`` are ways to answer beside those of any game. ``forced_in_secret`` are kinds of decision in which hidden facts
    may leave one move. ``complete``: lists hold all legal moves. ``mutants`` are tried on each list of moves.
    ``open_at_the_end``: once the match is over, everything is shown to everybody.
    """

    twin: Callable[[State, Viewer, random.Random], State]
    twin_before: Callable[[Step, Viewer, random.Random], State | None]
    tables: Sequence[tuple[dict[str, Any], int]] = ()
    players: Sequence[Callable[[random.Random], Answer]] = ()
    forced_in_secret: frozenset[str] = frozenset()
    complete: bool = True
    mutants: int = 12
    open_at_the_end: bool = False


def nothing_hidden(state: State, viewer: Viewer, rng: random.Random) -> State:
    """The twin of a state in a game that hides nothing: the state itself."""
    return state


def text(value: Any) -> str:
    """Return one text for one JSON value (1, true and 1.0 are three)."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:  # odd values: integers of any length, half characters, keys that are no texts
        return json.dumps(value, sort_keys=True, allow_nan=False)


Value = TypeVar("Value")


def copied(value: Value) -> Value:
    """Return a deep copy, in which what was one object in two places is one again."""
    duplicate: Value = pickle.loads(pickle.dumps(value))
    return duplicate


def seed_of(number: int) -> bytes:
    return hashlib.sha256(b"laws %d" % number).digest()


def at_random(rng: random.Random) -> Answer:
    """Return a player who takes any legal move."""
    return lambda game, state, seat, decision, moves: rng.choice(moves)


def mostly_silent(rng: random.Random) -> Answer:
    """Return a player who answers rarely; what nobody waits for is answered or not asked at all."""
    return lambda game, state, seat, decision, moves: (
        rng.choice(moves)
        if decision["optional"] or rng.random() < 0.25
        else game.fallback(state, seat, decision["id"], "absent")
    )


def bot(rng: random.Random) -> Answer:
    """Return a player who plays like the game's bot."""
    chance = Draws(rng.randbytes(32))
    return lambda game, state, seat, decision, moves: game.bot(game.view(state, seat), decision, moves, chance)


def first_due(offered: Offered, decisions: list[Decision]) -> Decision:
    """Pick the first decision that the table waits for."""
    return next((one for one in decisions if not one["optional"]), decisions[0])


def in_any_order(rng: random.Random, eager: float = 0.25) -> Pick:
    """Return how a lively table goes on: any decision that stands, now and then one that nobody waits for."""

    def pick(offered: Offered, decisions: list[Decision]) -> Decision:
        able = [one for one in decisions if one["optional"] and offered(one["seats"][0], one)]
        due = [one for one in decisions if not one["optional"]]
        return rng.choice(able if able and (not due or rng.random() < eager) else due)

    return pick


def offered_in(game: Game, state: State) -> Offered:
    """Return the legal moves of a state, each list worked out once: most of the time of random matches goes into them."""
    known: dict[tuple[int, str], list[Move]] = {}

    def offered(seat: int, decision: Decision) -> list[Move]:
        place = (seat, decision["id"])
        if place not in known:
            known[place] = game.moves(state, *place)
        return known[place]

    return offered


def play(game: Game, options: dict[str, Any], seats: int, seed: bytes, answer: Answer, pick: Pick = first_due) -> Match:
    """Play a match to its end (law 6: there is one)."""
    chance = Draws(seed)
    options = game.options(options, seats)
    state = start = game.setup(options, seats, chance)
    steps: list[Step] = []
    while decisions := game.decisions(state):
        assert len(steps) < LONGEST, "the match does not end"
        offered = offered_in(game, state)
        decision = pick(offered, decisions)
        answers = {seat: answer(game, state, seat, decision, offered(seat, decision)) for seat in decision["seats"]}
        after, events = game.resolve(state, decision["id"], answers, chance)
        steps.append(Step(state, decision, answers, after, events))
        state = after
    assert game.outcome(state) is not None, "nothing is asked, but nobody has won"
    return Match(game, options, seats, seed, start, steps)


def resolving_is_pure(match: Match) -> None:
    """Law 1: the input keeps its bytes, the same input gives the same bytes, and nothing of the input is shared on."""
    for step in match.steps:
        state, answers = copied((step.before, step.answers))
        after, events = match.game.resolve(state, step.decision["id"], answers, Draws(match.seed))
        assert text([after, events]) == text([step.after, step.events])
        assert text(state) == text(step.before)
        assert answers == step.answers


def replaying_is_equal(match: Match) -> None:
    """Law 1 over a whole match, through JSON texts: the answers alone bring back every state."""
    chance = Draws(match.seed)
    state = match.game.setup(json.loads(text(match.options)), match.seats, chance)
    assert text(state) == text(match.start)
    for step in match.steps:
        answers = {seat: json.loads(text(move)) for seat, move in step.answers.items()}
        state, events = match.game.resolve(json.loads(text(state)), step.decision["id"], answers, chance)
        assert text([state, events]) == text([step.after, step.events])


def everything_is_json(match: Match) -> None:
    """States, events, moves, views and outcomes are JSON without floats, and survive the round trip unchanged."""
    plain = Plain()
    for state in match.states:
        plain.judge(state)
        for seat in (None, *range(match.seats)):
            plain.judge(match.game.view(state, seat))
        plain.judge(match.game.outcome(state))
    for step in match.steps:
        plain.judge(step.events)
        plain.judge(list(step.answers.values()))


def everything_fits_its_schema(match: Match) -> None:
    """Every view of every seat and of a spectator, every event and every move is as the rules publish it."""
    rules = match.game.rules
    assert rules.view, f"{rules.id} publishes no schema of its views"
    assert rules.events, f"{rules.id} publishes no schema of its events"
    views, events = validator_for(rules.view), validator_for(rules.events)
    moves = {kind: validator_for(schema) for kind, schema in rules.moves.items()}
    for state in match.states:
        for seat in (None, *range(match.seats)):
            views.validate(match.game.view(state, seat))
    for step in match.steps:
        for event in step.events:
            events.validate(event)
        for move in step.answers.values():
            moves[step.decision["kind"]].validate(move)


def sealed_decisions_stand(match: Match) -> None:
    """Law 5: resolving one decision changes nothing of what is legal in a sealed one that goes on standing."""
    game = match.game
    for step in match.steps:
        standing = {one["id"] for one in game.decisions(step.after)}
        for decision in game.decisions(step.before):
            if decision["sealed"] and decision["id"] in standing and decision["id"] != step.decision["id"]:
                for seat in decision["seats"]:
                    before, after = (game.moves(one, seat, decision["id"]) for one in (step.before, step.after))
                    assert text(before) == text(after)


PLAIN = {dict, list, str, int, bool, type(None)}


class Plain:
    """Judges whether values are JSON without floats; parts that were met before are not looked at again."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def judge(self, value: Any) -> None:
        """Assert that a value is plain: subclasses of JSON's types and keys beyond ASCII are not."""
        if type(value) is dict:
            is_plain(dict.fromkeys(value))
            for part in value.values():
                self._judge(part)
        else:
            self._judge(value)

    def _judge(self, part: Any) -> None:
        try:
            told = marshal.dumps(part, 2)  # different bytes for different types; refuses subclasses
        except ValueError:
            is_plain(part)
            return
        if told not in self._known:
            is_plain(part)
            self._known.add(told)


def is_plain(value: Any) -> None:
    """Assert that a value is JSON without floats."""
    parts = [[value]]
    while parts:
        part = parts.pop()
        kinds = set(map(type, part))
        assert kinds <= PLAIN, f"{part!r} is not plain JSON"
        if dict in kinds:
            for one in part:
                if type(one) is dict:
                    assert set(map(type, one)) <= {str} and "".join(one).isascii(), f"{list(one)!r} are no keys"
                    parts.append(list(one.values()))
        if list in kinds:
            parts += [one for one in part if type(one) is list]


def decisions_are_proper(match: Match, *, forced_in_secret: Container[str] = ()) -> None:
    """Ids occur once and are identifiers; kinds have a schema; no seat is asked what is forced (law 2).

    ``forced_in_secret`` are the kinds of decision in which hidden cards alone may leave a seat one move: not asking would tell.
    """
    game = match.game
    seen = set()
    for step in match.steps:
        decision = step.decision
        assert IDENTIFIER.fullmatch(decision["id"])
        assert decision["id"] not in seen
        seen.add(decision["id"])
        assert decision["kind"] in game.rules.moves
        assert decision["seats"] == sorted(set(decision["seats"]))
        assert decision["sealed"] or len(decision["seats"]) == 1
        for seat in decision["seats"]:
            least = 1 if decision["kind"] in forced_in_secret else 2
            assert decision["optional"] or len(game.moves(step.before, seat, decision["id"])) >= least
        for seat in set(range(match.seats)) - set(decision["seats"]):
            assert game.moves(step.before, seat, decision["id"]) == []
    for state in match.states:
        assert (game.decisions(state) == []) == (game.outcome(state) is not None)


def silence_is_legal(match: Match) -> None:
    """Where somebody waits, what silence means can be resolved; for an absent seat it is a legal move as well.

    What is answered by default instead of being asked means the same, whatever anybody holds.
    """
    unasked, default = match.game.rules.unasked, match.game.rules.orders_default
    for step in match.steps:
        decision = step.decision
        if decision["optional"]:
            continue
        for seat in decision["seats"]:
            absent = match.game.fallback(step.before, seat, decision["id"], "absent")
            match.game.check(step.before, seat, decision["id"], absent)
            if decision["kind"] in unasked:
                assert default is not None
                by_default = match.game.consult(step.before, seat, decision["id"], default)
                assert by_default == absent == unasked[decision["kind"]]
            whys: tuple[Silence, ...] = ("absent", "unopened") if decision["sealed"] else ("absent",)
            for why in whys:
                answers = {**step.answers, seat: match.game.fallback(step.before, seat, decision["id"], why)}
                match.game.resolve(step.before, decision["id"], answers, Draws(match.seed))


def refusing_to_open_never_pays(match: Match) -> None:
    """What a seal that stays shut leads to is no move the seat could have made, or the decision takes escrow only.

    Otherwise a seat could see the lock first and choose then (protocol section 12.6).
    """
    for step in match.steps:
        decision = step.decision
        if not decision["sealed"] or decision["kind"] in match.game.rules.escrow_only:
            continue
        for seat in decision["seats"]:
            unopened = match.game.fallback(step.before, seat, decision["id"], "unopened")
            try:
                match.game.check(step.before, seat, decision["id"], unopened)
            except IllegalMove:
                continue
            raise AssertionError(f"{decision['kind']}: {unopened} is a legal move, too")


def moves_and_check_agree(
    match: Match, steps: Sequence[Step], rng: random.Random, mutants: int = 12, *, complete: bool = True
) -> None:
    """Law 3, over some steps: every listed move passes and fits its schema; ``check`` raises nothing but IllegalMove.

    ``complete``: the lists hold all legal moves, so a mutant passes exactly if it is listed.
    """
    validators = {kind: validator_for(schema) for kind, schema in match.game.rules.moves.items()}
    for step in steps:
        decision = step.decision
        for seat in decision["seats"]:
            moves = match.game.moves(step.before, seat, decision["id"])
            if not moves:
                continue  # what nobody waits for may stand without anything to answer yet
            listed = {text(move) for move in moves}
            assert len(listed) == len(moves), "a move is listed twice"
            for move in moves:
                match.game.check(step.before, seat, decision["id"], move)
            for move in rng.sample(moves, min(len(moves), 3)):
                validators[decision["kind"]].validate(move)
            for mutant in mutations(moves, rng, mutants):
                legal = passes(match.game, step.before, seat, decision["id"], mutant)
                if complete:
                    assert legal == (text(mutant) in listed), mutant
                if legal:
                    validators[decision["kind"]].validate(mutant)


def passes(game: Game, state: State, seat: int, decision: str, move: Any) -> bool:
    """Return whether ``check`` lets a move pass; any other exception than IllegalMove is a failure of the law."""
    try:
        game.check(state, seat, decision, move)
    except IllegalMove as refusal:
        assert refusal.code
        assert refusal.pointer == "" or refusal.pointer.startswith("/")
        assert refusal.message
        return False
    return True


ODD: list[Any] = [
    None, True, False, 0, 1, -1, 10**400, 1.0, 0.5, "", "C01", "\ud800", "pass", [], [0], [0, 0], [1.0, 0], [True, 0],
    [0, 0, 0], {}, {"type": "pass"}, [[0, 0]], [10**30, 0], ["0", "0"], [None, None],
]  # fmt: skip
"""Values that are wrong almost everywhere."""


def mutations(moves: list[Move], rng: random.Random, number: int) -> Iterator[Any]:
    """Yield broken, crossed and slightly moved variants of legal moves."""
    for _ in range(number):
        move = copy.deepcopy(rng.choice(moves))
        other = rng.choice(moves)
        key = rng.choice([*move, *other])
        change = rng.randrange(6)
        if change == 0:
            move[key] = rng.choice(ODD)
        elif change == 1:
            move.pop(key, None)
        elif change == 2:
            move[rng.choice(["extra", "card", "to", "remove", "at", "if_alone", ""])] = rng.choice(ODD)
        elif change == 3 and key in other:
            move[key] = copy.deepcopy(other[key])
        elif change == 4 and type(move.get(key)) is list and move[key]:
            spot = rng.randrange(len(move[key]))
            if type(move[key][spot]) is int:
                move[key][spot] += rng.choice([-1, 1])
        elif change == 5:
            move["type"] = rng.choice([*(one.get("type") for one in moves), "forfeit", "resign", None, 3])
        yield move


def nothing_leaks(
    game: Game, state: State, other: State, viewer: int | None, *, drawn: bool = False, seats: int | None = None
) -> None:  # fmt: skip
    """Law 4: two states that differ only in what the viewer may not see look alike in every channel to that viewer.

    ``drawn``: compare pictures and texts as well. They are made from the view alone, so a few states are enough.
    ``seats``: how many sit at this table, where that is not the game's largest number.
    """
    assert text(game.decisions(state)) == text(game.decisions(other))
    view = game.view(state, viewer)
    assert text(view) == text(game.view(other, viewer))
    if drawn:
        twin = game.view(other, viewer)
        names = [f"player {seat}" for seat in range(seats or max(game.rules.seats))]
        assert game.picture(view) == game.picture(twin)
        for language in LANGUAGES:
            assert game.words.table(view, names, language) == game.words.table(twin, names, language)
            kinds = [decision["kind"] for decision in game.decisions(state)]
            assert glance_at(game.words, view, names, language, kinds=kinds) == glance_at(
                game.words, twin, names, language, kinds=kinds
            )
    for decision in game.decisions(state):
        if viewer is not None and viewer in decision["seats"]:
            seat = viewer
            assert text(game.moves(state, seat, decision["id"])) == text(game.moves(other, seat, decision["id"]))
            silences = [
                [game.fallback(one, seat, decision["id"], why) for why in ("absent", "unopened")]
                for one in (state, other)
            ]  # fmt: skip
            assert text(silences[0]) == text(silences[1])


def no_event_leaks(game: Game, step: Step, other: State, viewer: int | None, seed: bytes) -> None:
    """Law 4 over a step: the same answers in two states that look alike give the viewer the same events."""
    _, events = game.resolve(other, step.decision["id"], step.answers, Draws(seed))
    assert text(seen_by(events, viewer)) == text(seen_by(step.events, viewer))


def everything_has_words(match: Match) -> None:
    """Every event, answer and question of a match can be said in every language, and the table be shown as text."""
    names = [f"player {seat}" for seat in range(match.seats)]
    words = match.game.words
    for language in LANGUAGES:
        for step in match.steps:
            said = [words.question(step.decision, language)]
            said += [words.move(move, language) for move in step.answers.values()]
            said += [words.event(event, names, language) for event in step.events]
            assert all(said), step
        for state in (match.start, match.end):
            for viewer in (None, *range(match.seats)):
                view = match.game.view(state, viewer)
                shown = (words.table(view, names, language), glance_at(words, view, names, language, kinds=[]))
                assert all(max(map(len, one.splitlines())) <= 72 for one in shown)


def hidden_facts_stay_hidden(match: Match, steps: Sequence[Step], ways: Ways, rng: random.Random) -> None:
    """Law 4 over some steps of a match, for every seat and a spectator: before each, in its events, and after it."""
    game = match.game
    for step in steps:
        for viewer in (None, *range(match.seats)):
            twin = ways.twin(step.before, viewer, rng)
            nothing_leaks(game, step.before, twin, viewer, drawn=rng.random() < 0.04, seats=match.seats)
            before = ways.twin_before(step, viewer, rng)
            if before is not None:
                no_event_leaks(game, step, before, viewer, match.seed)
                after, _ = game.resolve(before, step.decision["id"], step.answers, Draws(match.seed))
                if game.outcome(step.after) is None or not ways.open_at_the_end:
                    nothing_leaks(game, step.after, after, viewer, seats=match.seats)


class Loud:
    """A game with a slip: everybody is told one type of event that some may not see."""

    def __init__(self, game: Game, kind: str) -> None:
        self._game, self._kind = game, kind

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Draws
    ) -> tuple[State, list[Event]]:
        after, events = self._game.resolve(state, decision, answers, chance)
        return after, self.told(events)

    def told(self, events: list[Event]) -> list[Event]:
        """Return the events as everybody is told them."""
        return [
            {key: value for key, value in event.items() if key != "to"} if event["type"] == self._kind else event
            for event in events
        ]


def seen_by(events: list[Event], viewer: int | None) -> list[Event]:
    """Return the events a viewer is shown."""
    return [event for event in events if "to" not in event or viewer in event["to"]]
