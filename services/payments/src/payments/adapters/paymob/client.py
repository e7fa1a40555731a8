"""Server-to-server client for the provider's API."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Any
from urllib.parse import urlencode

import httpx
from fastapi import Depends
from kit.security.tls import certificates
from kit.web.app import CONTEXT, Context

from payments.adapters.paymob.errors import (
    ConnectionBroken,
    NotProcessed,
    Refused,
    Unauthenticated,
    Uncertain,
    UnknownObject,
)
from payments.adapters.paymob.transactions import Transaction, read_transaction
from payments.config import Settings

TOKEN_REFRESH_SECONDS = 50 * 60
"""Refresh interval of the inquiry token, which expires after 60 minutes."""


@dataclass(frozen=True, slots=True)
class Order:
    """Amount, reference and payer of a new order. Billing addresses are unknown."""

    special_reference: str
    amount_minor: int
    currency: str
    title: str
    description: str
    first_name: str
    last_name: str
    email: str
    phone: str
    expires_in_seconds: int
    integration_id: int
    redirection_url: str


@dataclass(frozen=True, slots=True)
class Intention:
    """Order open for payment at the provider."""

    id: str
    order_id: int
    client_secret: str


class Paymob:
    """Client for one merchant account."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._http = http
        self._token = ""
        self._token_until = 0.0
        self._token_lock = asyncio.Lock()

    def checkout_url(self, client_secret: str) -> str:
        """Return the URL of the intention's hosted page."""
        query = urlencode(
            {"publicKey": self._settings.paymob_public_key, "clientSecret": client_secret}
        )
        return f"{self._settings.paymob_checkout_url}?{query}"

    async def create_intention(self, order: Order) -> Intention:
        """Create an order that can be paid on the hosted page."""
        body = await self._call("POST", "/v1/intention/", self._intention_body(order))
        try:
            return Intention(
                id=str(body["id"]),
                order_id=int(body["intention_order_id"]),
                client_secret=str(body["client_secret"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise Uncertain("the intention's answer lacks a field") from error

    async def refund(self, transaction_id: int, amount_minor: int) -> Transaction:
        """Refund part or all of a transaction and return the child transaction. Not idempotent."""
        return await self._reverse(
            "refund", {"transaction_id": transaction_id, "amount_cents": amount_minor}
        )

    async def void(self, transaction_id: int) -> Transaction:
        """Void a whole payment on its business day and return the child transaction. Not
        idempotent.
        """
        return await self._reverse("void", {"transaction_id": transaction_id})

    async def get_transaction(self, transaction_id: int) -> Transaction | None:
        """Fetch the current state of a transaction."""
        return await self._inquire("GET", f"/api/acceptance/transactions/{transaction_id}", None)

    async def get_latest_by_order(self, order_id: int) -> Transaction | None:
        """Fetch the order's latest transaction; None if it has none."""
        return await self._inquire(
            "POST", "/api/ecommerce/orders/transaction_inquiry", {"order_id": order_id}
        )

    async def get_latest_by_reference(self, special_reference: str) -> Transaction | None:
        """Fetch the latest transaction by our special reference; None if it has none."""
        return await self._inquire(
            "POST",
            "/api/ecommerce/orders/transaction_inquiry",
            {"merchant_order_id": special_reference},
        )

    def _intention_body(self, order: Order) -> dict[str, Any]:
        return {
            "amount": order.amount_minor,
            "currency": order.currency,
            "payment_methods": [order.integration_id],
            # One item of quantity 1: the provider's own integrations disagree on multiplying amount
            # by quantity.
            "items": [
                {
                    "name": order.title[:50],
                    "amount": order.amount_minor,
                    "description": order.description[:255],
                    "quantity": 1,
                }
            ],
            "billing_data": {
                "first_name": order.first_name[:50] or "NA",
                "last_name": order.last_name[:50] or "NA",
                "email": order.email,
                "phone_number": order.phone[:50] or "NA",
                "street": "NA",
                "building": "NA",
                "floor": "NA",
                "apartment": "NA",
                "city": "NA",
                "state": "NA",
                "country": "NA",
                "postal_code": "NA",
            },
            "special_reference": order.special_reference,
            "notification_url": self._settings.notification_url,
            "redirection_url": order.redirection_url,
            "expiration": order.expires_in_seconds,
        }

    async def _reverse(self, what: str, body: dict[str, Any]) -> Transaction:
        answer = await self._call("POST", f"/api/acceptance/void_refund/{what}", body)
        child = read_transaction(answer)
        if child is None:
            raise Uncertain(f"the answer to a {what} is not a transaction")
        if not child.success:
            raise Refused(child.data.message or "declined")
        return child

    async def _inquire(
        self, method: str, path: str, body: dict[str, Any] | None
    ) -> Transaction | None:
        for attempt in (1, 2):
            authorization = f"Bearer {await self._inquiry_token()}"
            try:
                answer = await self._call(method, path, body, authorization)
            except UnknownObject:
                return None
            except Unauthenticated:
                # The token may be revoked before it expires.
                self._token_until = 0.0
                if attempt == 2:
                    raise
            else:
                found = read_transaction(answer)
                if found is None:
                    raise Uncertain("the answer to an inquiry is not a transaction")
                return found
        raise AssertionError("unreachable")

    async def _inquiry_token(self) -> str:
        async with self._token_lock:
            if monotonic() >= self._token_until:
                key = self._settings.paymob_api_key.get_secret_value()
                answer = await self._call("POST", "/api/auth/tokens", {"api_key": key}, "")
                self._token = str(answer.get("token", ""))
                self._token_until = monotonic() + TOKEN_REFRESH_SECONDS
            return self._token

    async def _call(
        self, method: str, path: str, body: dict[str, Any] | None, authorization: str | None = None
    ) -> dict[str, Any]:
        if authorization is None:
            authorization = f"Token {self._settings.paymob_secret_key.get_secret_value()}"
        headers = {"authorization": authorization} if authorization else {}
        try:
            # Total time limit: httpx limits each read, and a call may have many.
            async with asyncio.timeout(self._settings.paymob_timeout_seconds):
                answer = await self._http.request(method, path, json=body, headers=headers)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise NotProcessed(f"{type(error).__name__}: {error}") from error
        except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
            raise ConnectionBroken(f"{type(error).__name__}: {error}") from error
        except (httpx.HTTPError, TimeoutError) as error:
            raise Uncertain(f"{type(error).__name__}: {error}") from error
        return _body(answer)


def _body(answer: httpx.Response) -> dict[str, Any]:
    detail = _extract_detail(answer)
    match answer.status_code:
        case 401 | 403:
            raise Unauthenticated(f"{answer.status_code}: {detail}")
        case 404:
            raise UnknownObject(detail)
        case 429:
            raise NotProcessed(f"429: {detail}")
        case status if status >= 500:
            raise Uncertain(f"{status}: {detail}")
        case status if status >= 400:
            raise Refused(detail)
    try:
        body = answer.json()
    except ValueError as error:
        raise Uncertain("the answer is not JSON") from error
    if not isinstance(body, dict):
        raise Uncertain("the answer is not an object")
    return body


def _extract_detail(answer: httpx.Response) -> str:
    """Extract the provider's error message, shown to admins when a refund fails."""
    try:
        body = answer.json()
    except ValueError:
        body = None
    said = (body.get("detail") or body.get("message")) if isinstance(body, dict) else None
    return (said if isinstance(said, str) else answer.text)[:300]


@asynccontextmanager
async def connect(settings: Settings) -> AsyncIterator[Paymob]:
    """Yield a client for the configured account, and close its connections afterwards."""
    limit = settings.paymob_timeout_seconds
    async with httpx.AsyncClient(
        base_url=settings.paymob_api_url,
        timeout=httpx.Timeout(limit, connect=limit / 2),
        # No keep-alive: on a connection the provider is closing, a refund's arrival would be
        # unknown.
        limits=httpx.Limits(max_keepalive_connections=0),
        verify=certificates(settings.paymob_api_url),
        # Use the machine's proxy for the provider, not for a local sandbox.
        trust_env=settings.paymob_api_url.startswith("https:"),
    ) as http:
        yield Paymob(settings, http)


ProcessContext = Context[Settings, Paymob]
"""Context without an open transaction during provider calls.

The intent is committed before a call and the result after it; inquiries recover lost results.
"""
ContextDep = Annotated[ProcessContext, Depends(CONTEXT)]
