"""Pages without modules speak what their reader reads: what is asked for, what was read here before, what the browser speaks."""

import pytest
from flask import Flask

from service.api.pages.account_page import COOKIE

GERMAN, ITALIAN = {"Accept-Language": "de-DE,de"}, {"Accept-Language": "it"}


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/kontor", "/sign-in", "/no-such-page", "/login/nonsense"])
@pytest.mark.parametrize(
    ("query", "noted", "headers", "language"),
    [
        ("", "", GERMAN, "de"),
        ("", "", ITALIAN, "en"),
        ("", "en", GERMAN, "en"),
        ("", "de", ITALIAN, "de"),
        ("", "klingon", GERMAN, "de"),
        ("?language=de", "en", ITALIAN, "de"),
        ("?language=klingon", "en", GERMAN, "en"),
    ],
)
def test_what_is_asked_for_goes_before_what_was_read_and_that_before_the_browser(
    app: Flask, path: str, query: str, noted: str, headers: dict[str, str], language: str
) -> None:
    browser = app.test_client()
    if noted:
        browser.set_cookie(COOKIE, noted)
    answer = browser.get(path + query, headers={**headers, "Accept": "text/html"})
    assert f'<html lang="{language}">' in answer.get_data(as_text=True)
    assert "Cookie" in answer.headers["Vary"] or answer.headers["Cache-Control"] == "no-store"
