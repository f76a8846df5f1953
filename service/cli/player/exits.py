"""Exit codes of the command, and the errors that lead to them."""

import click

DONE = 0
FAILED = 1
USAGE = 2
INCOMPLETE = 3
UNREACHABLE = 4

EXIT_CODES = """\b
Exit codes
  0  done (verify: PASS)
  1  refused or failed (verify: FAIL)
  2  wrong usage
  3  verify: INCOMPLETE (what is there is valid, but something is missing)
  4  the server cannot be reached, or asks to try again later"""


class Failed(click.ClickException):
    """A command failed; the message gives the reason and the remedy."""

    exit_code = FAILED


class NoServer(click.ClickException):
    """The server did not answer in time."""

    exit_code = UNREACHABLE
