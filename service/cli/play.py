"""``siegelpost play``: play the matches that wait for you, from the terminal or from a script."""

import json
from collections.abc import Sequence
from typing import Any

import click

from engine.contract import Move
from engine.protocol.canon import NotCanonical, canonical, parse
from service.cli.player.answers import said
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.following import follow, open_kept
from service.cli.table.match_facts import Asked, MatchFacts, match_facts
from service.cli.table.sealing import Custody, reveal_kept
from service.cli.table.turn import Left, Turn, show_table

EPILOG = f"""\b
Examples
  siegelpost play                              whatever is waiting, one after the other
  siegelpost play 018f7c2e                     this match (the beginning of its id is enough)
  siegelpost play 018f7c2e --custody client    only this machine knows the move before the lock
  siegelpost play 018f7c2e --move '{{"type":"pass"}}' --yes

{EXIT_CODES}"""


@click.command(epilog=EPILOG)
@connected
@click.argument("match", type=MatchId(), required=False)
@click.option("--decision", metavar="ID", help="Answer this decision, if several are waiting (like r3.choose).")
@click.option("--move", "move_text", metavar="JSON", help="The move, instead of asking for it; see the rules' schema.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option(
    "--custody",
    type=click.Choice(["escrow", "client"]),
    default="escrow",
    show_default=True,
    help="Who holds the opening until the lock: the server (one visit) or only this machine (it opens after the lock).",
)
@click.option("--replace", is_flag=True, help="With --move: replace what was sealed before.")
@click.option("--wait", is_flag=True, help="Ask not to lock early: the move can then be changed until the deadline.")
@click.option(
    "--patience",
    type=click.IntRange(0, 3600),
    default=20,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the result.",
)
@click.option("--json", "as_json", is_flag=True, help="With --move: print the signed receipt as JSON.")
def play(
    session: Session,
    match: str | None,
    decision: str | None,
    move_text: str | None,
    yes: bool,
    custody: Custody,
    replace: bool,
    wait: bool,
    patience: int,
    as_json: bool,
) -> None:
    """Play what waits for you: see the table, choose, seal, place, sail, and see what was revealed.

    Answer prompts with the number or word in brackets; 't' shows the table again, '?' helps, 'q' leaves. A move is
    sealed on this machine: its opening is kept here before the commitment is sent, its receipt afterwards.
    """
    turn = Turn(session, custody=custody, wait=wait, patience=patience, ask_first=not yes)
    whole = session.client.find(match) if match else None
    if move_text is not None:
        _one_move(session, turn, whole, decision, _parsed(move_text), replace, as_json)
        return
    try:
        _play_all(session, turn, whole, decision)
    except Left:
        session.console.print(said(session.language, "left"))


def _one_move(
    session: Session, turn: Turn, match: str | None, decision: str | None, move: Move, replace: bool, as_json: bool
) -> None:
    if match is None:
        raise click.UsageError("--move needs the MATCH it is for")
    facts = match_facts(session.client.match(match), session.language)
    asked = _the_one(session, facts, decision, move)
    if asked.answered and not replace:
        raise Failed(f"you have sealed {asked.id} already (act {asked.seq}): give --replace to change it")
    turn.confirm(facts, asked, move)
    sealed = turn.send(facts, asked, move, quiet=as_json)
    if as_json:
        click.echo(canonical(sealed.signed))
        return
    turn.stay(facts, asked)


def _the_one(session: Session, facts: MatchFacts, decision: str | None, move: Move) -> Asked:
    """Return the decision for a move: the due one, unless only an optional one lists that move."""
    mine = [one for one in facts.mine if decision in (None, one.id)]
    open_now = [one for one in mine if one.phase == "open"]
    due = [one for one in open_now if not one.decision["optional"]]
    if due and len(open_now) > len(due):
        takes = [one for one in open_now if move in session.client.moves(facts.match, one.id)]
        due = takes if len(takes) == 1 else due
    open_now = due or open_now
    if len(open_now) == 1:
        return open_now[0]
    if not open_now:
        raise Failed(
            f"nothing in match {facts.match} asks you now" + (f" by the name of {decision}" if decision else "")
        )
    raise Failed("several decisions wait: give --decision with one of " + ", ".join(one.id for one in open_now))


def _play_all(session: Session, turn: Turn, match: str | None, decision: str | None) -> None:
    """Play one match after the other until nothing waits."""
    played: str | None = None
    reveal_kept(session.client, match, session.console.print)
    while True:
        waiting = [one for one in session.client.waiting() if match in (None, one["match"])]
        waiting = [one for one in waiting if decision in (None, one["decision"]["id"])]
        opened = _open_all(session, turn, [one for one in waiting if one["answer"] == "opening"])
        waiting = [one for one in waiting if one["answer"] != "opening"]
        if opened:
            continue
        if not waiting and played is not None and turn.wait_for_bots(played):
            continue
        if not waiting:
            _nothing_waits(session, turn, None if played else match)
            return
        item = waiting[0] if len(waiting) == 1 else _which(session, waiting)
        facts = match_facts(session.client.match(item["match"]), session.language)
        asked = next((one for one in facts.mine if one.id == item["decision"]["id"]), None)
        if asked is not None and asked.phase == "open":
            turn.take(facts, asked)
            played = facts.match


def _open_all(session: Session, turn: Turn, waiting: Sequence[dict[str, Any]]) -> bool:
    """Open seals made on this machine that are locked now; return whether anything could be opened."""
    done = False
    for item in waiting:
        facts = match_facts(session.client.match(item["match"]), session.language)
        for opened in open_kept(session.client, facts, session.language):
            session.console.print(opened.line)
            if opened.here:
                done = True
                follow(session, facts, item["decision"]["id"], turn.patience)
    return done


def _which(session: Session, waiting: Sequence[dict[str, Any]]) -> dict[str, Any]:
    from service.cli.listings import waiting_table

    session.console.print(waiting_table(waiting, session.language))
    numbers = [str(number) for number in range(1, len(waiting) + 1)]
    wanted = click.Choice([*numbers, "q", "?"])
    while True:
        text = click.prompt(said(session.language, "which"), type=wanted, default="1", show_choices=False)
        if text == "q":
            raise Left
        if text != "?":
            return waiting[int(text) - 1]
        session.console.print(said(session.language, "which-help"))


def _nothing_waits(session: Session, turn: Turn, match: str | None) -> None:
    """Say that nothing waits; a named match is shown, and its sealed answers may be changed."""
    if match is None:
        session.console.print(said(session.language, "nothing"))
        return
    facts = match_facts(session.client.match(match), session.language)
    changeable = [one for one in facts.mine if one.phase == "open" and one.answered]
    if changeable:
        turn.change(facts, changeable[0])
        return
    beside = turn.beside(facts, None)
    if beside is not None:
        turn.take(facts, beside)
        return
    show_table(session, facts)
    unopened = any(one.phase == "opening" and facts.seat in one.awaited for one in facts.mine)
    session.console.print(said(session.language, "nothing-else-here" if unopened else "nothing-here"))


def _parsed(text: str) -> Move:
    try:
        move = parse(text)
    except NotCanonical as error:
        raise click.BadParameter(f"{error}; a move is a JSON object like {json.dumps({'type': 'pass'})}") from error
    if not isinstance(move, dict):
        raise click.BadParameter("a move is a JSON object", param_hint="--move")
    return move
