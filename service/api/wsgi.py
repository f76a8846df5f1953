"""The app for a WSGI server: ``gunicorn service.api.wsgi:app``. Settings come from the environment (see the README)."""

import os

from service.api import create_app
from service.config.settings import Settings
from service.context import opened
from service.telemetry import tracing
from service.telemetry.counts import ROLE
from service.telemetry.logs import set_up

settings = Settings.from_environment(os.environ)
if settings.logs == "json" or settings.access_log:
    set_up(os.environ)
ROLE.be("api")
tracing.set_up(os.environ, "api")
app = create_app(opened(settings))
