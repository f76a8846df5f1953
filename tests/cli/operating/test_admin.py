"""What an operator does beside the store, and what the audit log says of it."""

import json
import stat
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import redis
from click.testing import CliRunner, Result

from engine.protocol.canon import b64
from engine.protocol.log import Entry, Line, chain, export_line, timestamp
from service.accounts import AccountError
from service.accounts.access import grants, tokens
from service.admin.cli.orders import shown
from service.admin.operator import Operator, issue, token_of
from service.cli import main
from service.config.networks import Proxies
from service.context import Context
from service.keys.signing import new_match_id, read_key, resolver_public
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.store import keys
from service.store.archive.folder import ArchiveFolder, pack, read_whole
from service.store.archive.reading import Archiving
from service.store.store import Store
from tests.cli.served import Served, served
from tests.given.contexts import account
from tests.store.archive.test_old_leaves import grown
from tests.store.examples import finished, match_id, running


def run(redis_url: str, *arguments: str, who: str = "grace") -> Result:
    environment = {"REDIS_URL": redis_url, "SIEGELPOST_VAR": None, "SIEGELPOST_OPERATOR": who}
    return CliRunner().invoke(main, ["admin", *arguments], env=environment)


def book(store: Store) -> list[tuple[str, str, str, str]]:
    return [(one.who, one.what, one.about, one.why) for one in store.audited(100)]


def test_an_account_is_found_by_mail_or_id_and_the_book_says_who_looked(context: Context, redis_url: str) -> None:
    ada = account(context, "Ada")

    by_mail = run(redis_url, "account", "find", "ADA@players.example", "--why", "ticket 7")
    by_id = run(redis_url, "account", "find", ada.id, who="linus")

    assert json.loads(by_mail.output) == json.loads(by_id.output)
    assert json.loads(by_id.output)["name"] == "Ada"
    assert book(context.store) == [("grace", "account find", ada.id, "ticket 7"), ("linus", "account find", ada.id, "")]


def test_a_search_for_nobody_is_in_the_book_without_the_address(context: Context, redis_url: str) -> None:
    done = run(redis_url, "account", "find", "mallory@example.org")
    assert done.exit_code == 1
    assert "no such account" in done.output
    assert book(context.store) == [("grace", "account find", "an unknown account", "")]


def test_a_match_is_ended_with_a_reason_and_a_wrong_id_ends_none(context: Context, redis_url: str) -> None:
    match = new_match_id()
    creation.create(context, account(context, "Ada"), NewMatch(rules="kontor", grace=0), match)

    assert run(redis_url, "cancel", match).exit_code == 2, "without a reason"
    assert "whole id" in run(redis_url, "cancel", match[:8], "--why", "ticket 7").output
    done = run(redis_url, "cancel", match, "--why", "ticket 7")
    again = run(redis_url, "cancel", match, "--why", "ticket 8")

    assert (done.exit_code, done.output) == (0, f"{match} is ended by a worker in a moment; its log says so\n")
    assert (again.exit_code, "being cancelled: ticket 7" in again.output) == (1, True)
    found = context.store.load(match)
    assert found is not None and found.table["stopped"] == {"why": "ticket 7"}


def test_an_export_has_what_is_kept_and_no_secret(context: Context, redis_url: str) -> None:
    ada, ben = account(context, "Ada"), account(context, "Ben")
    issued = tokens.issue_token(context, ada.id, name="phone", scopes=tokens.SCOPES)
    tokens.issue_token(context, ben.id, name="ben's own", scopes=tokens.SCOPES)
    context.store.note_match(ada.id, match_id(1))

    done = run(redis_url, "account", "export", ada.id)
    exported: dict[str, Any] = json.loads(done.output)

    assert exported["export"]["me"]["mail"] == "ada@players.example"
    assert [one["name"] for one in exported["export"]["tokens"]] == ["phone"]
    assert [one["match"] for one in exported["export"]["matches"]] == [match_id(1)]
    assert exported["operator"]["account"]["id"] == ada.id
    assert issued.text not in done.output
    assert issued.token.sha256 not in done.output
    assert '"ben' not in done.output.lower(), "quoted: random letters of an id may spell a name"


def test_signing_out_ends_every_token_of_the_account_and_no_other(context: Context, redis_url: str) -> None:
    ada, ben = account(context, "Ada"), account(context, "Ben")
    for owner in (ada, ada, ben):
        tokens.issue_token(context, owner.id, name="x", scopes=tokens.SCOPES)

    allowed = context.store.now()
    done = run(redis_url, "account", "sign-out", ada.mail, "--why", "stolen phone")

    assert done.output == f"2 tokens of {ada.id} are revoked\n"
    assert context.store.tokens_of(ada.id) == []
    assert len(context.store.tokens_of(ben.id)) == 1
    assert book(context.store) == [("grace", "account sign-out", ada.id, "stolen phone")]
    with pytest.raises(AccountError, match="signed out"):  # allowed before, fetched after
        grants.issue(context, ada.id, "app.example", ["match:play"], tokens.new_text(), since=allowed)
    assert context.store.tokens_of(ada.id) == []


def test_mail_goes_again_to_an_address_that_bounced(context: Context, redis_url: str) -> None:
    ada = account(context, "Ada")
    context.store.update_account(ada.id, bouncing=True)

    assert "deliverable" in run(redis_url, "letters", ada.mail).output
    assert run(redis_url, "account", "deliverable", ada.mail).exit_code == 0

    found = context.store.account(ada.id)
    assert found is not None
    assert not found.bouncing
    assert run(redis_url, "account", "deliverable", ada.mail).exit_code == 1


def test_stuck_matches_are_listed_with_the_reason_and_healthy_ones_are_not(context: Context, redis_url: str) -> None:
    store = context.store
    now = store.now()
    failed = running(store, match_id(1), due=now + 60_000)
    store.park(failed.match, "KeyError at x.py:7", head=(failed.n, failed.head))
    running(store, match_id(2, bucket=0x20), due=now - 120_000)
    running(store, match_id(3), due=now - 1_000)
    running(store, match_id(4), due=now + 3_600_000)

    told = [json.loads(line) for line in run(redis_url, "stuck", "--json").output.splitlines()]
    assert {one["match"]: one["reason"] for one in told} == {
        match_id(1): "KeyError at x.py:7",
        match_id(2, bucket=0x20): "no worker has taken it",
    }

    store.halt("New disks.")
    told = [json.loads(line) for line in run(redis_url, "stuck", "--json").output.splitlines()]
    assert "the service is halted" in {one["reason"] for one in told}


def test_retry_halt_and_resume_have_two_names_and_one_book(context: Context, redis_url: str) -> None:
    record = running(context.store, match_id(1), due=1)
    context.store.park(record.match, "KeyError at x.py:7", head=(record.n, record.head))
    old = CliRunner().invoke(main, ["halt", "New disks."], env={"REDIS_URL": redis_url, "SIEGELPOST_OPERATOR": "grace"})

    assert old.exit_code == 0
    assert run(redis_url, "resume").exit_code == 0
    assert run(redis_url, "retry", record.match[:8]).exit_code == 0
    assert record.match in run(redis_url, "parked").output
    assert book(context.store) == [
        ("grace", "halt", "", "New disks."),
        ("grace", "resume", "", ""),
        ("grace", "retry", record.match, ""),
    ]


def test_the_book_is_shown_newest_last(context: Context, redis_url: str) -> None:
    run(redis_url, "resume")
    run(redis_url, "halt", "[red]New disks[/red]")
    lines = run(redis_url, "audit").output.splitlines()
    assert "resume" in lines[-2]
    assert "[red]New disks[/red]" in lines[-1]
    assert len(run(redis_url, "audit", "--most", "1", "--json").output.splitlines()) == 1


def test_what_cannot_be_written_into_the_book_is_not_done(context: Context, redis_url: str) -> None:
    ada = account(context, "Ada")
    tokens.issue_token(context, ada.id, name="x", scopes=tokens.SCOPES)
    assert run(redis_url, "account", "sign-out", ada.id, "--why", "line\nforged").exit_code == 2
    assert run(redis_url, "account", "sign-out", ada.id, who="a\x1b[2J").exit_code == 1
    assert len(context.store.tokens_of(ada.id)) == 1
    assert book(context.store) == []


def give_a_real_log(match: str, path: Path, order: list[int]) -> None:
    """Put lines of a log that holds, in this order, in place of the store's toy ones."""
    entries = [Entry(n=n, at=timestamp(n), type="example", body={}) for n in range(1, len(order) + 1)]
    lines = [Line(entry=one, head=head, sig=b64(bytes(64))) for one, head in zip(entries, chain(entries), strict=True)]
    kept = read_whole(match, BytesIO(path.read_bytes()))
    fields = {**kept.fields, "head": lines[-1]["head"]}
    path.write_bytes(pack(replace(kept, fields=fields, lines=[export_line(lines[n - 1]) for n in order])))


def test_the_archive_is_listed_and_files_that_cannot_be_read_are_named(
    context: Context, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, folder = context.store, tmp_path / "archive"
    monkeypatch.setenv("SIEGELPOST_ARCHIVE", str(folder))
    store.use_archive(Archiving(ArchiveFolder(folder), 0))
    whole, damaged, gone, swapped = (finished(store, number).match for number in (1, 2, 3, 4))
    assert run(redis_url, "archived").output == "0 matches\n"
    assert store.sweep().archived == 4
    paths = {one.name[:36]: one for one in folder.rglob("*.gz")}
    for match, order in ((whole, [1, 2, 3]), (swapped, [2, 1, 3])):
        give_a_real_log(match, paths[match], order)
    listed = run(redis_url, "archived")
    assert listed.exit_code == 0
    assert [line[:36] for line in listed.output.splitlines()] == [whole, damaged, gone, swapped, "4 matches"]

    paths[damaged].write_bytes(b"half")
    paths[gone].unlink()
    checked = run(redis_url, "archived", "--check", "--json")
    assert checked.exit_code == 1
    found = [json.loads(line) for line in checked.output.splitlines() if line.startswith("{")]
    assert [one["match"] for one in found] == [damaged, gone, swapped]
    assert "damaged" in found[0]["why"] and "not where" in found[1]["why"]
    assert "does not follow" in found[2]["why"]


def test_the_check_of_the_archive_names_missing_files_of_old_leaves(
    context: Context, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a bucket is put back that is older than the store, and tiles are the first to notice."""
    folder, store = tmp_path / "archive", context.store
    monkeypatch.setenv("SIEGELPOST_ARCHIVE", str(folder))
    grown(store)
    store.use_archive(Archiving(ArchiveFolder(folder), 0)).sweep()
    assert run(redis_url, "archived", "--check").output == (
        "0 matches, 0 of them cannot be read\n"
        "1 file of old entries of the log of all matches, 0 of them cannot be read\n"
    )
    (file,) = (folder / "log").iterdir()
    file.unlink()
    checked = run(redis_url, "archived", "--check", "--json")
    assert checked.exit_code == 1
    (found,) = [json.loads(line) for line in checked.output.splitlines() if line.startswith("{")]
    assert found["file"] == f"log/{file.name}" and "not where" in found["why"]
    assert f"log/{file.name}" in run(redis_url, "archived", "--check").output


def test_the_first_keys_of_an_installation_are_made_once_without_a_store(tmp_path: Path) -> None:
    folder = tmp_path / "etc" / "keys"
    made = run("unix:///nowhere", "keys", "make", str(folder))
    assert made.exit_code == 0, made.output
    files = {path.name: path.read_text() for path in folder.iterdir()}
    assert set(files) == {"signing.key", "resolver.key", "resolver.pub", "links.key", "push.key"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.glob("*.key")} == {0o600}
    assert read_key(folder / "resolver.pub", "key") == resolver_public(read_key(folder / "resolver.key", "key"))
    assert not any(text.strip() in made.output for text in files.values())
    again = run("unix:///nowhere", "keys", "make", str(folder))
    assert again.exit_code == 0 and "is there already" in again.output
    assert {path.name: path.read_text() for path in folder.iterdir()} == files
    (tmp_path / "file").touch()
    assert run("unix:///nowhere", "keys", "make", str(tmp_path / "file" / "keys")).exit_code == 1


def test_keys_are_listed_with_what_needs_them_and_a_new_one_is_made_beside_them(
    context: Context, redis_url: str, tmp_path: Path
) -> None:
    creation.create(context, account(context, "Ada"), NewMatch(rules="kontor"), new_match_id())
    listed = [json.loads(line) for line in run(redis_url, "keys", "--json").output.splitlines()]
    assert {(one["kind"], one["since"], one["until"], one["needed by"]) for one in listed} == {
        ("signing", "the beginning", "in use", "1 running match"),
        ("resolver", "the beginning", "in use", "1 running match"),
        ("links", "the beginning", "in use", "links in letters"),
    }
    assert context.signer.key_id in run(redis_url, "keys").output

    path = tmp_path / "new.key"
    made = run(redis_url, "keys", "rotate", "resolver", "--file", str(path), "--why", "a laptop was stolen")
    assert made.exit_code == 0, made.output
    assert path.read_text().strip() not in made.output, "the name is told, never the key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_key(path.with_suffix(".pub"), "key") == resolver_public(read_key(path, "key"))
    assert "SIEGELPOST_RESOLVER_KEY behind the newest" in made.output
    again = run(redis_url, "keys", "rotate", "signing", "--file", str(path))
    assert (again.exit_code, "a key is never overwritten" in again.output) == (1, True)
    assert book(context.store)[0] == ("grace", "rotate-key", "resolver", "a laptop was stolen")

    name = context.signer.key_id
    given = run(redis_url, "keys", "give-up", name, "--yes", "--why", "stolen")
    assert (given.exit_code, f"{name} is needed by: 1 running match" in given.output) == (0, True)
    assert book(context.store)[-1] == ("grace", "give-up-key", f"signing:{name}", "stolen")
    assert run(redis_url, "keys", "give-up", name, "--yes").exit_code == 1, "it is not in use any more"
    listed = [json.loads(line) for line in run(redis_url, "keys", "--json").output.splitlines()]
    assert [one["until"] == "in use" for one in listed if one["kind"] == "signing"] == [False]


def test_the_name_of_a_key_may_begin_with_a_hyphen(context: Context, redis_url: str) -> None:
    for name in ("-aYdU5rZ7vQ", "--ydU5rZ7vQ", "-hYdU5rZ7vQ"):
        given = run(redis_url, "keys", "give-up", name, "--yes")
        assert (given.exit_code, f"no key {name} is in use" in given.output) == (1, True)


def test_keys_are_listed_and_given_up_though_a_match_cannot_be_read(context: Context, redis_url: str) -> None:
    match = running(context.store).match
    with redis.Redis.from_url(redis_url) as server:
        server.hset(keys.match(match), "table", "{}")

    listed = [json.loads(line) for line in run(redis_url, "keys", "--json").output.splitlines()]
    assert {one["needed by"] for one in listed} == {
        f"nobody knows, because match {match} cannot be read: its table cannot be read"
    }
    given = run(redis_url, "keys", "give-up", listed[0]["key"], "--yes")
    assert given.exit_code == 0
    assert "is needed by: nobody knows, because match" in given.output


def test_what_is_announced_is_told_to_everybody_in_their_language_until_it_is_taken_back(
    context: Context, redis_url: str
) -> None:
    store = context.store

    assert run(redis_url, "announce", "New disks on Sunday.", "--de", "Neue Platten am Sonntag.").exit_code == 0
    assert store.announced() == {"en": "New disks on Sunday.", "de": "Neue Platten am Sonntag."}
    assert book(store)[-1] == ("grace", "announce", "", "New disks on Sunday. | Neue Platten am Sonntag.")
    assert run(redis_url, "announce", "e" * 500, "--de", "d" * 500).exit_code == 0
    assert book(store)[-1][3] == f"{'e' * 500} | {'d' * 500}", "all of it stays in the book"
    assert run(redis_url, "announce", "Later.", "--until", "2199-01-01T00:00").exit_code == 0
    assert store.announced() == {"en": "Later.", "de": "Later."}
    assert run(redis_url, "announce", "--end").exit_code == 0
    assert store.announced() is None
    assert [one[1] for one in book(store)] == ["announce", "announce", "announce", "end announcement"]


@pytest.mark.parametrize(
    "arguments",
    [(), ("words", "--end"), (" ",), ("x" * 501,), ("a\x1b[2J",), ("words", "--until", "2001-01-01T00:00")],
    ids=["nothing", "both", "blank", "too long", "control characters", "over"],
)
def test_what_cannot_be_announced_is_refused(context: Context, redis_url: str, arguments: tuple[str, ...]) -> None:
    assert run(redis_url, "announce", *arguments).exit_code == 2
    assert context.store.announced() is None
    assert book(context.store) == []


@pytest.fixture
def elsewhere(redis_url: str, tmp_path: Path) -> Iterator[Served]:
    """An installation whose operators' API is open to this machine."""
    with served(redis_url, tmp_path / "house", admin=Proxies.parse("127.0.0.1")) as running_there:
        yield running_there


def far(house: Served, *arguments: str, token: str | None = None) -> Result:
    made = issue(Operator(house.context.store, "grace"), "watcher", "admin", 1).text if token is None else token
    environment = {
        "SIEGELPOST_ADMIN_TOKEN": made,
        "SIEGELPOST_ADMIN_URL": house.url,
        "SIEGELPOST_VAR": None,
        "REDIS_URL": None,
    }
    return CliRunner().invoke(main, ["admin", *arguments], env=environment)


def test_orders_from_elsewhere_do_what_those_at_the_machine_do(elsewhere: Served, redis_url: str) -> None:
    ada = account(elsewhere.context, "Ada")

    assert json.loads(far(elsewhere, "account", "find", "ada@players.example").output) == json.loads(
        run(redis_url, "account", "find", ada.id).output
    )
    assert far(elsewhere, "account", "block", ada.mail, "--why", "insults").output.startswith(f"{ada.id} is blocked")
    assert json.loads(far(elsewhere, "account", "blocked").output)["why"] == "insults"
    assert far(elsewhere, "account", "unblock", ada.id).exit_code == 0
    assert far(elsewhere, "stuck").output == run(redis_url, "stuck").output
    parked = running(elsewhere.context.store, match_id(1), due=1)
    elsewhere.context.store.park(parked.match, "KeyError at x.py:7", head=(parked.n, parked.head), for_operator=True)
    assert far(elsewhere, "retry", parked.match[:8]).output == f"{parked.match} is tried again\n"
    assert far(elsewhere, "retry", "ffff").exit_code == 1
    assert far(elsewhere, "letters").output == run(redis_url, "letters").output
    assert far(elsewhere, "limits", "creations", "5").exit_code == 0
    assert [line.split()[:2] for line in run(redis_url, "limits").output.splitlines() if "creations " in line] == [
        ["creations", "5"]
    ]
    assert far(elsewhere, "halt", "New disks.", "--until", "2099-01-01T00:00").exit_code == 0
    assert elsewhere.context.store.halted() == "New disks."
    assert elsewhere.context.store.halted_until() == 4_070_908_800_000
    assert far(elsewhere, "resume").exit_code == 0
    assert far(elsewhere, "announce", "Hello.", "--until", "2099-01-01T00:00").exit_code == 0
    assert elsewhere.context.store.announced() == {"en": "Hello.", "de": "Hello."}
    assert far(elsewhere, "announce", "--end").exit_code == 0
    assert far(elsewhere, "account", "erase", ada.mail, "--why", "she asked", "--confirm", ada.id).exit_code == 0
    assert elsewhere.context.store.account(ada.id) is None
    assert far(elsewhere, "audit", "--check").exit_code == 0
    assert {one.who for one in elsewhere.context.store.audited(100) if one.what == "halt"} == {"watcher"}


def test_refusals_from_elsewhere_are_said(elsewhere: Served) -> None:
    assert "no such account" in far(elsewhere, "account", "find", "nobody@example.org").output
    wrong = far(elsewhere, "stuck", token="spa_x")
    assert (wrong.exit_code, "expired or revoked" in wrong.output) == (1, True)
    short = far(elsewhere, "account", "search", "G").output
    assert "points to: /name Length must be" in short
    assert far(elsewhere, "hand-over", "../../v1/me").exit_code == 1
    assert far(elsewhere, "limits", "creations", "999999999").exit_code == 1
    assert far(elsewhere, "stuck", "--data", "var").exit_code == 2
    assert far(elsewhere, "stuck", "--url", "http://play.example").exit_code == 2
    assert far(elsewhere, "stuck", token="").exit_code == 2


def test_a_token_is_shown_once_and_revoked_here(context: Context, redis_url: str) -> None:
    made = run(redis_url, "token", "make", "watcher", "--read").output.strip()
    known = token_of(context.store, made)
    assert known is not None
    assert known.scope == "admin:read"
    assert made not in run(redis_url, "token", "list").output
    assert made not in run(redis_url, "audit").output
    assert run(redis_url, "token", "revoke", known.id).exit_code == 0
    assert token_of(context.store, made) is None
    assert run(redis_url, "token", "revoke", known.id).exit_code == 1


def test_what_a_mail_server_said_is_shown_without_what_a_terminal_obeys() -> None:
    assert shown("550 \x1b]0;owned\x07 no\u202e") == "550 \ufffd]0;owned\ufffd no\ufffd"
