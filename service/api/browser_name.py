"""What a browser is called in the list of where somebody is signed in, by what it says of itself: "Firefox, Android"."""

from __future__ import annotations

BROWSERS = (
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Signs in the ``User-Agent``, the most telling first: most browsers also name those that they are like."""
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
UNKNOWN = "Browser"


def browser_name(agent: str) -> str:
    """Return the name, without anything that tells one such browser from another.

    >>> browser_name("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    >>> browser_name("curl/8.5.0"), browser_name("")
    ('Browser', 'Browser')
    """
    browser = _first(BROWSERS, agent) or UNKNOWN
    system = _first(SYSTEMS, agent)
    return f"{browser}, {system}" if system else browser


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for sign, name in known if sign in agent), "")


__all__ = ["browser_name"]
