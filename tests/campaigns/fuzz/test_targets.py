"""Campaign 30: parsers of what comes from outside, fed with spoilt inputs. The long form lets coverage guide them."""

import importlib.util
from itertools import islice

import pytest

from tests.campaigns.fuzz.__main__ import fuzz
from tests.campaigns.fuzz.mutating import mutations
from tests.campaigns.fuzz.targets import TARGETS
from tests.campaigns.soak.goals import campaigns
from tests.campaigns.soak.parts import parts

RUNS, SEED = 400, 34


@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_inputs_are_refused_or_read_as_promised(name: str) -> None:
    one = TARGETS[name]
    assert all(map(one.run, one.seeds)), "a seed is something that the parser accepts"
    for data in islice(mutations(one.seeds, SEED), RUNS):
        try:
            one.run(data)
        except Exception as error:
            error.add_note(f"the input: {data!r}")
            raise


def test_the_goal_of_the_long_form_is_ten_minutes_for_each_parser() -> None:
    campaign = campaigns()["fuzz"]
    assert campaign.goal == {"seconds": 600 * len(TARGETS)}
    assert campaign.a_seed == {"seconds": 600}


@pytest.mark.soak
def test_campaign_30_no_input_that_coverage_leads_to_breaks_a_parser() -> None:
    assert importlib.util.find_spec("atheris"), "atheris is not installed: `make soak` installs it"
    names = list(TARGETS)
    for part in parts("fuzz"):
        with part:
            name = names[part.seed % len(names)]
            runs = fuzz(name, part.size("seconds"))
            part.counts(seconds=part.size("seconds"), runs=runs)
