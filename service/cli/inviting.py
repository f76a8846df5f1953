"""Inviting to a match that waits for players: by mail, repeating and withdrawing; and the status of invitations."""

from __future__ import annotations

from typing import Any

import click

from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.game_table import local_time

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
    type=click.Choice(["en", "de"]),
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


__all__ = ["invite"]
