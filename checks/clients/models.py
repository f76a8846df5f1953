"""The Python client's types: TypedDicts of everything the document describes, made by datamodel-code-generator."""

import subprocess
import sys
import tempfile
from pathlib import Path

OPTIONS = (
    "--input-file-type=openapi",
    "--output-model-type=typing.TypedDict",
    "--target-python-version=3.11",
    "--enum-field-as-literal=all",
    "--use-schema-description",
    "--use-field-description",
    "--use-single-line-docstring",
    "--use-standard-collections",
    "--use-union-operator",
    "--disable-timestamp",
    "--formatters=ruff-format",
    "--custom-file-header=# Generated from openapi/openapi.json by 'python -m checks.clients --write'; do not edit.",
)


def models(document: Path) -> str:
    """Return the module of types; :raises subprocess.CalledProcessError: when the document cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "models.py"
        command = [sys.executable, "-W", "ignore", "-m", "datamodel_code_generator"]
        subprocess.run(  # noqa: S603  our own arguments
            [*command, "--input", str(document), "--output", str(made), *OPTIONS], check=True, capture_output=True
        )
        text = made.read_text(encoding="utf-8")
    return '"""Types of the API: what requests hold and what answers do."""\n\n' + text
