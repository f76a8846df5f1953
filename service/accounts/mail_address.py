"""Which mail addresses there can be."""

from __future__ import annotations

import re

MAIL = re.compile(
    r"(?=.{3,254}\Z)(?=[^@]{1,64}@)(?!.*(?:=\?|\?=))[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
"""Mail addresses as the mail workers can write them: ASCII, no quoted local parts, no address literals, no encoded words."""
