"""Matches before and around play: create, join, leave, remove a player, start, resign, withdraw."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import click

from engine.protocol.canon import NotCanonical, parse
from engine.protocol.siegelpost2.absence import MOST_MISSES
from engine.protocol.siegelpost2.bodies import EntropyCustody
from engine.protocol.siegelpost2.extensions import MOST_EXTENSIONS
from engine.registry import USUAL
from service.cli import joining, sealing
from service.cli.exits import EXIT_CODES, Failed
from service.cli.match_facts import match_facts
from service.cli.seat_key import NoSeatKeys
from service.cli.seating import EARLIER_PROTOCOL, EarlierProtocol
from service.cli.session import MatchId, Session, connected

if TYPE_CHECKING:  # their modules need packages of the server
    from service.matches.nights import Nights
    from service.matches.vacations import Policy

UNITS = {"s": 1, "min": 60, "h": 3_600, "d": 86_400}
DAYS = {"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6, "sun": 7}


class Duration(click.ParamType[int]):
    """A length of time like ``2d``, ``12h``, ``30min``, ``45s``, in seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the seconds."""
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"([0-9]{1,6})\s*(s|min|h|d)", str(value).strip().lower())
        if found is None:
            self.fail(f"{value!r} is not a duration like 2d, 12h, 30min or 45s", param, ctx)
        return int(found[1]) * UNITS[found[2]]


class Weekdays(click.ParamType[list[int]]):
    """Days like ``mon,wed,fri`` or ``mon-fri``, as ISO weekdays."""

    name = "weekdays"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        """Return the days, 1 is Monday."""
        if isinstance(value, list):
            return value
        days: set[int] = set()
        for part in str(value).lower().split(","):
            first, _, last = part.strip().partition("-")
            if first not in DAYS or (last and last not in DAYS):
                self.fail(f"{part!r} is not a day like mon, or days like mon-fri", param, ctx)
            days |= set(range(DAYS[first], DAYS[last or first] + 1))
        return sorted(days)


custody_of_entropy = click.option(
    "--entropy-custody",
    type=click.Choice(["escrow", "client"]),
    default="escrow",
    show_default=True,
    help="Who holds your random number until the table is full: the server, sealed, or only this machine (one more "
    "visit before the deal).",
)
signing = click.option(
    "--sign",
    is_flag=True,
    help=(
        "Sign everything you do in this match with a key that only this machine has. Nobody can then act "
        "for you, and you can play only where the key is ('siegelpost key export' takes it to another "
        "machine)."
    ),
)


@click.command(
    epilog=f"""\b
Examples
  siegelpost new --bot steady                                  against the bot, at once
  siegelpost new --preset goldsieber-pro --pace 1d             open to anybody
  siegelpost new --private                                     prints an invitation to pass on
  siegelpost new --daily 20:00 --zone Europe/Berlin --days mon-fri

{EXIT_CODES}"""
)
@connected
@click.option("--rules", "rules_id", default=USUAL, show_default=True, help="The game; its newest rules.")
@click.option("--preset", help=f"A preset of the game ('siegelpost rules {USUAL}' lists them).")
@click.option("--option", "options", multiple=True, metavar="NAME=JSON", help="A game option; may be repeated.")
@click.option("--seats", type=click.IntRange(1, 8), default=2, show_default=True)
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="Seat a bot (steady, random); may be repeated.")
@click.option("--title", default="", help="What the match is called.")
@click.option("--private", is_flag=True, help="Only people with the invitation may join or look.")
@click.option("--pace", type=Duration(), default="2d", show_default=True, help="Time for each decision.")
@click.option("--daily", metavar="HH:MM", help="Instead of --pace: a fixed local time; needs --zone.")
@click.option("--zone", metavar="ZONE", help="The time zone of --daily, like Europe/Berlin.")
@click.option("--days", type=Weekdays(), help="The weekdays of --daily, like mon-fri. Default: every day.")
@click.option(
    "--grace",
    type=Duration(),
    help="Time to reconsider once all answers are in. Default: 60s, none if all others are bots.",
)
@click.option(
    "--hold",
    type=Duration(),
    help=(
        "Answers to open questions are held back for a secret part of this time, so that nobody can tell "
        "standing orders from people. Default: the game's own, none if all others are bots."
    ),
)
@click.option(
    "--misses",
    type=click.IntRange(0, MOST_MISSES),
    help=(
        "Number of answers missed in a row after which the others are asked what to do: wait, let a bot "
        "play on, or end the match. 0: never. Default: 2."
    ),
)
@click.option(
    "--extensions",
    type=click.IntRange(0, MOST_EXTENSIONS),
    help=(
        "How often each player may take more time without asking ('siegelpost extend'), half the time of "
        "a decision each time. 0: never. Default: 3."
    ),
)
@click.option(
    "--grant-time",
    type=click.Choice(["most", "all", "never"]),
    help=(
        "How many of the others have to agree when somebody asks for more time ('siegelpost ask'): more "
        "than half, or all; never: nobody may ask. Default: most."
    ),
)
@click.option(
    "--pause",
    "longest_pause",
    type=Duration(),
    help="How long the table may pause at once, if everybody wants it ('siegelpost pause'). 0s: never. Default: 14d.",
)
@click.option(
    "--nights",
    type=click.Choice(["kept", "ignored"]),
    help="kept: no deadline ends between 22 and 8 o'clock (or in the quiet hours of your account) where those who have to answer "
    "live. Default: kept, unless the match is fast.",
)
@click.option(
    "--vacation",
    type=click.Choice(["clock-stops", "plays-on"]),
    help=(
        "clock-stops: what waits for somebody on vacation ('siegelpost vacation') waits until after it. "
        "Default: clock-stops in private matches that are not fast, otherwise plays-on."
    ),
)
@click.option(
    "--least-reliability",
    type=click.IntRange(1, 100),
    metavar="PERCENT",
    help="Take only people who answer in time at least this often, and newcomers. Anybody invited may always join.",
)
@click.option(
    "--no-newcomers",
    is_flag=True,
    help="With --least-reliability: also refuse people who were asked fewer than 10 times.",
)
@click.option("--client-custody", is_flag=True, help="Everybody keeps the openings on their own machines.")
@click.option(
    "--entropy", is_flag=True, help="Everybody, including you, must add randomness to the shuffle when joining."
)
@custody_of_entropy
@signing
@click.option("--wait-for-me", is_flag=True, help="Do not start when full; start with 'siegelpost start'.")
@click.option("--json", "as_json", is_flag=True, help="Print the match as JSON.")
def new(
    session: Session, as_json: bool, entropy: bool, entropy_custody: EntropyCustody, sign: bool, **wishes: Any
) -> None:
    """Create a match and sit down in it, adding 32 random bytes from this machine to the shuffle.

    The signed first entry of its log is checked and kept here before anything else is sent.
    """
    created = session.client.create(_wish(entropy=entropy, **wishes))
    try:
        created = joining.join(session.client, created["match"], None, entropy_custody=entropy_custody, sign=sign)
    except NoSeatKeys:
        session.client.leave(created["match"])  # nobody has asked for a match without
        raise
    if as_json:
        click.echo(json.dumps(created, sort_keys=True))
        return
    session.tell("made", match=created["match"])
    if created["visibility"] == "private" and not all(one["player"] for one in created["seats"]):
        session.tell("others-join")
        click.echo(
            f"  siegelpost join {created['match']} --server {session.client.transport.server} "
            f"--invitation {created['invitation']}"
        )
    session.tell("plays-it", match=created["match"][:8])


def _wish(
    *,
    rules_id: str,
    preset: str | None,
    options: tuple[str, ...],
    seats: int,
    bots: tuple[str, ...],
    title: str,
    private: bool,
    pace: int,
    daily: str | None,
    zone: str | None,
    days: list[int] | None,
    grace: int | None,
    hold: int | None,
    misses: int | None,
    extensions: int | None,
    grant_time: str | None,
    longest_pause: int | None,
    nights: Nights | None,
    vacation: Policy | None,
    least_reliability: int | None,
    no_newcomers: bool,
    client_custody: bool,
    entropy: bool,
    wait_for_me: bool,
) -> dict[str, Any]:
    game_options = dict(_option(text) for text in options) | ({"preset": preset} if preset else {})
    if grace is None:
        grace = 0 if len(bots) == seats - 1 else 60
    if no_newcomers and least_reliability is None:
        raise click.UsageError("--no-newcomers belongs to --least-reliability")
    condition = {"percent": least_reliability, "newcomers": not no_newcomers}
    held = {} if hold is None else {"hold_seconds": hold}
    return {
        **held,
        **({} if misses is None else {"absence": {"misses": misses} if misses else None}),
        **({} if extensions is None else {"extensions": {"times": extensions} if extensions else None}),
        **(
            {} if grant_time is None else {"time_requests": None if grant_time == "never" else {"majority": grant_time}}
        ),
        **({} if longest_pause is None else {"pauses": {"seconds": longest_pause} if longest_pause else None}),
        **({} if nights is None else {"nights": nights}),
        **({} if vacation is None else {"vacation": vacation}),
        **({} if least_reliability is None else {"least_reliability": condition}),
        "rules": rules_id,
        "seats": seats,
        "options": game_options,
        "title": title,
        "bots": list(bots),
        "pace": _pace(pace, daily, zone, days),
        "grace_seconds": grace,
        "visibility": "private" if private else "open",
        "custody": "client" if client_custody else "any",
        "entropy": "required" if entropy else "optional",
        "sit": False,
        "start": "by-owner" if wait_for_me else "when-full",
    }


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} is not NAME=JSON", param_hint="--option")
    try:
        return name, parse(value)
    except NotCanonical:
        return name, value


def _pace(pace: int, daily: str | None, zone: str | None, days: list[int] | None) -> dict[str, Any]:
    if daily is None:
        if zone or days:
            raise click.UsageError("--zone and --days belong to --daily")
        return {"kind": "duration", "seconds": pace}
    if zone is None:
        raise click.UsageError("--daily needs --zone, like Europe/Berlin")
    return {"kind": "daily", "time": daily, "zone": zone} | ({"weekdays": days} if days else {})


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
@click.option("--seat", type=click.IntRange(0, 7), help="Which seat. Default: any free one.")
@click.option("--invitation", help="The invitation of a private match.")
@custody_of_entropy
@signing
@click.option(
    "--earlier-protocol",
    "earlier",
    is_flag=True,
    help="Do not ask before joining a match of siegelpost/1, in which less can be proved.",
)
def join(session: Session, match: str, earlier: bool, **wishes: Any) -> None:
    """Take a seat in MATCH.

    Adds 32 random bytes from this machine to the shuffle, so that the server alone cannot have chosen it. Nothing
    is sent before the log's first entry has been compared with what the server shows of the match.
    """
    whole = session.client.find(match)
    try:
        joined = joining.join(session.client, whole, earlier=earlier, **wishes)
    except EarlierProtocol:
        session.console.print(EARLIER_PROTOCOL)
        if not session.confirms("join-sure"):
            return
        joined = joining.join(session.client, whole, earlier=True, **wishes)
    session.tell("seated", seat=joined["seat"], title=joined["title"])


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
def leave(session: Session, match: str) -> None:
    """Give your seat in MATCH back before it starts; a match you created is cancelled."""
    session.client.leave(session.client.find(match))
    session.tell("left-table")


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
@click.argument("seat", type=click.IntRange(0, 7))
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def remove(session: Session, match: str, seat: int, yes: bool) -> None:
    """Remove whoever has SEAT from MATCH, which you created, before it starts. They cannot sit down there again."""
    whole = session.client.find(match)
    seats = session.client.match(whole)["seats"]
    there = seats[seat] if seat < len(seats) else {"player": None, "bot": None, "name": ""}
    if there["player"] is None or there["bot"] is not None:
        raise Failed(f"nobody who could be removed has seat {seat}")
    if not yes and not session.confirms("remove-sure", name=there["name"]):
        return
    session.client.remove(whole, seat, there["player"])
    session.tell("removed", name=there["name"])


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
def start(session: Session, match: str) -> None:
    """Start MATCH, which you created with --wait-for-me."""
    session.client.start(session.client.find(match))
    session.tell("dealing")


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def resign(session: Session, match: str, yes: bool) -> None:
    """Resign from MATCH, for your partner too if you have one. The others win; this cannot be undone."""
    whole = session.client.find(match)
    facts = match_facts(session.client.match(whole), session.language)
    if not yes and not session.confirms("resign-sure", title=facts.title, names=", ".join(facts.names)):
        return
    session.client.resign(whole)
    session.tell("resigned")


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
@click.option("--decision", metavar="ID", help="Which decision, if you have sealed several.")
def withdraw(session: Session, match: str, decision: str | None) -> None:
    """Take back your sealed move in MATCH before the lock. After that you have no answer until you seal again."""
    facts = match_facts(session.client.match(session.client.find(match)), session.language)
    sealed = [one for one in facts.mine if one.answered and decision in (None, one.id)]
    if len(sealed) != 1 or facts.seat is None:
        raise Failed(f"you have {len(sealed)} sealed moves there" + (": name one by --decision" if sealed else ""))
    sealing.withdraw(session.client, facts.match, sealed[0].id, facts.seat, replaces=sealed[0].seq)
    session.tell("withdrawn-from", decision=sealed[0].id)
