"""The drill breaks something for every alert there is, and shortens only what it says."""

import re

import yaml
from promql_parser import parse

from tests.campaigns.drill.faults import AFTERWARDS, PLAN
from tests.campaigns.drill.prometheus import RULES, SOONER, sooner


def test_something_is_broken_for_every_alert() -> None:
    rules = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"][0]["rules"]
    fired = [name for _, names in PLAN for name in names] + list(AFTERWARDS.values())
    assert sorted(fired) == sorted(rule["alert"] for rule in rules)


def test_the_rules_of_the_drill_are_those_of_the_operator_but_for_time_and_the_thresholds_named() -> None:
    text = RULES.read_text(encoding="utf-8")
    before, after = (
        {rule["alert"]: rule for rule in rules["groups"][0]["rules"]}
        for rules in (yaml.safe_load(text), sooner(yaml.safe_load(text)))
    )
    assert set(before) >= set(SOONER)
    for name, rule in before.items():
        expected = re.sub(r"\[\w+\]", "[30s]", rule["expr"])
        assert after[name]["expr"] == expected.replace(*SOONER.get(name, ("", "")))
        assert after[name].get("for", "1s") == "1s"
        parse(after[name]["expr"])
