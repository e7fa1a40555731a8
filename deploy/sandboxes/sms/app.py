"""The sandbox: one route that takes messages, a page that shows them, and its control."""

import html
from collections import deque
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import FastAPI, Header, HTTPException
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from .config import Settings

KEPT = 1000
REFUSALS = {"0400": 400, "0401": 401, "0429": 429, "0500": 500}
"""Response status of messages to numbers with this ending."""
RETRY_AFTER_SECONDS = 30
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem;
       color: #1f2937; background: #f4f5f4; color-scheme: light dark; }
article { background: #fff; border: 1px solid #e5e7eb; border-radius: 8px; padding: 1rem;
          margin: 1rem 0; }
header { font-size: .85rem; color: #6b7280; }
p { white-space: pre-line; overflow-wrap: anywhere; margin: .5rem 0 0; }
@media (prefers-color-scheme: dark) {
  body { color: #e5e7eb; background: #111827; }
  article { background: #1f2937; border-color: #374151; }
  header { color: #9ca3af; }
}
"""


class MessageCreate(BaseModel):
    """A message to one phone."""

    channel: Literal["sms", "whatsapp"] = "sms"
    sender: str = Field(min_length=1, max_length=20)
    to: str = Field(pattern=r"^\+[1-9]\d{6,14}$")
    text: str = Field(min_length=1, max_length=2000)


class Message(MessageCreate):
    """A message as it was taken."""

    id: str
    """The caller's `Idempotency-Key`."""
    taken_at: datetime


def create_app(settings: Settings) -> FastAPI:
    """The sandbox, with nothing taken yet; what it takes is forgotten when it ends."""
    app = FastAPI(title="Sandbox of text messages")
    taken: deque[Message] = deque(maxlen=KEPT)

    @app.post("/v1/messages", status_code=202)
    async def send_message(
        body: MessageCreate,
        authorization: Annotated[str, Header()] = "",
        idempotency_key: Annotated[str, Header(min_length=1)] = "",
    ) -> Message:
        """Take a message; the same key once more takes nothing."""
        if authorization != f"Bearer {settings.api_key}":
            raise HTTPException(401, "unknown key")
        refusal = REFUSALS.get(body.to[-4:])
        if refusal:
            headers = {"Retry-After": str(RETRY_AFTER_SECONDS)} if refusal == 429 else None
            raise HTTPException(refusal, "refused as the number's ending asks", headers)
        for message in taken:
            if message.id == idempotency_key:
                return message
        now = datetime.now(UTC)
        taken.append(Message(**body.model_dump(), id=idempotency_key, taken_at=now))
        return taken[-1]

    @app.get("/sandbox/messages")
    async def list_messages(to: str | None = None) -> list[Message]:
        """List the accepted messages, oldest first; `to` selects a phone number."""
        return [message for message in taken if to in (None, message.to)]

    @app.delete("/sandbox/messages", status_code=204)
    async def delete_messages() -> None:
        """Delete stored messages."""
        taken.clear()

    @app.get("/sandbox/health")
    async def health() -> dict[str, str]:
        """Answers when the sandbox is up."""
        return {"status": "ok"}

    @app.get("/", response_class=HTMLResponse)
    async def page() -> str:
        """Render the accepted messages, newest first."""
        articles = "".join(map(_article, reversed(taken))) or "<p>No message was sent yet.</p>"
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>Messages</title><style>{STYLE}</style></head>"
            f"<body><h1>Messages to phones</h1>{articles}</body></html>"
        )

    return app


def _article(message: Message) -> str:
    heading = f"{message.channel} · {message.sender} → {message.to} · {message.taken_at:%H:%M:%S}"
    text = html.escape(message.text)
    return f'<article><header>{html.escape(heading)}</header><p dir="auto">{text}</p></article>'
