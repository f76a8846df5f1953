"""The command as a whole: help, completion, usage errors."""

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from engine.contract import Language
from service.cli import main
from service.cli.command import COMMANDS, texts
from service.cli.player.exits import EXIT_CODES
from service.cli.player.local_files import Keep

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIEGELPOST_DATA", str(tmp_path))
    for name in ("SIEGELPOST_SERVER", "SIEGELPOST_TOKEN", "SIEGELPOST_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_help_lists_every_command_examples_and_exit_codes() -> None:
    text = CliRunner().invoke(main, ["--help"]).output
    for name in COMMANDS:
        assert f"\n  {name} " in text
    assert "siegelpost verify match.jsonl" in text
    assert "  3  verify: INCOMPLETE" in text


OF_OPERATORS = {
    "witness", "monitor", "commitment", "bot", "data", "serve", "api", "resolve", "deliver", "clock",
    "replies", "metrics", "admin", "parked", "retry", "halt", "resume",
    "completion",
}  # fmt: skip


TRANSLATED: tuple[Language, ...] = ("de", "fr")


def untranslated(language: Language, name: str, command: click.Command | None) -> list[str]:
    """Return what of a command has no text in a language."""
    assert command is not None
    said, shared = texts(language).get(name, {}), texts(language)["*"]
    options = [one.opts[-1] for one in command.params if isinstance(one, click.Option) and one.help]
    missing = [f"{name} {one}" for one in options if one not in said and one not in shared]
    missing += [] if "help" in said else [name]
    known = command.commands if isinstance(command, click.Group) else {}
    return missing + [one for sub, found in known.items() for one in untranslated(language, f"{name} {sub}", found)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_command_of_players_explains_itself_in(language: Language) -> None:
    assert list(texts(language)["summaries"]) == list(COMMANDS)
    found = {name: main.get_command(click.Context(main), name) for name in COMMANDS}
    assert [
        one for name in COMMANDS if name not in OF_OPERATORS for one in untranslated(language, name, found[name])
    ] == []


def test_help_is_german_where_the_language_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    text = CliRunner().invoke(main, ["--help"]).output
    assert "Spielen: sehen, was auf dich wartet" in text and "Rückgabewerte" in text and "Show this" not in text
    text = CliRunner().invoke(main, ["play", "--help"]).output
    assert text.startswith("Aufruf: ") and "Nicht nachfragen." in text and "Play what waits" not in text
    monkeypatch.setenv("SIEGELPOST_LANGUAGE", "en")
    assert "Play what waits for you" in CliRunner().invoke(main, ["play", "--help"]).output


def test_help_is_french_where_the_language_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    text = CliRunner().invoke(main, ["--help"]).output
    assert "Jouer : voir ce qui t'attend" in text and "Codes de retour" in text and "Show this" not in text
    text = CliRunner().invoke(main, ["play", "--help"]).output
    assert text.startswith("Usage : ") and "Ne pas demander confirmation." in text and "Play what waits" not in text


@pytest.mark.parametrize("language", TRANSLATED)
def test_help_tells_every_exit_code_in(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIEGELPOST_LANGUAGE", language)
    text = CliRunner().invoke(main, ["--help"]).output
    told = [line for line in EXIT_CODES.splitlines() if line.startswith("  ")]
    assert len(told) == 5
    assert [line for line in told if line.strip() in text] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    found = CliRunner().invoke(main, [name, "--help"])
    assert found.exit_code == 0
    assert f"Usage: main {name}" in found.output or f"siegelpost {name}" in found.output
    assert len(found.output.splitlines()) > 6


@pytest.mark.parametrize(
    "arguments",
    [
        ["sail"], ["resolve", "mow"], ["play", "--custody", "none"], ["new", "--pace", "soon"], ["new", "--daily", "20:00"],
        ["new", "--days", "mon-fri"],
        ["new", "--zone", "Europe/Berlin"], ["new", "--option", "preset"], ["play", MATCH, "--move", "{'a': 1}"],
        ["play", "--move", "{}"], ["waiting", "--server", "siegelpost.example"], ["completion", "cmd"],
        ["new", "--daily", "20:00", "--zone", "Europe/Berlin", "--days", "sunday"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage_ends_with_2_before_any_server_is_asked(arguments: list[str], unused_port: int) -> None:
    if "--server" not in arguments and arguments[0] in ("play", "new"):
        arguments = [*arguments, "--server", f"http://127.0.0.1:{unused_port}"]
    found = CliRunner().invoke(main, arguments)
    assert found.exit_code == 2
    assert "Error:" in found.output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed_for(shell: str) -> None:
    found = CliRunner().invoke(main, ["completion", shell])
    assert found.exit_code == 0
    assert "_SIEGELPOST_COMPLETE" in found.output


def test_commands_and_the_matches_known_here_complete(data: Path) -> None:
    Keep(data, "https://siegelpost.example").keep_log(MATCH, b"line\n")

    def completed(words: str, position: int) -> list[str]:
        environment = {
            "_SIEGELPOST_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(position),
            "SIEGELPOST_DATA": str(data),
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", "from service.cli import main; main(prog_name='siegelpost')"],
            env=environment, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return [line.partition(",")[2] for line in done.stdout.split()]

    assert completed("siegelpost wa", 1) == ["waiting", "watch"]
    assert completed("siegelpost play 018", 2) == [MATCH]
    assert completed("siegelpost watch 9", 2) == []
    assert completed("siegelpost or", 1) == ["orders"]
    assert completed("siegelpost orders 018", 2) == [MATCH]


def test_help_needs_neither_http_nor_the_games() -> None:
    """The first thing a stranger types must answer at once."""
    code = (
        "import sys; from click.testing import CliRunner; from service.cli import main;"
        "assert CliRunner().invoke(main, ['--help']).exit_code == 0;"
        "print([name for name in ('requests', 'rich', 'engine.games.kontor', 'nacl') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
