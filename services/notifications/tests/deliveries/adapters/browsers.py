"""The Web Push sandbox for tests, on real HTTP, with browsers that have subscribed."""

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
    """A key to push with, as the settings take it."""
    key = ec.generate_private_key(ec.SECP256R1())
    return b64encode(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())).decode()


class Browsers:
    """The running sandbox and what it keeps."""

    def __init__(self, app: FastAPI, url: str) -> None:
        self._sandbox: Sandbox = app.state.sandbox
        self.url = url

    def subscribe(self, application_key: str) -> dict[str, Any]:
        """Another browser subscribes to the site of this key; its subscription."""
        subscription = Subscription(application_key)
        self._sandbox.subscriptions[subscription.name] = subscription
        return subscription.as_json(self.url)

    def unsubscribe(self, subscription: dict[str, Any]) -> None:
        """The browser wants no more."""
        del self._sandbox.subscriptions[subscription["endpoint"].rpartition("/")[2]]

    @property
    def messages(self) -> list[Taken]:
        """What has come, decrypted, oldest first."""
        return self._sandbox.taken

    def fail(self, fault: Fault) -> None:
        """Let the next messages fail."""
        self._sandbox.faults.append(fault)

    def mend(self) -> None:
        """Nothing fails any more."""
        self._sandbox.faults.clear()

    def reset(self) -> None:
        """Forget everything."""
        self._sandbox.subscriptions.clear()
        self._sandbox.taken.clear()
        self._sandbox.faults.clear()


@contextmanager
def serving() -> Iterator[Browsers]:
    """A sandbox while the block runs."""
    app = create_app()
    with serve(app) as url:
        yield Browsers(app, url)
