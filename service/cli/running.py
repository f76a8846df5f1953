"""Commands that run Siegelpost itself: everything on one machine, or single processes. And shell completion."""

import os
import sys
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from service.cli.player.exits import EXIT_CODES, Failed


@click.command(epilog=EXIT_CODES)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("var"),
    show_default=True,
    envvar="SIEGELPOST_VAR",
    help="The folder in which everything is kept.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port of the API; 0: any."
)
@click.option("--demo/--no-demo", default=True, help="Make a player and a match against a bot in a new folder.")
@click.option("--verbose", is_flag=True, help="Show all logs on the console, not only what matters.")
def serve(data: Path, host: str, port: int, demo: bool, verbose: bool) -> None:
    """Run everything on this machine: Redis, API, workers, clock and a mail sink.

    Ctrl-C stops all of it; the next start on the same folder finds all matches again.
    """
    try:
        from service.serve.serve import serve as serve_all
    except ModuleNotFoundError as error:
        raise Failed(
            f"'siegelpost serve' needs the server, and {error.name} is not installed: install siegelpost[server]"
        ) from error
    sys.exit(serve_all(data, host, port, with_demo=demo, verbose=verbose))


@click.command(epilog=EXIT_CODES)
@click.argument("gunicorn", nargs=-1)
def api(gunicorn: tuple[str, ...]) -> None:
    """Run the API with the web table. Configured by the environment; options after -- are gunicorn's."""
    _become("gunicorn", "--config", "python:service.serve.web", *gunicorn, "service.api.wsgi:app")


@click.command(epilog=EXIT_CODES)
def resolve() -> None:
    """Run a worker that resolves matches, until it is told to stop. Configured by the environment."""
    _become("workers.run", "resolve")


@click.command(epilog=EXIT_CODES)
def deliver() -> None:
    """Run a worker that delivers letters and other notices, until it is told to stop. Configured by the environment."""
    _become("workers.run", "deliver")


@click.command(epilog=EXIT_CODES)
def clock() -> None:
    """Run the clock, which wakes workers when something is due. Configured by the environment."""
    _become("workers.clock")


@click.command(epilog=EXIT_CODES)
def replies() -> None:
    """Run the server that receives answers by mail. Configured by the environment."""
    _become("workers.inbox")


@click.command(epilog=EXIT_CODES)
def metrics() -> None:
    """Show the counts of all processes of this machine to Prometheus. Configured by the environment."""
    _become("service.telemetry")


@click.command(
    epilog="""\b
Examples
  siegelpost completion bash >> ~/.bashrc
  siegelpost completion zsh >> ~/.zshrc
  siegelpost completion fish > ~/.config/fish/completions/siegelpost.fish"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that makes your shell complete commands, options and your matches."""
    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(ctx.find_root().command, {}, "siegelpost", "_SIEGELPOST_COMPLETE").source())


def _become(module: str, *arguments: str) -> None:
    """Replace this process, so that signals reach the worker itself; the service's code never imports the workers'."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", module, *arguments])  # noqa: S606  no shell wanted: exec of our own module
