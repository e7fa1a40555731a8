"""Firebase Cloud Messaging through firebase-admin, imported at the first push."""

import asyncio
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from structlog import get_logger

from notifications.config import Settings
from notifications.deliveries.channels.schemas import Outcome, Result, parse_retry_after
from notifications.deliveries.errors import DeviceGone
from notifications.devices.models import Device, DeviceKind

if TYPE_CHECKING:
    from firebase_admin import App

log = get_logger(__name__)

MAX_CONCURRENT = 8
"""Concurrent messages per process; the library blocks, so each uses a thread."""
HTTP_TIMEOUT_SECONDS = 10.0
"""For connecting and for the response; the library's default is two minutes."""
SANDBOX_PROJECT = "itqan-sandbox"
SANDBOX_TOKEN = "fcm-access-token-for-trying-out-only"  # noqa: S105
_TOKEN_IS_WRONG = ("type.googleapis.com/google.firebase.fcm.v1.FcmError", "INVALID_ARGUMENT")


class Client:
    """Client of one Firebase project."""

    def __init__(self, app: "App") -> None:
        self._app = app
        # A separate pool: threads that wait for Firebase must not exhaust the default one.
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT, thread_name_prefix="fcm")

    async def send(
        self, device: Device, data: dict[str, str], headers: Mapping[str, str]
    ) -> Outcome:
        """Send a message. Raises `DeviceGone`."""
        from firebase_admin import messaging  # noqa: PLC0415

        target = "fid" if device.kind is DeviceKind.FID else "token"
        message = messaging.Message(
            **{target: device.token},
            data=data,
            webpush=messaging.WebpushConfig(headers=dict(headers)),
        )
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(
                self._threads, lambda: messaging.send(message, app=self._app)
            )
        except Exception as error:
            return map_error(error)
        return Outcome(Result.SENT)


def create_client(settings: Settings) -> Client | None:
    """Return the client of the configured project; None without one."""
    credentials = settings.firebase_credentials
    if settings.fcm_sandbox_url is None and credentials is None:
        return None
    return _create_client(credentials and credentials.get_secret_value(), settings.fcm_sandbox_url)


@cache
def _create_client(credentials: str | None, sandbox_url: str | None) -> Client:
    return Client(connect(credentials, sandbox_url))


def connect(credentials: str | None, sandbox_url: str | None) -> "App":
    """Create the library's app with our settings, the only place that uses its internals.

    Each message is sent once. The library would retry within the thread for as long as Firebase
    asks; our queue does that.
    """
    import firebase_admin  # noqa: PLC0415
    from firebase_admin import messaging  # noqa: PLC0415
    from firebase_admin.credentials import Certificate  # noqa: PLC0415
    from requests.adapters import HTTPAdapter  # noqa: PLC0415

    options: dict[str, Any] = {"httpTimeout": HTTP_TIMEOUT_SECONDS}
    if sandbox_url:
        options["projectId"] = SANDBOX_PROJECT
        app = firebase_admin.initialize_app(_sandbox_credentials(), options, name=str(uuid4()))
    else:
        assert credentials
        certificate = Certificate(json.loads(credentials))
        app = firebase_admin.initialize_app(certificate, options, name=str(uuid4()))
    service = messaging._get_messaging_service(app)  # noqa: SLF001
    if sandbox_url:
        service._fcm_url = f"{sandbox_url}/v1/projects/{SANDBOX_PROJECT}/messages:send"  # noqa: SLF001
    session = service._client.session  # noqa: SLF001
    for prefix in list(session.adapters):
        session.mount(prefix, HTTPAdapter(pool_maxsize=MAX_CONCURRENT, max_retries=0))
    return app


def _sandbox_credentials() -> Any:
    from google.auth.credentials import Credentials  # noqa: PLC0415

    class FixedToken(Credentials):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            super().__init__()  # type: ignore[no-untyped-call, unused-ignore]
            self.token = SANDBOX_TOKEN

        def refresh(self, request: object) -> None:
            """Do nothing: the token is fixed."""

    return FixedToken()


def map_error(error: Exception) -> Outcome:
    """Map an error of the library to a result. Raises `DeviceGone`."""
    from firebase_admin import exceptions, messaging  # noqa: PLC0415
    from google.auth.exceptions import GoogleAuthError  # noqa: PLC0415

    reason = f"{type(error).__name__}: {error}"[:500]
    match error:
        case messaging.UnregisteredError() | messaging.SenderIdMismatchError():
            raise DeviceGone(reason) from error
        case exceptions.InvalidArgumentError() if _TOKEN_IS_WRONG in _list_details(error):
            raise DeviceGone(reason) from error
        case exceptions.InvalidArgumentError() | ValueError():
            log.error("a push was refused for what it says", reason=reason)
            return Outcome(Result.FAILED, reason)
        case exceptions.DeadlineExceededError() | exceptions.UnavailableError() if _is_unanswered(
            error
        ):
            return Outcome(Result.UNANSWERED, reason, is_unavailable=True)
        case (
            messaging.QuotaExceededError()
            | exceptions.UnavailableError()
            | exceptions.InternalError()
            | exceptions.DeadlineExceededError()
        ):
            return Outcome(
                Result.POSTPONED, reason, is_unavailable=True, pause=_get_retry_after(error)
            )
        case (
            messaging.ThirdPartyAuthError()
            | exceptions.UnauthenticatedError()
            | exceptions.PermissionDeniedError()
            | GoogleAuthError()
        ):
            log.error("Firebase refuses our credentials", reason=reason)
            return Outcome(Result.POSTPONED, reason, is_unavailable=True)
    return Outcome(Result.POSTPONED, reason)


def _is_unanswered(error: Any) -> bool:
    """Check if the request was sent but no response came: the message may have been delivered."""
    from requests.exceptions import ConnectionError, ReadTimeout  # noqa: A004, PLC0415
    from urllib3.exceptions import ProtocolError  # noqa: PLC0415

    match error.cause:
        case ReadTimeout():
            return True
        case ConnectionError():
            return any(isinstance(each, ProtocolError) for each in error.cause.args)
    return False


def _list_details(error: Any) -> list[tuple[str | None, str | None]]:
    """Return the types and codes of the error response."""
    try:
        details = error.http_response.json()["error"]["details"]
        return [(detail.get("@type"), detail.get("errorCode")) for detail in details]
    except (AttributeError, KeyError, TypeError, ValueError):
        return []


def _get_retry_after(error: Any) -> timedelta | None:
    """Return the `Retry-After` of the error, in seconds or as a date."""
    response = error.http_response
    return parse_retry_after(response.headers.get("Retry-After") if response is not None else None)
