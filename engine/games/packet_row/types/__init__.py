"""The shapes of what Packet Row stores, shows, tells and is answered with; all of it is plain JSON without floats.

``state`` is what a match stores, ``view`` what a seat may see of it, ``events`` what happened, ``moves`` what may be answered,
``orders`` what stands instead of answers; ``cards`` are the words that the others share. Money is in dollars and seats are
counted from 0 everywhere. Card ids are like ``tobacco1#2`` or ``G-ES-35``, boards are named by their sign (``M``).
"""
