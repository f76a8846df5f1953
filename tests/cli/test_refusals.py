"""What a German player reads when the server refuses: the title, what to do next, and the field, in German."""

import re
from pathlib import Path

import marshmallow
import pytest
from werkzeug.test import TestResponse

from engine.contract import Language
from service.api.http.problems import KINDS
from service.cli.command import COMMANDS
from service.cli.player.session import PLACES, refusal, refusals, translated
from service.cli.player.transport import Refused
from service.matches.caps import MOST_TABLES
from tests.service.api.conftest import ada, app, ben, context, limited, routes, table, visitor  # noqa: F401  fixtures
from tests.service.api.players import Player, Table, new_player

GERMAN = refusals("de")
ROOT = Path(__file__).parents[2]
FOR_PROGRAMS = {
    "headers-too-large", "http-version", "media-type", "method-not-allowed", "no-push", "no-seat-key", "no-seat-keys",
    "no-webhooks", "not-acceptable", "not-implemented", "not-logged", "replay-pending", "token-shown", "too-large",
    "too-many-browsers", "too-many-webhooks", "webhook-not-active",
}  # fmt: skip
"""Refusals of what the command line never asks for."""


def said(answer: TestResponse) -> str:
    """Return what a German player reads of an answer."""
    assert answer.status_code >= 400
    return refusal(Refused(answer.status_code, answer.get_json()), "de")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_refusal_that_a_player_can_meet_says_what_to_do_next_in(language: Language) -> None:
    assert set(refusals(language)["remedies"]) == set(KINDS) - FOR_PROGRAMS


@pytest.mark.parametrize("language", ["de", "fr"])
def test_commands_that_a_remedy_names_are_there_in(language: Language) -> None:
    texts = " ".join([*refusals(language)["remedies"].values(), *refusals(language)["details"].values()])
    named = set(re.findall(r"siegelpost ([a-z]+)", texts)) - {"auf"}
    assert named
    assert named <= set(COMMANDS)


def bounds(*, least: int | None = None, most: int | None = None) -> str:
    """Return what marshmallow says of a number beyond its bounds, with the names of the bounds in their place."""
    with pytest.raises(marshmallow.ValidationError) as found:
        marshmallow.validate.Range(min=least, max=most)(99 if most else 0)
    return str(found.value.messages[0]).replace("1", "{min}").replace("2", "{max}")


@pytest.mark.parametrize("english", GERMAN["details"])
def test_every_detail_is_one_that_a_server_says(english: str) -> None:
    """What the server would not say any more would be translated for nobody."""
    folders = [
        ROOT / "engine",
        ROOT / "service/api",
        ROOT / "service/matches",
        ROOT / "service/accounts",
        Path(marshmallow.__file__).parent,
    ]
    sources = [
        re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8")) for one in folders for path in one.rglob("*.py")
    ]
    sources += [bounds(least=1, most=2), bounds(least=1), bounds(most=2)]
    pattern = r"\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}".join(re.escape(part) for part in PLACES.split(english)[::2])
    assert [one for one in sources if re.search(pattern, one)], english
    assert set(PLACES.findall(GERMAN["details"][english])) <= set(PLACES.findall(english))


def test_a_field_is_named_and_what_is_wrong_with_it_told_in_german(ada: Player) -> None:  # noqa: F811
    wrong = ada.post("/v1/matches", {"rules": "kontor", "seats": "two", "color": 1}, Idempotency_Key="a")
    assert said(wrong) == (
        "Die Anfrage ist nicht gültig: Ändere, was in Klammern steht. (/seats: muss eine ganze Zahl sein; "
        "/color: gibt es nicht)"
    )


def test_a_refusal_reads_as_french_is_written(ada: Player) -> None:  # noqa: F811
    wrong = ada.post("/v1/matches", {"rules": "kontor", "seats": "two", "color": 1}, Idempotency_Key="a")
    assert refusal(Refused(wrong.status_code, wrong.get_json()), "fr") == (
        "La requête n'est pas valable. Change ce qui est entre parenthèses. (/seats : doit être un nombre entier ; "
        "/color : n'existe pas)"
    )


def test_who_is_not_asked_reads_where_to_look(table: Table) -> None:  # noqa: F811
    path = f"{table.path}/decisions/r9.choose/commitment"
    assert said(table.players[0].put(path, {"move": {"type": "pass"}})) == (
        f"{GERMAN['titles']['gone']}: Sieh mit siegelpost play nach, was jetzt gefragt ist."
    )


def test_somebody_without_a_token_and_a_stranger_read_how_to_get_in(
    table: Table,  # noqa: F811
    visitor: Player,  # noqa: F811
    ada: Player,  # noqa: F811
) -> None:
    assert said(visitor.get("/v1/me/waiting")) == "Dafür braucht es ein Token: Melde dich mit siegelpost login an."
    assert said(new_player(ada.app, table.context, "Eve").put(f"{table.path}/seats/me", {})).startswith(
        ("Die Partie ist privat: ", "Die Partie hat begonnen oder ist vorbei: ")
    )
    weak = new_player(ada.app, table.context, "Weak", scopes=("match:read",))
    assert said(weak.post("/v1/matches", {"rules": "kontor"}, Idempotency_Key="b")) == (
        "Das darf dieses Token nicht: Dafür muss ein Token match:create dürfen: Melde dich mit siegelpost login neu an"
    )


def test_a_move_that_the_rules_do_not_allow(table: Table) -> None:  # noqa: F811
    answer = table.players[0].put(f"{table.here()}/commitment", {"move": {"type": "play", "card": 9999}})
    told = said(answer)
    assert told.startswith(
        "Die Regeln erlauben diesen Zug nicht: Wähle einen der Züge, die siegelpost play anbietet. (/move"
    )


@pytest.mark.usefixtures("limited")
def test_a_limit_says_how_many(ada: Player) -> None:  # noqa: F811
    for number in range(MOST_TABLES):
        assert ada.post("/v1/matches", {"rules": "kontor"}, Idempotency_Key=f"m{number}").status_code == 201
    assert said(ada.post("/v1/matches", {"rules": "kontor"}, Idempotency_Key="more")) == (
        f"Das Konto hat zu viele Partien: {MOST_TABLES} deiner Partien warten auf Mitspieler: Sag eine ab, oder beginne eine"
    )


def test_words_of_a_newer_server_give_way_to_what_is_always_true() -> None:
    newer = {"type": "/problems/late", "title": "The deadline has passed", "detail": "by 3 hours and a bit"}
    assert refusal(Refused(409, newer), "de") == (
        "Die Frist ist vorbei: Warte, bis die Runde aufgelöst ist: Für Plätze, die nicht geantwortet haben, antworten die Regeln."
    )
    unknown = {"type": "/problems/too-blue", "title": "It is too blue", "detail": "Paint it."}
    assert refusal(Refused(409, unknown), "de") == "It is too blue: Paint it."
    assert refusal(Refused(409, newer), "en") == "The deadline has passed: by 3 hours and a bit"


def test_what_the_server_says_is_taken_over_without_signs_that_a_terminal_would_obey() -> None:
    problem = {"type": "/problems/invalid", "title": "x", "errors": [{"pointer": "/seats", "detail": "\x1b[2J"}]}
    assert "\x1b" not in refusal(Refused(422, problem), "de")
    assert (
        translated("kontor@1 is played at 2 or 4 seats, not at 9", "de")
        == "kontor@1 spielt man an 2 oder 4 Plätzen, nicht an 9"
    )


def test_a_server_that_says_very_much_is_not_listened_to_for_long() -> None:
    """The attack: what several places of a pattern can be cut out of in millions of ways."""
    assert translated(f"kontor@1 is played at 2 seats, not at {'9' * 300}", "de") is None
    assert translated("x is played at " * 20_000 + "x seats, not at " * 20_000 + "\n", "de") is None


def test_a_move_that_came_too_late_for_the_rules_is_refused_in_german() -> None:
    errors = [{"pointer": "/move/offer", "detail": "no offer of this number stands"}]
    problem = {"type": "/problems/illegal-move", "title": "x", "detail": errors[0]["detail"], "errors": errors}
    said = refusal(Refused(422, problem), "de")
    assert "Dieses Angebot steht nicht mehr" in said and "no offer" not in said
