"""What the law tests of Siegelpost must know of Fingers; only they import it."""

from tests.engine.laws import Ways, nothing_hidden

WAYS = Ways(twin=nothing_hidden, twin_before=lambda step, viewer, rng: None)
