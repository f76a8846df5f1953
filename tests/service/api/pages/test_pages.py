"""Pages and headers: what browsers, proxies, scanners and other people's programs rely on."""

import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from flask import Flask

from engine.protocol.canon import b64
from engine.verifier.checkpoints import checkpoint_beside
from service.accounts.mail.mail_preferences import unsubscribe_link
from service.api.app import equip
from service.api.http.problems import KINDS
from service.cli.table.ownlog import signature_check
from service.context import Context
from service.keys.keyring import Signers
from service.keys.signing import new_seed
from service.store.connection.durability import SILENT
from tests.given.contexts import open_context
from tests.service.api.players import Player, Table
from workers.clock.head_log import HeadLogWriter

JSON_PATHS = ["/health", "/ready", "/v1/meta", "/v1/rules", "/v1/rules/kontor", "/v1/matches", "/v1/heads"]
PAGES = ["/", "/docs", "/problems", "/problems/conflict", "/sign-in", "/protocol",
         "/openapi.json", "/.well-known/api-catalog", "/.well-known/security.txt", "/docs/style.css",
         "/.well-known/oauth-authorization-server", "/docs/reference",
         "/.well-known/oauth-protected-resource", "/openapi.yaml", "/docs/rapidoc-min.js",
         "/docs/reference.js", "/docs/guide/seal.py", "/protocol.md"]  # fmt: skip
SHARED = (
    "/openapi.json",
    "/openapi.yaml",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
)


@pytest.mark.parametrize("path", JSON_PATHS + PAGES)
def test_every_answer_carries_the_safe_headers(visitor: Player, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    # Pages have forms, and with "no-referrer" browsers do not say that a form comes from here.
    assert answer.headers["Referrer-Policy"] == ("same-origin" if answer.mimetype == "text/html" else "no-referrer")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    shared = path.startswith("/v1/") or path in SHARED
    assert answer.headers.get("Access-Control-Allow-Origin") == ("*" if shared else None)
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", JSON_PATHS + PAGES)
def test_head_is_get_without_a_body(visitor: Player, path: str) -> None:
    got, head = visitor.get(path), visitor.ask("HEAD", path)
    assert (head.status_code, head.data) == (got.status_code, b"")
    assert head.content_type == got.content_type


def test_the_document_is_to_be_had_as_yaml(visitor: Player) -> None:
    """JSON is YAML: the same bytes under the name and the type that some programs ask for."""
    answer = visitor.get("/openapi.yaml")
    assert answer.mimetype == "application/yaml"
    assert answer.data == visitor.get("/openapi.json").data


def test_personal_answers_are_not_kept_by_caches(ada: Player, table: Table) -> None:
    assert ada.get("/v1/me").headers["Cache-Control"] == "no-store"
    assert ada.get("/v1/me/waiting").headers["Cache-Control"] == "private, no-cache"
    assert ada.get(table.path).headers["Cache-Control"] == "private, no-cache"
    assert ada.get(f"{table.path}/view").headers["Vary"] == "Authorization"


def test_a_browser_program_may_call_everything_and_read_our_headers(visitor: Player, table: Table) -> None:
    answer = visitor.ask("OPTIONS", f"{table.path}/decisions/r1.choose/commitment", Origin="https://client.example",
                         Access_Control_Request_Method="PUT")  # fmt: skip
    assert answer.status_code == 200
    allowed = {one.strip() for one in answer.headers["Access-Control-Allow-Methods"].split(",")}
    assert {"GET", "PUT", "DELETE"} <= allowed
    taken = {one.strip() for one in answer.headers["Access-Control-Allow-Headers"].split(",")}
    document = visitor.sees("/openapi.json")
    operations = [one for path in document["paths"].values() for one in path.values() if "operationId" in one]
    named = {
        one["$ref"].rpartition("/")[2]
        for operation in operations
        for one in operation.get("parameters", [])
        if "$ref" in one
    }
    parameters = [document["components"]["parameters"][name] for name in named]
    headers = {one["name"] for one in parameters if one["in"] == "header"}
    assert headers >= {"Last-Event-ID", "Login-Code"}
    assert taken == {"Authorization", "Content-Type", *headers}
    for name in ("ETag", "Link", "RateLimit", "Retry-After", "Location"):
        assert name in answer.headers["Access-Control-Expose-Headers"]


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/v1/meta"), ("POST", "/v1/rules"), ("TRACE", "/health")])
def test_a_method_that_is_not_there_is_answered_with_those_that_are(visitor: Player, method: str, path: str) -> None:
    answer = visitor.ask(method, path)
    assert (answer.status_code, answer.get_json()["type"]) == (405, "/problems/method-not-allowed")
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_on_buttons_and_links_can_be_read_in_both_schemes(visitor: Player, scheme: str) -> None:
    """WCAG 2.2, 1.4.3: a contrast of at least 4.5."""
    style = visitor.get("/docs/style.css").get_data(as_text=True)
    roots = [dict(re.findall(r"--([\w-]+): (#\w+);", one)) for one in re.findall(r":root \{(.*?)\}", style)]
    colours = roots[0] if scheme == "light" else roots[0] | roots[1]
    assert "color: var(--on-seal)" in style
    on_paper = [(ink, "paper") for ink in ("ink", "seal", "quiet", "word", "text")]
    for ink, paper in (*on_paper, ("on-seal", "seal")):
        assert contrast(colours[ink], colours[paper]) >= 4.5, (ink, paper)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours written ``#rrggbb``, as WCAG defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


def test_every_refusal_has_its_page(visitor: Player) -> None:
    for code, kind in KINDS.items():
        page = visitor.get(f"/problems/{code}").get_data(as_text=True)
        assert code in page
        assert str(kind.status) in page
    assert visitor.get("/problems/unheard-of").status_code == 404


def test_the_public_key_is_published(visitor: Player, context: Context) -> None:
    (key,) = visitor.get("/v1/meta").get_json()["keys"]
    assert (key["id"], key["public_key"]) == (context.signer.key_id, context.signer.public_key)
    assert (key["valid_from"], key["valid_until"]) == (None, None)


def test_keys_of_before_stay_published_with_their_spans_behind_that_of_new_matches(
    app: Flask, table: Table, ada: Player, context: Context
) -> None:
    here = f"{table.here()}/commitment"
    assert HeadLogWriter(context.store, context.signers, context.settings.origin).batch()
    log = ada.get("/v1/meta").get_json()["log"]["vkey"]
    after = rotated(context)
    equip(app, after)
    answer = ada.put(here, {"move": {"type": "pass"}}).get_json()
    meta = ada.get("/v1/meta").get_json()
    assert [one["public_key"] for one in meta["keys"]] == [after.signer.public_key, context.signer.public_key]
    new, old = meta["keys"]
    assert old["valid_from"] is None and new["valid_from"] is not None
    assert old["valid_until"] is None and new["valid_until"] is None, "matches that run are signed by it"
    assert meta["log"]["vkey"] == log, "the log of all matches keeps its key"
    assert answer["receipt"]["key"] == old["id"], "so does the match"
    assert checkpoint_beside(answer, old["public_key"], signature_check(old["public_key"])) is not None

    equip(app, replace(after, signers=Signers(after.signer)))
    lacking = ada.put(here, {"move": {"type": "pass"}, "replaces": 1})
    assert (lacking.status_code, lacking.get_json()["type"].rpartition("/")[2]) == (503, "match-unavailable")
    assert context.signer.key_id not in lacking.get_data(as_text=True)


def rotated(context: Context) -> Context:
    """Return the service after a start with a new signing key beside the one before."""
    before = context.settings.signing_key
    assert before is not None
    new = before.with_name("signing-2")
    new.write_text(b64(new_seed()))
    return Context.open(replace(context.settings, signing_key=new, earlier_signing_keys=(before,)), resolver=True)


def test_readiness_names_what_is_missing_and_refuses_when_writes_could_be_lost(
    visitor: Player, context: Context, redis_url: str
) -> None:
    import redis

    ready = visitor.get("/ready").get_json()
    assert (ready["status"], ready["clock"], ready["store"]) == ("degraded", "silent", "ok")
    with redis.Redis.from_url(redis_url) as client:
        client.config_set("appendfsync", "everysec")
        try:
            answer = visitor.get("/ready")
        finally:
            client.config_set("appendfsync", "always")
    assert answer.status_code == 503
    assert "appendfsync" in answer.get_json()["detail"]
    assert int(answer.headers["Retry-After"]) > 0


def test_a_part_of_a_cluster_that_is_away_makes_nobody_turn_the_rest_away(
    visitor: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = f"10.0.0.5:6379: the server {SILENT}: what it keeps stands still"
    monkeypatch.setattr(context.store, "check_durability", lambda: [said])
    answer = visitor.get("/ready")
    assert (answer.status_code, answer.get_json()["status"], answer.get_json()["store"]) == (200, "degraded", said)


def test_a_store_that_is_away_is_a_503_and_health_still_answers(
    app: Flask, visitor: Player, tmp_path: Path, ada: Player
) -> None:
    away = open_context("unix:///nowhere/redis.sock", tmp_path / "away")
    equip(app, away)
    answer = ada.get("/v1/me")
    assert (answer.status_code, answer.get_json()["type"]) == (503, "/problems/unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert visitor.post("/v1/login", {"mail": "a@b.example"}).status_code == 503
    assert visitor.get("/health").status_code == 200


def test_unsubscribing_by_get_shows_a_page_and_by_post_does_it(visitor: Player, ada: Player, context: Context) -> None:
    match = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
    account = context.store.account(ada.account)
    assert account is not None
    link = "/unsubscribe/" + unsubscribe_link(context, account, match, invitation=False)
    assert visitor.get(link).status_code == 200
    assert ada.sees("/v1/me/notifications")["muted_matches"] == []
    one_click = ada.app.test_client().post(link, data={"List-Unsubscribe": "One-Click"})
    assert one_click.status_code == 200
    assert ada.sees("/v1/me/notifications")["muted_matches"] == [match]
    assert all(ada.sees("/v1/me/notifications")["kinds"].values())
    ada.app.test_client().post(link, data={"mails": "all"})
    assert not any(ada.sees("/v1/me/notifications")["kinds"].values())
    assert visitor.post("/unsubscribe/forged").status_code == 404
    forged = visitor.get("/unsubscribe/forged")
    assert (forged.status_code, "<form" in forged.get_data(as_text=True)) == (404, False), (
        "said at once, not after a tap"
    )
    context.store.update_account(ada.account, language="de")
    page, done = visitor.get(link).get_data(as_text=True), visitor.post(link).get_data(as_text=True)
    assert '<html lang="de">' in page and "Keine Mails mehr über diese Partie" in page
    assert '<html lang="de">' in done and "Du bekommst keine Mails mehr über diese Partie." in done


@pytest.fixture
def mailbox(app: Flask, redis_url: str, tmp_path: Path) -> Iterator[Path]:
    """A folder with one mail, published."""
    folder = tmp_path / "mailbox"
    folder.mkdir()
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Siegelpost <post@x.example>", "ada@x.example", "<b>Your</b> turn"
    mail.set_content("Choose a card <now>: https://x.example/v1/matches\n")
    mail.add_alternative("<p>Choose</p><img src='cid:table@x.example'><script>alert(1)</script>", subtype="html")
    html = mail.get_body(("html",))
    assert html is not None
    html.add_related(b"\x89PNG", "image", "png", cid="<table@x.example>")
    (folder / "1-a.eml").write_bytes(mail.as_bytes())
    (tmp_path / "secret.eml").write_bytes(b"Subject: secret\n\nsecret")
    (folder / "link.eml").symlink_to(tmp_path / "secret.eml")
    key = tmp_path / "mailbox.key"
    key.write_text("secret-of-this-start")
    opened = open_context(redis_url, tmp_path / "dev", dev_mailbox=folder, dev_mailbox_key=key)
    equip(app, opened)
    yield folder
    opened.store.close()


def test_the_mailbox_shows_mails_and_runs_nothing_of_them(mailbox: Path, visitor: Player) -> None:
    listed = visitor.get("/dev/mailbox/secret-of-this-start").get_data(as_text=True)
    assert "&lt;b&gt;Your&lt;/b&gt; turn" in listed
    shown = visitor.get("/dev/mailbox/secret-of-this-start/1-a.eml")
    assert "Choose a card &lt;now&gt;" in shown.get_data(as_text=True)
    html = visitor.get("/dev/mailbox/secret-of-this-start/1-a.eml/html")
    assert "data:image/png;base64," in html.get_data(as_text=True)
    policy = html.headers["Content-Security-Policy"]
    assert "sandbox" in policy and "script-src" not in policy and policy.startswith("default-src 'none'")


@pytest.mark.parametrize(
    "name", ["../secret.eml", "..%2fsecret.eml", "%2e%2e/secret.eml", "link.eml", "x.eml", "secret.eml"]
)
def test_the_mailbox_reads_only_its_own_files(mailbox: Path, visitor: Player, name: str) -> None:
    assert visitor.get(f"/dev/mailbox/secret-of-this-start/{name}").status_code == 404


def test_there_is_no_mailbox_in_production(visitor: Player) -> None:
    assert visitor.get("/dev/mailbox/secret-of-this-start").status_code == 404
    assert "mailbox" not in visitor.get("/").get_data(as_text=True)
