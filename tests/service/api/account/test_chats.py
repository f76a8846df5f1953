"""Chats through the API and on the page: made, tested, listed without their address, deleted; channels by owners alone."""

from typing import Any

import pytest
from flask import Flask

from service.accounts.access import tokens
from service.context import Context
from tests.service.api.browser import Browser
from tests.service.api.players import Player, new_player
from tests.workers.webhooks.sending import TakesChats, send_all

PATH, PAGE = "/v1/me/chats", "/account/chats"
TOPIC = "a-topic-that-nobody-guesses"
URL = f"ntfy://{TOPIC}"


def make(player: Player, **wishes: Any) -> dict[str, Any]:
    answer = player.post(PATH, {"url": URL, **wishes})
    assert answer.status_code == 201, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found


def test_made_tested_listed_and_deleted(ada: Player, context: Context) -> None:
    made = make(ada, name="phone", kinds=["your-turn"])
    assert (made["service"], made["host"], made["state"], made["match"]) == ("ntfy", "ntfy.sh", "unconfirmed", None)
    assert send_all(context, TakesChats()) == {"delivered": 1}, "a test has been sent at once"
    listed = ada.get(PATH)
    assert [(one["name"], one["kinds"], one["state"]) for one in listed.get_json()["chats"]] == [
        ("phone", ["your-turn"], "active")
    ]
    assert "telegram" in listed.get_json()["services"] and TOPIC not in listed.get_data(as_text=True)
    assert ada.get(PATH, **{"If-None-Match": listed.headers["ETag"]}).status_code == 304
    path = f"{PATH}/{made['id']}"
    assert ada.post(f"{path}/test").status_code == 202
    send_all(context, TakesChats())
    assert [one["status"] for one in ada.get(f"{path}/attempts").get_json()["attempts"]] == [200, 200]
    assert TOPIC not in ada.get("/v1/me/export").get_data(as_text=True)
    assert ada.delete(path).status_code == 204
    assert ada.delete(path).get_json()["detail"] == "you have no such chat"
    assert ada.get(PATH).get_json()["chats"] == []


def test_a_request_that_is_repeated_makes_one_chat(ada: Player) -> None:
    made = [ada.post(PATH, {"url": URL}, **{"Idempotency-Key": "k" * 20}).get_json()["id"] for _ in range(2)]
    assert made[0] == made[1] and len(ada.get(PATH).get_json()["chats"]) == 1


@pytest.mark.parametrize(
    "url", ["", "mailto://a:b@example.org", "ntfys://10.0.0.1/t", "discord://1/2?template=/etc/passwd"]
)
def test_a_wrong_address_is_a_problem_with_the_field_and_the_remedy(ada: Player, url: str) -> None:
    answer = ada.post(PATH, {"url": url})
    problem = answer.get_json()
    assert (answer.status_code, problem["errors"][0]["pointer"]) == (422, "/url")
    assert not url or url not in answer.get_data(as_text=True)


def test_an_address_inside_the_installation_is_refused_in_whole_words(ada: Player) -> None:
    answer = ada.post(PATH, {"url": "ntfy://127.0.0.1/t"}).get_json()
    assert answer["detail"] == (
        "leads to an address that must begin with https://, unless the operator sets SIEGELPOST_WEBHOOKS=any"
    )


def test_webhooks_and_chats_do_not_answer_for_each_other(ada: Player) -> None:
    chat = make(ada)["id"]
    webhook = ada.post("/v1/me/webhooks", {"url": "https://hooks.example/"}).get_json()["webhook"]["id"]
    assert [one["id"] for one in ada.get("/v1/me/webhooks").get_json()["webhooks"]] == [webhook]
    assert [one["id"] for one in ada.get(PATH).get_json()["chats"]] == [chat]
    assert ada.get(f"/v1/me/webhooks/{chat}").status_code == 404
    assert ada.delete(f"{PATH}/{webhook}").status_code == 404
    ada.delete(f"/v1/me/webhooks/{webhook}")
    assert ada.get(f"/v1/me/webhooks/{webhook}").get_json()["detail"] == "you have no such webhook"


def test_a_table_gets_its_channel_from_its_owner_alone(app: Flask, context: Context, ada: Player, ben: Player) -> None:
    match = ada.post("/v1/matches", {"rules": "kontor"}).get_json()["match"]
    assert ben.post(PATH, {"url": URL, "match": match}).get_json()["type"].endswith("not-owner")
    assert ada.post(PATH, {"url": URL, "match": "0" * 8 + "-0000-4000-8000-" + "0" * 12}).status_code == 404
    first, second = make(ada, match=match), make(ada, match=match, url="ntfy://another")
    assert first["id"] == second["id"] and second["match"] == match and second["kinds"] == ["table-awaits"]
    wrong = ada.post(PATH, {"url": "ntfy://a b", "match": match})
    assert wrong.status_code == 422 and len(ada.get(PATH).get_json()["chats"]) == 1, "the channel stays as it was"


def test_what_a_program_makes_ends_with_its_grant_and_it_sees_no_other(
    app: Flask, context: Context, ada: Player
) -> None:
    make(ada)
    issued = tokens.issue_token(
        context, ada.account, name="bot", scopes=("account:write", "match:read"), kind="app", client="bot"
    )
    program = Player(app, issued.text, ada.account)
    assert program.get(PATH).get_json()["chats"] == []
    made = make(program, url="ntfy://of-a-program")
    assert made["ends_with"] == issued.token.id
    context.store.revoke_token(issued.token.id)
    assert made["id"] not in {one["id"] for one in ada.get(PATH).get_json()["chats"]}


def test_a_token_that_may_not_read_cannot_have_news_sent_elsewhere(app: Flask, context: Context, ada: Player) -> None:
    issued = tokens.issue_token(context, ada.account, name="x", scopes=("account:write",), kind="app", client="x")
    assert Player(app, issued.text, ada.account).post(PATH, {"url": URL}).status_code == 403


def test_on_the_page(browser: Browser, context: Context, ada: Player) -> None:
    match = ada.post("/v1/matches", {"rules": "kontor", "title": "Friday"}).get_json()["match"]
    assert ">Who is awaited at Friday<" in browser.get(PAGE).get_data(as_text=True)
    ada.post("/v1/matches", {"rules": "kontor", "bots": ["steady"]})
    assert ">Who is awaited at Kontor (Steady (bot))<" in browser.get(PAGE).get_data(as_text=True)
    made = browser.press(browser.get(PAGE), PAGE, url=URL).get_data(as_text=True)
    assert "A test is on its way" in made and "has not taken the test" in made and TOPIC not in made
    browser.press(browser.get(PAGE), PAGE, url="ntfy://channel", match=match)
    assert send_all(context, TakesChats()) == {"delivered": 2}
    listed = browser.get(PAGE).get_data(as_text=True)
    assert listed.count("Gets messages.") == 2 and f"/table/{match}" in listed
    wrong = browser.press(browser.get(PAGE), PAGE, url="mailto://x")
    assert wrong.status_code == 422 and "not the address of one chat" in wrong.get_data(as_text=True)
    for left in (1, 0):
        browser.press(browser.get(PAGE), f"{PAGE}/delete")
        assert len(context.store.webhooks_of(ada.account)) == left
    assert not context.store.account(ada.account).prefs.get("table_chats")  # type: ignore[union-attr]


def test_a_table_leads_to_its_channel(app: Flask, browser: Browser, ada: Player) -> None:
    other, match = (ada.post("/v1/matches", {"rules": "kontor"}).get_json()["match"] for _ in range(2))
    text = browser.get(f"{PAGE}?match={match}").get_data(as_text=True)
    assert f'value="{match}" selected' in text and f'value="{other}" selected' not in text
    assert Browser(app).get(f"{PAGE}?match={match}").location == f"/sign-in?next=%2Faccount%2Fchats%3Fmatch%3D{match}"


@pytest.mark.parametrize(("language", "said"), [("de", "Deine Chats"), ("fr", "Tes chats")])
def test_the_page_speaks_other_languages(browser: Browser, ada: Player, language: str, said: str) -> None:
    assert ada.ask("PATCH", "/v1/me", {"language": language}).status_code == 200
    assert said in browser.get(PAGE).get_data(as_text=True)


def test_two_accounts_tables_are_apart(app: Flask, context: Context, ada: Player) -> None:
    """Somebody else's table is not offered on the page, and choosing it makes a chat of one's own."""
    eve = new_player(app, context, "Eve")
    match = eve.post("/v1/matches", {"rules": "kontor", "title": "Hers"}).get_json()["match"]
    browser = Browser(app).sign_in(context, ada)
    assert "Hers" not in browser.get(PAGE).get_data(as_text=True)
    browser.press(browser.get(PAGE), PAGE, url=URL, match=match)
    assert [one.form for one in context.store.webhooks_of(ada.account)] == ["chat"]
