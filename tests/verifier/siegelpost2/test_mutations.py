"""The campaign against the verifier of siegelpost/2: the true key changes anything, and nothing passes that the page denies."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.playing import Played, Server
from tests.engine.test_talk import Talking
from tests.soak.report import report, scaled
from tests.verifier.matches import TALK, Match, register_partners
from tests.verifier.siegelpost2.matches import EVENTFUL, EveryCourse
from tests.verifier.siegelpost2.test_resigning import Resigned
from tests.verifier.test_mutations import SEED, campaign, judged

GOAL = 5_200
"""Mutations of the long form, over all matches."""
SHORT = {"kontor": 130, "anno-1701": 50, "talk": 40, "resigned": 30}


class Given(Resigned):
    """A match that ends by resigning, as a match to mutate."""

    def play(self, rounds: int | None = None) -> Played:
        return super().play(rounds) if rounds is not None else self.played()


def resigned(**_: Any) -> Server:
    return Given()


ANNO: dict[str, Any] = {
    "rules": "anno-1701",
    "options": {"turn_limit": 6},
    "seed": 6,
    "silence": 0.1,
    "courses": {1: ("ordered", "escrow")},
}
MATCHES = (
    Match("kontor", EveryCourse, EVENTFUL),
    Match("anno-1701", EveryCourse, ANNO),
    Match("talk", Talking, {**TALK, "protocol": 2}),
    Match("resigned", resigned, {}),
)


@pytest.fixture(autouse=True)
def partners() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        register_partners(patch)
        yield


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_no_mutation_passes_that_the_page_does_not_admit(match: Match) -> None:
    found = campaign(match, SHORT[match.name])
    assert found["FAIL"] > 0.8 * SHORT[match.name]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_no_mutation_passes_either_when_all_that_follows_is_made_to_fit(match: Match) -> None:
    count = SHORT[match.name] // 5
    assert campaign(match, count, while_written=True)["FAIL"] > 0.5 * count


def test_another_story_passes_only_where_nobody_kept_a_receipt() -> None:
    """The server tells that nobody did what they did, by the rules and in its own words."""
    match = MATCHES[0]
    honest = match.played()
    told = match.played(courses={1: ("opened", "unopened"), 2: ("called-unopened", "escrow")})
    assert judged(honest, told.export).verdict == "PASS"
    found = judged(honest, told.export, honest.receipts)
    assert (found.verdict, "holds a receipt" in found.reason) == ("FAIL", True), found


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_campaign_26_thousands_of_mutations_of_siegelpost_2_with_the_true_key() -> None:
    share = {name: size / sum(SHORT.values()) for name, size in SHORT.items()}
    for match in MATCHES:
        begun, found = time.monotonic(), Counter[str]()
        for while_written, part in ((False, 0.75), (True, 0.25)):
            size = scaled(int(GOAL * part * share[match.name]))
            found += campaign(match, size, while_written=while_written, seed=SEED + 2)
        told = {
            name.replace(": ", " ").replace(" ", "_").replace("-", "_"): count for name, count in sorted(found.items())
        }
        report(f"26: mutations of siegelpost/2 with the true key: {match.name}", time.monotonic() - begun, **told)
