"""Links to tables, as messengers unfold them: the game, its picture and who invites, and nothing that strangers may not know."""

import re
from html import unescape

import pytest
from flask import Flask

from tests.service.api.browser import Browser
from tests.service.api.players import Player


def told(app: Flask, path: str, language: str = "en") -> dict[str, str]:
    page = Browser(app, language).get(path).get_data(as_text=True)
    return {name: unescape(said) for name, said in re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page)}


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Ada invites you to Kontor"), ("de", "Ada lädt dich zu Kontor ein")]
)
def test_an_invitation_names_host_and_game(app: Flask, ada: Player, language: str, title: str) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private"}).get_json()
    found = told(app, f"/join/{made['match']}?invitation={made['invitation']}", language)
    assert found["title"] == title
    assert found["image"].startswith("http")
    picture = Browser(app).get("/rules" + found["image"].partition("/rules")[2])
    assert (picture.status_code, picture.data[:4]) == (200, b"\x89PNG")


@pytest.mark.parametrize("query", ["", "?invitation=wrong"])
@pytest.mark.parametrize("page", ["join", "table"])
def test_a_private_table_unfolds_to_nobody_else(app: Flask, ada: Player, page: str, query: str) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private", "title": "Secret"}).get_json()
    assert told(app, f"/{page}/{made['match']}{query}") == {}
    assert "Secret" not in Browser(app).get(f"/{page}/{made['match']}{query}").get_data(as_text=True)


def test_an_open_table_says_what_is_played(app: Flask, ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "seafarers", "seats": 5}).get_json()
    assert told(app, f"/table/{made['match']}")["title"] == "Ada invites you to Seafarers"


def test_a_name_is_text_and_no_markup(app: Flask, ada: Player) -> None:
    ada.ask("PATCH", "/v1/me", {"name": 'A"><b>'})
    made = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    page = Browser(app).get(f"/join/{made['match']}").get_data(as_text=True)
    assert 'A"><b>' not in page


def test_a_table_that_is_not_there_unfolds_to_nothing(app: Flask) -> None:
    assert told(app, "/join/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11") == {}
