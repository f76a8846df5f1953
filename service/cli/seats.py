"""Matches before and around play: join, leave, remove a player, start, resign, withdraw.

Inviting to a match that waits for players: by mail, repeating and withdrawing; and the status of invitations.
"""

from __future__ import annotations

from typing import Any

import click

from engine.kit.text.phrases import LANGUAGES
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import MatchId, Session, connected
from service.cli.table import joining, sealing
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
