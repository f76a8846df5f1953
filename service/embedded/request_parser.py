"""Requests as they come in, on top of waitress: what two parties could read differently is refused."""

from __future__ import annotations

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import Error


class TooSlow(Error):  # type: ignore[misc]
    """The deadline for the whole request has passed."""

    code = 408
    reason = "Request Timeout"


class OtherVersion(Error):  # type: ignore[misc]
    """A request of another major version of HTTP (RFC 9110, section 15.6.6)."""

    code = 505
    reason = "HTTP Version Not Supported"


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses what two parties could read as different requests (RFC 9112, section 6.1), and other versions of HTTP."""

    error: Error | None
    """Why the request is refused."""

    def received(self, data: bytes) -> int:
        """Take in bytes; return how many of them are this request's."""
        taken: int = super().received(data)
        if self.headers_finished and self.error is None and self.version and self.version[0] != "1":
            self.error, self.completed = OtherVersion("another version of HTTP"), True
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the headers; :raises ParsingError: when it is not clear where the body ends."""
        super().parse_header(header_plus)
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("both Transfer-Encoding and Content-Length")
        if self.version != "1.1" and "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("Transfer-Encoding before HTTP/1.1")


__all__ = ["OtherVersion", "Parser", "TooSlow"]
