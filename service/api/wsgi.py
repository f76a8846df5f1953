"""The app for a WSGI server: ``gunicorn service.api.wsgi:app``. Settings come from the environment (see the README)."""

from __future__ import annotations

import os

from service.api import create_app
from service.config import Settings
from service.context import Context

app = create_app(Context.open(Settings.from_environment(os.environ)))
