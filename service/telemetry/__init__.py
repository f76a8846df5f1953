"""Telemetry for operators: log lines, metrics for Prometheus, traces.

Every process counts in its own files (:mod:`service.telemetry.counts`); one process per machine adds them up and asks
the store for the rest (:mod:`service.telemetry.__main__`).
"""
