"""A match in words: what a client shows to people without knowing any game."""

import re

from engine import registry
from engine.contract import Game
from engine.kit.drawing.svg import spots_of
from engine.registry import game, newest
from service.context import Context
from tests.service.api.players import Player, Table


def test_a_seat_reads_what_it_is_asked_and_what_it_may_answer(table: Table) -> None:
    ada = table.players[0]
    words = ada.sees(f"/v1/matches/{table.match}/words")
    asked = words["decisions"][0]
    listed = ada.sees(f"/v1/matches/{table.match}/decisions/{asked['id']}/moves")["moves"]
    assert [one["move"] for one in asked["choices"]] == listed
    assert asked["question"] == "Choose a card or pass" and asked["silence"] == "Pass (+1 coin)"
    assert all(one["words"] for one in asked["choices"])
    assert words["game"] == "Kontor" and words["names"] == ["Ada", "Ben"] and "harbour" in words["about"]
    german = ada.sees(f"/v1/matches/{table.match}/words?language=de")
    assert german["decisions"][0]["question"] != asked["question"] and "Hafen" in german["about"]


def test_who_is_not_asked_reads_no_choices(table: Table, visitor: Player) -> None:
    ben = table.players[1].sees(f"/v1/matches/{table.match}/words")
    ada = table.players[0].sees(f"/v1/matches/{table.match}/words")
    assert ben["decisions"][0]["choices"] != ada["decisions"][0]["choices"]
    shown = visitor.sees(f"/v1/matches/{table.match}/words")
    assert shown["seat"] is None
    assert [(one["choices"], one["silence"], one["advice"]) for one in shown["decisions"]] == [([], None, None)]


def test_words_follow_the_log_and_not_other_peoples_acts(table: Table) -> None:
    ada, ben = table.players
    path = f"/v1/matches/{table.match}/words"
    tag = ada.get(path).headers["ETag"]
    moves = ben.sees(path)["decisions"][0]["choices"]
    decision = ben.sees(path)["decisions"][0]["id"]
    sealed = ben.put(f"/v1/matches/{table.match}/decisions/{decision}/commitment", {"move": moves[0]["move"]})
    assert sealed.status_code == 200
    assert ada.get(path, If_None_Match=tag).status_code == 304
    assert ada.get(path + "?language=de", If_None_Match=tag).status_code == 200


def test_a_private_match_is_told_to_nobody_else(context: Context, ada: Player, ben: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private"}).get_json()
    path = f"/v1/matches/{made['match']}/words"
    assert ben.get(path).status_code == 403
    told = ben.sees(f"{path}?invitation={made['invitation']}")
    assert told["decisions"] == [] and told["table"] is None and told["about"]


def test_choices_point_at_the_picture(table: Table) -> None:
    ada = table.players[0]
    words = ada.sees(f"/v1/matches/{table.match}/words")
    picture = ada.get(f"/v1/matches/{table.match}/picture.svg").get_data(as_text=True)
    ids = re.findall(r'id="spot-([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    spots = [spot for one in words["decisions"][0]["choices"] for spot in one["spots"]]
    assert spots and set(spots) <= set(ids)


def test_words_say_who_is_who_in_the_picture(table: Table) -> None:
    ada = table.players[0]
    seats = ada.sees(f"/v1/matches/{table.match}/words?language=de")["seats"]
    assert sorted(one["called"] for one in seats) == ["Rot", "Schwarz"]
    picture = ada.get(f"/v1/matches/{table.match}/picture.svg?language=de").get_data(as_text=True)
    assert all(f">{name}<" in picture for name in ("Ada", "Ben")), "it names the players"
    assert all(one["colour"] in picture for one in seats)


def test_a_move_that_is_tried_is_said_in_words(table: Table) -> None:
    ada = table.players[0]
    asked = ada.sees(f"/v1/matches/{table.match}/words?language=de")["decisions"][0]
    path = f"/v1/matches/{table.match}/decisions/{asked['id']}/check"
    for one in asked["choices"]:
        assert ada.post(f"{path}?language=de", {"move": one["move"]}).get_json()["words"] == one["words"]
    refused = ada.post(path, {"move": {"type": "play", "card": "C99"}}).get_json()
    assert (refused["legal"], refused["words"]) == (False, None)
    assert ada.post(f"{path}?language=xx", {"move": {"type": "pass"}}).status_code == 422


def test_rules_explain_the_signs_of_pictures(visitor: Player) -> None:
    for one in visitor.sees("/v1/rules")["rules"]:
        legend = visitor.sees(f"/v1/rules/{one['id']}")["legend"]
        assert len(legend["de"]) == len(legend["en"]) >= 12


def test_every_game_says_what_it_is_and_what_its_presets_are_called(visitor: Player) -> None:
    for one in visitor.sees("/v1/rules")["rules"]:
        for language in ("en", "de"):
            assert len(one["about"][language]) > 100, one["id"]
            assert one["about"][language].count(". ") == 2, "three sentences"
            assert all(one["preset_titles"][name][language] for name in one["presets"]), one["id"]
            assert one["titles"][language]


def test_a_game_whose_picture_has_no_spots_names_none() -> None:
    games: list[Game] = [game(newest(name)) for name in {one.partition("@")[0] for one in registry.GAMES}]
    assert all(isinstance(spots_of(one, {"type": "pass"}), list) for one in games)
