"""The sandbox: FCM's call to send a message, and the calls that steer it."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Annotated, Any
from urllib.parse import urlsplit
from uuid import uuid4

from fastapi import APIRouter, Body, Depends, FastAPI, Header, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from .config import Settings
from .failures import Error, find_token_error, refusal

MOST_BYTES = 4096
"""Maximum bytes of a message's keys and values, as FCM counts them."""


class Fault(BaseModel):
    """Failure of the next messages."""

    error: Error | None = None
    """None: they are sent, after `delay_ms`."""
    retry_after: str | None = None
    delay_ms: int = Field(0, ge=0)
    times: int = Field(1, ge=1)


class Sent(BaseModel):
    """A message that was taken."""

    name: str
    message: dict[str, Any]


@dataclass
class Sandbox:
    """Sent messages and configured failures."""

    settings: Settings
    sent: deque[Sent]
    faults: list[Fault] = field(default_factory=list)

    def take_fault(self) -> Fault | None:
        """The fault of this call, if one is left."""
        if not self.faults:
            return None
        fault = self.faults[0]
        fault.times -= 1
        if fault.times == 0:
            self.faults.pop(0)
        return fault


async def _sandbox(request: Request) -> Sandbox:
    here: Sandbox = request.app.state.sandbox
    return here


Here = Annotated[Sandbox, Depends(_sandbox)]
api = APIRouter()
control = APIRouter(prefix="/sandbox", tags=["control"])


def create_app(settings: Settings | None = None) -> FastAPI:
    """The sandbox as an ASGI application; without settings it reads the environment."""
    settings = settings or Settings()
    app = FastAPI(title="FCM sandbox")
    app.state.sandbox = Sandbox(settings, deque(maxlen=settings.kept))
    app.include_router(api)
    app.include_router(control)
    return app


@api.post("/v1/projects/{project_id}/messages:send")
async def send(
    project_id: str,
    here: Here,
    body: Annotated[dict[str, Any], Body()],
    authorization: Annotated[str, Header()] = "",
) -> JSONResponse:
    """Take a message as FCM does, or refuse it."""
    if (
        authorization != f"Bearer {here.settings.access_token}"
        or project_id != here.settings.project_id
    ):
        return refusal(Error.THIRD_PARTY_AUTH_ERROR)
    message = body.get("message")
    if not isinstance(message, dict):
        return refusal(Error.PAYLOAD, why="There is no message.")
    if why := _what_is_wrong(message):
        return refusal(Error.PAYLOAD, why=why)
    fault = here.take_fault()
    if fault:
        await asyncio.sleep(fault.delay_ms / 1000)
        if fault.error:
            return refusal(fault.error, retry_after=fault.retry_after)
    if error := find_token_error(message.get("token") or message["fid"]):
        return refusal(error)
    name = f"projects/{project_id}/messages/{uuid4()}"
    here.sent.append(Sent(name=name, message=message))
    return JSONResponse({"name": name})


def _what_is_wrong(message: dict[str, Any]) -> str | None:
    targets = [name for name in ("token", "fid", "topic", "condition") if message.get(name)]
    if len(targets) != 1 or targets[0] not in ("token", "fid"):
        return "Exactly one of token and fid must be given."
    data = message.get("data", {})
    if not all(isinstance(value, str) for value in data.values()):
        return "Data must be strings."
    if len("".join([*data, *data.values()]).encode()) > MOST_BYTES:
        return "Message is too big."
    link = message.get("webpush", {}).get("fcm_options", {}).get("link")
    if link is not None and urlsplit(link).scheme != "https":
        return "The link must be https."
    return None


@control.get("/health")
async def health() -> dict[str, str]:
    """Answers when the sandbox is up."""
    return {"status": "ok"}


@control.get("/messages")
async def list_messages(here: Here, token: str | None = None) -> list[Sent]:
    """List the accepted messages, oldest first."""
    return [
        each
        for each in here.sent
        if token in (None, each.message.get("token"), each.message.get("fid"))
    ]


@control.get("/faults")
async def list_faults(here: Here) -> list[Fault]:
    """Faults that are still to come."""
    return here.faults


@control.post("/faults", status_code=201)
async def add_fault(body: Fault, here: Here) -> Fault:
    """Let the next messages fail, or wait."""
    here.faults.append(body)
    return body


@control.post("/reset", status_code=204)
async def reset(here: Here) -> None:
    """Forget all messages and faults."""
    here.sent.clear()
    here.faults.clear()
