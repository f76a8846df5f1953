"""Another device, or a lost key: a player's seat gets another signing key, and the match goes on (protocol section 12.9)."""

import json
import stat
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from engine.protocol.canon import b64
from service.cli.monitor import OwnMatches
from service.cli.player.transport import Refused, Transport
from service.cli.table import sealing
from tests.cli.playing.test_play import Player, wait_for
from tests.cli.playing.test_signing import KONTOR, asked, entries, table
from tests.cli.served import Served


def elsewhere(live: Served, who: Player, folder: str) -> Player:
    """Return another device of the same person, with nothing but the login."""
    machine = Player(live, who.folder / folder, folder)
    machine.run("login", "--server", live.url, "--token", who.token)
    machine.token = who.token
    return machine


def test_a_second_device_plays_with_the_key_that_was_brought_there(live: Served, ada: Player, ben: Player) -> None:
    match = table(ada, ben, *KONTOR)
    file = ada.folder / "keys of Ada"
    assert "1 key written" in " ".join(ada.run("key", "export", str(file)).split())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "name a file that is not there yet" in ada.run("key", "export", str(file), code=1)
    other = elsewhere(live, ada, "Phone")
    assert "is on the machine where you joined" in other.run("resign", match, "--yes", code=1)
    assert "1 key kept here" in " ".join(other.run("key", "import", str(file)).split())
    client = other.client()
    decision = asked(client, match, sealed=True)
    assert sealing.seal(client, match, decision["id"], 0, client.moves(match, decision["id"])[0]).commitment


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "no JSON",
        '{"form":"siegelpost/keyring/v1","server":"SERVER","keys":[{"match":"../../x","secret":"AAAA"}]}',
    ],
)
def test_what_holds_no_keys_is_refused(ada: Player, tmp_path: Path, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text.replace("SERVER", ada.url))
    assert "is not a file of signing keys" in " ".join(ada.run("key", "import", str(file), code=1).split())


def test_a_key_that_the_web_table_saved_is_taken_over(ada: Player, tmp_path: Path) -> None:
    secret = SigningKey(bytes(range(32)))
    pkcs8 = bytes.fromhex("302e020100300506032b657004220420") + bytes(secret)
    match, public = "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11", b64(bytes(secret.verify_key))
    file = tmp_path / "file"
    saved = {"form": "siegelpost-seat-key/1", "match": match, "key": public, "pkcs8": b64(pkcs8)}
    file.write_text(json.dumps({**saved, "key": b64(bytes(32))}))
    assert "is not a file of signing keys" in " ".join(ada.run("key", "import", str(file), code=1).split())
    file.write_text(json.dumps(saved))
    ada.run("key", "import", str(file))
    assert ada.keep.seat_key(match, public) == bytes(secret)


def test_keys_of_another_server_are_not_mixed_in(ada: Player, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(json.dumps({"form": "siegelpost/keyring/v1", "keys": [], "server": "https://other.example"}))
    assert "are for https://other.example" in " ".join(ada.run("key", "import", str(file), code=1).split())


def test_a_key_is_rotated_and_then_lost_and_replaced_by_consent(live: Served, ada: Player, ben: Player) -> None:
    match = table(ada, ben, *KONTOR)
    assert "with a new key from now on" in " ".join(ada.run("key", "rotate", match).split())
    client = ada.client()
    decision = asked(client, match, sealed=True)
    sealed = sealing.seal(client, match, decision["id"], 0, client.moves(match, decision["id"])[0])
    new = elsewhere(live, ada, "New")
    assert "siegelpost key rotate --lost" in " ".join(new.run("key", "rotate", match, code=1).split())
    said = " ".join(new.run("key", "rotate", match, "--lost").split())
    key = said.split("ask for the key ")[1].split(".")[0]
    assert said == " ".join(new.run("key", "rotate", match, "--lost").split()), "asked again, it is the same key"
    assert "asks for another key" in ben.run("key", "consent", match, "0", "--key", "A" * 43, code=1)
    assert "in force" not in ben.run("key", "consent", match, "0", typed="n\n")
    assert "is in force" in ben.run("key", "consent", match, "0", "--key", key, "--yes")
    with pytest.raises(Refused) as refused:
        client.transport.call(
            "DELETE", f"v1/matches/{match}/decisions/{decision['id']}/commitment", params={"replaces": 1}
        )
    assert refused.value.code == "signature-needed"
    said = " ".join(ada.run("resign", match, "--yes", code=1).split())
    assert (
        "gave your seat another key than the one on this machine, because seat 1 agreed, which for seat 1 is the"
        in said
    )
    watching = OwnMatches(ada.keep, Transport(live.url, ada.token))
    assert "because seat 1 agreed" in str(watching.replaced_key(match)), "the monitor of who is away says so, too"
    assert OwnMatches(ben.keep, Transport(live.url, ben.token)).replaced_key(match) is None
    assert sealing.withdraw(new.client(), match, decision["id"], 0, replaces=sealed.signed["receipt"]["seq"]).signed
    ben.run("resign", match, "--yes")
    wait_for(new, match, "closed")
    assert [one["type"] for one in entries(new, match)].count("rekeyed") == 2
    found = json.loads(new.run("verify", f"{live.url}/v1/matches/{match}/log.jsonl", "--json"))
    assert (found["verdict"], found["reason"]) == ("PASS", "")
    unproved = {one["code"]: one for one in found["unproved"]}
    assert unproved["keys"] == {"code": "keys", "agreed": [1], "changed": [0]}
    assert (unproved["ending"]["seats"], unproved["ending"]["signing"]) == ([1], [0])
    words = " ".join(new.run("verify", f"{live.url}/v1/matches/{match}/log.jsonl", "--language", "de").split())
    assert "Dass Platz 1 einem anderen Schlüssel von Platz 0 zugestimmt hat" in words
    assert "Das zeigt nur die Quittung darüber" in words, "who resigned has no key"
