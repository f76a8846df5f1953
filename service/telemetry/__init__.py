"""Telemetry for operators: log lines, counts for Prometheus, traces."""
