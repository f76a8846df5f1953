"""Alert rules and dashboard ask for what is shown, by names and labels that there are; every alert is fired once on purpose."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.metrics_core import Metric
from promql_parser import AggregateExpr, BinaryExpr, Call, Expr, MatrixSelector, ParenExpr, VectorSelector, parse

from service.store.store import Store
from service.telemetry import counts
from service.telemetry.gauges import Installation

ROOT = Path(__file__).parents[4]
EVERYWHERE = {"instance", "job", "le"}
"""Labels that Prometheus adds, and that of a histogram's buckets."""
OF_PROMETHEUS = "up"


def rules() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yml").read_text(encoding="utf-8"))[
        "groups"
    ][0]["rules"]
    return found


def asked() -> Iterator[str]:
    """Every expression of the rules and of the dashboard."""
    yield from (rule["expr"] for rule in rules())
    board = json.loads((ROOT / "deploy/grafana/siegelpost.json").read_text(encoding="utf-8"))
    for panel in board["panels"]:
        yield from (target["expr"].replace("$__rate_interval", "5m") for target in panel["targets"])


def selectors(expression: Expr) -> Iterator[VectorSelector]:
    """Yield what an expression selects."""
    match expression:
        case VectorSelector():
            yield expression
        case MatrixSelector():
            yield expression.vector_selector
        case BinaryExpr():
            yield from (*selectors(expression.lhs), *selectors(expression.rhs))
        case Call():
            for one in expression.args:
                yield from selectors(one)
        case AggregateExpr() | ParenExpr():
            yield from selectors(expression.expr)


@pytest.fixture
def labels(redis_url: str, tmp_path: Path) -> dict[str, set[str]]:
    """The labels of every series there is, by its name."""
    shown: dict[str, set[str]] = {}
    families: list[Metric] = [
        *counts.REGISTRY.collect(),
        *Installation(Store.connect(redis_url, replicas=1), redis_url, [tmp_path], {"archive": tmp_path}).collect(),
    ]
    counted = {one._name: set(one._labelnames) for one in vars(counts).values() if hasattr(one, "_labelnames")}
    for family in families:
        if family.name in counted:
            endings = ("_total",) if family.type == "counter" else ("_bucket", "_sum", "_count")
            shown |= {family.name + ending: counted[family.name] for ending in endings}
        else:
            shown |= {sample.name: set(sample.labels) for sample in family.samples}
    return shown


def test_rules_and_dashboard_ask_for_nothing_that_is_not_shown(labels: dict[str, set[str]]) -> None:
    names = set()
    for text in asked():
        for one in selectors(parse(text)):
            assert one.name is not None, text
            names.add(one.name)
            if one.name != OF_PROMETHEUS:
                assert one.name in labels, text
            wanted = {matcher.name for matcher in one.matchers.matchers}
            assert wanted <= labels.get(one.name, set()) | EVERYWHERE, text
    assert len(names) > 25, "the expressions were read"


def test_what_is_grouped_by_is_a_label_of_what_is_asked(labels: dict[str, set[str]]) -> None:
    grouped = 0
    for text in asked():
        groups = {one.strip() for found in re.findall(r"\bby \(([^)]*)\)", text) for one in found.split(",")}
        known = set().union(*(labels.get(one.name or "", set()) for one in selectors(parse(text))))
        assert groups <= known | EVERYWHERE, text
        grouped += bool(groups)
    assert grouped > 8


def test_every_value_that_a_rule_names_is_one_that_is_counted() -> None:
    """Of labels whose values are fixed in the code; an outcome that nobody counts would never fire."""
    sources = "".join(
        path.read_text(encoding="utf-8") for folder in ("service", "workers") for path in (ROOT / folder).rglob("*.py")
    )
    problems = (ROOT / "service/api/http/problems.toml").read_text(encoding="utf-8")
    for text in asked():
        for one in selectors(parse(text)):
            for matcher in one.matchers.matchers:
                if matcher.name not in EVERYWHERE:
                    for value in matcher.value.split("|"):
                        assert f'"{value}"' in sources or f"[{value}]" in problems, text


def increases(expression: Expr) -> Iterator[VectorSelector]:
    """Yield what an expression takes the increase of."""
    match expression:
        case Call() if expression.func.name == "increase":
            yield from selectors(expression)
        case BinaryExpr():
            yield from (*increases(expression.lhs), *increases(expression.rhs))
        case AggregateExpr() | ParenExpr():
            yield from increases(expression.expr)


def test_what_a_rule_takes_the_increase_of_is_there_before_it_happens() -> None:
    """A series that begins at 1 has not increased for Prometheus: the first failure of all would go unseen."""
    program = (
        "from prometheus_client import generate_latest; from service.telemetry.counts import REGISTRY; "
        "print(generate_latest(REGISTRY).decode())"
    )
    shown = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert len([one for rule in rules() for one in increases(parse(rule["expr"]))]) > 7
    for rule in rules():
        for one in increases(parse(rule["expr"])):
            for matcher in one.matchers.matchers:
                for value in matcher.value.split("|"):
                    series = rf'^{one.name}{{.*{matcher.name}="{value}".*}} 0\.0$'
                    assert re.search(series, shown, re.MULTILINE), rule["alert"]
            assert re.search(rf"^{one.name}({{.*}})? 0\.0$", shown, re.MULTILINE), rule["alert"]


def test_every_alert_is_fired_once_on_purpose_and_says_what_to_do() -> None:
    cases = yaml.safe_load((ROOT / "tests/deploy/alerts_test.yml").read_text(encoding="utf-8"))["tests"]
    fired = {one["alertname"] for case in cases for one in case["alert_rule_test"] if one["exp_alerts"]}
    quiet = {one["alertname"] for case in cases for one in case["alert_rule_test"] if not one["exp_alerts"]}
    assert fired == quiet == {rule["alert"] for rule in rules()}
    assert all(rule["annotations"].keys() == {"summary", "remedy"} for rule in rules())
    assert {rule["labels"]["severity"] for rule in rules()} == {"page", "ticket"}
