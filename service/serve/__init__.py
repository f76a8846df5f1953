"""The whole service on one machine with one command: two Redis servers, the API, the workers, the clock, a mail sink.

:func:`service.serve.serve.serve` is what ``siegelpost serve`` and ``make serve`` run. Production uses the same processes
through the ``Procfile``. Nothing is imported here: the state server and the API begin in this package, and every process that
imports all of it begins half a second later.
"""
