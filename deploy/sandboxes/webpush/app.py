"""The sandbox: where sites push to, and the calls that steer it."""

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Request, Response
from pydantic import BaseModel, Field

from .browsers import Subscription, Unreadable, WronglySigned

MOST_BYTES = 4096
"""Maximum bytes of an encrypted message, as in every push service."""
TOPIC = re.compile(r"[A-Za-z0-9_-]{1,32}")
URGENCIES = frozenset({"very-low", "low", "normal", "high"})


class Fault(BaseModel):
    """Failure of the next messages."""

    status: int | None = Field(None, ge=300, le=599)
    """None: they are taken, after `delay_ms`."""
    retry_after: str | None = None
    delay_ms: int = Field(0, ge=0)
    times: int = Field(1, ge=1)


class SubscriptionCreate(BaseModel):
    """For which site."""

    application_key: str
    """Its public key, in URL-safe base64."""


class Taken(BaseModel):
    """A message that was taken, decrypted."""

    subscription: str
    data: Any
    ttl: int
    urgency: str
    topic: str | None
    claims: dict[str, Any]
    """With which it was signed."""


@dataclass
class Sandbox:
    """Subscriptions, accepted messages and configured failures."""

    subscriptions: dict[str, Subscription] = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)
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

    def keep(self, message: Taken) -> None:
        """Keep it; one with the same topic, which the browser has not fetched, gives way."""
        self.taken = [
            each
            for each in self.taken
            if message.topic is None
            or (each.subscription, each.topic) != (message.subscription, message.topic)
        ]
        self.taken.append(message)


async def _sandbox(request: Request) -> Sandbox:
    here: Sandbox = request.app.state.sandbox
    return here


Here = Annotated[Sandbox, Depends(_sandbox)]
api = APIRouter()
control = APIRouter(prefix="/sandbox", tags=["control"])


def create_app() -> FastAPI:
    """Create the sandbox as an ASGI application without subscriptions."""
    app = FastAPI(title="Web Push sandbox")
    app.state.sandbox = Sandbox()
    app.include_router(api)
    app.include_router(control)
    return app


@api.post("/push/{name}")
async def push(
    name: str,
    request: Request,
    here: Here,
    ttl: Annotated[int | None, Header(ge=0)] = None,
    urgency: Annotated[str, Header()] = "normal",
    topic: Annotated[str | None, Header()] = None,
    authorization: Annotated[str, Header()] = "",
    content_encoding: Annotated[str, Header()] = "",
) -> Response:
    """Take a message as push services do (RFC 8030), or refuse it."""
    body = await request.body()
    fault = here.take_fault()
    if fault:
        await asyncio.sleep(fault.delay_ms / 1000)
        if fault.status:
            headers = {} if fault.retry_after is None else {"retry-after": fault.retry_after}
            raise HTTPException(fault.status, "as was asked for", headers)
    subscription = here.subscriptions.get(name)
    if subscription is None:
        raise HTTPException(410, "unsubscribed")
    if len(body) > MOST_BYTES:
        raise HTTPException(413, "too large")
    if ttl is None or urgency not in URGENCIES or not (topic is None or TOPIC.fullmatch(topic)):
        raise HTTPException(400, "TTL, Urgency or Topic is wrong")
    if content_encoding != "aes128gcm":
        raise HTTPException(415, "the encoding is another")
    origin = f"{request.url.scheme}://{request.headers['host']}"
    try:
        claims = subscription.check_signature(authorization, origin, time.time())
    except WronglySigned as error:
        raise HTTPException(403, str(error)) from error
    try:
        data = subscription.read(body)
    except Unreadable as error:
        # A push service would not notice; the browser would show nothing.
        raise HTTPException(400, str(error)) from error
    here.keep(
        Taken(subscription=name, data=data, ttl=ttl, urgency=urgency, topic=topic, claims=claims)
    )
    return Response(status_code=201, headers={"location": f"{origin}/messages/{name}"})


@control.get("/health")
async def health() -> dict[str, str]:
    """Answers when the sandbox is up."""
    return {"status": "ok"}


@control.post("/subscriptions", status_code=201)
async def subscribe(body: SubscriptionCreate, request: Request, here: Here) -> dict[str, Any]:
    """Subscribe a browser to a site's pushes; what `POST /api/v1/fcm/subscriptions` takes."""
    subscription = Subscription(body.application_key)
    here.subscriptions[subscription.name] = subscription
    return subscription.as_json(str(request.base_url).rstrip("/"))


@control.delete("/subscriptions/{name}", status_code=204)
async def unsubscribe(name: str, here: Here) -> None:
    """End a subscription; messages to it are answered with 410 from then on."""
    here.subscriptions.pop(name, None)


@control.get("/messages")
async def list_messages(here: Here, subscription: str | None = None) -> list[Taken]:
    """List the accepted messages, oldest first."""
    return [each for each in here.taken if subscription in (None, each.subscription)]


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
    """Forget all subscriptions, messages and faults."""
    here.subscriptions.clear()
    here.taken.clear()
    here.faults.clear()
