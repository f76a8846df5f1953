"""Commands that run Siegelpost itself hand over to the very processes that production runs."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.serve.folder import DataFolder
from tests.given.contexts import key_environment

SIEGELPOST = [sys.executable, "-c", "from service.cli import main; main(prog_name='siegelpost')"]


def environment(**given: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("SIEGELPOST", "REDIS"))} | given


def test_signals_reach_the_clock_itself_and_end_it_cleanly(redis_url: str, tmp_path: Path) -> None:
    env = environment(REDIS_URL=redis_url, **key_environment(tmp_path))
    process = subprocess.Popen([*SIEGELPOST, "clock"], env=env, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if "ticking" in line:
                break
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


@pytest.mark.parametrize("arguments", [["api"], ["clock"], ["resolve"], ["deliver"], ["metrics"]], ids=" ".join)
def test_a_missing_setting_is_named_and_ends_with_2(arguments: list[str]) -> None:
    done = subprocess.run(
        [*SIEGELPOST, *arguments], env=environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "REDIS_URL" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_second_start_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "var")
    try:
        done = subprocess.run(
            [*SIEGELPOST, "serve", "--data", str(tmp_path / "var"), "--port", "0"], env=environment(),
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    finally:
        folder.close()
    assert done.returncode == 1
    assert "var" in done.stderr + done.stdout
