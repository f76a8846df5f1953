"""Pictures that letters name and do not carry: seen by whoever has the letter, and nothing else with it."""

import re
from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from PIL import Image

from service.accounts.mail.mail_preferences import unsubscribe_scope
from service.accounts.mail.table_links import PICTURE_LIFE, PictureLink, make_picture_link
from service.api.app import equip
from service.api.http import blueprint, rate_limits
from service.api.http.rate_limits import LEAST, Quota
from service.api.matches import pictures
from service.config.settings import MailPictures, Settings
from service.config.variables import BadSetting
from service.context import Context
from tests.given.contexts import loaded
from tests.given.replays import ReplayQueue
from tests.service.api.players import Player, Table
from tests.workers.mail.post_office import html_of, post_office, text_of
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of

SHOWN = re.compile(r'<img src="([^"]+)"')


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "LETTER_PATIENCE", 0)


def letters(context: Context) -> list[EmailMessage]:
    """Deliver what waits; return the letters."""
    with post_office() as office:
        deliver_once(context, transport_of(office.url))
        return list(office.letters)


def wish(player: Player, pictures: str) -> Any:
    known = player.sees("/v1/me/notifications")
    body = {"kinds": {}, "muted_matches": known["muted_matches"], "pictures": pictures}
    return player.put("/v1/me/notifications", body)


def letter_to(context: Context, player: Player) -> EmailMessage:
    mail = player.stored(context).mail
    return next(one for one in letters(context) if mail in str(one["To"]))


def path_of(letter: EmailMessage, context: Context) -> str:
    (source,) = SHOWN.findall(html_of(letter))
    assert source.startswith(context.settings.public_url + "/letters/"), source
    return str(source.removeprefix(context.settings.public_url))


def test_a_letter_names_its_picture_if_its_reader_wishes(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    assert wish(ada, "linked").get_json()["pictures"] == "linked"

    letter = letter_to(context, ada)

    assert not [part for part in letter.walk() if part.get_content_maintype() == "image"]
    assert len(letter.as_bytes()) < 40_000
    answer = app.test_client().get(path_of(letter, context))
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    with Image.open(BytesIO(answer.data)) as image:
        assert image.width == pictures.WIDTH
    for header, value in {
        "Cache-Control": "private, max-age=31536000, immutable",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "X-Robots-Tag": "noindex",
    }.items():
        assert answer.headers[header] == value
    assert answer.headers.get("Set-Cookie") is None


def test_a_letter_tells_the_table_in_words_if_its_reader_wants_no_picture(context: Context, table: Table) -> None:
    ada = table.players[0]
    assert wish(ada, "none").status_code == 200
    letter = letter_to(context, ada)
    assert SHOWN.findall(html_of(letter)) == []
    assert '<pre class="table"' in html_of(letter)


def usually(app: Flask, context: Context, pictures: MailPictures) -> Context:
    """Have letters show the table so to whoever has wished nothing."""
    said = replace(context, settings=replace(context.settings, mail_pictures=pictures))
    equip(app, said)
    return said


def test_the_installation_says_what_is_usual_and_the_account_what_it_wants(
    app: Flask, context: Context, table: Table
) -> None:
    ada, ben = table.players
    linking = usually(app, context, "linked")
    assert ada.sees("/v1/me/notifications")["pictures"] == "linked"
    assert wish(ben, "attached").status_code == 200

    found = letter_to_each(linking, table.players)

    assert path_of(found[ada.account], context)
    assert SHOWN.findall(html_of(found[ben.account]))[0].startswith("cid:")
    # Who wishes something else goes on with what is usual here.
    assert ada.put("/v1/me/notifications", {"kinds": {}, "muted_matches": [], "buttons": "none"}).status_code == 200
    usually(app, context, "none")
    assert [one.sees("/v1/me/notifications")["pictures"] for one in (ada, ben)] == ["none", "attached"]


def letter_to_each(context: Context, players: Any) -> dict[str, EmailMessage]:
    found = letters(context)
    return {
        one.account: next(letter for letter in found if one.stored(context).mail in str(letter["To"]))
        for one in players
    }


def test_an_old_letter_shows_what_it_was_about_after_the_match_has_gone_on(
    app: Flask, context: Context, table: Table, workers: ReplayQueue
) -> None:
    ada = table.players[0]
    wish(ada, "linked")
    path = path_of(letter_to(context, ada), context)
    then = app.test_client().get(path).data
    for one in table.players:
        move = table.moves(one, table.standing()["id"])[0]
        assert one.put(f"{table.here()}/commitment", {"move": move}).status_code == 200
    table.resolve()
    app.extensions["siegelpost-gallery"] = type(app.extensions["siegelpost-gallery"])()

    waits = app.test_client().get(path)
    assert (waits.status_code, waits.get_json()["type"].rpartition("/")[2]) == (503, "replay-pending")
    assert "immutable" not in waits.headers.get("Cache-Control", "")
    workers.work()

    assert app.test_client().get(path).data == then


def link(context: Context, player: Player, table: Table, **changed: Any) -> str:
    record = loaded(context, table.match)
    shown = PictureLink(player.account, record.match, 0, record.n, "de")
    return make_picture_link(context.links, replace(shown, **changed), record.now)


def test_nobody_sees_more_with_a_link_than_its_picture(app: Flask, context: Context, table: Table, ada: Player) -> None:
    made, nobody = link(context, ada, table), app.test_client()
    good = f"/letters/{made}/table.png"
    assert nobody.get(good).status_code == 200
    wrong: dict[str, Callable[[], str]] = {
        "cut": lambda: made[:-3],
        "changed": lambda: made[:20] + ("A" if made[20] != "A" else "B") + made[21:],
        "of another purpose": lambda: context.links.make("unsubscribe", {"account": ada.account, "match": table.match}),
        "too old": lambda: make_picture_link(
            context.links, PictureLink(ada.account, table.match, 0, 1, "en"), -PICTURE_LIFE
        ),
        "of nobody": lambda: link(context, ada, table, account="a" * 22),
        "of no match": lambda: link(context, ada, table, match="00000000-0000-4000-8000-000000000000"),
        "of what is to come": lambda: link(context, ada, table, n=100_000),
        "é": lambda: "%C3%A9",
    }
    for why, text in wrong.items():
        answer = nobody.get(f"/letters/{text()}/table.png")
        assert answer.status_code == 404, why
        assert answer.mimetype == "application/problem+json", why
    for other in (f"/v1/matches/{table.match}/picture.png?invitation={made}", f"/choose/{made}"):
        assert nobody.get(other).status_code in (403, 404, 422), other
    assert unsubscribe_scope(context, made) is None
    assert nobody.post(good).status_code == 405


def test_who_was_passed_a_letter_uses_up_nothing_but_that_letter_s_picture(
    app: Flask, context: Context, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: the opponent has a forwarded letter, and asks for its picture until its reader is refused at the table."""
    ada = table.players[0]
    passed_on, other = link(context, ada, table), link(context, ada, table, n=loaded(context, table.match).n - 1)
    monkeypatch.setattr(blueprint, "PER_ACCOUNT", Quota("account", 3 * LEAST, 60))
    monkeypatch.setattr(blueprint, "PER_LETTER", Quota("letter", 5 * LEAST, 60))
    monkeypatch.setattr(rate_limits, "settle", lambda *_: {})
    equip(app, replace(context, settings=replace(context.settings, rate_limits=True)))

    answers = [app.test_client().get(f"/letters/{passed_on}/table.png") for _ in range(7)]

    assert [one.status_code for one in answers] == [200] * 5 + [429] * 2
    assert int(answers[-1].headers["Retry-After"]) > 0 and "Cache-Control" in answers[-1].headers
    assert "immutable" not in answers[-1].headers["Cache-Control"]
    assert app.test_client().get(f"/letters/{other}/table.png").status_code != 429, "her other letters"
    assert [ada.get(f"/v1/matches/{table.match}").status_code for _ in range(3)] == [200] * 3, "and she herself"


def test_a_picture_of_the_replay_is_not_taken_for_that_of_the_letter_about_the_end(
    app: Flask, context: Context, table: Table
) -> None:
    """The replay shows the last state as the rules left it, which go on asking where somebody gave up; a letter shows the end."""
    ada = table.players[0]
    ada.post(f"{table.path}/resign", {})
    table.resolve()
    path, last = f"/letters/{link(context, ada, table, language='en')}/table.png", loaded(context, table.match).n
    ended = app.test_client().get(path).data
    app.extensions["siegelpost-gallery"] = type(app.extensions["siegelpost-gallery"])()

    replayed = ada.get(f"{table.path}/picture.png?n={last}&width={pictures.WIDTH}&language=en")

    assert replayed.status_code == 200 and replayed.data != ended
    assert app.test_client().get(path).data == ended


def test_a_setting_that_is_none_is_refused() -> None:
    with pytest.raises(BadSetting, match="SIEGELPOST_MAIL_PICTURES"):
        Settings.from_environment({"REDIS_URL": "redis://127.0.0.1:1/0", "SIEGELPOST_MAIL_PICTURES": "big"})


def test_words_of_a_letter_are_the_same_with_either_picture(context: Context, table: Table) -> None:
    ada, ben = table.players
    wish(ada, "linked")
    found = letter_to_each(context, table.players)
    assert "table.png" not in text_of(found[ada.account])
    assert path_of(found[ada.account], context) and SHOWN.findall(html_of(found[ben.account]))[0].startswith("cid:")
