"""What tests of whole matches by mail share."""

import pytest

from workers.mail import channel


@pytest.fixture
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters are written and counted, and nobody looks at them: to draw their tables would take most of the time."""
    monkeypatch.setattr(channel, "begin", lambda svg: None)
