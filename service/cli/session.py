"""Which player talks to which server: the options every command of the API shares, and how its errors end the command."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import click
import click.shell_completion
from rich.console import Console

from engine.contract import Language
from engine.kit.phrases import LANGUAGES
from service.cli.answers import answer
from service.cli.client import Client, LoginNeeded, UnknownMatch
from service.cli.exits import Failed, NoServer
from service.cli.folder import data_folder, last_server
from service.cli.local_files import Keep, Unkept, known_matches
from service.cli.match_facts import plain
from service.cli.ownlog import Tampered
from service.cli.prompts import asked_for_sure
from service.cli.refusals import refusal
from service.cli.rule_data import use_rule_data
from service.cli.seat_key import KeyElsewhere
from service.cli.seating import SeatedElsewhere
from service.cli.transport import Refused, Transport, Unreachable
from service.config import folders

LOCAL_SERVER = "http://127.0.0.1:8000"


@dataclass(frozen=True)
class Session:
    """One command's connection to a server and to the terminal."""

    client: Client
    console: Console
    language: Language

    def tell(self, key: str, /, **facts: object) -> None:
        """Print a sentence of :mod:`service.cli.answers`."""
        self.console.print(answer(self.language, key, **facts))

    def confirms(self, key: str, /, **facts: object) -> bool:
        """Ask a question of :mod:`service.cli.answers`; an empty answer means no."""
        return asked_for_sure(self.language, answer(self.language, key, **facts))

    def columns(self, *names: str) -> list[str]:
        """Return the headings of columns."""
        return [answer(self.language, f"column-{name}") for name in names]


class MatchId(click.ParamType[str]):
    """The id of a match or its beginning; completes those this machine knows."""

    name = "match"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Return the matches kept here that begin so; asks no server, so it is quick."""
        found = known_matches(data_folder(os.environ))
        return [click.shell_completion.CompletionItem(one) for one in found if one.startswith(incomplete.lower())]


def server_address(given: str | None, env: Mapping[str, str]) -> str:
    """Return the server to talk to: named, from the environment, last logged in to, or this machine's own."""
    text = given or env.get("SIEGELPOST_SERVER") or last_server(data_folder(env)) or LOCAL_SERVER
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise click.BadParameter(f"{text!r} is not an address like https://siegelpost.example", param_hint="--server")
    return text.rstrip("/")


def token_for(server: str, given: str | None, env: Mapping[str, str]) -> str | None:
    """Return the token for this very server: named, from the environment if that names this server, or kept here."""
    if given:
        return given
    if env.get("SIEGELPOST_TOKEN") and server == server_address(None, env):
        return env["SIEGELPOST_TOKEN"]
    login = Keep(data_folder(env), server).login()
    return None if login is None else login["token"]


def language_option(about: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option ``--language``; ``about`` says what is told in it."""
    return click.option(
        "--language",
        type=click.Choice(LANGUAGES),
        envvar="SIEGELPOST_LANGUAGE",
        help=f"{about} Default: that of the account last logged in to, or of this terminal.",
    )


def language_for(server: str | None, given: str | None, env: Mapping[str, str]) -> Language:
    """Return the language to speak: named, the account's, this terminal's (``LC_ALL``, ``LC_MESSAGES``, ``LANG``), or English."""
    login = None if server is None else Keep(data_folder(env), server).login()
    account = "" if login is None else login["language"]
    locale = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    wanted = given or account or locale[:2].lower()
    return next((one for one in LANGUAGES if one == wanted), "en")


def connected(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--server``, ``--token``, ``--language`` to a command and hand it a :class:`Session` as its first argument."""

    @click.option("--server", metavar="URL", help=f"The server. Default: the last one logged in to, or {LOCAL_SERVER}.")
    @click.option("--token", metavar="TOKEN", help="A token to use instead of the stored one.")
    @language_option("The language the game speaks.")
    @functools.wraps(command)
    def wrapped(*args: Any, server: str | None, token: str | None, language: str | None, **kwargs: Any) -> Any:
        use_rule_data(folders(os.environ))
        address = server_address(server, os.environ)
        transport = Transport(address, token_for(address, token, os.environ))
        console = Console(highlight=False, markup=False, emoji=False)
        errors = Console(stderr=True, highlight=False, markup=False, emoji=False)
        client = Client(
            transport, Keep(data_folder(os.environ), address), warn=lambda text: errors.print(text, style="bold red")
        )
        try:
            speaks = language_for(address, language, os.environ)
            with telling_errors(speaks):
                return command(Session(client, console, speaks), *args, **kwargs)
        finally:
            transport.close()

    return wrapped


@contextmanager
def telling_errors(language: Language = "en") -> Iterator[None]:
    """Turn the client's errors into messages in a language, and exit codes."""
    try:
        yield
    except Refused as error:
        if error.status == 401:
            raise Failed(answer(language, "token-refused", why=refusal(error, language))) from error
        raise Failed(answer(language, "refused", why=refusal(error, language))) from error
    except LoginNeeded as error:
        raise Failed(answer(language, "login-needed")) from error
    except Unreachable as error:
        raise NoServer(plain(str(error))) from error
    except (KeyElsewhere, SeatedElsewhere, Tampered, Unkept, UnknownMatch) as error:
        raise Failed("\n".join(map(plain, str(error).split("\n")))) from error
