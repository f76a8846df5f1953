"""Telemetry for operators: log lines, metrics for Prometheus, traces.

Every process counts in files of its own (:mod:`service.telemetry.counts`), whatever it is; one process per machine adds them
up and asks the store for the rest (:mod:`service.telemetry.__main__`).
"""
