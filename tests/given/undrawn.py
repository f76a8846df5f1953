"""Letters without pictures, for tests that nobody's eyes follow: to draw tables would take most of their time."""

import pytest

from workers.mail import channel


def draw_nothing(patched: pytest.MonkeyPatch) -> None:
    """Let letters be written without a picture of their table, until the patch ends."""
    patched.setattr(channel, "_picture", lambda *_: None)
