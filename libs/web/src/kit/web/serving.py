"""Serve a service's API in this process: `python -m kit <service> serve`.

A replica stops in three steps, so that no request is lost. It reports "not ready" and serves until
the gateway has noticed, finishes running requests, and closes its connections.
"""

import gc
import signal
import time
from contextlib import suppress
from pathlib import Path
from socket import socket
from types import FrameType

import uvicorn
from fastapi import FastAPI
from kit.web.app import LEAVING
from kit.web.watchdog import watched
from structlog import get_logger

log = get_logger(__name__)

SEEN_SECONDS = 4.0
"""Interval plus timeout of the gateway's health check in gateway/dynamic/services.yaml. After it,
the gateway knows that a replica is not ready; gateway/tests compares the values.
"""
GRACE_SECONDS = 10
"""Time for running requests: the gateway's timeout of ordinary responses."""
CLOSE_SECONDS = 15
"""Time for messages being handled and connections, after the last response."""
STOP_SECONDS = SEEN_SECONDS + GRACE_SECONDS + CLOSE_SECONDS
"""Supervisors wait this long before they kill a replica."""
KEEP_ALIVE_SECONDS = 120
"""Longer than the gateway keeps idle connections, so that the gateway closes them and no request is
lost.
"""

_CLOSE = (b"connection", b"close")


class Server(uvicorn.Server):
    """A uvicorn server with a graceful stop and a heartbeat.

    SIGTERM starts the three steps above. SIGINT, or a second SIGTERM, skips the first: it is for
    stopping the whole system or a single replica.
    """

    def __init__(self, app: FastAPI, config: uvicorn.Config, heartbeat: Path | None) -> None:
        super().__init__(config)
        self._app = app
        self._heartbeat = heartbeat
        self._leave_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig != signal.SIGTERM or self._leave_at is not None or not self.started:
            super().handle_exit(sig, frame)
            return
        self._leave_at = time.monotonic() + SEEN_SECONDS
        LEAVING.put(self._app, True)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        # Exclude existing objects from garbage collection, which would otherwise pause everything
        # for 70 ms.
        gc.freeze()

    async def main_loop(self) -> None:
        with watched(heartbeat=self._heartbeat) as self._beat:
            await super().main_loop()

    async def on_tick(self, counter: int) -> bool:
        """Run ten times a second, and return True to stop."""
        self._beat()
        stop = await super().on_tick(counter)
        if self._leave_at is None:
            return stop
        # The gateway must not reuse a connection that is about to be closed.
        if _CLOSE not in self.server_state.default_headers:
            self.server_state.default_headers = [*self.server_state.default_headers, _CLOSE]
        return stop or time.monotonic() >= self._leave_at


def serve(app: FastAPI, host: str, port: int, heartbeat: Path | None = None) -> None:
    """Serve the app until a signal; `heartbeat` is as in `kit.web.watchdog.watched`."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        # The app configures logging; the gateway's access log has every request.
        log_config=None,
        access_log=False,
        ws="none",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    # uvicorn raises the signal again after a clean end.
    with suppress(KeyboardInterrupt):
        Server(app, config, heartbeat).run()
