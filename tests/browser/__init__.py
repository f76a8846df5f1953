"""The web table in a real browser. `make test` installs a Chromium for it (package.json); see ``chromium.py``."""
