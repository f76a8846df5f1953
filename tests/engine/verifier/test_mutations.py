"""The campaign against the verifier: whoever holds the true key may change anything, and gets no PASS that the page denies."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, get_args

import pytest

from engine.protocol.canon import b64
from engine.verifier.replay import Code, Report, verify
from tests.campaigns.soak.report import report, scaled
from tests.engine.playing import Played, Server
from tests.engine.verifier import matches
from tests.engine.verifier.classes import CLASSES, line_of, lines_of_the_page
from tests.engine.verifier.matches import EVENTFUL, Blamed, Eventful, EveryCourse, Match, Silenced, register_partners
from tests.engine.verifier.mutations import mutations, retold
from tests.engine.verifier.seats.test_resigning import Resigned

GOAL = 10_400
"""Mutations of the long form, over all matches."""
SHORT = {
    "kontor": 200,
    "talk": 100,
    "packet-row": 20,
    "anno-1701": 60,
    "kontor, every course": 130,
    "anno-1701, every course": 50,
    "resigned": 30,
}
SEED = 1701


class Given(Resigned):
    """A match that ends by resigning, as a match to mutate."""

    def play(self, rounds: int | None = None) -> Played:
        return super().play(rounds) if rounds is not None else self.played()


def resigned(**_: Any) -> Server:
    return Given()


MATCHES = (*matches.MATCHES, Match("resigned", resigned, {}))


@pytest.fixture(autouse=True)
def partners() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        register_partners(patch)
        yield


def judged(played: Played, export: bytes, receipts: Sequence[dict[str, Any]] = ()) -> Report:
    return verify(export, check_signature=played.check_signature, public_key=b64(played.public_key), receipts=receipts)


def campaign(match: Match, count: int, *, while_written: bool = False, seed: int = SEED) -> Counter[str]:
    """Judge so many mutations of a match without and with its players' receipts; return the verdicts."""
    played = match.played()
    honest = played.export.splitlines()
    entries = [json.loads(line)["entry"] for line in honest]
    known = max(one["receipt"]["n"] for one in played.receipts)
    found: Counter[str] = Counter()
    assert judged(played, played.export, played.receipts).verdict == "PASS"
    made = (
        retold(entries, lambda: match.played().export, seed)
        if while_written
        else mutations(played.export, entries, seed)
    )
    for mutation in islice(made, count):
        verdict = judged(played, mutation.export).verdict
        found[verdict] += 1
        if verdict != "PASS":
            continue
        touched = (mutation.kind, mutation.member, mutation.operator)
        assert line_of(mutation) in lines_of_the_page(), f"nobody says why this passes: {touched}"
        found[f"passes: {line_of(mutation)}"] += 1
        if judged(played, mutation.export, played.receipts).verdict == "PASS":
            pairs = zip(honest, mutation.export.splitlines(), strict=False)
            same = next(n for n, (one, other) in enumerate(pairs) if one != other)
            assert same >= known, f"a receipt names a head that is no more there: {touched}"
            found["passes with all receipts"] += 1
    return found


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_no_mutation_passes_that_the_page_does_not_admit(match: Match) -> None:
    found = campaign(match, SHORT[match.name])
    assert found["FAIL"] > 0.8 * SHORT[match.name]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_no_mutation_passes_either_when_all_that_follows_is_made_to_fit(match: Match) -> None:
    count = SHORT[match.name] // 3
    assert campaign(match, count, while_written=True)["FAIL"] > 0.5 * count


@pytest.mark.parametrize("liar", [Silenced, Blamed, Eventful])
@pytest.mark.parametrize("match", [one for one in MATCHES if one.make is Eventful], ids=lambda match: match.name)
def test_another_end_passes_only_where_nobody_kept_a_receipt(match: Match, liar: type[Eventful]) -> None:
    """A whole other end of the match, told by the rules: others' moves, silence, seals called unopened."""
    honest, told = match.played(), match.played(liar, lying_from=3)
    assert told.export != honest.export
    assert judged(honest, told.export).verdict == "PASS"
    found = judged(honest, told.export, honest.receipts)
    assert (found.verdict, "holds a receipt" in found.reason) == ("FAIL", True), found


def test_another_story_passes_only_where_nobody_kept_a_receipt() -> None:
    """The server tells that nobody did what they did, by the rules and in its own words."""
    match = Match("kontor", EveryCourse, EVENTFUL)
    honest = match.played()
    told = match.played(courses={1: ("opened", "unopened"), 2: ("called-unopened", "escrow")})
    assert judged(honest, told.export).verdict == "PASS"
    found = judged(honest, told.export, honest.receipts)
    assert (found.verdict, "holds a receipt" in found.reason) == ("FAIL", True), found


def test_the_list_of_the_page_is_that_of_the_verifier() -> None:
    assert lines_of_the_page() == list(get_args(Code))
    assert {line for *_, line in CLASSES} <= set(lines_of_the_page())


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_campaign_25_thousands_of_mutations_with_the_true_key() -> None:
    share = {name: size / sum(SHORT.values()) for name, size in SHORT.items()}
    for match in MATCHES:
        begun, found = time.monotonic(), Counter[str]()
        for while_written, part in ((False, 0.75), (True, 0.25)):
            size = scaled(int(GOAL * part * share[match.name]))
            found += campaign(match, size, while_written=while_written, seed=SEED + 1)
        told = {
            name.replace(": ", " ").replace(" ", "_").replace("-", "_"): count for name, count in sorted(found.items())
        }
        report(f"25: mutations with the true key: {match.name}", time.monotonic() - begun, **told)
