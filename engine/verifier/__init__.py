"""The offline verifier: it reads an exported log, plays the match again, and compares every byte."""


class Refuted(Exception):
    """The finding that ends a verification: the log contradicts the protocol, the rules, a receipt or itself.

    ``n`` is the entry to blame where it is not the last one read, ``member`` the JSON pointer into its body, if one is.
    """

    def __init__(self, reason: str, n: int | None = None, member: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.n = n
        self.member = member
