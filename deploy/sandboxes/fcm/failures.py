"""The errors that FCM's HTTP v1 answers, each with the shape that its clients tell it by."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from fastapi.responses import JSONResponse

FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"


class Error(StrEnum):
    """Reasons for refusing a message; `PAYLOAD` is an invalid argument other than the token."""

    UNREGISTERED = "UNREGISTERED"
    SENDER_ID_MISMATCH = "SENDER_ID_MISMATCH"
    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    PAYLOAD = "PAYLOAD"
    QUOTA_EXCEEDED = "QUOTA_EXCEEDED"
    UNAVAILABLE = "UNAVAILABLE"
    INTERNAL = "INTERNAL"
    THIRD_PARTY_AUTH_ERROR = "THIRD_PARTY_AUTH_ERROR"


@dataclass(frozen=True)
class _Answer:
    code: int
    status: str
    message: str


_ANSWERS = {
    Error.UNREGISTERED: _Answer(404, "NOT_FOUND", "Requested entity was not found."),
    Error.SENDER_ID_MISMATCH: _Answer(403, "PERMISSION_DENIED", "SenderId mismatch"),
    Error.INVALID_ARGUMENT: _Answer(
        400, "INVALID_ARGUMENT", "The registration token is not a valid FCM registration token"
    ),
    Error.PAYLOAD: _Answer(400, "INVALID_ARGUMENT", "Invalid JSON payload received."),
    Error.QUOTA_EXCEEDED: _Answer(429, "RESOURCE_EXHAUSTED", "Quota exceeded."),
    Error.UNAVAILABLE: _Answer(503, "UNAVAILABLE", "The service is currently unavailable."),
    Error.INTERNAL: _Answer(500, "INTERNAL", "Internal error encountered."),
    Error.THIRD_PARTY_AUTH_ERROR: _Answer(
        401, "UNAUTHENTICATED", "Auth error from APNS or Web Push Service"
    ),
}


def find_token_error(token: str) -> Error | None:
    """Return the error that a token selects by its text before the first colon, in lower case."""
    name, colon, _ = token.partition(":")
    found = {error.lower(): error for error in Error}
    return found.get(name) if colon else None


def refusal(error: Error, *, why: str = "", retry_after: str | None = None) -> JSONResponse:
    """The answer; `retry_after` is the header's value, in seconds or a date."""
    answer = _ANSWERS[error]
    detail: dict[str, Any] = {"@type": FCM_ERROR, "errorCode": error.value}
    if error is Error.PAYLOAD:
        violation = {"field": "message", "description": why or answer.message}
        detail = {"@type": BAD_REQUEST, "fieldViolations": [violation]}
    body = {
        "code": answer.code,
        "message": why or answer.message,
        "status": answer.status,
        "details": [detail],
    }
    headers = {} if retry_after is None else {"retry-after": retry_after}
    return JSONResponse({"error": body}, answer.code, headers)
