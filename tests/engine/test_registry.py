"""Rule data in the registry: which data a match is met with, and that it is never met with others."""

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

import pytest

from engine import registry
from engine.contract import Game
from engine.games import kontor
from engine.kit.rule_data import BadData, RuleData
from engine.registry import OtherData, UnknownRules, game, game_with, install_rule_data, newest, superseded_by
from engine.verifier.replay import verify
from tests.engine.playing import Server
from tests.given.rule_data import RED_SWAPPED, another_process, kontor_with

SHIPPED, NEWEST = registry.KONTOR.rules.data, registry.KONTOR.rules.id


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    with another_process():
        yield


def test_new_matches_get_the_owners_data_and_old_ones_keep_the_packages() -> None:
    install_rule_data([{"kontor": RED_SWAPPED}])
    own = game(NEWEST)
    assert own.rules.data != SHIPPED
    assert game_with(NEWEST, own.rules.data) is own
    assert game_with(NEWEST, SHIPPED) is registry.KONTOR
    assert game(newest("packet-row")) is registry.PACKET_ROW, "a game without files of its own is the package's"


def test_an_owners_data_serve_every_version_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(texts: Mapping[str, str], names: Mapping[str, str]) -> Sequence[Game]:
        (first,) = kontor.DATA.make(texts, names)
        corrected = copy.copy(first)
        corrected.rules = replace(first.rules, id="kontor@2")
        return first, corrected

    monkeypatch.setitem(cast("dict[str, RuleData]", registry.REPLACEABLE), "kontor", replace(kontor.DATA, make=both))
    (registry.GAMES["kontor@2"],) = both(kontor.DATA.shipped, {})[1:]
    install_rule_data([{"kontor": RED_SWAPPED}])
    old, new = game("kontor@1"), game("kontor@2")
    assert old.rules.data == new.rules.data != SHIPPED
    assert (old.rules.id, new.rules.id) == ("kontor@1", "kontor@2")
    assert {game_with(one, SHIPPED).rules.data for one in ("kontor@1", "kontor@2")} == {SHIPPED}


def test_a_games_name_and_each_of_its_versions_lead_to_the_newest() -> None:
    registry.GAMES["kontor@2"] = registry.KONTOR
    assert newest("kontor") == newest("kontor@1") == newest("kontor@2") == "kontor@2"
    assert (superseded_by("kontor@1"), superseded_by("kontor@2")) == ("kontor@2", None)
    for unknown in ("kontor@99", "kontor@", "chess", "chess@1", "@1", ""):
        with pytest.raises(UnknownRules):
            newest(unknown)


def test_the_first_folder_is_for_new_matches_and_the_others_let_matches_go_on() -> None:
    newer = kontor_with("C43,43,canal,neutral,-,none,G+T,R", "C43,43,canal,neutral,-,coin,G+T,F")
    install_rule_data([{"kontor": newer}, {"kontor": RED_SWAPPED}])
    in_front = game("kontor@1").rules.data
    with another_process():
        install_rule_data([{"kontor": RED_SWAPPED}])
        older = game("kontor@1").rules.data
    assert in_front != older
    assert game_with("kontor@1", older).rules.data == older


def test_a_match_with_data_that_are_not_here_is_refused_by_name() -> None:
    with pytest.raises(OtherData) as refused:
        game_with("kontor@1", "somebody-elses")
    assert (refused.value.rules, refused.value.data) == ("kontor@1", "somebody-elses")
    assert refused.value.held == (SHIPPED,)
    with pytest.raises(UnknownRules):
        game_with("chess@1", SHIPPED)


def test_with_anything_wrong_in_any_folder_nothing_changes_and_all_is_said() -> None:
    broken = kontor_with("C43,43,canal", "C43,43,lake")
    with pytest.raises(BadData) as refused:
        install_rule_data([{"kontor": RED_SWAPPED}, {"kontor": broken, "chess": {}, "packet-row": {"deck.csv": ""}}])
    assert [fault.split(":")[0] for fault in refused.value.faults] == [
        "kontor/cards.csv, row 45, column type", "chess", "packet-row/deck.csv",
    ]  # fmt: skip
    assert game(NEWEST) is registry.KONTOR


@pytest.mark.parametrize("folder", list(registry.REPLACEABLE))
def test_a_copy_of_the_packages_files_is_the_same_data(folder: str) -> None:
    known = registry.REPLACEABLE[folder]
    copied = known.game({own: known.shipped[shipped] for own, shipped in known.files.items()})
    assert copied.rules.id.startswith(folder + "@")
    assert copied.rules.data == game(copied.rules.id).rules.data


def test_an_owners_list_without_guesses_is_no_reconstruction() -> None:
    known = registry.REPLACEABLE["kontor"]
    rows = [line.split(",", 7)[:7] for line in known.shipped["cards.reconstructed.csv"].splitlines()]
    stated = "".join(",".join([*row, "evidence" if row[0] == "id" else "F"]) + "\n" for row in rows)
    own = known.game({"cards.csv": stated})
    assert "No list of the cards" in registry.KONTOR.rules.reconstructed
    assert "No list of the cards" not in own.rules.reconstructed
    assert "canal-grande" in own.rules.reconstructed, "the layouts are still the package's"


@pytest.mark.parametrize(
    ("folder", "file", "old", "new"),
    [
        ("packet-row", "parameters.toml", "start_money", "start_money = 7\n#"),
        ("anno-1701", "cards.json", '"count": ', '"count":  '),
    ],
)
def test_the_other_games_cards_are_replaced_in_the_same_way(folder: str, file: str, old: str, new: str) -> None:
    known = registry.REPLACEABLE[folder]
    text = known.shipped[known.files[file]]
    own = known.game({file: text.replace(old, new, 1)})
    assert own.rules.data != game(own.rules.id).rules.data


def test_other_games_faults_name_the_owners_file() -> None:
    packet_row, anno = registry.REPLACEABLE["packet-row"], registry.REPLACEABLE["anno-1701"]
    cards = packet_row.shipped["cards.standin-1.csv"].split("\n")
    cards[1], cards[3] = "Q" + cards[1][1:], "Q" + cards[3][1:]
    with pytest.raises(BadData) as refused:
        packet_row.game({"cards.csv": "\n".join(cards)})
    assert [fault.split(":")[0] for fault in refused.value.faults] == [
        "packet-row/cards.csv, row 2, column board", "packet-row/cards.csv, row 4, column board",
    ]  # fmt: skip
    raw = json.loads(anno.shipped["reconstruction-1.json"])
    del raw["voyage"]
    with pytest.raises(BadData, match=r"anno-1701/cards\.json, /: voyage is missing"):
        anno.game({"cards.json": json.dumps(raw)})


def test_the_verifier_takes_the_owners_data_and_names_both_hashes_without_them() -> None:
    install_rule_data([{"kontor": RED_SWAPPED}])
    own = game(NEWEST).rules.data
    played = Server(seed=5).play()
    assert verify(played.export, check_signature=played.check_signature).verdict == "PASS"
    with another_process():
        found = verify(played.export, check_signature=played.check_signature)
    assert (found.verdict, found.n) == ("FAIL", 1)
    assert own in found.reason and SHIPPED in found.reason
