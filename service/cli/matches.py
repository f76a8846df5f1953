"""Matches before and around play: create (with all agreed terms), invite, join, leave, remove, start, resign, withdraw."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, get_args

import click

from engine.kit.foresight import LEVELS
from engine.match.table import TableTalk
from engine.protocol.agreements import MOST_EXTENSIONS, MOST_MISSES
from engine.protocol.bodies import EntropyCustody
from engine.protocol.canon import NotCanonical, parse
from engine.registry import USUAL
from service.cli.player.answers import Duration, Weekdays
from service.cli.player.exits import EXIT_CODES
from service.cli.player.session import Session, connected
from service.cli.table import joining

if TYPE_CHECKING:  # their modules need packages of the server
    from service.matches.absence.fair_hours import Nights
    from service.matches.absence.pauses import Policy


from engine.kit.text.phrases import LANGUAGES
from service.cli.player.exits import Failed
from service.cli.player.session import MatchId
from service.cli.table import sealing
from service.cli.table.match_facts import match_facts
from service.cli.table.narration import local_time

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


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
@click.option("--seat", type=click.IntRange(0, 7), help="Which seat. Default: any free one.")
@click.option("--invitation", help="The invitation of a private match.")
@custody_of_entropy
@signing
def join(session: Session, match: str, **wishes: Any) -> None:
    """Take a seat in MATCH.

    Adds 32 random bytes from this machine to the shuffle, so that the server alone cannot have chosen it. Nothing
    is sent before the log's first entry has been compared with what the server shows of the match.
    """
    joined = joining.join(session.client, session.client.find(match), **wishes)
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
    """Remove the player in SEAT from MATCH, which you created, before it starts. They cannot sit down there again."""
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


SAID_OF = {state: f"guest-{state}" for state in ("unanswered", "joined", "declined", "withdrawn", "bounced", "gone")}
"""The text for each state of an invitation."""


@click.command(
    epilog=f"""\b
Examples
  siegelpost invite 3f2a gerd@example.org --letters-in de   a letter in German, if Gerd is new here
  siegelpost invite 3f2a                                  who was invited, and what became of it
  siegelpost invite 3f2a gerd@example.org --again         the same letter once more
  siegelpost invite 3f2a gerd@example.org --take-back     Gerd can no longer use it

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.argument("mails", nargs=-1, metavar="[MAIL]...")
@click.option(
    "--letters-in",
    "letters_in",
    type=click.Choice(LANGUAGES),
    help="Language of letters to people who are new here. Default: your own.",
)
@click.option("--again", is_flag=True, help="Write again to people who already have this invitation.")
@click.option("--take-back", "take_back", is_flag=True, help="Take back the invitations to these addresses.")
def invite(
    session: Session, match: str, mails: tuple[str, ...], letters_in: str | None, again: bool, take_back: bool
) -> None:
    """Invite people to MATCH, which you created, by mail, before it starts; then say what became of all invitations."""
    whole = session.client.find(match)
    if take_back:
        _take_back(session, whole, mails)
    elif mails:
        session.client.invite(whole, list(mails), language=letters_in, again=again)
    guests = session.client.match(whole)["guests"]
    if not guests:
        session.tell("nobody-invited")
    for one in guests:
        mail = one["mail"] or one["guest"]
        said = SAID_OF[one["state"]]
        session.tell(said, mail=mail, moment=local_time(one["sent_at"]))


def _take_back(session: Session, match: str, mails: tuple[str, ...]) -> None:
    guests: list[dict[str, Any]] = session.client.match(match)["guests"]
    by_mail = {str(one["mail"] or one["guest"]).lower(): str(one["guest"]) for one in guests}
    for mail in mails:
        if mail.lower() not in by_mail:
            raise Failed("this address was not invited")
    for mail in mails:
        session.client.take_back(match, by_mail[mail.lower()])


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
@click.option(
    "--preset", help="A preset of the game ('siegelpost rules GAME' lists them). Default: one that fits --seats."
)
@click.option("--option", "options", multiple=True, metavar="NAME=JSON", help="A game option; may be repeated.")
@click.option("--seats", type=click.IntRange(1, 8), default=2, show_default=True)
@click.option(
    "--bot", "bots", multiple=True, metavar="NAME", help=f"Seat a bot ({', '.join(LEVELS)}, random); may be repeated."
)
@click.option("--title", default="", help="What the match is called.")
@click.option("--private", is_flag=True, help="Only people with the invitation may join or look.")
@click.option("--pace", type=Duration(), default="2d", show_default=True, help="Time for each decision.")
@click.option("--daily", metavar="HH:MM", help="Instead of --pace: a fixed local time; needs --zone.")
@click.option("--zone", metavar="ZONE", help="The time zone of --daily or --days, like Europe/Berlin.")
@click.option(
    "--days",
    type=Weekdays(),
    help="The weekdays that count, like mon-fri; with --pace, needs --zone. Default: every day.",
)
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
@click.option("--no-assistants", is_flag=True, help="At this table nobody shall let an AI help.")
@click.option(
    "--talk",
    type=click.Choice(get_args(TableTalk)),
    help="When spectators read what is said to the whole table: after the end, or at once (open). none: nobody talks. "
    "Default: after.",
)
@click.option(
    "--no-newcomers",
    is_flag=True,
    help="With --least-reliability: also refuse people who were asked fewer than 10 times.",
)
@click.option("--rated", is_flag=True, help="Let the result count for ratings; public, and for people with an account.")
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
    created = joining.join(session.client, created["match"], None, entropy_custody=entropy_custody, sign=sign)
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
    no_assistants: bool,
    talk: TableTalk | None,
    rated: bool,
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
        **({"assistants": "unwanted"} if no_assistants else {}),
        **({} if talk is None else {"talk": talk}),
        **({"rated": True} if rated else {}),
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
        if bool(zone) != bool(days):
            raise click.UsageError("--zone and --days belong together, or to --daily")
        return {"kind": "duration", "seconds": pace} | ({"counted": {"weekdays": days, "zone": zone}} if days else {})
    if zone is None:
        raise click.UsageError("--daily needs --zone, like Europe/Berlin")
    return {"kind": "daily", "time": daily, "zone": zone} | ({"weekdays": days} if days else {})
