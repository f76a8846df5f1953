"""What an installation counts, and the listener that shows it to Prometheus.

Every process counts in files of its own (:mod:`service.metrics.slots`), whatever it is; one process per machine adds them up and
asks the store for the rest (:mod:`service.metrics.__main__`).
"""
