"""What an account keeps about a match for itself: how far it has read, a note, muted kinds of news."""

import pytest
from flask import Flask

from service.accounts.access.tokens import issue_token
from service.context import Context
from service.matches import margins
from service.notifications.planning import unwanted
from service.store import keys
from tests.service.api.account.test_my_data import code_for
from tests.service.api.players import PACE, Player, Table, refused
from workers.resolve.drain import drain_once


def test_a_note_is_ones_own_and_goes_with_the_account(context: Context, ada: Player, ben: Player) -> None:
    table = Table.begin(context, ada, ben)
    path = f"{table.path}/margin"
    assert ada.get(path).get_json() == {"seen": 0, "note": "", "muted": []}
    note = "Ben hält Getreide zurück.\nIm nächsten Zug: Bank."
    assert ada.ask("PATCH", path, {"note": note}).get_json()["note"] == note
    assert ben.get(path).get_json()["note"] == ""
    for public in (table.path, f"{table.path}/log", f"{table.path}/words"):
        assert "Getreide zurück" not in ben.get(public).get_data(as_text=True)
    (kept,) = ada.get("/v1/me/export").get_json()["margins"]
    assert kept == {"match": table.match, "seen": 0, "note": note, "muted": []}
    assert ada.ask("PATCH", path, {"note": ""}).get_json()["note"] == ""
    assert context.store.margins_of(ada.account) == {}
    ada.ask("PATCH", path, {"note": note, "seen": 1})
    assert context.store._ask(("EXISTS", keys.account_margins(ada.account)))
    ada.post(f"{table.path}/resign", {})
    drain_once(context)
    assert ada.delete("/v1/me", Login_Code=code_for(context, ada)).status_code == 202
    for _ in range(3):
        drain_once(context)
        context.store.sweep()
    assert not context.store._ask(("EXISTS", keys.account_margins(ada.account)))


def test_who_may_not_see_a_match_keeps_nothing_about_it(
    context: Context, ada: Player, ben: Player, eve: Player
) -> None:
    table = Table.begin(context, ada, ben, visibility="private")
    refused(eve.get(f"{table.path}/margin"), 403, "private")
    refused(eve.ask("PATCH", f"{table.path}/margin", {"note": "x"}), 403, "private")
    assert context.store.margins_of(eve.account) == {}


@pytest.mark.parametrize(
    "body", [{"note": "x" * 2001}, {"muted": ["nonsense"]}, {"seen": -1}, {"seen": "3"}, {"note": None}, {"more": 1}]
)
def test_nonsense_is_refused_by_name(context: Context, ada: Player, ben: Player, body: dict[str, object]) -> None:
    table = Table.begin(context, ada, ben)
    answer = ada.ask("PATCH", f"{table.path}/margin", body)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"].startswith(f"/{next(iter(body))}")


def test_notes_and_readings_are_bounded(
    context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(margins, "MOST_NOTES", 1)
    monkeypatch.setattr(margins, "MOST_READ", 1)
    monkeypatch.setattr(margins, "MOST_MUTED", 1)
    one, two = Table.begin(context, ada, ben), Table.begin(context, ada, ben)
    assert ada.ask("PATCH", f"{one.path}/margin", {"note": "a", "seen": 1, "muted": ["resolved"]}).status_code == 200
    full = ada.ask("PATCH", f"{two.path}/margin", {"note": "b"})
    assert full.status_code == 422 and "delete one first" in full.get_json()["detail"]
    assert ada.ask("PATCH", f"{two.path}/margin", {"muted": ["resolved"]}).status_code == 422
    assert ada.ask("PATCH", f"{one.path}/margin", {"note": "changed"}).status_code == 200
    assert ada.ask("PATCH", f"{two.path}/margin", {"seen": 1}).status_code == 200  # the oldest reading goes
    assert set(context.store.margins_of(ada.account)) == {f"note {one.match}", f"read {two.match}"}


def test_what_was_new_stays_new_during_a_visit(
    context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.begin(context, ada, ben)
    path, n = f"{table.path}/margin", ada.get(table.path).get_json()["n"]
    assert n > 2
    assert (
        ada.ask("PATCH", path, {"seen": 2, "unread_after": 0}).get_json()["seen"] == 2
    )  # the first visit missed nothing
    assert ada.ask("PATCH", path, {"seen": n + 99, "unread_after": 2}).get_json()["seen"] == 2
    assert ada.ask("PATCH", path, {"seen": 1, "unread_after": 2}).get_json()["seen"] == 2  # a page that lags behind
    monkeypatch.setattr(margins, "VISIT", 0)
    assert ada.get(path).get_json()["seen"] == n, "another visit, on whatever device"


def test_muted_kinds_send_no_mail_about_this_match(context: Context, ada: Player, ben: Player) -> None:
    muted, heard = Table.begin(context, ada, ben), Table.begin(context, ada, ben)
    answer = ben.ask("PATCH", f"{muted.path}/margin", {"muted": ["over"]})
    assert answer.get_json()["muted"] == ["over"]
    for table in (muted, heard):
        ada.post(f"{table.path}/resign", {})
    drain_once(context)
    sent: dict[str, list[object]] = {match: [] for match in (muted.match, heard.match)}
    account = context.store.account(ben.account)
    assert account is not None
    for match, reasons in sent.items():
        for notice in context.store.notices(keys.recipient_of(ben.account, match)).pending:
            if notice["kind"] == "over":
                reasons.append(unwanted(notice, account))
    assert sent == {muted.match: ["kind-off"], heard.match: [None]}
    ben.ask("PATCH", f"{muted.path}/margin", {"muted": []})
    account = context.store.account(ben.account)
    assert account is not None and not account.prefs["muted_kinds"]


def test_who_may_only_play_reads_no_note(app: Flask, context: Context, ada: Player, ben: Player) -> None:
    """Attacked: a program without `match:read` changes nothing, and reads the note in the answer."""
    table = Table.begin(context, ada, ben)
    ada.ask("PATCH", f"{table.path}/margin", {"note": "secret"})
    playing = Player(app, issue_token(context, ada.account, name="x", scopes=("match:play",)).text, "")
    answer = playing.ask("PATCH", f"{table.path}/margin", {})
    assert "secret" not in answer.get_data(as_text=True)
    refused(answer, 403, "scope-missing")


def test_what_is_kept_about_a_table_that_was_left_can_be_read_and_deleted(
    context: Context, ada: Player, ben: Player
) -> None:
    """Attacked: two hundred notes about private tables that somebody left, and no note could be deleted or written."""
    wish = {"rules": "kontor", "pace": PACE, "visibility": "private", "start": "by-owner"}
    made = ada.post("/v1/matches", wish).get_json()
    path = f"/v1/matches/{made['match']}"
    assert ben.put(f"{path}/seats/me", {"invitation": made["invitation"]}).status_code in (200, 201)
    assert ben.ask("PATCH", f"{path}/margin", {"note": "mine", "muted": ["over"], "seen": 1}).status_code == 200
    assert ben.delete(f"{path}/seats/me").status_code < 300
    refused(ben.get(path), 403, "private")
    assert ben.sees(f"{path}/margin")["note"] == "mine"
    refused(ben.ask("PATCH", f"{path}/margin", {"note": "more"}), 403, "private")
    refused(ben.ask("PATCH", f"{path}/margin", {"note": "", "seen": 1}), 403, "private")
    emptied = ben.ask("PATCH", f"{path}/margin", {"note": "", "muted": []})
    assert emptied.status_code == 200 and emptied.get_json()["note"] == ""
    assert not [one for one in context.store.margins_of(ben.account) if one.startswith("note")]
