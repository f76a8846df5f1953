"""HTTP requests that go to the address they were made for, and nowhere else."""

from __future__ import annotations

import requests


class NoRedirects(requests.Session):
    """A session that never looks where an answer redirects to.

    ``allow_redirects=False`` alone does not do: requests works out the next address even so, and reads the whole answer for it,
    however long it is and whatever ``stream`` says.
    """

    def get_redirect_target(self, resp: requests.Response) -> None:
        """Return that there is none: a redirect is an answer like any other."""


__all__ = ["NoRedirects"]
