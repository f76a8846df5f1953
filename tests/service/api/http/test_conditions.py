"""Entity tags: 304 for who has it, 412 for who has something older, strong and weak told apart."""

import pytest

from service.api.http import etags
from service.context import Context
from tests.service.api.players import Player, Table

READS = ["", "/view", "/log", "/log.jsonl", "/picture.svg", "/picture.png?width=200"]


@pytest.mark.parametrize("what", READS)
def test_a_client_that_has_the_present_state_gets_304(table: Table, ada: Player, what: str) -> None:
    first = ada.get(table.path + what)
    assert first.status_code == 200
    tag = first.headers["ETag"]
    for given in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = ada.get(table.path + what, If_None_Match=given)
        assert (again.status_code, again.headers["ETag"], again.data) == (304, tag, b"")
    assert ada.get(table.path + what, If_None_Match='"other"').status_code == 200


@pytest.mark.parametrize("what", ["/view", "/picture.svg", "/picture.png?width=200", "/words", "/feed", "{moves}"])
def test_what_the_program_makes_has_another_tag_after_an_upgrade(
    table: Table, ada: Player, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found in play: after an upgrade the browser kept the English picture until the next entry of the log."""
    path = f"{table.here()}/moves" if what == "{moves}" else table.path + what
    tag = ada.get(path).headers["ETag"]
    monkeypatch.setattr(etags, "_program", lambda: "a newer one")
    assert ada.get(path, If_None_Match=tag).status_code == 200


def test_moves_and_own_commitments_have_tags_too(table: Table, ada: Player) -> None:
    here = table.here()
    moves = ada.get(f"{here}/moves")
    assert ada.get(f"{here}/moves", If_None_Match=moves.headers["ETag"]).status_code == 304
    ada.put(f"{here}/commitment", {"move": {"type": "pass"}})
    mine = ada.get(f"{here}/commitment")
    assert ada.get(f"{here}/commitment", If_None_Match=mine.headers["ETag"]).status_code == 304


def test_the_tag_changes_with_what_i_do_and_with_what_is_resolved(table: Table, ada: Player, ben: Player) -> None:
    tags = [ada.get(table.path).headers["ETag"]]
    here = table.here()
    ada.put(f"{here}/commitment", {"move": {"type": "pass"}})
    tags.append(ada.get(table.path).headers["ETag"])
    ada.put(f"{here}/commitment", {"move": table.moves(ada, table.standing()["id"])[0], "replaces": 1})
    tags.append(ada.get(table.path).headers["ETag"])
    ben.put(f"{here}/commitment", {"move": {"type": "pass"}})
    table.resolve()
    tags.append(ada.get(table.path).headers["ETag"])
    assert len(set(tags)) == 4


def test_an_answer_after_a_change_carries_the_tag_of_what_there_is_then(ada: Player, context: Context) -> None:
    created = ada.post("/v1/matches", {"rules": "kontor"})
    path = created.headers["Location"]
    assert created.headers["ETag"] == ada.get(path).headers["ETag"]


def test_a_change_with_an_old_tag_is_refused_also_for_post(table: Table, ada: Player, ben: Player) -> None:
    old = ada.get(table.path).headers["ETag"]
    ada.put(f"{table.here()}/commitment", {"move": {"type": "pass"}})
    refused = ada.post(f"{table.path}/resign", If_Match=old)
    assert (refused.status_code, refused.get_json()["type"]) == (412, "/problems/precondition-failed")
    assert refused.headers["ETag"] == ada.get(table.path).headers["ETag"]
    assert ada.post(f"{table.path}/resign", If_Match=f"W/{refused.headers['ETag']}").status_code == 412, "strong only"
    assert ada.post(f"{table.path}/resign", If_Match=refused.headers["ETag"]).status_code == 202
    assert ben.post(f"{table.path}/resign", If_Match="*").status_code == 202


def test_a_commitment_can_be_conditional_on_what_stands(table: Table, ada: Player) -> None:
    here = f"{table.here()}/commitment"
    assert ada.put(here, {"move": {"type": "pass"}}, If_Match="*").status_code == 412
    first = ada.put(here, {"move": {"type": "pass"}}, If_None_Match="*")
    assert first.status_code == 200
    assert ada.put(here, {"move": {"type": "pass"}, "replaces": 1}, If_None_Match="*").status_code == 412
    assert ada.put(here, {"move": {"type": "pass"}, "replaces": 1}, If_Match='"other"').status_code == 412
    second = ada.put(here, {"move": {"type": "pass"}, "replaces": 1}, If_Match=first.headers["ETag"])
    assert second.status_code == 200
    assert second.headers["ETag"] == ada.get(here).headers["ETag"]
    gone = ada.ask("DELETE", f"{here}?replaces=2", If_Match=first.headers["ETag"])
    assert gone.status_code == 412


def test_the_account_has_tags(ada: Player) -> None:
    tag = ada.get("/v1/me").headers["ETag"]
    assert ada.get("/v1/me", If_None_Match=tag).status_code == 304
    assert ada.ask("PATCH", "/v1/me", {"name": "Ada L."}, If_Match=tag).status_code == 200
    assert ada.ask("PATCH", "/v1/me", {"name": "Ada"}, If_Match=tag).status_code == 412
    news = ada.get("/v1/me/notifications")
    wish = {"kinds": {"resolved": False}, "muted_matches": []}
    assert ada.put("/v1/me/notifications", wish, If_Match=news.headers["ETag"]).status_code == 200
    assert ada.put("/v1/me/notifications", wish, If_Match=news.headers["ETag"]).status_code == 412
