"""The page for one machine, its unit and its Caddyfile belong together, and name nothing that there is not."""

import re

from service.cli.running import serve
from service.serve import web
from service.serve.serve import BACKLOG
from tests.deploy.files import DEPLOY, ONE_VPS, ROOT, unit

PAGE = (ROOT / "docs" / "one-vps.md").read_text(encoding="utf-8")
UNIT = unit(ONE_VPS.read_text(encoding="utf-8"))
COMMANDS = re.findall(r"^    sudo .*$", PAGE, re.MULTILINE)


def test_the_unit_starts_serve_in_the_folder_and_with_the_user_of_the_page() -> None:
    program, name, *arguments = UNIT["ExecStart"][-1].split()
    assert (
        name == "serve"
        and f"git clone https://your.git/siegelpost {program.removesuffix('/.venv/bin/siegelpost')}" in PAGE
    )
    data = serve.make_context("serve", arguments).params["data"]
    assert str(data) == f"/var/lib/{UNIT['StateDirectory'][-1]}" and f"--data {data} --letter-to" in PAGE
    assert f"--home-dir {data} --shell /usr/sbin/nologin {UNIT['User'][-1]}" in PAGE
    assert f" {UNIT['EnvironmentFile'][-1]} && sudoedit" in PAGE
    assert UNIT["KillMode"] == ["mixed"], "the supervisor ends the others, the store last"


def test_systemd_keeps_the_socket_while_serve_restarts() -> None:
    settings = (ONE_VPS.parent / "siegelpost.socket").read_text(encoding="utf-8").splitlines()
    assert "ListenStream=127.0.0.1:8000" in settings and f"Backlog={BACKLOG}" in settings
    assert web.backlog == BACKLOG and "Requires=siegelpost.socket" in ONE_VPS.read_text(encoding="utf-8")
    assert "enable --now siegelpost.socket siegelpost" in PAGE and "stop siegelpost.socket siegelpost" in PAGE


def test_the_lines_to_change_are_lines_of_the_example() -> None:
    changed = re.findall(r"^    ([A-Z_]+)=(.*)$", PAGE, re.MULTILINE)
    example = (DEPLOY / "siegelpost.env.example").read_text(encoding="utf-8")
    assert len(changed) == 4 and all(re.search(f"^#?{name}=", example, re.MULTILINE) for name, _ in changed)
    domain = dict(changed)["SIEGELPOST_PUBLIC_URL"].removeprefix("https://")
    caddy = (ONE_VPS.parent / "Caddyfile").read_text(encoding="utf-8")
    assert f"{domain} {{" in caddy and "reverse_proxy 127.0.0.1:8000" in caddy


def test_an_evening_takes_twelve_commands_on_files_that_there_are() -> None:
    assert len(COMMANDS) <= 12
    named = {path for line in COMMANDS for path in re.findall(r"\b(?:deploy|requirements|openapi)/[\w./-]+", line)}
    assert len(named) >= 6 and all((ROOT / path).exists() for path in named), named
