"""The player and the server of a command: options shared by all commands of the API, and the handling of errors.

A refusal in English has the server's own words, which say exactly what is wrong. In German its title is found by its code,
and what to do next, or the words for this very case, in ``refusals_de.toml``. The page of each refusal is
``/problems/<code>``.
"""

from __future__ import annotations

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
from engine.kit.text.phrases import LANGUAGES
from service.cli.player.answers import answer
from service.cli.player.client import Client, LoginNeeded, UnknownMatch
from service.cli.player.exits import Failed, NoServer
from service.cli.player.folder import data_folder, last_server
from service.cli.player.local_files import Keep, Unkept, known_matches
from service.cli.player.prompts import asked_for_sure
from service.cli.player.transport import Refused, Transport, Unreachable
from service.cli.rule_data import use_rule_data
from service.cli.table.match_facts import plain
from service.cli.table.ownlog import Tampered
from service.cli.table.seat_key import KeyElsewhere
from service.cli.table.seating import SeatedElsewhere
from service.config.settings import folders

TITLES = {
    "already-seated": "Du sitzt schon an diesem Tisch",
    "bad-json": "Der Inhalt ist kein strenges JSON",
    "bad-request": "Die Anfrage ist nicht zu lesen",
    "blocked": "Das Konto ist gesperrt",
    "bot-declines": "Der Bot nimmt diese Herausforderung nicht an",
    "bot-list-full": "Die Liste der Bots ist voll",
    "channel-closed": "Du kannst jetzt nicht mit deinem Partner sprechen",
    "choice-not-offered": "Das bietet diese Partie nicht an",
    "no-handing": "Dieser Platz lässt sich jetzt nicht abgeben",
    "no-substitutes": "In dieser Partie übernimmt niemand einen Platz",
    "seat-key-needed": "Dieser Platz unterschreibt, was er tut: Er braucht einen Schlüssel",
    "client-custody-demanded": "In dieser Partie behält jeder seinen Zug selbst",
    "client-custody-taken": "Dieser Platz gibt seine Züge ab jetzt in Verwahrung",
    "code-wrong": "Der Anmeldecode gilt nicht",
    "conflict": "Etwas anderes von diesem Platz kam zuerst",
    "entropy-required": "Diese Partie will von jedem Platz eine Zufallszahl",
    "escrow-demanded": "Hier wird der Zug nur in Verwahrung genommen",
    "events-gone": "Was danach geschah, ist nicht mehr aufbewahrt",
    "full": "Alle Plätze sind besetzt",
    "gone": "Die Entscheidung steht nicht mehr an",
    "headers-too-large": "Die Kopfzeilen sind zu groß",
    "http-version": "Diese Version von HTTP spricht hier niemand",
    "illegal-move": "Die Regeln erlauben diesen Zug nicht",
    "internal": "Auf dem Server ist etwas kaputtgegangen",
    "invalid": "Die Anfrage ist nicht gültig",
    "invitation-wrong": "Die Einladung stimmt nicht",
    "key-reused": "Dieser Idempotency-Key gehört zu einer anderen Anfrage",
    "late": "Die Frist ist vorbei",
    "locked": "Die Züge stehen schon fest",
    "login-needed": "Das geht nur mit dem Token einer Anmeldung",
    "mail-taken": "Diese Adresse hat schon ein Konto",
    "malformed": "Das Siegel oder seine Öffnung hat nicht die rechte Form",
    "match-unavailable": "Die Partie kann jetzt nicht gezeigt oder gespielt werden",
    "media-type": "Der Inhalt ist kein JSON",
    "method-not-allowed": "Das geht hier nicht",
    "no-extension": "Dieser Platz kann für diese Entscheidung jetzt keine Zeit mehr nehmen",
    "no-time-request": "Über mehr Zeit kannst du das jetzt nicht sagen",
    "no-pause": "Über eine Pause kannst du das jetzt nicht sagen",
    "no-key-asked": "Dieser Platz bittet dich nicht um diese Zustimmung",
    "no-orders": "In diesem Spiel gibt es keine Daueranweisungen",
    "no-place-to-wait": "Für wartende Anfragen ist gerade kein Platz",
    "no-push": "Von hier wird nichts an Browser geschickt",
    "no-seat-key": "Dieser Platz hat keinen Schlüssel",
    "no-seat-keys": "Von diesem Platz gibt es keinen Schlüssel",
    "no-webhooks": "Hier wird nichts an Webhooks geschickt",
    "nobody-to-consent": "Sonst sitzt hier niemand, der einem anderen Schlüssel zustimmen könnte",
    "not-a-voter": "Du bist zu diesem Platz nicht gefragt",
    "not-acceptable": "In dieser Form gibt es das nicht",
    "not-asked": "Diese Entscheidung fragt dich nicht",
    "not-found": "Das gibt es nicht",
    "not-full": "Nicht alle Plätze sind besetzt",
    "not-implemented": "Diese Übertragungsart gibt es hier nicht",
    "entries-closed": "Der Meldeschluss ist vorbei, oder das Turnier ist zu Ende",
    "not-in-lobby": "Die Partie hat begonnen oder ist vorbei",
    "not-logged": "Das Protokoll aller Partien hat das noch nicht",
    "not-missed": "Zu diesem Platz ist niemand gefragt",
    "not-owner": "Das darf nur, wer die Partie angelegt hat",
    "not-possible": "So, wie es steht, geht das nicht",
    "not-running": "Die Partie läuft nicht",
    "not-seated": "Du sitzt nicht an diesem Tisch",
    "nothing-to-reveal": "Die Partie will von diesem Platz jetzt keine Zufallszahl",
    "other-data": "Die Spieldaten dieser Partie fehlen dem Server",
    "paused": "Diese Partie pausiert",
    "precondition-failed": "Es hat sich geändert, seit du es gesehen hast",
    "private": "Die Partie ist privat",
    "reliability-too-low": "Dieser Tisch ist für Leute, die öfter rechtzeitig antworten",
    "removed-from-table": "Wer den Tisch eröffnet hat, möchte dich dort nicht dabeihaben",
    "replay-pending": "Die Partie wird noch nachgespielt",
    "request-running": "Die erste Anfrage mit diesem Schlüssel läuft noch",
    "reveal-late": "Die Zeit für die Zufallszahlen ist vorbei",
    "rules-superseded": "Diese Regeln wurden berichtigt",
    "scope-missing": "Das darf dieses Token nicht",
    "seat-taken": "Dieser Platz ist besetzt",
    "seen": "Dieses Siegel oder Salz gab es schon",
    "signature-needed": "Dieser Platz unterschreibt, was er tut",
    "signature-wrong": "Die Unterschrift ist nicht vom Schlüssel dieses Platzes",
    "stale": "Die Partie ist weitergegangen",
    "stored-unreadable": "Etwas Gespeichertes ist nicht zu lesen",
    "talk-closed": "An diesem Tisch könnt ihr gerade nicht reden",
    "talk-full": "Du hast in dieser Partie so viel gesagt, wie ein Platz darf",
    "talk-too-fast": "Du hast in kurzer Zeit viel gesagt",
    "token-missing": "Dafür braucht es ein Token",
    "token-shown": "Das Token dieser Anfrage wurde schon gezeigt",
    "token-stronger": "Jenes Token darf mehr als das der Anfrage",
    "token-wrong": "Das Token gilt nicht",
    "too-large": "Der Inhalt ist zu groß",
    "too-many-acts": "Die Antwort wurde zu oft geändert",
    "too-many-bots": "Du hast so viele Bots, wie man haben darf, oder heute viele angelegt",
    "too-many-browsers": "Du hast heute viele Browser hinzugefügt",
    "too-many-changes": "An diesem Tisch kamen und gingen zu viele",
    "too-many-creations": "Es wurden zu viele Partien angelegt",
    "too-many-deliveries": "Du hast in kurzer Zeit viele Zustellungen verlangt",
    "too-many-invitations": "Es wurden zu viele Einladungen verschickt",
    "too-many-guests": "Zu viele Gäste",
    "work-needed": "Dafür muss das Programm erst etwas ausrechnen",
    "guest": "Gäste dürfen das nicht",
    "not-a-guest": "Dieses Konto gehört keinem Gast",
    "too-many-logins": "Es wurden zu viele Anmeldungen verlangt",
    "too-many-mail-changes": "Die Mailadresse sollte zu oft geändert werden",
    "too-many-addresses": "Das Konto hat so viele Mailadressen, wie es haben darf",
    "too-many-matches": "Das Konto hat zu viele Partien",
    "too-many-pictures": "Es werden gerade zu viele Bilder gezeichnet",
    "too-many-replays": "Du hast zu viele laufende Partien nachspielen lassen",
    "too-many-requests": "Zu viele Anfragen",
    "too-many-tokens": "Das Konto hat zu viele Token, oder hat zu viele angelegt",
    "too-many-waiting": "Zu viele deiner Anfragen warten",
    "too-many-webhooks": "Du hast so viele Webhooks, wie ein Konto haben darf",
    "too-slow": "Die Anfrage kam zu langsam an",
    "unavailable": "Der Dienst ist jetzt nicht zu erreichen",
    "uri-too-long": "Die Adresse der Anfrage ist zu lang",
    "webhook-not-active": "Der Webhook ist nicht in Betrieb",
    "wrong-entropy": "Das ist nicht die Zufallszahl, die der Platz versiegelt hat",
    "wrong-form": "Diese Entscheidung will eine andere Art von Antwort",
    "wrong-host": "Unter diesem Namen ist der Dienst nicht zu finden",
    "wrong-opening": "Das ist nicht die Öffnung des Siegels, das feststeht",
}


PLACES = re.compile(r"{(\w+)}")
"""A placeholder in a pattern, filled from the server's words."""
LONGEST = 300
"""The longest detail compared with patterns: several placeholders take long for a long one."""


def refusal(error: Refused, language: Language) -> str:
    """Return a refusal in the reader's language; an unknown one of a newer server stays as it is.

    In German: its title, then the text for this very case if known, else the remedy; finally the wrong fields.
    """
    title = TITLES.get(error.code)
    if language == "en" or title is None:
        return plain(str(error))
    fields = [(_place(one), str(one.get("detail", ""))) for one in error.errors]
    # Of a single field the detail of the refusal only says the same once more.
    known = None if any(detail == error.detail for _, detail in fields) else in_german(error.detail)
    next_step = known or german()["remedies"].get(error.code) or error.detail
    wrong = "; ".join(f"{place}: {in_german(detail) or detail}".strip(": ") for place, detail in fields)
    return plain(f"{title}: {next_step}".removesuffix(": ") + (f" ({wrong})" if wrong else ""))


def in_german(detail: str) -> str | None:
    """Translate the server's English detail, or return None if it is unknown."""
    if len(detail) > LONGEST:
        return None
    for pattern, said in _patterns():
        found = pattern.fullmatch(detail)
        if found is not None:
            return said.format_map({name: one.replace(" or ", " oder ") for name, one in found.groupdict().items()})
    return None


@cache
def german() -> dict[str, dict[str, str]]:
    """Return the texts of ``refusals_de.toml``."""
    return tomllib.loads((files("service.cli.player") / "refusals_de.toml").read_text(encoding="utf-8"))


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    return [(_pattern(english), said) for english, said in german()["details"].items()]


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
    """Return the language to use: given, the account's, this terminal's (``LC_ALL``, ``LC_MESSAGES``, ``LANG``), or
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
