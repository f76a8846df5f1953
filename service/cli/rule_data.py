"""``siegelpost data``: an owner's cards and layouts: copying the package's, checking them, using them in this command."""

from collections.abc import Sequence
from pathlib import Path

import click

from engine.kit.rule_data import BadData
from engine.registry import GAMES, REPLACEABLE, USUAL, make
from service.cli.player.exits import EXIT_CODES, Failed
from service.config.owned_data import hold_folders, read_folder

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group(epilog=EXIT_CODES)
def data() -> None:
    """Replace a game's cards and layouts with those of your own copy.

    Servers, workers and this command read the folder named by SIEGELPOST_RULE_DATA; what each file holds is described in
    engine/games/kontor/data/README.md.
    """


@data.command(
    epilog=f"""\b
Examples
  siegelpost data copy my-cards                 all files of all games
  siegelpost data copy my-cards --game {USUAL}

{EXIT_CODES}"""
)
@click.argument("folder", type=FOLDER)
@click.option("--game", type=click.Choice(list(REPLACEABLE)), help="Only this game's files.")
def copy(folder: Path, game: str | None) -> None:
    """Write the package's files into FOLDER, to be corrected there. Files that exist are never overwritten."""
    for name in [game] if game else list(REPLACEABLE):
        known = REPLACEABLE[name]
        for own, shipped in known.files.items():
            file = folder / name / own
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                with file.open("xb") as out:
                    out.write(known.shipped[shipped].encode())
            except FileExistsError:
                raise Failed(f"{file} exists; it was not changed") from None
            click.echo(str(file))


@data.command(
    epilog=f"""\b
Examples
  siegelpost data check my-cards

{EXIT_CODES}"""
)
@click.argument("folder", type=FOLDER)
def check(folder: Path) -> None:
    """Check whether the files in FOLDER can be played with: print their hash, or everything that is wrong."""
    try:
        found = read_folder(folder)
        made = make(found)
    except BadData as error:
        raise Failed("\n" + "\n".join(error.faults)) from error
    for name, versions in made.items():
        rules = versions[-1].rules
        same = " (the same as the package's)" if rules.data == GAMES[rules.id].rules.data else ""
        click.echo(f"{rules.id}: {', '.join(sorted(found[name]))} can be played with; data {rules.data}{same}")


def use_rule_data(folders: Sequence[Path]) -> None:
    """Let this command use an owner's cards; :raises Failed: listing all faults in them."""
    try:
        hold_folders(folders)
    except BadData as error:
        raise Failed("\n" + "\n".join(error.faults)) from error
