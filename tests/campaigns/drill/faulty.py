"""The API with a fault in it: ``GET /faulty`` breaks."""

from service.api.wsgi import app


@app.get("/faulty")
def break_down() -> str:
    """Raise what nobody expects."""
    raise ZeroDivisionError
