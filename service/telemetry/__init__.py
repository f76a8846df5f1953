"""What an operator sees: log lines, counts for Prometheus, traces."""
