"""Numbers of examples: few in every run, as many as it takes to search where somebody has the patience."""

from hypothesis import settings


def examples(few: int, many: int) -> int:
    """Return how many examples a property is held against: ``many`` under ``--hypothesis-profile=explore``, as in `make soak`."""
    return many if settings.get_current_profile_name() == "explore" else few
