"""The root of the ``siegelpost`` command: sub-commands, each loaded only when it is called, and help in the reader's language.

Commands are made once, in English. For other readers each is copied with the texts of ``help_<language>.toml``; the command
itself stays as it is.
"""

import copy
import importlib
import os
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import click

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, language_of
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.folder import data_folder, last_server
from service.commit import commit

SHARED = "*"
"""The key for options shared by many commands."""


@cache
def texts(language: Language) -> dict[str, dict[str, str]]:
    """Return the translated texts: by command, or one of the additional tables, then by option; none for English."""
    file = files("service.cli") / f"help_{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def spoken() -> Language:
    """Return the language of help: from the environment, the account's language, or the terminal's."""
    given = os.environ.get("SIEGELPOST_LANGUAGE")
    if given or last_server(data_folder(os.environ)) is None:
        locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
        return language_of((given or locale).partition(".")[0])
    # Who has signed in has a language there; a stranger is answered without loading all that this takes.
    from service.cli.player.session import language_for, server_address

    return language_for(server_address(None, os.environ), None, os.environ)


def translated(command: click.Command, name: str, language: Language) -> click.Command:
    """Return a copy of a command with help in another language, including its sub-commands; itself without such help.

    :param name: its full name, such as ``key consent``; texts without a translation stay as they are.
    """
    if not texts(language):
        return command
    said, shared = texts(language).get(name, {}), texts(language)[SHARED]
    made: Any = copy.copy(command)
    made.help = said.get("help", command.help)
    made.short_help = texts(language)["summaries"].get(name, command.short_help)
    made.epilog = None if command.epilog is None else _in_words(said.get("epilog", command.epilog), language)
    made.params = [_option(one, said, shared) for one in command.params]
    if isinstance(command, click.Group) and command.commands:
        made.commands = {known: translated(one, f"{name} {known}", language) for known, one in command.commands.items()}
    made.get_help = lambda ctx: _in_words(type(command).get_help(made, ctx), language)
    return made  # type: ignore[no-any-return]


def _option(param: click.Parameter, said: dict[str, str], shared: dict[str, str]) -> click.Parameter:
    text = next((found[name] for found in (said, shared) for name in param.opts if name in found), None)
    if text is None or not isinstance(param, click.Option):
        return param
    made = copy.copy(param)
    made.help = text
    return made


def _in_words(text: str, language: Language) -> str:
    """Translate click's own texts, and those common to all commands."""
    text = text.replace("{exit_codes}", EXIT_CODES)
    for english, other in texts(language)["words"].items():
        text = text.replace(english, other)
    return text


COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("cli.play", "Play: see what is waiting for you, seal, place, sail."),
    "orders": ("cli.orders", "Show, set or end your standing orders, which answer for you."),
    "waiting": ("cli.listings", "List what waits for you."),
    "matches": ("cli.listings", "List your matches, or open ones to join."),
    "watch": ("cli.table.following", "Follow a match as it happens."),
    "say": ("cli.table.narration", "Say something to the table, or to your partner while the rules let you confer."),
    "profile": ("cli.people", "Show somebody's profile, or hide your own."),
    "contacts": ("cli.people", "List people you have played with."),
    "block": ("cli.people", "Block somebody, or list whom you have blocked."),
    "review": ("cli.coach", "Look back on a finished match with a coach."),
    "puzzle": ("cli.coach", "Solve the puzzle of the day."),
    "hint": ("cli.coach", "Show what the coach would play, where you practise against bots."),
    "chat": ("cli.chats", "Have what happens to you written to a chat, or list your chats."),
    "new": ("cli.matches", "Create a match."),
    "join": ("cli.matches", "Take a seat in a match."),
    "leave": ("cli.matches", "Give your seat back before the match starts, or cancel your match."),
    "remove": ("cli.matches", "Remove a player from your match before it starts."),
    "invite": ("cli.matches", "Invite people to your match by mail, and see what became of it."),
    "start": ("cli.matches", "Start a match you created with --wait-for-me."),
    "resign": ("cli.matches", "Resign from a running match."),
    "here": ("cli.absence", "Say that you are there when you are missed."),
    "vote": ("cli.absence", "Vote on what happens when somebody stays away."),
    "substitute": ("cli.absence", "Ask somebody to play on for you, or for somebody who stays away."),
    "ready": ("cli.absence", "Say that you are ready to play on for somebody, or want to come back."),
    "hand": ("cli.absence", "Hand over your seat to a bot, or to somebody who is ready, if the others agree."),
    "extend": ("cli.more_time", "Take more time for a decision, as often as the match allows."),
    "vacation": ("cli.absence", "Enter a vacation: the clock stops for you in matches that agreed on that."),
    "ask": ("cli.more_time", "Ask the others for more time for a decision."),
    "grant": ("cli.more_time", "Give or refuse the time that somebody asks for."),
    "pause": ("cli.more_time", "Say that you want a pause, or no longer want it."),
    "withdraw": ("cli.matches", "Take a sealed move back before the lock."),
    "league": ("cli.league", "Enter tournaments, see their standings, announce one."),
    "login": ("cli.login", "Sign in by mail or with a token."),
    "addresses": ("cli.login", "List or change the email addresses from which your answers count."),
    "logout": ("cli.login", "Revoke and forget the token kept on this machine."),
    "key": ("cli.keys", "Show the server's pinned key; change, export, import or agree to players' signing keys."),
    "rules": ("cli.listings", "Show the games and their options."),
    "log": ("cli.exports", "Print the public log of a match."),
    "receipts": ("cli.exports", "List or export the receipts kept here."),
    "openings": ("cli.exports", "Export the openings kept here."),
    "export": ("cli.verifying.whole", "Write a whole match as one file."),
    "replay": ("cli.verifying.verify", "Play a finished match again from a file, offline."),
    "verify": ("cli.verifying.verify", "Verify an exported match, offline."),
    "verify-ratings": (
        "cli.verifying.ratings",
        "Compute all ratings and standings again from the log of results, offline.",
    ),
    "witness": ("cli.cosigning", "Witness other people's logs, so that they cannot show two histories."),
    "monitor": ("cli.monitor", "Watch an installation's log and your matches in it; raise an alarm at a fork."),
    "commitment": ("cli.exports", "Compute the commitment of an opening."),
    "bot": ("cli.bot", "Let a bot play your matches through the API."),
    "mcp": ("cli.assistant", "Let an assistant look at your tables and answer for you."),
    "data": ("cli.rule_data", "Replace a game's cards with those of your own copy."),
    "serve": ("cli.running", "Run everything on this machine."),
    "api": ("cli.running", "Run the API with the web table."),
    "resolve": ("cli.running", "Run a worker that resolves matches."),
    "deliver": ("cli.running", "Run a worker that delivers letters and other notices."),
    "clock": ("cli.running", "Run the clock."),
    "replies": ("cli.running", "Run the server that receives answers by mail."),
    "metrics": ("cli.running", "Show counts to Prometheus."),
    "admin": ("admin.cli.commands", "Look after an installation: accounts, matches, letters, audit (operator)."),
    "parked": ("admin.cli.parked", "List matches parked because a step failed (operator)."),
    "retry": ("admin.cli.parked", "Retry parked matches (operator)."),
    "halt": ("admin.cli.house", "Halt the service: no acts, no deadlines (operator)."),
    "resume": ("admin.cli.house", "Resume a halted service (operator)."),
    "completion": ("cli.running", "Print a completion script for your shell."),
}
"""The commands by name: the module below ``service`` (which has it under the same name) and a description."""


class Commands(click.Group):
    """A group that imports a command's module only when it is used, so that ``--help`` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of a player's day, not alphabetically."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command."""
        if cmd_name not in COMMANDS:
            return None
        try:
            module = importlib.import_module(f"service.{COMMANDS[cmd_name][0]}")
        except ModuleNotFoundError as error:
            needs, extra = ("the server", "server") if error.name != "mcp" else ("the SDK of MCP", "mcp")
            raise Failed(
                f"'siegelpost {cmd_name}' needs {needs}, and {error.name} is not installed: install siegelpost[{extra}]"
            ) from error
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return translated(command, cmd_name, spoken())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        said = texts(spoken()).get("summaries", {})
        with formatter.section("Commands"):
            formatter.write_dl([(name, said.get(name, summary)) for name, (_, summary) in COMMANDS.items()])

    def get_help(self, ctx: click.Context) -> str:
        """Return the help of the whole command, in the reader's language."""
        made = self if "get_help" in vars(self) else translated(self, "main", spoken())
        return super().get_help(ctx) if made is self else made.get_help(ctx)


EPILOG = f"""\b
Examples
  siegelpost login you@example.org         a code comes by mail
  siegelpost new --bot steady              a match against the bot
  siegelpost play                          whatever is waiting for you
  siegelpost log 018f7c2e > match.jsonl    the public log
  siegelpost verify match.jsonl            were the rules kept?

{EXIT_CODES}

\b
Environment
  SIEGELPOST_SERVER, SIEGELPOST_TOKEN      instead of --server, --token
  SIEGELPOST_DATA                          where tokens, openings and receipts are kept
  SIEGELPOST_LANGUAGE                      {" or ".join(LANGUAGES)}; otherwise the account's language, or LANG
  SIEGELPOST_RULE_DATA                     cards of your own, see 'siegelpost data'
  SIEGELPOST_VAR                           the folder of 'siegelpost serve'
  NO_COLOR                                 set it for plain text"""


@click.group(
    cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(
    package_name="siegelpost",
    prog_name="siegelpost",
    message=f"%(prog)s, version %(version)s ({commit() or 'no commit'})",
)
def main() -> None:
    """Slow board games by mail, with sealed moves that anybody can check.

    Moves are sealed on this machine; openings and receipts are kept here, readable by you only.
    """
