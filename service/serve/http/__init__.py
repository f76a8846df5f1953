"""The worker of gunicorn that answers requests, on top of waitress."""
