"""A browser without scripts, for the tests: keeps cookies, reads forms, sends them as browsers do."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.context import Context
from tests.service.api.players import Player


@dataclass(frozen=True)
class Form:
    """A form of a page: where it goes, what it carries unseen, and the values of its buttons."""

    action: str
    hidden: dict[str, str]
    buttons: dict[str, str]


class Browser:
    """One person's browser. ``site`` is where its requests come from, as browsers say it."""

    def __init__(self, app: Flask, language: str = "en") -> None:
        self.client: FlaskClient = app.test_client()
        self.language = language

    def get(self, path: str, site: str = "none") -> TestResponse:
        return self.client.get(path, headers={"Accept-Language": self.language, "Sec-Fetch-Site": site})

    def post(self, path: str, fields: Mapping[str, object] | None = None, site: str = "same-origin") -> TestResponse:
        return self._send(path, fields, {"Sec-Fetch-Site": site})

    def press_link(self, path: str, **options: Any) -> TestResponse:
        """Open the page of a mail's link and press its button; where it has none, send what the button would."""
        return press_link(self.client, path, **{"headers": {"Accept-Language": self.language}, **options})

    def sign_in(self, context: Context, player: Player) -> Browser:
        """Press the button of a login link that came by mail."""
        answer = self.press_link(f"/login/{code_for(context, player)}")
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return self

    def press(self, page: TestResponse, action: str, **fields: object) -> TestResponse:
        """Send the page's form that goes there, with these fields filled."""
        form = next(one for one in forms(page) if one.action.partition("?")[0] == action)
        said = {"Sec-Fetch-Site": "same-origin", "Origin": origin_of(page)}
        return self._send(form.action, {**form.hidden, **fields}, said)

    def _send(self, path: str, fields: Mapping[str, object] | None, said: Mapping[str, str]) -> TestResponse:
        headers = {"Accept-Language": self.language, **said}
        return self.client.post(path, data=dict(fields or {}), headers=headers)


def origin_of(page: TestResponse) -> str:
    """Return what browsers name as the origin of a page's forms: ``null`` where the page says ``no-referrer``."""
    return "null" if page.headers["Referrer-Policy"] == "no-referrer" else "http://localhost"


def press_link(
    client: FlaskClient, path: str, data: Mapping[str, object] | None = None, **options: Any
) -> TestResponse:
    """Open the page of a mail's link and press the button that leads to ``path``, from any client."""
    page = client.get(path.removesuffix("/no"))
    form = next((one for one in forms(page) if one.action == path), None)
    hidden = {"form": "" if form is None else form.hidden["form"]}
    if form is not None:
        options["headers"] = {"Origin": origin_of(page), **options.get("headers", {})}
    return client.post(path, data={**hidden, **(data or {})}, **options)


def code_for(context: Context, player: Player) -> str:
    """Return a login code of the player, as a mail brings it."""
    now = context.store.next_code_at(player.account)
    return context.links.make("login", {"account": player.account, "at": now, "nonce": "0"}, now + 60_000)


def forms(page: TestResponse) -> list[Form]:
    """Return the forms of a page."""
    found = []
    for form in re.findall(r"<form .*?</form>", page.get_data(as_text=True), re.DOTALL):
        action = re.search(r'action="([^"]*)"', form)
        assert action is not None
        hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)
        buttons = re.findall(r'<button name="([^"]*)" value="([^"]*)"', form)
        found.append(
            Form(
                html.unescape(action.group(1)),
                {name: html.unescape(value) for name, value in hidden},
                {value: name for name, value in buttons},
            )
        )
    return found
