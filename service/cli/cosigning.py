"""``siegelpost witness``: a witness of other people's logs, to run on a friend's machine."""

import logging
import sys
from pathlib import Path

import click

from engine.transparency.note import ED25519, BadNote, VerifierKey
from service.cli.player.exits import EXIT_CODES, Failed


class LogKey(click.ParamType[VerifierKey]):
    """The verifier key of a log."""

    name = "vkey"

    def convert(
        self, value: str | VerifierKey, param: click.Parameter | None, ctx: click.Context | None
    ) -> VerifierKey:
        """Return the key of its text."""
        if isinstance(value, VerifierKey):
            return value
        try:
            return VerifierKey.parse(value, (ED25519,))
        except BadNote as error:
            self.fail(f"{error}: see 'vkey' of 'log' in the installation's GET /v1/meta", param, ctx)


@click.command(
    epilog=f"""\b
Examples
  siegelpost witness --name ada.example/w --log play.example+1a2b3c4d+AXBw...
  siegelpost witness --print-key

{EXIT_CODES}"""
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("witness"),
    show_default=True,
    help="Where its key and its memory are kept. Never lose it: a witness that forgets can be shown another history.",
)
@click.option("--name", help="Its name in its cosignatures, like ada.example/w. Needed once.")
@click.option(
    "--log", "logs", multiple=True, type=LogKey(), help="The verifier key of a log to witness; kept in the folder."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="The port; 0: any.")
@click.option("--print-key", is_flag=True, help="Print its verifier key and end.")
def witness(
    folder: Path, name: str | None, logs: tuple[VerifierKey, ...], host: str, port: int, print_key: bool
) -> None:
    """Cosign the checkpoints of an installation you do not run yourself.

    A witness agrees to a tree only if it continues the last one it agreed to. People who demand your cosignature
    when they verify a match know that nobody was shown another history. Give the operator the printed key and the
    address.
    """
    from service.witness.app import BadFolder, WitnessFolder

    try:
        opened = WitnessFolder(folder).open(name, logs)
    except (BadFolder, OSError) as error:
        raise Failed(str(error)) from error
    click.echo(str(opened.key))
    if print_key:
        return
    from engine.transparency.proof import LONGEST_REQUEST
    from service.processes.small_server import listen

    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    try:
        server = listen(opened, host, port, LONGEST_REQUEST)
    except OSError as error:
        raise Failed(f"cannot listen on {host}:{port}: {error.strerror}. Choose another --port, or --host") from error
    click.echo(f"Witnessing at http://{host}:{server.effective_port}/add-checkpoint")
    sys.stdout.flush()
    server.run()
