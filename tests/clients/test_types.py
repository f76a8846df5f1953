"""Both clients compile as strictly as their compilers can, and a nonsense move does not."""

import re
import sys
from pathlib import Path
from subprocess import run

from checks.clients import typescript

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BOTS = [ROOT / "docs" / "bots" / f"{game}.py" for game in ("kontor", "packet_row", "anno_1701", "seafarers")]


def test_mypy_accepts_the_client_and_refuses_every_wrong_line(tmp_path: Path) -> None:
    bad = (HERE / "programs" / "bad.py.txt").read_text(encoding="utf-8")
    (tmp_path / "bad.py").write_text(bad, encoding="utf-8")
    wanted = {
        (number, found[1])
        for number, line in enumerate(bad.splitlines(), start=1)
        if (found := re.search(r"# refused: (\S+)$", line))
    }
    assert len(wanted) == 8
    good = HERE / "programs" / "good.py"
    done = run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--no-pretty",
            "--cache-dir",
            str(tmp_path),
            *map(str, [*BOTS, good, tmp_path / "bad.py"]),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = re.findall(r"^(.*):(\d+): error: .* \[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    assert {Path(file).name for file, _, _ in errors} == {"bad.py"}, done.stdout
    assert wanted <= {(int(line), code) for _, line, code in errors}, done.stdout
    assert {int(line) for _, line, _ in errors} == {line for line, _ in wanted}


def test_typescript_accepts_the_client_and_refuses_every_wrong_line(types: None) -> None:
    done = typescript.run("typescript/bin/tsc", "-p", str(HERE / "typescript" / "tsconfig.json"))
    assert done.returncode == 0, done.stdout
