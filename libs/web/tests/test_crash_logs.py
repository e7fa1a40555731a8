"""Log lines of crashes, and values that they omit."""

import io
import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog
import uvicorn
from kit.telemetry.instrumentation import configure_logging


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Capture the log, and restore the process's configuration afterwards."""
    root, before = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers, root.level
    configure_logging("demo", "INFO")
    stream = io.StringIO()
    write_to(stream)
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    structlog.configure(**before)


def write_to(stream: io.StringIO) -> None:
    (handler,) = logging.getLogger().handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)


def sign_in(password: str) -> None:
    raise ValueError(f"{len(password)} letters are too few")


def test_a_traceback_shows_the_place_but_no_variables(written: StringIO) -> None:
    try:
        sign_in("ghadeer-1987")
    except ValueError:
        structlog.get_logger("crash").exception("sign-in failed")
    (line,) = [json.loads(line) for line in written.getvalue().splitlines()]
    frames = line["exception"][0]["frames"]
    assert frames[-1]["name"] == "sign_in"
    assert "ghadeer-1987" not in written.getvalue()


def test_the_servers_own_lines_have_the_same_form(written: StringIO) -> None:
    # As uvicorn configures itself before it loads the app.
    uvicorn.Config("demo:app")
    configure_logging("demo", "INFO")
    write_to(written)
    logging.getLogger("uvicorn.error").info("Started server process [%d]", 7)
    (line,) = [json.loads(line) for line in written.getvalue().splitlines()]
    assert line["event"] == "Started server process [7]"
    assert line["service"] == "demo"
