"""Runs an application on loopback in a thread, for tests that need real HTTP."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

START_SECONDS = 60.0
KEEP_ALIVE_SECONDS = 600
"""Clients keep a connection for 5 s: a server that did so too would at times end one in use."""


@contextmanager
def serve(app: FastAPI, port: int | None = None) -> Iterator[str]:
    """Yield the application's address; it is stopped at the end.

    Raises `TimeoutError` if it did not start within a minute.
    """
    listener = socket.create_server(("127.0.0.1", port or 0))
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=1,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    end = time.monotonic() + START_SECONDS
    while not server.started:
        if time.monotonic() > end:
            raise TimeoutError("the server did not start")
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(START_SECONDS)
        listener.close()
