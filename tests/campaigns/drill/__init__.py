"""Every alert fired on purpose: a real Prometheus watches a real installation while one thing after the other is broken.

``python -m tests.campaigns.drill`` needs ``prometheus`` in PATH (Debian: ``apt-get install prometheus``), and root for a
small disk.
"""
