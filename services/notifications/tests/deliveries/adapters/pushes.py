from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI

from deploy.sandboxes.fcm.app import Fault, Sandbox, create_app
from deploy.sandboxes.fcm.config import Settings
from deploy.sandboxes.paymob.serving import serve


class Fcm:
    """Running sandbox and its messages."""

    def __init__(self, app: FastAPI, url: str) -> None:
        self._sandbox: Sandbox = app.state.sandbox
        self.url = url

    @property
    def messages(self) -> list[dict[str, Any]]:
        """Return the received messages, oldest first."""
        return [each.message for each in self._sandbox.sent]

    def fail(self, fault: Fault) -> None:
        """Make the next messages fail."""
        self._sandbox.faults.append(fault)

    def reset(self) -> None:
        """Delete all messages."""
        self._sandbox.sent.clear()
        self._sandbox.faults.clear()


@contextmanager
def serving() -> Iterator[Fcm]:
    """Run a sandbox during the block."""
    app = create_app(Settings())
    with serve(app) as url:
        yield Fcm(app, url)
