"""Web Push sandbox for tests over real HTTP, with subscribed browsers."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from fastapi import FastAPI

from deploy.sandboxes.paymob.serving import serve
from deploy.sandboxes.webpush.app import Fault, Sandbox, Taken, create_app
from deploy.sandboxes.webpush.browsers import Subscription


def new_key() -> str:
    """Generate a VAPID key in the settings' format."""
    key = ec.generate_private_key(ec.SECP256R1())
    return b64encode(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())).decode()


class Browsers:
    """Running sandbox and its messages."""

    def __init__(self, app: FastAPI, url: str) -> None:
        self._sandbox: Sandbox = app.state.sandbox
        self.url = url

    def subscribe(self, application_key: str) -> dict[str, Any]:
        """Subscribe another browser to the site of this key; return its subscription."""
        subscription = Subscription(application_key)
        self._sandbox.subscriptions[subscription.name] = subscription
        return subscription.as_json(self.url)

    def unsubscribe(self, subscription: dict[str, Any]) -> None:
        """End the browser's subscription."""
        del self._sandbox.subscriptions[subscription["endpoint"].rpartition("/")[2]]

    @property
    def messages(self) -> list[Taken]:
        """Return the received messages, decrypted, oldest first."""
        return self._sandbox.taken

    def fail(self, fault: Fault) -> None:
        """Make the next messages fail."""
        self._sandbox.faults.append(fault)

    def recover(self) -> None:
        """Stop failing messages."""
        self._sandbox.faults.clear()

    def reset(self) -> None:
        """Delete all messages and subscriptions."""
        self._sandbox.subscriptions.clear()
        self._sandbox.taken.clear()
        self._sandbox.faults.clear()


@contextmanager
def serving() -> Iterator[Browsers]:
    """Run a sandbox during the block."""
    app = create_app()
    with serve(app) as url:
        yield Browsers(app, url)
