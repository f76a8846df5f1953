"""``siegelpost watch``: follow a match, in words or as its log."""

from __future__ import annotations

import click

from engine.protocol.canon import canonical
from service.cli.player.exits import EXIT_CODES
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.following import LONG_POLL, open_kept
from service.cli.table.match_facts import match_facts
from service.cli.table.narration import Teller
from service.cli.table.talk import heard


@click.command(
    epilog=f"""\b
Examples
  siegelpost watch 018f7c2e            from now on, until the match is over or Ctrl-C
  siegelpost watch 018f7c2e --all      from the beginning

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.option("--all", "from_start", is_flag=True, help="Begin with what has already happened.")
@click.option("--once", is_flag=True, help="Print what there is and end, without waiting for more.")
@click.option("--json", "as_json", is_flag=True, help="Print the log's entries as JSON Lines.")
def watch(session: Session, match: str, from_start: bool, once: bool, as_json: bool) -> None:
    """Follow MATCH as it happens. What you sealed under client custody is opened when the time comes."""
    client = session.client
    whole = client.find(match)
    facts = match_facts(client.match(whole), session.language)
    own = client.log(whole)
    teller = Teller(facts.rules, facts.names, session.language, data=facts.data, taken_over=facts.taken_over)
    seen = 0 if from_start else own.n - own.closed  # of a match that is over, at least its end is told
    try:
        while True:
            if not as_json:
                teller.hear(heard(client, own, seen))
            for entry in own.entries[seen:]:
                lines = [canonical(entry).decode()] if as_json else teller.tell(entry)
                for line in lines:
                    click.echo(line)
            seen = own.n
            if once or own.closed:
                return
            # The log may be newer than the facts: a lock that it told would wait a whole long poll to be opened.
            facts = match_facts(client.match(whole, after=facts.n, wait=LONG_POLL), session.language)
            teller.rename(facts.names, facts.taken_over)
            for opened in open_kept(client, facts, session.language):
                click.echo(opened.line, err=as_json)
            client.witness.news(whole)
    except KeyboardInterrupt:
        session.tell("goes-on")
