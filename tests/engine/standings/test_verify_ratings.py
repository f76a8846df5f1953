"""``siegelpost verify-ratings``: a whole log passes, and each kind of lie is named."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.standings import ratings as ratings_module
from engine.standings.ratings import Model, Rating, published, rated, replay
from engine.standings.results import Entry, Epoch, parse_entry, written
from engine.standings.tournaments import Tournament, draw
from engine.transparency.checkpoint import Checkpoint
from engine.transparency.merkle import tree_root
from service.cli.verifying.ratings import verify_ratings
from service.keys.signing import Signer
from tests.engine.standings.test_ratings import EPOCH, log_of, result, void
from tests.engine.standings.test_tournaments import ID, SEED, begun, entered, entropy, opened, scored
from tests.servers.beacon import chain, signature

SIGNER = Signer(bytes(range(32)))
ORIGIN = "log.example/results"
KEY = str(SIGNER.log_key(ORIGIN))
ONE, OTHER = result(1, ["p_a", "p_b"], [1, 2]), result(2, ["p_b", "p_c", "p_a"], [1, 2, 2])
LOG = log_of([ONE, OTHER, void(ONE), result(3, ["p_c", "p_a"], [1, 1])])


def saved(folder: Path, log: Sequence[Entry], *, of: Sequence[Entry] | None = None) -> Path:
    """Save a log as the API exports it, under a checkpoint of itself or of another."""
    signed = [written(one) for one in (log if of is None else of)]
    note = SIGNER.sign_checkpoint(Checkpoint(ORIGIN, len(signed), tree_root(signed)))
    path = folder / "results"
    path.write_bytes(f"{note}\n".encode() + b"".join(written(one) + b"\n" for one in log))
    return path


def verified(path: Path, *options: object) -> Result:
    return CliRunner().invoke(verify_ratings, [str(path), *map(str, options)])


def test_a_log_that_follows_from_itself_passes(tmp_path: Path) -> None:
    told = verified(saved(tmp_path, LOG), "--key", KEY)
    assert (told.exit_code, told.output) == (0, f"PASS: 3 results, 1 voided, 3 players, {ORIGIN} at 5\n")


def test_without_a_key_nobody_has_signed(tmp_path: Path) -> None:
    told = verified(saved(tmp_path, LOG))
    assert told.exit_code == 3
    assert told.output.startswith("INCOMPLETE: signatures NOT checked, give --key or --policy")


def test_a_policy_names_the_log_and_its_witnesses(tmp_path: Path) -> None:
    path, policy = saved(tmp_path, LOG), tmp_path / "policy"
    policy.write_text(f"log {KEY}\nquorum none\n")
    assert verified(path, "--policy", policy).exit_code == 0
    other = Signer(bytes(32)).log_key(ORIGIN)
    policy.write_text(f"log {other}\nquorum none\n")
    assert verified(path, "--policy", policy).output.startswith(
        "FAIL: the checkpoint of log.example/results is signed by"
    )


def lied(name: str) -> list[Entry]:
    found = [parse_entry(written(one)) for one in LOG]
    last = found[-1]
    assert last["type"] == "result"
    last["seats"][1][name] += 1  # type: ignore[literal-required]
    return found


@pytest.mark.parametrize(
    ("log", "of", "why"),
    [
        (lied("mu"), None, "entry 4 of the log of results: seat 1 (p_a): mu is "),
        (lied("sigma"), None, "entry 4 of the log of results: seat 1 (p_a): sigma is "),
        (LOG[:-1], LOG, "the checkpoint counts 5 entries, the file has 4"),
        (LOG, [*LOG[:-1], EPOCH], "the entries are not those of the checkpoint"),
        ([*LOG[:1], *LOG[2:]], None, "entry 1 of the log of results: seat 0 (p_b): mu is "),
    ],
)
def test_the_first_lie_is_named(tmp_path: Path, log: list[Entry], of: list[Entry] | None, why: str) -> None:
    told = verified(saved(tmp_path, log, of=of), "--key", KEY)
    assert told.exit_code == 1
    assert told.output.startswith(f"FAIL: {why}")


def test_a_log_of_another_version_cannot_be_computed_here(tmp_path: Path) -> None:
    told = verified(saved(tmp_path, [{**EPOCH, "version": "5.0.0"}, *LOG[1:]]), "--key", KEY)
    assert told.exit_code == 3
    assert "openskill 5.0.0 (BradleyTerryFull): install that version" in told.output


@pytest.mark.parametrize("content", [b"", b"\n\n\n", b"{}\n", b"a\n1\nb\n\nc\n\n{}\n", b"\xff" * 70_000])
def test_what_is_no_export_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "results"
    path.write_bytes(content)
    told = verified(path, "--key", KEY)
    assert told.exit_code == 1
    assert told.output.startswith("FAIL: ")


def test_a_published_page_is_compared(tmp_path: Path) -> None:
    path, page = saved(tmp_path, LOG), tmp_path / "kontor.json"
    rows = [
        {"rank": rank, "player": player, "name": "Ann", "mu": one.mu, "sigma": one.sigma, "results": one.results}
        | {"rating": one.shown, "plus_minus": one.plus_minus, "provisional": one.is_provisional}
        for rank, (player, one) in enumerate(published(replay(lambda: LOG), "kontor"), 1)
    ]
    page.write_text(json.dumps({"game": "kontor", "players": 3, "ratings": rows}))
    assert verified(path, "--key", KEY, "--published", page).exit_code == 0
    page.write_text(json.dumps({"game": "kontor", "players": 2, "ratings": rows[:2]}))
    assert "players is 2, computed 3" in verified(path, "--key", KEY, "--published", page).output
    rows[1]["rating"] = 2000
    page.write_text(json.dumps({"game": "kontor", "players": 3, "ratings": rows}))
    told = verified(path, "--key", KEY, "--published", page)
    assert (told.exit_code, "rank 2 of kontor: rating is 2000" in told.output) == (1, True)
    page.write_text("[" * 100_000)
    assert "is no page of GET /v1/ratings/GAME" in verified(path, "--key", KEY, "--published", page).output
    page.write_text("[]")
    assert "is no page of GET /v1/ratings/GAME" in verified(path, "--key", KEY, "--published", page).output


def test_a_profile_and_a_distribution_are_compared(tmp_path: Path) -> None:
    path, page, book = saved(tmp_path, LOG), tmp_path / "page.json", replay(lambda: LOG)
    rating = book.ratings["kontor", "p_a"]
    points = [(index, after[0 if index == 1 else -1]) for index, _, after in book.recount(LOG)]
    assert [index for index, _ in points] == [2, 4], "the voided one counts no more"
    course = [{"entry": index, "rating": one.shown, "plus_minus": one.plus_minus} for index, one in points]
    shown = {"mu": rating.mu, "sigma": rating.sigma, "results": 2, "provisional": True}
    row: dict[str, Any] = {
        "game": "kontor",
        **shown,
        "rating": rating.shown,
        "plus_minus": rating.plus_minus,
        "course": course,
    }

    def told(ratings: list[dict[str, Any]]) -> str:
        page.write_text(
            json.dumps(
                {"player": "p_a", "name": "Ann", "hidden": False, "kind": "person", "finished": [], "ratings": ratings}
            )
        )
        return verified(path, "--key", KEY, "--published", page).output

    assert told([row]).startswith("PASS")
    assert "kontor of p_a: plus_minus is 1" in told([{**row, "plus_minus": 1}])
    assert "kontor of p_a: course is" in told([{**row, "course": course[1:]}])
    assert "kontor of p_a: course is" in told([{**row, "course": [{**course[0], "rating": 3}, course[1]]}])
    assert "kontor of p_a: rating is None" in told([])
    assert "kontor, halma of p_a is listed twice, or no game" in told([row, {**row, "game": "halma"}])
    ranks = [60 * one.rank // 1_000_000 // 100 for (_, _), one in book.ratings.items()]
    bands = [{"at_least": 100 * one, "players": ranks.count(one)} for one in range(min(ranks), max(ranks) + 1)]

    def counted(bands: list[dict[str, int]]) -> str:
        page.write_text(json.dumps({"game": "kontor", "players": sum(one["players"] for one in bands), "bands": bands}))
        return verified(path, "--key", KEY, "--published", page).output

    assert counted(bands).startswith("PASS")
    assert "bands of kontor are" in counted([*bands, {"at_least": 9000, "players": 1}])


def test_a_draw_that_the_operator_would_rather_not_have_is_named(tmp_path: Path) -> None:
    """The attack: whoever knows the seed sees the draw, leaves the tournament undrawn, and announces another."""
    late = result(9, ["p_a", "p_b"], [1, 2])
    late["at"] = "2026-12-31T00:00:00.000Z"
    epoch, counted = log_of([late])
    told = verified(saved(tmp_path, [epoch, opened(), counted]), "--key", KEY)
    assert told.exit_code == 3
    assert f"tournament {ID} should have been drawn" in told.output


def test_a_tournament_that_the_operator_would_rather_not_end_is_named(tmp_path: Path) -> None:
    tournament, entries = begun(["p_a", "p_b"])
    (table,) = tournament.tables
    entries.append(scored(table["match"], table["players"], [0, 1]))
    late = result(9, ["p_a", "p_b"], [1, 2])
    late["at"] = "2027-12-31T00:00:00.000Z"
    told = verified(saved(tmp_path, [*entries, *log_of([late])]), "--key", KEY)
    assert told.exit_code == 3
    assert f"tournament {ID} should have gone on" in told.output


def test_a_tournament_in_the_log_is_drawn_and_counted_again(tmp_path: Path) -> None:
    tournament, entries = begun(["p_a", "p_b", "p_c"])
    table = tournament.tables[0]
    entries.append(scored(table["match"], table["players"], [0, 1]))
    tournament.add(entries[-1])
    page = tmp_path / "league.json"
    page.write_text(json.dumps({"id": ID, **tournament.published()}))
    told = verified(saved(tmp_path, [*LOG, *entries]), "--key", KEY, "--published", page)
    assert told.output.startswith("PASS: 1 tournaments, 1 drawn, 1 of their matches; 3 results")
    told = verified(saved(tmp_path, [*LOG, *entries[:1], *entries[2:]]), "--key", KEY)
    assert told.output.startswith(f"FAIL: entry 8 of the log of results: tournament {ID}: the entropies are not those")


def test_draws_with_a_beacon_of_the_operator_s_own_are_named_and_signatures_have_a_limit(tmp_path: Path) -> None:
    first = opened(beacon=chain())
    tournament = Tournament(first)
    log: list[Entry] = [first]
    for number, player in enumerate(["p_a", "p_b"]):
        log.append(entered(number, player))
        tournament.add(entered(number, player))
    came = tournament.beacon_round
    assert came is not None
    late = "2026-11-30T12:01:00.000Z"
    honest = draw(tournament, SEED, [None, entropy(1)], bytes.fromhex(signature(came)), at=late)
    told = verified(saved(tmp_path, [*log, honest]), "--key", KEY)
    assert told.output.startswith("PASS: 1 tournaments")
    assert f"only as good as the beacon {chain()['chain']}, unknown" in told.output
    told = verified(saved(tmp_path, [*log, honest]), "--key", KEY, "--rounds", 0)
    assert (told.exit_code, told.output[:54]) == (3, "INCOMPLETE: the signatures of 1 of the beacon's rounds")


def test_an_epoch_with_parameters_of_the_operators_own_does_not_pass_unseen(tmp_path: Path) -> None:
    kind: Epoch = {**EPOCH, "mu": 50_000_000}
    told = verified(saved(tmp_path, [*LOG, kind, EPOCH]), "--key", KEY)
    assert told.exit_code == 3
    assert told.output.startswith(
        "INCOMPLETE: entry 5 begins an epoch with parameters that are not the published ones: mu 5"
    )


def test_ratings_that_no_float_can_compare_are_a_fault_of_the_log(tmp_path: Path) -> None:
    high: Epoch = {**EPOCH, "mu": 10**12, "sigma": 1, "tau": 1}
    low: Epoch = {**high, "mu": 1, "beta": 1}
    strong, other = result(1, ["p_a", "p_c"], [1, 1]), result(2, ["p_b", "p_a"], [1, 2])
    first = rated(strong, Model(high).rate(strong["seats"], [Rating(10**12, 1)] * 2))
    told = verified(saved(tmp_path, [high, first, low, rated(other, [Rating(1, 1)] * 2)]), "--key", KEY)
    assert told.exit_code == 1
    assert told.output.startswith("FAIL: entry 3 of the log of results: ratings are too far apart to be computed")


def test_what_is_voided_together_is_computed_again_once_and_there_is_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [result(number, ["p_a", "p_b"], [1, 2]) for number in range(1, 9)]
    path = saved(tmp_path, log_of([*many, *map(void, many[:4]), result(9, ["p_a", "p_b"], [1, 2])]))
    monkeypatch.setattr(ratings_module, "MOST_RECOUNTED", 13)
    assert verified(path, "--key", KEY).exit_code == 0, "thirteen entries are read again, once"
    monkeypatch.setattr(ratings_module, "MOST_RECOUNTED", 12)
    told = verified(path, "--key", KEY)
    assert told.exit_code == 3
    assert "voids and epochs demand more than 12 entries to be read" in told.output
    path = saved(tmp_path, [*LOG, *[EPOCH] * 5])
    assert verified(path, "--key", KEY).exit_code == 3, "each epoch carries three ratings on"
