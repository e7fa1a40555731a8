"""What the log says of a crash, and what it must not say."""

import io
import json
import logging

import pytest
import structlog
from kit.telemetry import configure_logging


@pytest.fixture
def written():
    """What is logged, with the process's own configuration put back afterwards."""
    root, before = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers, root.level
    configure_logging("demo", "INFO")
    stream = io.StringIO()
    root.handlers[0].setStream(stream)
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    structlog.configure(**before)


def sign_in(password: str) -> None:
    raise ValueError(f"{len(password)} letters are too few")


def test_a_traceback_shows_the_place_but_no_variables(written):
    try:
        sign_in("ghadeer-1987")
    except ValueError:
        structlog.get_logger("crash").exception("sign-in failed")
    (line,) = [json.loads(line) for line in written.getvalue().splitlines()]
    frames = line["exception"][0]["frames"]
    assert frames[-1]["name"] == "sign_in"
    assert "ghadeer-1987" not in written.getvalue()
