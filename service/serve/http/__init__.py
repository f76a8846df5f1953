"""The worker class of gunicorn that answers requests, built on waitress."""
