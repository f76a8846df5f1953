"""``siegelpost --help`` in German: the texts of ``help_de.toml`` in the place of those that the commands have in English.

Commands are made once, in English. For a German reader each is copied with other texts; the command itself stays as it is.
"""

from __future__ import annotations

import copy
import os
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import click

from service.cli.exits import EXIT_CODES
from service.cli.folder import data_folder, last_server

SHARED = "*"
"""Options that many commands have."""


@cache
def texts() -> dict[str, dict[str, str]]:
    """Return the German texts: by command, or one of the tables beside them, then by option."""
    return tomllib.loads((files("service.cli") / "help_de.toml").read_text(encoding="utf-8"))


def speaks_german() -> bool:
    """Return whether help is wanted in German: what the environment says, the account's language, or the terminal's."""
    given = os.environ.get("SIEGELPOST_LANGUAGE")
    if given or last_server(data_folder(os.environ)) is None:
        locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
        return (given or locale)[:2].lower() == "de"
    # Who has logged in has a language there; a stranger is answered without loading all that this takes.
    from service.cli.session import language_for, server_address

    return language_for(server_address(None, os.environ), None, os.environ) == "de"


def in_german(command: click.Command, name: str) -> click.Command:
    """Return a copy of a command that explains itself in German, with its sub-commands.

    :param name: how it is called, ``key consent``; what has no text stays as it is.
    """
    said, shared = texts().get(name, {}), texts()[SHARED]
    made: Any = copy.copy(command)
    made.help = said.get("help", command.help)
    made.short_help = texts()["summaries"].get(name, command.short_help)
    made.epilog = None if command.epilog is None else _in_words(said.get("epilog", command.epilog))
    made.params = [_option(one, said, shared) for one in command.params]
    if isinstance(command, click.Group) and command.commands:
        made.commands = {known: in_german(one, f"{name} {known}") for known, one in command.commands.items()}
    made.get_help = lambda ctx: _in_words(type(command).get_help(made, ctx))
    return made  # type: ignore[no-any-return]


def _option(param: click.Parameter, said: dict[str, str], shared: dict[str, str]) -> click.Parameter:
    text = next((found[name] for found in (said, shared) for name in param.opts if name in found), None)
    if text is None or not isinstance(param, click.Option):
        return param
    made = copy.copy(param)
    made.help = text
    return made


def _in_words(text: str) -> str:
    """Put what click itself says, and what all commands share, into German."""
    text = text.replace("{exit_codes}", EXIT_CODES)
    for english, german in texts()["words"].items():
        text = text.replace(english, german)
    return text


__all__ = ["in_german", "speaks_german", "texts"]
