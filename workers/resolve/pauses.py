"""Pauses (protocol section 12.14): a match stands still while enough people want it, and goes on by itself after a while.

A match that stands still resolves nothing, and the store takes no acts in it (``paused`` of a decision for its script).
"""

from __future__ import annotations

from engine.match.pauses import is_wanted, pause_of, write_paused, write_resumed
from engine.match.table import Standing
from workers.resolve.openings import Resolution
from workers.resolve.time_back import note_given


def settle_pause(resolution: Resolution) -> None:
    """Begin or end the pause that is due, unless a resignation ends the match now."""
    step = resolution.step
    if step.table["resigning"]:
        return
    pause, wanted = pause_of(step.table), is_wanted(step.table)
    if pause is None:
        if wanted:
            write_paused(step)
            resolution.news.paused(step)
        return
    if step.at < pause["until"] and wanted:
        return
    write_resumed(step)
    for standing in list(step.table["standing"]):
        resolution.hours.mend(step, standing["id"])
    # Whatever the service missed meanwhile is given back by the pause itself.
    note_given(step.table, resolution.record.outages)
    resolution.news.resumed(step)
    resolution.resumed = True


def all_are_in(resolution: Resolution, standing: Standing) -> bool:
    """Return whether a decision would have been locked early but for the pause that has just ended."""
    if not resolution.resumed:
        return False
    acts = [resolution.record.acts.get((standing["id"], seat)) for seat in standing["seats"]]
    return all(act is not None and act.commitment is not None and not act.wait for act in acts)


__all__ = ["all_are_in", "settle_pause"]
