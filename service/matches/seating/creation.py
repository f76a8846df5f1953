"""Creating a match: the request is checked, counted and stored, and bots and owner are seated.

:func:`check_hold` bounds how long answers to open decisions may be held back, so that timing does not reveal standing
orders; the workers draw from that span when each answer is resolved (:mod:`workers.resolve.releases`).

A bot account invited to a new match sits down at once if it accepts the challenge.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.contract import BadOptions, Game, Language, Rules
from engine.kit.foresight import LEVELS, levels_of
from engine.kit.rule_data import data_of
from engine.kit.shape import one_of
from engine.match.absence import agreed_on
from engine.match.extensions import agreed_on as agreed_on_extensions
from engine.match.extensions import agreed_on_operator
from engine.match.pauses import agreed_on as agreed_on_pauses
from engine.match.seeding import agreed
from engine.match.step import Step
from engine.match.table import LeastReliability, Seat, Seeding, Table, TableTalk, Vacations
from engine.match.time_requests import agreed_on as agreed_on_requests
from engine.protocol.agreements import LONGEST_OPERATOR_EXTENSION, MOST_OPERATOR_EXTENSIONS, OperatorExtensions
from engine.protocol.canon import b64
from engine.protocol.chance import server_seed_commitment
from engine.protocol.log import FIRST_HEAD
from engine.registry import UnknownRules, game, newest
from service.bot_policy import declines
from service.context import Context
from service.keys.signing import new_seed
from service.matches.absence.absence import agreed as agreed_absence
from service.matches.absence.extensions import agreed as agreed_extensions
from service.matches.absence.fair_hours import Nights, usual_nights
from service.matches.absence.pauses import Policy, usual_policy
from service.matches.absence.pauses import agreed as agreed_pauses
from service.matches.absence.time_requests import agreed as agreed_requests
from service.matches.caps import Created, place_to_create
from service.matches.changes import LOBBY_LIFE, change_match, load_match, new_step, notices_for, transition
from service.matches.errors import MatchError
from service.matches.pace import DEFAULT_PACE, BadPace, check_pace, shortest, time_to_reveal
from service.matches.seating import lobby
from service.matches.seating.guests import KEEP, check_guest_creates
from service.matches.seating.inviting import new_invitation, notices_to
from service.matches.seating.seats import free_seat, seat_for, sit
from service.notifications.events import announce
from service.notifications.facts import NoFacts
from service.notifications.kinds import PROJECTION
from service.store.records import Account, Creation, Invited, Record, Transition
from service.text.names import bot_at_table

LONGEST_HOLD = 86_400_000


def bots_of(rules: Game) -> tuple[str, ...]:
    """Return the names of the bots that play a game."""
    return (*levels_of(rules), "random")


class BadHold(ValueError):
    """An impossible hold; the message says why."""


def check_hold(wished: int | None, pace: dict[str, Any], rules: Rules, *, only_bots: bool) -> int:
    """Return the match's hold in milliseconds.

    :param wished: the requested hold, or None for the game's default, shortened for a quick pace and omitted among bots only.
    :raises BadHold: for one that may outlast a decision's deadline, or has nothing to hide.
    """
    stands = shortest(pace) * 1000
    if wished is None:
        return 0 if rules.orders is None or only_bots else min(rules.hold * 1000, stands // 4000 * 1000)
    if not 0 <= wished <= LONGEST_HOLD or wished % 1000:
        raise BadHold("hold must be from 0 to 86400 whole seconds")
    if wished and rules.orders is None:
        raise BadHold(f"{rules.id} has no standing orders, so there is nothing to hold answers back for")
    if wished and wished >= stands:
        raise BadHold(f"hold must be shorter than a decision stands, {stands // 1000} seconds")
    return wished


LONGEST_GRACE = 3_600_000
BOTS = (*LEVELS, "random")
"""Bots that can replace people: those of the levels, of which ``steady`` is the game's own, and ``random`` for any legal
move."""


@dataclass(frozen=True)
class NewMatch:
    """A requested match. ``rules`` is a rules id or a game's name, which stands for its newest rules.

    ``grace`` in milliseconds; ``bots`` are names of :data:`BOTS`, ``invite`` account ids.
    ``invite_language`` is the language of letters to people who have never logged in; ``None``: the owner's.

    ``hold`` is for how long at most answers to open decisions are held back, in milliseconds; ``None``: as the game has it.
    ``sit`` seats the owner at once, without entropy; an owner who wants to add entropy to the draws joins afterwards.
    ``absence`` is what is done when somebody stays away, ``extensions`` how often each seat may take more time, ``pauses`` who
    agrees on pauses, ``time_requests`` who grants more time; ``None``: nothing, never, nobody.
    ``vacation``: whether the clock stops for people on vacation; ``None``: as such matches usually do.
    ``nights``: whether deadlines keep out of people's nights; ``None``: as matches of this pace usually do.
    ``talk`` says whether people may talk at the table, and when spectators read it.
    ``least_reliability`` is asked of whoever sits down at an open table without an invitation.
    ``assistants`` says whether players may be helped by a computer's assistant: a rule among people, shown to all of them.
    ``rated``: whether the result counts for the players' ratings (:mod:`engine.standings`).
    ``tournament``: the tournament that it belongs to, which seats its players (:mod:`service.matches.tournaments`).
    """

    rules: str
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    pace: dict[str, Any] = field(default_factory=lambda: dict(DEFAULT_PACE))
    grace: int = 60_000
    hold: int | None = None
    custody: Literal["any", "client"] = "any"
    entropy: Literal["optional", "required"] = "optional"
    visibility: Literal["open", "private"] = "open"
    start: Literal["when-full", "by-owner"] = "when-full"
    bots: list[str] = field(default_factory=list)
    invite: list[str] = field(default_factory=list)
    invite_language: Language | None = None
    sit: bool = True
    absence: dict[str, Any] | None = None
    extensions: dict[str, Any] | None = None
    pauses: dict[str, Any] | None = None
    time_requests: dict[str, Any] | None = None
    nights: Nights | None = "ignored"
    vacation: Policy | None = "plays-on"
    least_reliability: LeastReliability | None = None
    talk: TableTalk = "after"
    assistants: Literal["welcome", "unwanted"] = "welcome"
    rated: bool = False
    tournament: str = ""


@dataclass(frozen=True)
class Admitted:
    """An admitted match: its requester and request, its future table and server seed, and the quota left."""

    owner: Account
    wanted: NewMatch
    table: Table
    seed: bytes
    counted: Created | None = None


@contextmanager
def admitted(
    context: Context, owner: Account, wanted: NewMatch, match: str, *, again: bool, address: str
) -> Iterator[Admitted]:
    """Context for creating a match: check the request, then count it, before anything is done.

    The invitations are not checked here. A refused request does not count as a creation, and what fails within takes no
    place. ``again`` says that the match exists already, so that it is not counted again. ``address`` is the caller's.

    :raises MatchError: ``invalid`` with a pointer into the request; ``rules-superseded`` for rules that were corrected.
    :raises CapReached: one match too many.
    """
    found = check_table(context, owner, wanted, match)
    if again:
        yield found
        return
    with place_to_create(context, owner, match, wanted.bots, address) as counted:
        yield replace(found, counted=counted)


def create(context: Context, owner: Account, wanted: NewMatch, match: str) -> Record:
    """Create a match without applying caps, as :func:`open_table` does.

    :raises MatchError: as :func:`admitted`.
    """
    return open_table(context, check_table(context, owner, wanted, match), [Invited(one) for one in wanted.invite])


def open_table(context: Context, admitted: Admitted, invite: Sequence[Invited]) -> Record:
    """Create an admitted match, invite these people, seat its bots and (if wished) its owner; return it.

    Creating the same match again continues where a crash interrupted and changes nothing otherwise.

    :raises MatchError: ``busy`` when the match exists and belongs to somebody else.
    """
    owner, wanted, table, seed = admitted.owner, admitted.wanted, admitted.table, admitted.seed
    match = table["match"]
    step = new_step(context, table, n=0, head=b64(FIRST_HEAD), at=0, now=table["created"])
    step.write(
        "created",
        {
            "custody": table["custody"],
            "data": table["data"],
            "key": context.signers.of(table).public_key,
            "match": match,
            "options": table["options"],
            "pace": table["pace"],
            "rules": table["rules"],
            "seats": len(table["seats"]),
            "seed": server_seed_commitment(match, seed),
            **({"hold_seconds": table["hold"] // 1000} if table["hold"] else {}),
            **agreed(table),
        },
    )
    language, created = wanted.invite_language or "", table["created"]
    notices = [notice for one in invite for notice in notices_to(context, step, owner, one, created, language)]
    first = Creation(
        match=match,
        table=step.table,
        head=b64(step.head),
        at=step.at,
        line=step.lines[0],
        seed=b64(seed),
        due=table["created"] + LOBBY_LIFE,
        notices=notices,
    )
    if context.store.create(first):
        announce(context.store, context.settings.queue_url, [first])
    record = load_match(context, match)
    if record.table["owner"] != owner.id:
        raise MatchError("busy", "this match id belongs to somebody else: use another Idempotency-Key")
    # Before anybody is seated: a match that exists is on its owner's list, and counted, whatever happens next.
    if owner.id:
        context.store.note_match(owner.id, match)
    return _settle_in(context, owner, wanted, match)


def _rules(context: Context, wanted: NewMatch, match: str) -> str:
    """Return the rules id a new match is played by: the newest of the game, never one that was corrected since."""
    try:
        current = newest(wanted.rules)
    except UnknownRules:
        raise MatchError("invalid", "unknown rules: see GET /v1/rules", "/rules") from None
    if wanted.rules in (current, current.partition("@")[0]):
        return current
    # The request is repeated, or the tournament announced: it was accepted before the rules were corrected.
    if wanted.tournament or context.store.load(match) is not None:
        return wanted.rules
    name = current.partition("@")[0]
    message = f"{wanted.rules} was corrected: name {current}, or {name} for whatever is newest"
    raise MatchError("rules-superseded", message, "/rules")


def check_table(context: Context, owner: Account, wanted: NewMatch, match: str) -> Admitted:
    """Check a request by making the table for it; nothing is stored.

    :raises MatchError: as :func:`admitted`.
    """
    rules_id = _rules(context, wanted, match)
    rules = game(rules_id)
    if wanted.seats not in rules.rules.seats:
        raise MatchError(
            "invalid", f"{rules_id} is played at {one_of(rules.rules.seats)} seats, not at {wanted.seats}", "/seats"
        )
    if len(wanted.bots) >= wanted.seats:
        message = f"the bots take all {wanted.seats} seats: ask for more seats, or for fewer bots"
        raise MatchError("invalid", message, "/bots")
    for number, bot in enumerate(wanted.bots):
        if bot not in bots_of(rules):
            raise MatchError("invalid", f"the bots of {rules_id} are {', '.join(bots_of(rules))}", f"/bots/{number}")
    if wanted.entropy == "required" and (wanted.bots or wanted.sit):
        message = (
            "a match that demands entropy has no bots, and its owner joins with entropy like everybody (sit: false)"
        )
        raise MatchError("invalid", message, "/entropy")
    if wanted.custody == "client" and wanted.bots:
        raise MatchError("invalid", "bots seal with escrow custody: leave custody at 'any' or take no bots", "/custody")
    if not 0 <= wanted.grace <= LONGEST_GRACE:
        raise MatchError("invalid", "grace is from 0 to 3600 seconds", "/grace_seconds")
    try:
        options = rules.options(wanted.options, wanted.seats)
        pace = check_pace(wanted.pace)
        hold = check_hold(wanted.hold, pace, rules.rules, only_bots=len(wanted.bots) >= wanted.seats - 1)
    except BadOptions as error:
        raise MatchError("invalid", error.message, "/options" + error.pointer) from error
    except BadPace as error:
        raise MatchError("invalid", error.message, "/pace" + error.pointer) from error
    except BadHold as error:
        raise MatchError("invalid", str(error), "/hold_seconds") from error
    if owner.is_guest:
        check_guest_creates(len(wanted.bots), wanted.seats, wanted.visibility, len(wanted.invite))
    empty = Seat(player=None, name="", bot=None)
    table = Table(
        match=match,
        title=wanted.title or rules.rules.title,
        rules=rules_id,
        data=data_of(rules.rules, options),
        options=options,
        seats=[empty] * wanted.seats,
        custody=wanted.custody,
        entropy=wanted.entropy,
        pace=pace,
        grace=wanted.grace,
        hold=hold,
        visibility=wanted.visibility,
        invitation=new_invitation(),
        start=wanted.start,
        status="lobby",
        request="",
        resigning=[],
        owner=owner.id,
        created=context.store.now(),
        standing=[],
        marks=[],
        labels=[],
        outcome=None,
        over=None,
        key=context.signer.key_id,
        seeding=Seeding(
            resolver=context.sealer.public_key, reveal=time_to_reveal(pace) * 1000, beacon=context.settings.beacon
        ),
    )
    _set_rated(owner, wanted, rules, table)
    _set_conditions(wanted, table)
    _agree(context, wanted, table)
    return Admitted(owner, wanted, table, new_seed())


def _set_rated(owner: Account, wanted: NewMatch, rules: Game, table: Table) -> None:
    """Mark a rated table, which is public, for people alone, and plays a preset of the game as it stands.

    :raises MatchError: invalid, with a pointer; guest.
    """
    if not wanted.rated:
        return
    if owner.is_guest:
        raise MatchError("guest", f"rated tables are for people whose account lasts: {KEEP}")
    if owner.owner:
        raise MatchError("invalid", "bots open no rated tables: leave this out", "/rated")
    if wanted.visibility == "private":
        raise MatchError("invalid", "a rated table is public: open it, or leave 'rated' out", "/visibility")
    if wanted.bots:
        raise MatchError("invalid", "a rated table is for people: take no bots, or leave 'rated' out", "/bots")
    presets = rules.rules.presets or {"": {}}
    if not any(_options(rules, given, wanted.seats) == table["options"] for given in presets.values()):
        message = f"rated tables play one of these presets as it stands: {', '.join(presets)}; or leave 'rated' out"
        raise MatchError("invalid", message, "/options")
    table["rated"] = True


def _options(rules: Game, given: dict[str, Any], seats: int) -> dict[str, Any] | None:
    """Return the complete options of a preset, or None if it is not played at so many seats."""
    try:
        return rules.options(given, seats)
    except BadOptions:
        return None


def _set_conditions(wanted: NewMatch, table: Table) -> None:
    """Set the tournament, who reads the talk, the entry condition without an invitation, and that no assistants are wanted.

    :raises MatchError: invalid, for an entry condition of a private table.
    """
    if wanted.tournament:
        table["tournament"] = wanted.tournament
    if wanted.talk != "after":
        table["talk"] = wanted.talk
    if wanted.assistants == "unwanted":
        table["assistants"] = "unwanted"
    if wanted.least_reliability is None:
        return
    if wanted.visibility == "private":
        message = "who sits down at a private table is invited: leave this out, or open the table"
        raise MatchError("invalid", message, "/least_reliability")
    table["least_reliability"] = wanted.least_reliability


def _agree(context: Context, wanted: NewMatch, table: Table) -> None:
    """Record on a table its terms about absences and more time.

    :raises MatchError: invalid.
    """
    pace = table["pace"]
    try:
        absence = agreed_absence(wanted.absence, pace)
    except ValueError as error:
        raise MatchError("invalid", str(error), "/absence") from error
    if absence is not None:
        table["absence"] = agreed_on(absence, wanted.seats)
    try:
        extensions = agreed_extensions(wanted.extensions, pace)
    except ValueError as error:
        raise MatchError("invalid", str(error), "/extensions") from error
    if extensions is not None:
        table["extensions"] = agreed_on_extensions(extensions)
    try:
        pauses = agreed_pauses(wanted.pauses)
    except ValueError as error:
        raise MatchError("invalid", str(error), "/pauses") from error
    if pauses is not None:
        table["pauses"] = agreed_on_pauses(pauses)
    try:
        requests = agreed_requests(wanted.time_requests, pace)
    except ValueError as error:
        raise MatchError("invalid", str(error), "/time_requests") from error
    if requests is not None:
        table["time_requests"] = agreed_on_requests(requests)
    table["operator_extensions"] = agreed_on_operator(
        OperatorExtensions(seconds=LONGEST_OPERATOR_EXTENSION, times=MOST_OPERATOR_EXTENSIONS)
    )
    if (wanted.nights or usual_nights(pace)) == "kept":
        table["nights"] = "kept"
    if (wanted.vacation or usual_policy(pace, wanted.visibility)) == "clock-stops":
        table["vacations"] = Vacations(agreed="clock-stops", away=[])
    table["operator"] = "may-stop"


def _settle_in(context: Context, owner: Account, wanted: NewMatch, match: str) -> Record:
    """Seat the owner and the bots of a match that was just created, unless an earlier attempt has already done so."""

    def change(record: Record, step: Step) -> Transition | None:
        if record.n > 1 or record.table["status"] != "lobby" or not (wanted.sit or wanted.bots):
            return None
        if wanted.sit:
            sit(step, 0, seat_for(owner, step.table))
        for bot in wanted.bots:
            place = free_seat(step.table, None)
            taken = [one["name"] for one in step.table["seats"]]
            sit(step, place, Seat(player=f"bot:{bot}", name=bot_at_table(bot, taken), bot=bot))
        notices = notices_for(context, PROJECTION, step, owner.id, 0, NoFacts())
        return transition(step, record, notices)

    return change_match(context, match, change)


def challenged(context: Context, admitted: Admitted, *, again: bool) -> list[Account]:
    """Return the bot accounts among those invited to a match about to be created.

    :param again: whether the match exists, so that they have accepted before.
    :raises MatchError: ``bot-declines``, ``invalid``, with a pointer.
    """
    wanted = admitted.wanted
    found = bots_among(context, admitted.table, wanted.invite, again=again)
    if not again and len(found) > wanted.seats - len(wanted.bots) - wanted.sit:
        raise MatchError("invalid", "there are not enough seats for all the bots", "/invite")
    return found


def bots_among(context: Context, table: Table, invite: Sequence[str], *, again: bool = False) -> list[Account]:
    """Return the bot accounts among those invited, after checking that they accept the challenge.

    :param again: whether the match exists, so that they have accepted before and are not checked.
    :raises MatchError: ``bot-declines``, ``invalid``, with a pointer.
    """
    found: list[Account] = []
    for number, one in enumerate(invite):
        bot = None if "@" in one else context.store.account(one)
        if bot is None or not bot.owner or bot in found:
            continue
        if again:
            found.append(bot)
            continue
        place = f"/invite/{number}"
        if table["entropy"] == "required":
            message = "bots cannot be challenged to a match that demands entropy from every seat"
            raise MatchError("invalid", message, place)
        if table.get("rated"):
            raise MatchError("invalid", "a rated table is for people: challenge no bots, or leave 'rated' out", place)
        if context.store.blocking(bot.id) is not None or context.store.has_blocked(bot.owner, table["owner"]):
            raise MatchError("bot-declines", "this bot accepts no challenges at present", place)
        why = declines(bot, table["rules"].partition("@")[0], context.store.count_unfinished(bot.id))
        if why is not None:
            raise MatchError("bot-declines", why, place)
        found.append(bot)
    return found


def seat_bots(context: Context, record: Record, challenged: Sequence[Account]) -> Record:
    """Seat the challenged bots; one that has a seat already stays.

    :raises MatchError: as :func:`service.matches.seating.lobby.join`. :raises CapReached: the bot has too many matches.
    """
    invitation = record.table["invitation"]
    for bot in challenged:
        try:
            record = lobby.join(context, record.match, bot, seat=None, invitation=invitation)
        except MatchError as error:
            if error.code not in ("already-seated", "not-in-lobby"):  # a repetition of a request that was cut off
                raise
    return record
