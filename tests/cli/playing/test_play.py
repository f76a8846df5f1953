"""The command line against a live installation: a real Redis, the API on a socket, a worker that resolves."""

import json
import re
import stat
import threading
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner

from engine.protocol.canon import b64, canonical
from engine.protocol.log import FIRST_HEAD, export_line, next_head
from engine.protocol.seal import commitment
from service.accounts.access.login import code_in
from service.accounts.access.tokens import issue_token, token_id
from service.cli import main
from service.cli.bot import play_waiting
from service.cli.player.client import Client
from service.cli.player.local_files import Keep, Login
from service.cli.player.session import language_for
from service.cli.player.transport import Refused, Transport
from service.cli.table import sealing
from service.cli.table.ownlog import OwnLog, Tampered
from service.cli.table.sealing import Custody
from service.keys.signing import Signer, new_seed
from service.store import keys
from service.store.keys import recipient_of
from tests.cli.served import Served
from tests.given.json_object import JsonObject
from tests.house.test_two_languages import foreign
from workers.resolve.drain import drain_once

PATIENCE = 25


class Machine:
    """A person's machine with a terminal, and what is kept on it."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder

    def run(self, *arguments: str, typed: str | None = None, code: int = 0) -> str:
        """Run the command as this player; return what it printed."""
        environment = {
            "SIEGELPOST_DATA": str(self.folder), "SIEGELPOST_SERVER": None, "SIEGELPOST_TOKEN": None, "NO_COLOR": "1",
            "COLUMNS": "80", "SIEGELPOST_LANGUAGE": None, "LC_ALL": None, "LC_MESSAGES": None, "LANG": "C.UTF-8",
        }  # fmt: skip
        found = CliRunner().invoke(main, list(arguments), input=typed, env=environment)
        if found.exception is not None and not isinstance(found.exception, SystemExit):
            raise found.exception
        assert found.exit_code == code, found.output
        return found.output

    @property
    def keep(self) -> Keep:
        return Keep(self.folder, self.url)


class Player(Machine):
    """A person who is logged in."""

    def __init__(self, live: Served, tmp_path: Path, name: str) -> None:
        super().__init__(live.url, tmp_path / name)
        self.token = live.token(name)
        said = self.run("login", "--server", self.url, "--token", self.token)
        assert f"You are {name} at {self.url}" in said

    def client(self) -> Client:
        return Client(Transport(self.url, self.token), self.keep, warn=print)


def new_match(player: Player, *options: str) -> str:
    match: str = json.loads(player.run("new", "--json", "--grace", "0s", *options))["match"]
    return match


def started(player: Player, match: str) -> JsonObject:
    """Wait until the match is dealt and return how the player sees it."""
    return wait_for(player, match, "running", "closed")


def wait_for(player: Player, match: str, *statuses: str) -> JsonObject:
    """Wait until the match has one of the statuses and return how the player sees it."""
    client = player.client()
    seen = client.match(match)
    while seen["status"] not in statuses:
        seen = client.match(match, after=seen["n"], wait=PATIENCE)
    client.transport.close()
    return seen


def table_of_two(ada: Player, ben: Player, *options: str) -> str:
    match = new_match(ada, *options)
    ben.run("join", match)
    started(ada, match)
    return match


def test_who_watches_hears_what_is_said_to_the_whole_table(
    ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table_of_two(ada, ben, "--talk", "open")
    ada.run("say", match, "good", "luck")
    ada.client().own.say_at_table(match, {"reaction": "hello"})
    assert ben.run("say", match, "--language", "de") == "Ada: good luck\nAda: Hallo!\n"
    told = ben.run("watch", match, "--all", "--once", "--language", "de").splitlines()
    assert told[-2:] == ["Ada: good luck", "Ada: Hallo!"]
    assert "Die Partie hat begonnen." in told
    asked: list[int] = []
    ask = Client.match

    def saying(self: Client, match: str, **how: Any) -> Any:
        if "wait" in how:
            asked.append(how["talk"])
            if len(asked) == 2:
                raise KeyboardInterrupt
            ada.run("say", match, "still", "there?")
        return ask(self, match, **how)

    monkeypatch.setattr(Client, "match", saying)
    assert ben.run("watch", match).splitlines()[0] == "Ada: still there?"
    assert asked == [2, 3]


def test_the_token_is_kept_for_the_owner_only_and_can_be_forgotten(ada: Player) -> None:
    path = ada.keep.folder / "login.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ada.run("waiting") == "Nothing waits for you now.\n"
    ada.run("logout")
    assert "siegelpost login" in ada.run("waiting", code=1)


def id_of(player: Player) -> str:
    """Return the id of the token that the player logged in with."""
    found = token_id(player.token)
    assert found is not None
    return found


def test_logging_out_revokes_the_token_on_the_server(ada: Player, live: Served) -> None:
    assert ada.run("logout") == "Logged out.\n"
    assert live.context.store.token(id_of(ada)) is None
    assert ada.run("logout") == "There was no token.\n"
    ada.keep.save_login({"token": ada.token, "account": "p_0", "name": "Ada", "language": "en"})
    assert "did not accept the token any more" in ada.run("logout")
    assert ada.keep.login() is None


def test_a_token_with_few_scopes_logs_out_too(ada: Player, live: Served) -> None:
    with_all = live.context.store.token(id_of(ada))
    assert with_all is not None
    weak = issue_token(live.context, with_all.account, name="weak", scopes=("match:read",))
    ada.keep.save_login({"token": weak.text, "account": with_all.account, "name": "Ada", "language": "en"})
    ada.run("logout")
    assert live.context.store.token(weak.token.id) is None
    assert live.context.store.token(id_of(ada)) is not None


def test_logging_out_without_the_server_says_that_the_token_stays_good(
    tmp_path: Path, unused_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.cli.player.transport.PATIENCE", 0.5)
    gone = Machine(f"http://127.0.0.1:{unused_port}", tmp_path)
    gone.keep.save_login(
        {"token": "sp_" + "0" * 16 + "_" + "A" * 43, "account": "p_0", "name": "Ada", "language": "en"}
    )
    said = " ".join(gone.run("logout", "--server", gone.url, code=4).split())
    assert "still signed in" in said
    assert "siegelpost logout --here" in said
    assert gone.keep.login() is not None
    assert "still good" in gone.run("logout", "--here", "--server", gone.url)
    assert gone.keep.login() is None


def test_a_login_by_mail_makes_the_account_and_pins_the_key(live: Served, tmp_path: Path) -> None:
    carol = Machine(live.url, tmp_path / "Carol")
    asked = carol.run("login", "carol@players.example", "--name", "Carol", "--server", live.url, typed="", code=1)
    assert "An email with a link is on its way to carol@players.example." in asked
    account = live.context.store.account_by_mail("carol@players.example")
    assert account is not None
    notice = live.context.store.notices(recipient_of(account.id, None)).pending[0]
    said = carol.run("login", "--code", code_in(live.context, notice), "--server", live.url)
    assert f"You are Carol at {live.url}." in said
    assert carol.keep.pinned_key() == live.context.signer.public_key
    assert carol.run("waiting") == "Nothing waits for you now.\n"


def test_a_match_against_the_bot_is_played_from_prompts(ada: Player) -> None:
    match = new_match(ada, "--bot", "steady", "--title", "Evening")
    view = started(ada, match)["view"]
    cards = [str(card["number"]) for card in view["hands"][view["seat"]]]
    said = ada.run("play", match[:8], typed=f"x\nt\n{cards[0]}\ny\nq\nq\n")
    assert said.count("Your hand") >= 2
    assert f"  [{cards[0]}]" in said
    assert "'x' is not one of" in said
    assert "Sealed as sc1_" in said
    assert "All moves of r1.choose are locked." in said
    assert max(len(line) for line in said.splitlines() if not line.startswith("Your choice")) <= 80
    assert "r1.choose" not in ada.run("waiting")


def test_who_plays_bots_waits_while_they_think(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found in play: "Nothing waits for you now." while the bot had not even sealed."""
    go = threading.Event()
    monkeypatch.setattr("tests.cli.served.drain_once", lambda context: go.is_set() and drain_once(context))
    monkeypatch.setattr("service.cli.table.turn.SLACK", 0)
    waiting = Client.waiting

    def look(client: Client) -> list[JsonObject]:
        found = waiting(client)
        if not found:
            go.set()
        return found

    monkeypatch.setattr(Client, "waiting", look)
    go.set()
    match = new_match(ada, "--bot", "steady")
    view = started(ada, match)["view"]
    go.clear()
    card = str(view["hands"][view["seat"]][0]["number"])
    said = ada.run("play", match[:8], "--patience", "1", typed=f"{card}\ny\nq\n")
    assert said.count("Time left") == 2
    assert "Nothing waits" not in said


@pytest.mark.parametrize("command", ["play", "watch"])
def test_news_are_waited_for_from_what_the_table_showed_last(
    ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """The log is read after the table, and may be newer: what came between the two would wait for a whole long poll."""
    match = table_of_two(ada, ben)
    view = started(ada, match)["view"]
    card = str(view["hands"][view["seat"]][0]["number"])
    show, read = Client.match, Client.log
    shown: list[int] = []
    asked: list[int] = []
    wishes = cycle([[], ["--end"]])

    def shows(client: Client, of: str, *, after: int | None = None, **options: Any) -> JsonObject:
        if after is not None:
            asked.append(after)
            raise KeyboardInterrupt
        found = show(client, of, **options)
        shown.append(found["n"])
        return found

    def reads(client: Client, of: str) -> OwnLog:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(Client, "match", show)
            meanwhile.setattr(Client, "log", read)
            ben.run("pause", match, *next(wishes))
        return read(client, of)

    monkeypatch.setattr(Client, "match", shows)
    monkeypatch.setattr(Client, "log", reads)
    ada.run(command, match, typed=f"{card}\ny\n")
    assert asked == shown[-1:]


def test_a_question_mark_helps_and_prompts_are_in_the_players_language(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    view = started(ada, match)["view"]
    card = str(view["hands"][view["seat"]][0]["number"])
    said = ada.run("play", match[:8], "--language", "de", "--patience", "0", typed=f"?\n{card}\nvielleicht\nj\n")
    words = " ".join(said.split())
    assert "Gib ein, was in Klammern steht" in words
    assert "weder 'j' (ja) noch 'n' (nein)" in words
    assert re.search(r"Zeit: \d+ T\.( \d+ Std\.)?, bis \d{4}-\d\d-\d\d \d\d:\d\d [A-Z+]", words)
    assert "Versiegelt als sc1_" in words
    assert "Im Augenblick wartet nichts auf dich." in words
    assert "Your choice" not in words


def test_an_account_that_reads_german_is_spoken_to_in_german(live: Served, ada: Player, ben: Player) -> None:
    """Everything but what is for programs, without naming the language once more."""
    live.context.store.update_account(ada.client().transport.get_me()["account"], language="de")
    ada.run("login", "--server", ada.url, "--token", ada.token)
    assert "Du bist Ada auf" in ada.run("login", "--server", ada.url, "--token", ada.token)
    assert "Du hast keine Partien" in ada.run("matches")
    match = new_match(ada)
    assert "sucht Spieler" in ada.run("matches") and "Stand" in ada.run("matches")
    said = [ada.run("remove", match, "0", typed="n\n"), ada.run("start", match, code=1), ada.run("waiting")]
    ben.run("join", match)
    started(ada, match)
    said += [ada.run("join", match), ada.run("resign", match, typed="\n"), ada.run("play", match, typed="q\n")]
    assert "[j/N]" in said[-2] and "Deine Hand" in said[-1]
    assert "der Server lehnt ab: " in said[1]
    said += [ada.run("resign", match, typed="j\n"), ada.run("matches"), ada.run("logout")]
    shown = [re.sub(r"\(.*?\)|: .*", "", one) for one in said]  # what the server says of a refusal is English
    assert {one: foreign(one, "de") for one in shown if foreign(one, "de")} == {}


@pytest.mark.parametrize(
    ("given", "account", "locale", "spoken"),
    [
        (None, "", "de_AT.UTF-8", "de"),
        (None, "en", "de_DE", "en"),
        ("de", "en", "C", "de"),
        (None, "", "fr_FR", "fr"),
        (None, "", "it_IT", "en"),
        (None, "", "", "en"),
    ],
)
def test_the_language_is_the_one_named_or_the_accounts_or_the_terminals(
    given: str | None, account: str, locale: str, spoken: str, tmp_path: Path
) -> None:
    server, env = "http://127.0.0.1:1", {"SIEGELPOST_DATA": str(tmp_path), "LANG": locale}
    if account:
        Keep(tmp_path, server).save_login(Login(token="t", account="p", name="Ada", language=account))
    assert language_for(server, given, env) == spoken


def test_the_list_of_matches_says_how_they_ended(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    ben.run("resign", match, "--yes")
    wait_for(ada, match, "closed")
    assert "you won (given up)" in " ".join(ada.run("matches").split())
    told = ben.run("matches", "--language", "de")
    assert "gewonnen von Ada" in told and "(aufgegeben)" in told


def test_a_private_match_that_is_full_asks_for_nobody(ada: Player) -> None:
    said = ada.run("new", "--private", "--bot", "steady")
    assert "Others join with" not in said
    assert "--invitation" not in said


def test_what_waits_is_listed_with_the_question_and_the_time_left(ada: Player) -> None:
    match = new_match(ada, "--bot", "steady", "--title", "Evening", "--pace", "2d", "--nights", "ignored")
    started(ada, match)
    said = ada.run("waiting")
    assert match[:8] in said
    assert "Evening" in said
    assert "r1.choose" in said
    assert "1 d 23 h" in said
    assert json.loads(ada.run("waiting", "--json"))["match"] == match


def test_one_move_from_a_script_gives_a_signed_receipt_that_is_kept(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    signed = json.loads(ada.run("play", match, "--move", '{"type":"pass"}', "--yes", "--json"))
    assert signed["receipt"]["act"] == "commit"
    assert list(ada.keep.receipts()) == [signed]
    kept = next(iter(ada.keep.openings(match)))
    assert kept.opening["move"] == {"type": "pass"}
    assert signed["receipt"]["commitment"] == kept.commitment == commitment(kept.opening)
    assert json.loads(ada.run("receipts", "export")) == signed
    assert "holds" in ada.run("receipts", "list", match[:8])
    assert json.loads(ada.run("openings", match))["opening"] == kept.opening


def test_sealing_again_needs_a_word_and_replaces(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    ada.run("play", match, "--move", '{"type":"pass"}', "--yes", "--patience", "0")
    again = ("play", match, "--move", '{"type":"pass"}', "--yes", "--patience", "0")
    assert "--replace" in ada.run(*again, code=1)
    ada.run(*again, "--replace")
    assert [one["receipt"]["act"] for one in ada.keep.receipts(match)] == ["commit", "replace"]
    ada.run("withdraw", match)
    assert [one["receipt"]["act"] for one in ada.keep.receipts(match)] == ["commit", "replace", "withdraw"]
    assert "0 sealed moves" in ada.run("withdraw", match, code=1)


def test_a_sealed_move_can_be_looked_at_changed_and_withdrawn_from_the_table(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    ada.run("play", match, "--move", '{"type":"pass"}', "--yes", "--patience", "0")
    said = ada.run("play", match, typed="w\n")
    assert "You have sealed a move" in said
    assert "Withdrawn" in said
    assert "r1.choose" in ada.run("waiting")


def test_an_illegal_move_is_refused_with_the_rule_and_keeps_nothing_standing(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    said = ada.run("play", match, "--move", '{"type":"play","card":"C99"}', "--yes", code=1)
    assert "refused" in said
    assert "/opening/move/card" in said
    assert [one["receipt"]["act"] for one in ada.keep.receipts(match)] == ["refused"]
    assert ada.client().match(match)["decisions"][0]["mine"] is None


def test_client_custody_keeps_the_opening_here_and_opens_it_after_the_lock(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    ada.run("play", match, "--move", '{"type":"pass"}', "--yes", "--custody", "client", "--patience", "0")
    ben.run("play", match, "--move", '{"type":"pass"}', "--yes", "--patience", "0")
    kept = next(iter(ada.keep.openings(match)))
    assert kept.custody == "client"
    whole = json.loads(ada.run("export", match))
    assert (whole["openings"], whole["receipts"]) == ([], [])  # the match goes on, and the card is still hidden
    wait_for_phase(ben, match, "opening")
    assert "Opened your sealed move of r1.choose." in ada.run("play", match, typed="q\n")
    log = [json.loads(line)["entry"] for line in ada.run("log", match).splitlines()]
    resolved = next(one for one in log if one["type"] == "resolved")
    assert canonical(resolved["body"]["openings"][0]) == canonical(kept.opening)
    assert [one["receipt"]["act"] for one in ada.keep.receipts(match)] == ["commit", "open"]


def test_a_match_that_demands_client_custody_gets_it_unasked(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben, "--client-custody")
    signed = json.loads(ada.run("play", match, "--move", '{"type":"pass"}', "--yes", "--json"))
    assert signed["receipt"]["custody"] == "client"
    assert "r1.choose: " in ben.run("bot", "--once")
    assert next(iter(ben.keep.receipts()))["receipt"]["custody"] == "client"


def test_two_bots_play_a_whole_match_through_the_api_alone_and_it_verifies(
    ada: Player, ben: Player, tmp_path: Path
) -> None:
    match = table_of_two(ada, ben, "--preset", "goldsieber-basic")
    ended = threading.Event()

    def play(player: Player, custody: Custody) -> None:
        client = player.client()
        while not ended.is_set():
            if play_waiting(client, custody, lambda _: None) == 0:
                ended.wait(0.02)
        client.transport.close()

    threads = [threading.Thread(target=play, args=one) for one in ((ada, "escrow"), (ben, "client"))]
    for thread in threads:
        thread.start()
    try:
        wait_for(ada, match, "closed")
    finally:
        ended.set()
        for thread in threads:
            thread.join()

    told = ada.run("watch", match, "--all")
    assert "The match is over" in told.splitlines()[-1]
    log = tmp_path / "match.jsonl"
    log.write_bytes(ada.run("log", match).encode())
    receipts = tmp_path / "receipts.jsonl"
    receipts.write_text(ada.run("receipts", "export") + ben.run("receipts", "export"))
    said = ada.run("verify", str(log), "--receipts", str(receipts))
    assert said.startswith("PASS\n")
    assert f"{len(receipts.read_text().splitlines())} receipts compared" in said
    assert ada.run("verify", f"{ada.url}/v1/matches/{match}/log.jsonl").startswith("PASS\n")
    log.write_bytes(ada.run("export", match).encode())
    assert ada.run("verify", str(log)).startswith("PASS\n")
    again = ada.run("replay", str(log))
    lines = told.splitlines()
    begins = again.splitlines().index(lines[0])
    # A file is told to whoever replays it: what is said to Ada at her table names her there.
    for line, retold in zip(lines, again.splitlines()[begins:], strict=False):
        assert line == retold or ("Ada" in retold and re.search(r"\b[Yy]ou\b", line)), (line, retold)
    assert "answered:" not in told
    assert f"{len(ada.run('receipts', 'export').splitlines())} receipts compared" in again


@pytest.mark.parametrize(
    ("language", "says"), [("en", "nobody is asked after that"), ("de", "danach wird niemand mehr gefragt")]
)
def test_in_teams_the_card_for_a_passing_opponent_is_offered_and_explained(
    ada: Player, language: str, says: str
) -> None:
    match = new_match(ada, "--preset", "goldsieber-teams", "--seats", "4", *(["--bot", "steady"] * 3))
    view = started(ada, match)["view"]
    first, second = [str(card["number"]) for card in view["hands"][view["seat"]]][:2]
    said = ada.run("play", match, "--language", language, "--patience", "0", typed=f"{first}\n{second}\ny\nq\n")
    assert says in " ".join(said.split())
    assert "[none]" in said
    assert f"[{second}]" in said
    (sealed,) = list(ada.keep.openings(match))
    assert sealed.opening["move"]["if_alone"].endswith(second.zfill(2))


def test_a_match_of_four_in_two_teams_is_played_with_three_bots_and_it_verifies(ada: Player, tmp_path: Path) -> None:
    seats = ("--seats", "4", "--bot", "steady", "--bot", "steady", "--bot", "random")
    match = new_match(ada, "--preset", "goldsieber-teams", *seats)
    client = ada.client()
    seen = client.match(match)
    while seen["status"] != "closed":
        if play_waiting(client, "escrow", lambda _: None) == 0:
            seen = client.match(match, after=seen["n"], wait=PATIENCE)
    client.transport.close()
    assert "The match is over" in ada.run("watch", match, "--all").splitlines()[-1]
    log = tmp_path / "match.jsonl"
    log.write_bytes(ada.run("log", match).encode())
    assert ada.run("verify", str(log)).startswith("PASS\n")


def test_an_opening_that_is_on_another_machine_is_asked_for(ada: Player, ben: Player, tmp_path: Path) -> None:
    match = table_of_two(ada, ben)
    ada.run("play", match, "--move", '{"type":"pass"}', "--yes", "--custody", "client", "--patience", "0")
    ben.run("play", match, "--move", '{"type":"pass"}', "--yes", "--patience", "0")
    wait_for_phase(ben, match, "opening")
    elsewhere = ("--server", ada.url, "--token", ada.token)
    ada.folder = tmp_path / "elsewhere"
    assert "which is not here" in ada.run("play", match, *elsewhere)
    assert list(ada.keep.openings()) == []


def wait_for_phase(player: Player, match: str, phase: str) -> None:
    client = player.client()
    seen = client.match(match)
    while [one["phase"] for one in seen["decisions"]] != [phase]:
        seen = client.match(match, after=seen["n"], wait=PATIENCE)
    client.transport.close()


def test_the_bot_command_plays_what_waits_and_ends(ada: Player) -> None:
    match = new_match(ada, "--bot", "random")
    started(ada, match)
    assert f"{match[:8]} r1.choose: " in ada.run("bot", "--once")


def test_open_matches_say_how_reliably_people_answer_and_whom_they_take(live: Served, ada: Player, ben: Player) -> None:
    account = ada.client().transport.get_me()["account"]
    live.context.store._ask(("HSET", keys.account(account), "answered", "1" * 96 + "0" * 4))
    ada.run("new", "--title", "Slow", "--least-reliability", "80", "--no-newcomers")
    told = " ".join(ben.run("matches", "--open", "--language", "en").split())
    assert "96 %" in told and "at least 80 %" in told and "no newcomers" in told
    assert "rechtzeitig" in ben.run("matches", "--open", "--language", "de")


def test_public_matches_being_played_are_listed_and_found_by_their_beginning(ada: Player, ben: Player) -> None:
    match = new_match(ada, "--bot", "random", "--title", "Final")
    started(ada, match)
    assert "Final" in ben.run("matches", "--running") and "Final" not in ben.run("matches", "--open")
    assert ben.client().find(match[:8]) == match


def test_a_private_match_is_joined_by_its_invitation(ada: Player, ben: Player) -> None:
    said = ada.run("new", "--private", "--title", "Us two")
    command = next(line for line in said.splitlines() if line.startswith("  siegelpost join"))
    words = command.split()[1:]
    assert "The match is private" in ben.run(*words[:-2], code=1)
    assert "You sit in seat 1 of Us two." in ben.run(*words)
    assert "Us two" not in ben.run("matches", "--open")
    assert "Us two" in ben.run("matches")


def test_leaving_starting_and_resigning(ada: Player, ben: Player) -> None:
    match = new_match(ada, "--wait-for-me")
    ben.run("join", match)
    ben.run("leave", match)
    ben.run("join", match)
    ada.run("start", match)
    started(ada, match)
    assert "Give up" in ben.run("resign", match, typed="n\n")
    ben.run("resign", match, "--yes")
    assert "It was given up" in ada.run("watch", match)


@pytest.mark.parametrize("lie", [None, {"salt": b64(bytes(32))}, {"move": {"type": "other"}}, {"seat": 9}])
def test_the_opening_of_an_open_answer_is_checked_and_kept(
    ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch, lie: JsonObject | None
) -> None:
    match = table_of_two(ada, ben, "--rules", "packet-row")
    shown = started(ada, match)
    standing = next(one for one in shown["decisions"] if not one["sealed"] and not one["optional"])
    seat = standing["seats"][0]
    client = (ada, ben)[seat].client()
    move = client.moves(match, standing["id"])[0]
    sent = cast(Any, client.transport.answer_decision)

    def bent(*arguments: Any, **more: Any) -> Any:
        answer = sent(*arguments, **more)
        return answer if lie is None else {**answer, "opening": {**cast(JsonObject, answer["opening"]), **lie}}

    monkeypatch.setattr(client.transport, "answer_decision", bent)
    if lie is not None:
        with pytest.raises(Tampered, match="something else than the answer"):
            sealing.answer(client, match, standing["id"], seat, move)
        return
    acted = sealing.answer(client, match, standing["id"], seat, move)
    (kept,) = client.keep.openings(match)
    assert (kept.opening["move"], kept.commitment) == (move, acted.signed["receipt"]["commitment"])


def test_the_receipt_for_a_refused_act_is_checked_and_kept(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    (decision,) = (one["id"] for one in started(ada, match)["decisions"])
    client = ada.client()
    with pytest.raises(Refused, match="hand"):
        sealing.seal(client, match, decision, 0, {"type": "play", "card": "A"})
    (kept,) = ada.keep.receipts(match)
    assert (kept["receipt"]["act"], kept["receipt"]["reason"]) == ("refused", "illegal")
    export, receipts = ada.folder / "match.jsonl", ada.folder / "receipts.jsonl"
    export.write_text(ada.run("log", match), encoding="utf-8")
    receipts.write_text(ada.run("receipts", "export", match), encoding="utf-8")
    assert "1 receipts compared" in ada.run("verify", str(export), "--receipts", str(receipts), code=3)


def test_the_receipt_for_resigning_is_checked_and_kept(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben)
    ben.run("resign", match, "--yes")
    (kept,) = ben.keep.receipts(match)
    assert (kept["receipt"]["act"], kept["receipt"]["seat"], kept["receipt"]["protocol"]) == (
        "resign",
        1,
        "siegelpost/1",
    )
    wait_for(ada, match, "closed")
    (export, receipts) = (ada.folder / "match.jsonl", ben.folder / "receipts.jsonl")
    export.write_text(ada.run("log", match), encoding="utf-8")
    receipts.write_text(ben.run("receipts", "export", match), encoding="utf-8")
    assert "1 receipts compared" in ben.run("verify", str(export), "--receipts", str(receipts))


def test_the_owner_removes_a_player_who_then_finds_no_seat_there(ada: Player, ben: Player) -> None:
    match = new_match(ada, "--wait-for-me")
    ben.run("join", match)
    assert "Remove Ben for good?" in ada.run("remove", match, "1", typed="n\n")
    assert "Ben has been removed." in ada.run("remove", match, "1", "--yes")
    assert "nobody who could be removed has seat 1" in ada.run("remove", match, "1", "--yes", code=1)
    assert "does not want to play with you" in ben.run("join", match, code=1)


def test_the_owner_invites_by_mail_and_sees_what_became_of_it(ada: Player, ben: Player) -> None:
    match = new_match(ada, "--wait-for-me")
    assert "Nobody was invited by mail." in ada.run("invite", match)
    assert "cy@players.example: no answer yet (email of" in ada.run(
        "invite", match, "cy@players.example", "--letters-in", "de"
    )
    assert "Einladung zurückgenommen" in ada.run(
        "invite", match, "CY@players.example", "--take-back", "--language", "de"
    )
    assert "was not invited" in ada.run("invite", match, "dora@players.example", "--take-back", code=1)
    assert "only the owner" in ben.run("invite", match, "dora@players.example", code=1)


def test_everybody_adds_entropy_to_the_shuffle(ada: Player, ben: Player) -> None:
    match = table_of_two(ada, ben, "--entropy")
    started_entry = next(
        one
        for one in map(json.loads, ada.run("watch", match, "--all", "--json", "--once").splitlines())
        if one["type"] == "started"
    )
    assert None not in started_entry["body"]["entropies"]


def test_games_and_their_options_are_shown(ada: Player) -> None:
    assert "kontor@1" in ada.run("rules")
    assert "tilsit" in ada.run("rules", "kontor@1")
    german = ada.run("rules", "kontor", "--language", "de")
    assert "/rules/kontor?language=de" in german
    assert [
        one for one in ("Bedeutung", "Variante tilsit", "Schemas der Züge", "So wird gespielt") if one not in german
    ] == []
    assert [one for one in ("meaning", "preset tilsit", "Move schemas", "How to play") if one in german] == []
    assert "choose" in json.loads(ada.run("rules", "kontor@1", "--json"))["moves"]


def test_a_changed_server_key_is_announced_loudly_until_accepted(ada: Player, live: Served) -> None:
    # As a release wrote it that knew one key.
    (ada.keep.folder / "key.json").write_text(json.dumps({"public_key": "A" * 43, "server": live.url, "earlier": []}))
    match = new_match_refused(ada)
    assert "key has changed" in match
    ada.run("key", "--accept")
    assert ada.run("key").strip() == live.context.signer.public_key
    new_match(ada)


def test_a_new_key_stops_no_match_and_is_accepted_beside_the_old_one(
    ada: Player, ben: Player, live: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = table_of_two(ada, ben)
    old, new = live.context.signer, Signer(new_seed())
    monkeypatch.setattr(live.context.signers, "held", (new, old))
    monkeypatch.setattr(live.context.signers, "newest", new)
    live.context.keyring.settle(live.context.store, live.context.settings.origin)

    said = ada.run("play", running, "--move", '{"type":"pass"}', "--yes", "--patience", "0")
    assert "key has changed" in said
    assert "does not hold" in new_match_refused(ada), "nobody has told this player that the new key is the server's"
    assert ada.run("key", "--accept").strip() == new.public_key
    follows = table_of_two(ada, ben) if ben.run("key", "--accept") else ""
    for match in (running, follows):
        ben.run("resign", match, "--yes")
        wait_for(ada, match, "closed")
        export = ada.run("log", match)
        path = ada.keep.folder / f"{match}.jsonl"
        path.write_text(export)
        assert "PASS" in ada.run("verify", str(path)), "each under the key that it names, both pinned here"
    assert set(ada.keep.pinned_keys()) == {old.public_key, new.public_key}


def new_match_refused(player: Player) -> str:
    """Create a match while another key is pinned: the log cannot be trusted then."""
    said = player.run("new", code=1)
    assert "does not hold" in said
    return said


def test_a_server_with_a_second_history_gets_no_seal(ada: Player, ben: Player, live: Served) -> None:
    """Given a copy of the log, signed by this very server, in which somebody else sits in Ben's seat."""
    match = table_of_two(ada, ben)
    lines = [json.loads(line) for line in ben.run("log", match).splitlines()]
    forked, head = b"", FIRST_HEAD
    for line in lines[:3]:
        if line["entry"]["type"] == "joined" and line["entry"]["body"]["seat"] == 1:
            line["entry"]["body"]["player"] = "p_" + "0" * 32
        head = next_head(head, line["entry"])
        signature = live.context.signer.sign_head(match, line["entry"]["n"], head)
        forked += export_line({"entry": line["entry"], "head": b64(head), "sig": b64(signature)})
    (ada.keep.folder / "logs" / f"{match}.jsonl").unlink()
    ada.keep.keep_log(match, forked)
    said = ada.run("play", match, "--move", '{"type":"pass"}', "--yes", code=1)
    assert "does not hold at entry 4" in said
    assert "they are evidence" in said
    assert list(ada.keep.openings()) == []


def test_a_match_nobody_knows_is_named(ada: Player) -> None:
    assert "no match known here, of yours or public begins" in ada.run("watch", "0000", code=1)
    assert "there is no such match" in ada.run("watch", "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", code=1)
