"""The REST API: a Flask app over the service. Handlers parse, make one service call, and serialize; rules live elsewhere."""

from service.api.app import create_app

__all__ = ["create_app"]
