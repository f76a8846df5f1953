"""HTTP requests that go only to their own address, without following redirects."""

import requests


class NoRedirects(requests.Session):
    """A session that never looks at redirects.

    ``allow_redirects=False`` alone is not enough: requests still computes the next address, and reads the whole answer
    for that, regardless of its length and of ``stream``.
    """

    def get_redirect_target(self, resp: requests.Response) -> None:
        """Return None: a redirect is an answer like any other."""
