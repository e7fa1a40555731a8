"""Runs a service's API in this process: `python -m kit <service> serve`.

A copy that is to stop goes in three steps, so that no request is lost: it answers "not ready" and
goes on serving until the gateway has seen that; it takes nothing new and ends what is under way;
it closes what it has open.
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
"""The gateway's health check (gateway/dynamic/services.yaml): its interval and its timeout. After
that long every gateway has seen that a copy is not ready; gateway/tests compares the two."""
GRACE_SECONDS = 10
"""For what is under way then: as long as the gateway waits for an ordinary answer."""
CLOSE_SECONDS = 15
"""For messages that are being handled, and connections, after the last answer."""
STOP_SECONDS = SEEN_SECONDS + GRACE_SECONDS + CLOSE_SECONDS
"""Whoever stops a copy kills it only after that long."""
KEEP_ALIVE_SECONDS = 120
"""Longer than the gateway keeps an idle connection: ended by the gateway, never under a request of
it, which it does not repeat when it may have been received."""

_CLOSE = (b"connection", b"close")


class Server(uvicorn.Server):
    """A server that lets the gateway see that it goes, and whose event loop has a heartbeat.

    SIGTERM is answered in the three steps above. SIGINT, or a second SIGTERM, leaves out the
    first: it is for the end of the whole system, and for a copy that is the only one.
    """

    def __init__(self, app: FastAPI, config: uvicorn.Config, heartbeat: Path | None) -> None:
        super().__init__(config)
        self._app = app
        self._heartbeat = heartbeat
        self._leave_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The handler of both signals."""
        if sig != signal.SIGTERM or self._leave_at is not None or not self.started:
            super().handle_exit(sig, frame)
            return
        self._leave_at = time.monotonic() + SEEN_SECONDS
        LEAVING.put(self._app, True)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start serving."""
        await super().startup(sockets)
        # What is there now stays. It is never looked through again, which would stop everything for
        # 70 ms each time.
        gc.freeze()

    async def main_loop(self) -> None:
        """Serve until it is time to stop."""
        with watched(heartbeat=self._heartbeat) as self._beat:
            await super().main_loop()

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second; whether to stop now."""
        self._beat()
        stop = await super().on_tick(counter)
        if self._leave_at is None:
            return stop
        # The gateway must not send another request on a connection that is about to be closed.
        if _CLOSE not in self.server_state.default_headers:
            self.server_state.default_headers = [*self.server_state.default_headers, _CLOSE]
        return stop or time.monotonic() >= self._leave_at


def serve(app: FastAPI, host: str, port: int, heartbeat: Path | None = None) -> None:
    """Serve the app until a signal ends it; `heartbeat` is as in `kit.web.watchdog.watched`."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        # The app has set up the logs; the gateway's access log has every request.
        log_config=None,
        access_log=False,
        ws="none",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    # uvicorn raises the signal once more when all has ended well.
    with suppress(KeyboardInterrupt):
        Server(app, config, heartbeat).run()
