"""A real promtool reads the files of ``deploy/prometheus``, fires every alert once, and notices a rule that does not fire.

It takes Debian's package, so it runs with the long campaigns.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from checks import debian
from tests.deploy.files import DEPLOY

pytestmark = [pytest.mark.soak, pytest.mark.timeout(300)]

RULES = DEPLOY / "prometheus" / "alerts.yml"
CASES = Path(__file__).with_name("alerts_test.yml")


@pytest.fixture(scope="module")
def promtool() -> str:
    """The program, from this machine or from Debian's package."""
    installed = shutil.which("promtool")
    if installed is not None:
        return installed
    packages = debian.unpack(Path("build/servers/prometheus"), "bookworm", ["prometheus"])
    assert packages is not None, "the packages of Debian cannot be had here"
    return str(packages / "usr/bin/promtool")


def said(*command: str) -> tuple[int, str]:
    """Return the exit code of a command, and what it said."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


def test_prometheus_understands_its_settings_and_every_rule(promtool: str) -> None:
    code, text = said(promtool, "check", "config", str(DEPLOY / "prometheus" / "prometheus.yml"))
    assert code == 0 and f"{RULES.read_text(encoding='utf-8').count('- alert:')} rules found" in text, text


def test_every_alert_fires_as_its_case_says(promtool: str) -> None:
    code, text = said(promtool, "test", "rules", str(CASES))
    assert code == 0, text


@pytest.mark.parametrize(
    ("rule", "spoilt", "alert"),
    [
        ("failing_letter_seconds > 3600", "failing_letter_seconds > 36000", "LettersStandStill"),
        ("siegelpost_store_up == 0", "siegelpost_store_up == 2", "StoreAway"),
        ("siegelpost_store_up == 0", "siegelpost_store_up == 1", "StoreAway"),
    ],
)
def test_a_rule_that_does_not_fire_or_fires_in_health_is_found(
    promtool: str, tmp_path: Path, rule: str, spoilt: str, alert: str
) -> None:
    before = RULES.read_text(encoding="utf-8")
    assert rule in before
    (tmp_path / "alerts.yml").write_text(before.replace(rule, spoilt), encoding="utf-8")
    cases = CASES.read_text(encoding="utf-8").replace("../../deploy/prometheus/alerts.yml", "alerts.yml")
    (tmp_path / "cases.yml").write_text(cases, encoding="utf-8")
    code, text = said(promtool, "test", "rules", str(tmp_path / "cases.yml"))
    assert code == 1 and f"alertname: {alert}" in text, text
