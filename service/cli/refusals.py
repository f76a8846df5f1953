"""What a server's refusals say in German: their titles by code; what to do next, and of which case, in ``refusals_de.toml``.

The server says in English what exactly is wrong, because programs log it. The page of each refusal is ``/problems/<code>``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from engine.contract import Language
from service.cli.match_facts import plain
from service.cli.transport import Refused

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
    "removed-from-table": "Du bist von diesem Tisch genommen worden",
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
    "too-many-logins": "Es wurden zu viele Anmeldungen verlangt",
    "too-many-mail-changes": "Die Mailadresse sollte zu oft geändert werden",
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
"""What a pattern of a detail takes over from the server's words."""
LONGEST = 300
"""Characters of a detail that is compared with patterns: with several places that takes long for a long one."""


def refusal(error: Refused, language: Language) -> str:
    """Return what a refusal says in the reader's language; one of a newer server stays as it is.

    In German: its title, then this very case if its words are known, else what to do next; last the fields that are wrong.
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
    """Return what the server says in English about one case, ``None`` for words that are not known."""
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
    return tomllib.loads((files("service.cli") / "refusals_de.toml").read_text(encoding="utf-8"))


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    return [(_pattern(english), said) for english, said in german()["details"].items()]


def _pattern(english: str) -> re.Pattern[str]:
    """Return what finds a detail; the text between the braces is the server's.

    >>> _pattern("{most} matches a day").fullmatch("20 matches a day")["most"]
    '20'
    """
    parts = PLACES.split(english)
    return re.compile("".join(re.escape(one) if i % 2 == 0 else f"(?P<{one}>.+?)" for i, one in enumerate(parts)))


def _place(wrong: Mapping[str, Any]) -> str:
    """Return which field is wrong: a JSON pointer, or the name of a parameter or header."""
    return str(next((wrong[name] for name in ("pointer", "parameter", "header") if name in wrong), ""))


__all__ = ["TITLES", "german", "in_german", "refusal"]
