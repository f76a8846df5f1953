"""A match that its operator stops: what is agreed about it, and what the log says then (protocol section 12.19)."""

from __future__ import annotations

import re
from typing import Literal

MayStop = Literal["may-stop"]
"""The member ``operator`` of ``created``; without it the log of a match cannot say that it was stopped."""

STOPPED = "stopped"
"""The ``reason`` of ``closed``."""
WHY = re.compile(r"[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]{1,200}")
"""The reason in words: one line without control, direction and line characters: it is shown beside the verdict."""

__all__ = ["STOPPED", "WHY", "MayStop"]
