"""Lists: waiting decisions, matches, games."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import click
from rich.table import Column, Table

from engine.contract import Language
from engine.registry import UnknownRules, game
from service.cli.player.answers import answer, said
from service.cli.player.exits import EXIT_CODES
from service.cli.player.session import Session, connected
from service.cli.table.match_facts import asked, plain
from service.cli.table.narration import ended, local_time, time_left
from service.text.deleted_names import names_as_read

BESIDE = ("reveals", "consents", "absences", "handings")
"""The matters that wait besides decisions, as the API names them."""
as_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON instead of text; of lists a line for each entry."
)


@click.command(epilog=EXIT_CODES)
@connected
@as_json_option
def waiting(session: Session, as_json: bool) -> None:
    """List what waits for you over all matches, the most urgent first."""
    whole = session.client.all_waiting()
    found, others = whole["waiting"], [one for name in BESIDE for one in whole.get(name, [])]
    if as_json:
        print_lines([*found, *others])
        return
    if not found and not others:
        session.console.print(said(session.language, "nothing"))
    elif found:
        session.console.print(waiting_table(found, session.language))
    for one in others:
        session.console.print(beside(one, session.language))
    for match in whole["unavailable"]:
        session.tell("cannot-show", match=match[:8])


def beside(one: Mapping[str, Any], language: Language) -> str:
    """Return things that wait other than decisions, each with the command for it."""
    facts = {"match": plain(one["match"][:8]), "title": plain(one["title"])}
    if "change" in one:
        return answer(language, "waits-key", seat=one["change"]["seat"], **facts)
    if "handing" in one:
        handing = one["handing"]
        return answer(language, "waits-handing", seat=handing["seat"], choice=handing["choice"], **facts)
    if "missed" in one:
        away = one["missed"]["seat"]
        return answer(language, "waits-here" if away == one["seat"] else "waits-vote", seat=away, **facts)
    return answer(language, "waits-entropy", left=time_left(one["seconds_left"], language), **facts)


def waiting_table(found: Iterable[Mapping[str, Any]], language: Language) -> Table:
    """Return waiting decisions as a numbered table."""
    headings = (answer(language, f"column-{name}") for name in ("match", "title", "asked", "time-left"))
    table = Table("", *headings, box=None)
    for number, item in enumerate(found, start=1):
        table.add_row(
            str(number),
            plain(item["match"][:8]),
            plain(item["title"]),
            question(item, language),
            time_left(item["seconds_left"], language),
        )
    return table


def question(item: Mapping[str, Any], language: Language) -> str:
    """Return the question of a waiting decision, with its id."""
    one = asked(item["decision"])
    if item["answer"] == "opening":
        return answer(language, "open-sealed", decision=one.id)
    try:
        return f"{game(item['rules']).words.question(one.decision, language)} ({one.id})"
    except UnknownRules:
        return one.id


@click.command(
    epilog=f"""\b
Examples
  siegelpost matches             your matches
  siegelpost matches --open      matches anybody may join
  siegelpost matches --running   matches anybody may watch

{EXIT_CODES}"""
)
@connected
@click.option("--open", "open_ones", is_flag=True, help="List matches in the lobby that anybody may join.")
@click.option("--running", is_flag=True, help="List public matches being played; `siegelpost watch` shows one.")
@as_json_option
def matches(session: Session, open_ones: bool, running: bool, as_json: bool) -> None:
    """List your matches, or with --open those you may join, with --running those you may watch."""
    lost: list[str] = []
    public: Literal["open", "running"] = "running" if running else "open"
    mine = not (open_ones or running)
    found = list(session.client.my_matches(lost=lost) if mine else session.client.public_matches(public))
    if as_json:
        print_lines(found)
        return
    for match in lost:
        session.tell("cannot-show", match=match[:8])
    if not found:
        if not lost:
            session.tell("no-matches" if mine else "none-running" if running else "none-open")
        return
    *headings, since = session.columns("match", "title", "game", "status", "players", "since")
    table = Table(*headings, Column(since, no_wrap=True), box=None)
    for one in found:
        names = ", ".join(_players(one, session.language))
        status = ended(one, session.language) if one["over"] is not None else _status(one, session.language)
        table.add_row(
            plain(one["match"][:8]), plain(one["title"]), one["rules"], status, names, local_time(one["created_at"])
        )
    session.console.print(table)


def _players(one: Mapping[str, Any], language: Language) -> list[str]:
    """Return the players; for a table with free seats, also their reliability and the table's entry condition."""
    names = [plain(name) or answer(language, "free") for name in names_as_read(one["seats"], language)]
    if one["status"] != "lobby":
        return names
    known = [seat.get("reliability") for seat in one["seats"]]
    said = [
        name if how is None else answer(language, "in-time", name=name, **how)
        for name, how in zip(names, known, strict=True)
    ]
    if one.get("rated"):
        said.append(answer(language, "rated"))
    least = one.get("least_reliability")
    if least is None:
        return said
    wanted = answer(language, "for-reliable" if least["newcomers"] else "for-reliable-known", percent=least["percent"])
    return [*said, wanted]


def _status(one: Mapping[str, Any], language: Language) -> str:
    status: str = one["status"]
    return answer(language, status) if status in ("lobby", "running") else status


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("rules_id", metavar="[RULES]", required=False)
@as_json_option
def rules(session: Session, rules_id: str | None, as_json: bool) -> None:
    """Show which games this server knows, or the presets and options of one (like kontor)."""
    if rules_id is None:
        found = session.client.rules()
        if as_json:
            print_lines(found)
            return
        table = Table(*session.columns("rules", "title", "seats", "presets"), box=None)
        for one in found:
            seats = ", ".join(str(number) for number in one["seats"])
            newer = one.get("superseded_by")
            known = answer(session.language, "superseded", rules=one["id"], newer=newer) if newer else one["id"]
            table.add_row(known, one["title"], seats, ", ".join(one["presets"]))
        session.console.print(table)
        return
    one = session.client.rules_of(rules_id)
    if as_json:
        print_lines([one])
        return
    _show_rules(session, one)


def _show_rules(session: Session, one: Mapping[str, Any]) -> None:
    print_ = session.console.print
    print_(f"{one['title']}  {one['id']}", style="bold")
    table = Table(*session.columns("option", "default", "meaning"), box=None)
    for name, schema in one["options"].get("properties", {}).items():
        wanted = (
            schema.get("description")
            or " | ".join(str(value) for value in schema.get("enum", []))
            or schema.get("type", "")
        )
        table.add_row(name, json.dumps(schema["default"]) if "default" in schema else "–", str(wanted))
    print_(table)
    for name, preset in one["presets"].items():
        session.tell("rules-preset", name=name, options=json.dumps(preset, sort_keys=True))
    session.tell("rules-moves", kinds=", ".join(one["moves"]))
    game_name = str(one["id"]).partition("@")[0]
    address = f"{session.client.transport.server}/rules/{game_name}?language={session.language}"
    print_(answer(session.language, "rules-guide", address=address), soft_wrap=True)
    if one.get("reconstructed"):
        print_(f"Reconstructed: {one['reconstructed']}")


def print_lines(found: Iterable[Mapping[str, Any]]) -> None:
    """Print JSON, a line for each entry."""
    for one in found:
        click.echo(json.dumps(one, sort_keys=True))
