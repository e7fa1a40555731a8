"""A running sandbox, and a merchant that records what it is sent."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request, Response

from deploy.sandboxes.paymob.app import create_app
from deploy.sandboxes.paymob.config import Behaviour, Settings
from deploy.sandboxes.paymob.serving import serve


@dataclass
class Merchant:
    """Receives callbacks."""

    url: str = ""
    status: int = 200
    received: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    arrived: threading.Condition = field(default_factory=threading.Condition)

    def wait_for(self, count: int, seconds: float = 60) -> list[dict[str, Any]]:
        """The `obj` of each callback once that many have come."""
        with self.arrived:
            self.arrived.wait_for(lambda: len(self.received) >= count, seconds)
            assert len(self.received) >= count, self.received
            return [body["obj"] for _, body in self.received]


@pytest.fixture
def merchant() -> Iterator[Merchant]:
    record = Merchant()
    app = FastAPI()

    @app.post("/webhook")
    async def webhook(request: Request) -> Response:
        body = await request.json()
        with record.arrived:
            record.received.append((request.query_params["hmac"], body))
            record.arrived.notify_all()
        return Response(status_code=record.status)

    with serve(app) as url:
        record.url = f"{url}/webhook"
        yield record


@pytest.fixture
def settings() -> Settings:
    return Settings(behaviour=Behaviour(delay_ms=0), return_seconds=1)


@pytest.fixture
def client(settings: Settings) -> Iterator[httpx.Client]:
    with (
        serve(create_app(settings)) as url,
        httpx.Client(base_url=url, timeout=60, trust_env=False) as client,
    ):
        yield client


@pytest.fixture
def secret(settings: Settings) -> dict[str, str]:
    return {"authorization": f"Token {settings.secret_key}"}


@pytest.fixture
def bearer(settings: Settings, client: httpx.Client) -> dict[str, str]:
    answer = client.post("/api/auth/tokens", json={"api_key": settings.api_key})
    return {"authorization": f"Bearer {answer.json()['token']}"}


@pytest.fixture
def body(settings: Settings, merchant: Merchant) -> dict[str, Any]:
    return {
        "amount": 115000,
        "currency": "SAR",
        "payment_methods": [settings.integration_id],
        "items": [
            {"name": "Forklift operation", "amount": 115000, "description": "", "quantity": 1}
        ],
        "billing_data": {
            "first_name": "Sara",
            "last_name": "Al-Harbi",
            "email": "sara@example.com",
            "phone_number": "+966500000001",
        },
        "special_reference": "ITQ-2026-000001-1",
        "notification_url": merchant.url,
        "redirection_url": "http://shop.test/back",
        "expiration": 3600,
    }


@pytest.fixture
def intention(client: httpx.Client, secret: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/v1/intention/", json=body, headers=secret)
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


@pytest.fixture
def pay(client: httpx.Client, intention: dict[str, Any]) -> Callable[..., dict[str, Any]]:
    def run(card: str = "5123456789012346") -> dict[str, Any]:
        answer = client.post(f"/sandbox/intentions/{intention['id']}/pay", json={"card": card})
        assert answer.status_code == 200, answer.text
        paid: dict[str, Any] = answer.json()
        return paid

    return run


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Poll until it holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
