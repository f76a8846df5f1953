"""The player and the server of a command: options shared by all commands of the API, and the handling of errors.

A refusal in English has the server's own words, which say exactly what is wrong. In other languages its title is found by its
code, and what to do next, or the words for this very case, in ``refusals_<language>.toml``. The page of each refusal is
``/problems/<code>``.
"""

import functools
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

import click
import click.shell_completion
from rich.console import Console

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES, book_of
from service.cli.player.answers import answer, asked_for_sure
from service.cli.player.client import Client, LoginNeeded, UnknownMatch
from service.cli.player.exits import Failed, NoServer
from service.cli.player.folder import data_folder, last_server
from service.cli.player.local_files import Keep, Unkept, known_matches
from service.cli.player.transport import Refused, Transport, Unreachable
from service.cli.rule_data import use_rule_data
from service.cli.table.match_facts import plain
from service.cli.table.ownlog import Tampered
from service.cli.table.seat_key import KeyElsewhere
from service.cli.table.seating import SeatedElsewhere
from service.config.settings import folders

PLACES = re.compile(r"{(\w+)}")
"""A placeholder in a pattern, filled from the server's words."""
LONGEST = 300
"""The longest detail compared with patterns: several placeholders take long for a long one."""


def refusal(error: Refused, language: Language) -> str:
    """Return a refusal in the reader's language; an unknown one of a newer server stays as it is.

    Otherwise: its title, then the text for this very case if known, else the remedy; finally the wrong fields.
    """
    said = refusals(language)
    title = said.get("titles", {}).get(error.code)
    if title is None:
        return plain(str(error))
    fields = [(_place(one), str(one.get("detail", ""))) for one in error.errors]
    # Of a single field the detail of the refusal only says the same once more.
    known = None if any(detail == error.detail for _, detail in fields) else translated(error.detail, language)
    next_step = known or said["remedies"].get(error.code) or error.detail
    book = book_of("service.cli", language)
    after_title, after_field, between = (
        book.say(f"words.{one}") for one in ("after-title", "after-field", "between-fields")
    )
    details = [(place, translated(detail, language) or detail) for place, detail in fields]
    wrong = between.join(after_field.join(filter(None, one)) for one in details)
    return plain(after_title.join(filter(None, (title, next_step))) + (f" ({wrong})" if wrong else ""))


def translated(detail: str, language: Language) -> str | None:
    """Translate the server's English detail, or return None if it is unknown."""
    if len(detail) > LONGEST:
        return None
    either = f" {book_of('service.cli', language).say('words.or')} "
    for pattern, said in _patterns(language):
        found = pattern.fullmatch(detail)
        if found is not None:
            return said.format_map({name: one.replace(" or ", either) for name, one in found.groupdict().items()})
    return None


@cache
def refusals(language: Language) -> dict[str, dict[str, str]]:
    """Return the texts of ``refusals_<language>.toml``; none for a language in which refusals are not translated."""
    file = files("service.cli.player") / f"refusals_{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def _patterns(language: Language) -> list[tuple[re.Pattern[str], str]]:
    return [(_pattern(english), said) for english, said in refusals(language)["details"].items()]


def _pattern(english: str) -> re.Pattern[str]:
    """Return the regular expression for a detail; placeholders in braces match the server's values.

    >>> _pattern("{most} matches a day").fullmatch("20 matches a day")["most"]
    '20'
    """
    parts = PLACES.split(english)
    return re.compile("".join(re.escape(one) if i % 2 == 0 else f"(?P<{one}>.+?)" for i, one in enumerate(parts)))


def _place(wrong: Mapping[str, Any]) -> str:
    """Return the wrong field: a JSON pointer, or the name of a parameter or header."""
    return str(next((wrong[name] for name in ("pointer", "parameter", "header") if name in wrong), ""))


LOCAL_SERVER = "http://127.0.0.1:8000"


@dataclass(frozen=True)
class Session:
    """One command's connection to a server and to the terminal."""

    client: Client
    console: Console
    language: Language

    def tell(self, key: str, /, **facts: object) -> None:
        """Print a sentence of :mod:`service.cli.player.answers`."""
        self.console.print(answer(self.language, key, **facts))

    def confirms(self, key: str, /, **facts: object) -> bool:
        """Ask a question of :mod:`service.cli.player.answers`; an empty answer means no."""
        return asked_for_sure(self.language, answer(self.language, key, **facts))

    def columns(self, *names: str) -> list[str]:
        """Return the headings of columns."""
        return [answer(self.language, f"column-{name}") for name in names]


class MatchId(click.ParamType[str]):
    """The id of a match or its beginning; completes those known to this machine."""

    name = "match"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Return the local matches that begin like this, without asking a server."""
        found = known_matches(data_folder(os.environ))
        return [click.shell_completion.CompletionItem(one) for one in found if one.startswith(incomplete.lower())]


def server_address(given: str | None, env: Mapping[str, str]) -> str:
    """Return the server to use: given, from the environment, last logged in to, or this machine's own."""
    text = given or env.get("SIEGELPOST_SERVER") or last_server(data_folder(env)) or LOCAL_SERVER
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise click.BadParameter(f"{text!r} is not an address like https://siegelpost.example", param_hint="--server")
    return text.rstrip("/")


def token_for(server: str, given: str | None, env: Mapping[str, str]) -> str | None:
    """Return the token for this server: given, from the environment if that names this server, or stored here."""
    if given:
        return given
    if env.get("SIEGELPOST_TOKEN") and server == server_address(None, env):
        return env["SIEGELPOST_TOKEN"]
    login = Keep(data_folder(env), server).login()
    return None if login is None else login["token"]


def language_option(about: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option ``--language``; ``about`` says what it affects."""
    return click.option(
        "--language",
        type=click.Choice(LANGUAGES),
        envvar="SIEGELPOST_LANGUAGE",
        help=f"{about} Default: that of the account last logged in to, or of this terminal.",
    )


def language_for(server: str | None, given: str | None, env: Mapping[str, str]) -> Language:
    """Return the language to use: the one given, the account's, this terminal's (``LC_ALL``, ``LC_MESSAGES``, ``LANG``), or
    English."""
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
