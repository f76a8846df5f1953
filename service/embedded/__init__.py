"""Everything on one machine with one command: two Redis servers, the API, the workers, the clock, a mail sink.

:func:`serve` is what ``siegelpost serve`` and ``make serve`` run. Production uses the same processes through the ``Procfile``.
"""

from service.embedded.serve import serve

__all__ = ["serve"]
