"""Runs an application on loopback in a thread, for tests that need real HTTP."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from deploy.local import ports


@contextmanager
def serve(app: FastAPI, port: int | None = None) -> Iterator[str]:
    """Yield the application's address; it is stopped at the end.

    Raises:
        TimeoutError: it did not start within 10 seconds.
    """
    port = port or ports.choose()
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host="127.0.0.1",
            port=port,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + 10
    while not server.started:
        if time.monotonic() > end:
            raise TimeoutError("the server did not start")
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)
