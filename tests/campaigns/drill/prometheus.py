"""A real Prometheus with the rules of ``deploy/``, which is asked what fires."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import requests
import yaml

from tests.servers.ports import free_port
from tests.service.serve.watching import until

RULES = Path(__file__).parents[3] / "deploy/prometheus/alerts.yml"
WINDOW = re.compile(r"\[\d+[mhd]\]")
SOONER = {
    "MatchesWait": ("> 60", "> 5"),
    "LettersWait": ("> 900", "> 5"),
    "DeadlinesLate": ("> 30", "> 5"),
    "LettersFail": ("> 10", "> 2"),
    "MailServerRefuses": ("> 5", "> 1"),
    "LettersStandStill": ("> 3600", "> 5"),
    "LettersBounce": ("> 20", "> 0.5"),
    "LogStandsStill": ("> 600", "> 5"),
}
"""What would take hours: the threshold of the rule, and that of the drill."""


def sooner(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules with a second instead of minutes until they fire, windows of half a minute, and lower thresholds."""
    for rule in rules["groups"][0]["rules"]:
        rule["expr"] = WINDOW.sub("[30s]", rule["expr"])
        if "for" in rule:
            rule["for"] = "1s"
        if rule["alert"] in SOONER:
            before, after = SOONER[rule["alert"]]
            assert before in rule["expr"], rule
            rule["expr"] = rule["expr"].replace(before, after)
    return rules


def as_asked(expression: str) -> str:
    """Return an expression of the dashboard as Grafana asks it: with an interval in the place of its variable."""
    return expression.replace("$__rate_interval", "30s")


class Prometheus:
    """One server in a folder; its rules are those of ``deploy/``, sooner."""

    def __init__(self, folder: Path, target: str) -> None:
        """:param target: ``host:port`` of the listener."""
        binary = shutil.which("prometheus")
        if binary is None:
            raise SystemExit("there is no prometheus in PATH: apt-get install prometheus")
        folder.mkdir()
        rules = sooner(yaml.safe_load(RULES.read_text(encoding="utf-8")))
        (folder / "alerts.yml").write_text(yaml.safe_dump(rules))
        scrape = {"job_name": "siegelpost", "static_configs": [{"targets": [target]}]}
        settings = {
            "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
            "rule_files": ["alerts.yml"], "scrape_configs": [scrape],
        }  # fmt: skip
        (folder / "prometheus.yml").write_text(yaml.safe_dump(settings))
        self.alerts = [rule["alert"] for rule in rules["groups"][0]["rules"]]
        self._url = f"http://127.0.0.1:{free_port()}"
        self._log = (folder / "log.txt").open("wb")
        self._process = subprocess.Popen(
            [
                binary, f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
                f"--web.listen-address={self._url.removeprefix('http://')}",
            ],
            stdout=self._log, stderr=self._log,
        )  # fmt: skip
        until(lambda: self.ask("up"), "it has scraped the installation")

    def ask(self, query: str) -> list[dict[str, Any]]:
        """Return what a query gives now, nothing while the server starts."""
        try:
            answer = requests.get(f"{self._url}/api/v1/query", {"query": query}, timeout=5)
            found: list[dict[str, Any]] = answer.json()["data"]["result"]
        except (requests.RequestException, KeyError, ValueError):
            return []
        return found

    def understands(self, expression: str) -> bool:
        """Return whether Prometheus can evaluate an expression of the dashboard, whatever it gives."""
        answer = requests.get(f"{self._url}/api/v1/query", {"query": as_asked(expression)}, timeout=5)
        return bool(answer.json()["status"] == "success")

    def firing(self) -> set[str]:
        """Return the alerts that fire now."""
        return {one["metric"]["alertname"] for one in self.ask('ALERTS{alertstate="firing"}')}

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()
        self._log.close()
