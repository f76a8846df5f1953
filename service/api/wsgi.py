"""The app for a WSGI server: ``gunicorn service.api.wsgi:app``. Settings come from the environment (see the README)."""

from __future__ import annotations

import os

from service.api import create_app
from service.config import Settings
from service.context import Context
from service.store.connect import WHILE_SOMEBODY_WAITS

app = create_app(Context.open(Settings.from_environment(os.environ), patience=WHILE_SOMEBODY_WAITS))
