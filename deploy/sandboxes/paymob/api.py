"""The provider's server-to-server calls."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Request, status
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from . import demo
from .acquirer import Refused
from .models import Intention, IntentionCreate, Transaction
from .payloads import transaction_body
from .state import Sandbox, sandbox

router = APIRouter()
TOKEN_LIFETIME = timedelta(minutes=60)
Here = Annotated[Sandbox, Depends(sandbox)]


async def secret_key(here: Here, authorization: Annotated[str, Header()] = "") -> None:
    """`Authorization: Token <secret key>`."""
    if authorization != f"Token {here.settings.secret_key}":
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "incorrect credentials")


async def auth_token(here: Here, authorization: Annotated[str, Header()] = "") -> None:
    """`Authorization: Bearer <token of auth/tokens>`, valid for 60 minutes."""
    made = here.tokens.get(authorization.removeprefix("Bearer "))
    if made is None or datetime.now(UTC) - made > TOKEN_LIFETIME:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "incorrect credentials")


@router.post("/v1/intention/", status_code=201, dependencies=[Depends(secret_key)])
async def create_intention(body: IntentionCreate, here: Here) -> Any:
    """Open an order that can be paid on the checkout page."""
    settings = here.settings
    integrations: dict[int | str, int] = {
        settings.integration_id: settings.integration_id,
        settings.auth_integration_id: settings.auth_integration_id,
        "card": settings.integration_id,
        **{other: other for other in settings.other_integration_ids},
    }
    if unknown := [m for m in body.payment_methods if m not in integrations]:
        return JSONResponse(
            {
                "detail": f"Integration ID/Name does not exist in our system: {unknown[0]}."
                " See Payment Integrations in the merchant's dashboard."
            },
            404,
        )
    if body.currency != settings.currency:
        return JSONResponse({"currency": ["Currency does not match the integration's."]}, 400)
    if body.items and sum(item.amount * item.quantity for item in body.items) != body.amount:
        return JSONResponse({"detail": "unmatched_item_prices"}, 406)
    if body.special_reference and here.store.by_reference(body.special_reference):
        return JSONResponse({"special_reference": ["This reference was already used."]}, 400)
    now = datetime.now(UTC)
    intention = Intention(
        id=f"pi_test_{secrets.token_hex(16)}",
        client_secret=f"sau_csk_test_{secrets.token_hex(16)}",
        payment_key=secrets.token_urlsafe(96),
        order_id=here.store.new_id(),
        amount=body.amount,
        currency=body.currency,
        integration_id=integrations[body.payment_methods[0]],
        billing_data=body.billing_data,
        items=body.items,
        extras=body.extras,
        special_reference=body.special_reference,
        notification_url=body.notification_url,
        redirection_url=body.redirection_url,
        created_at=now,
        expires_at=now + timedelta(seconds=body.expiration) if body.expiration else None,
    )
    here.store.save(intention)
    return intention_body(intention)


def intention_body(intention: Intention) -> dict[str, Any]:
    """The answer to a new intention."""
    return {
        "payment_keys": [
            {
                "integration": intention.integration_id,
                "key": intention.payment_key,
                "gateway_type": "MIGS",
                "iframe_id": None,
                "order_id": intention.order_id,
                "redirection_url": intention.redirection_url,
                "save_card": False,
            }
        ],
        "intention_order_id": intention.order_id,
        "id": intention.id,
        "intention_detail": {
            "amount": intention.amount,
            "items": [item.model_dump() for item in intention.items],
            "currency": intention.currency,
            "billing_data": intention.billing_data.model_dump(),
        },
        "client_secret": intention.client_secret,
        "payment_methods": [
            {
                "integration_id": intention.integration_id,
                "alias": None,
                "name": "card",
                "method_type": "online",
                "currency": intention.currency,
                "live": False,
                "use_cvc_with_moto": False,
            }
        ],
        "special_reference": intention.special_reference,
        "extras": {"creation_extras": intention.extras, "confirmation_extras": None},
        "confirmed": False,
        "status": "intended",
        "created": intention.created_at.isoformat(),
        "card_detail": None,
        "card_tokens": [],
        "object": "paymentintention",
    }


class ApiKey(BaseModel):
    api_key: str


@router.post("/api/auth/tokens", status_code=201)
async def create_token(body: ApiKey, here: Here) -> dict[str, Any]:
    """A token for inquiry."""
    if not secrets.compare_digest(body.api_key.encode(), here.settings.api_key.encode()):
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "incorrect credentials")
    token = secrets.token_urlsafe(64)
    here.tokens[token] = datetime.now(UTC)
    return {"token": token, "profile": {"id": here.settings.profile_id}}


class Inquiry(BaseModel):
    order_id: int | None = None
    merchant_order_id: str | None = None


@router.get("/api/acceptance/transactions/{transaction_id}", dependencies=[Depends(auth_token)])
async def read_transaction(transaction_id: int, here: Here) -> dict[str, Any]:
    """One transaction."""
    transaction = _transaction(here, transaction_id)
    return _body(here, transaction)


@router.post("/api/ecommerce/orders/transaction_inquiry", dependencies=[Depends(auth_token)])
async def inquire_order(body: Inquiry, here: Here) -> dict[str, Any]:
    """The latest transaction of an order, found by either of its numbers."""
    intention = None
    if body.order_id is not None:
        intention = here.store.by_order(body.order_id)
    elif body.merchant_order_id:
        intention = here.store.by_reference(body.merchant_order_id)
    found = here.store.of_order(intention.order_id) if intention else []
    if not found:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "Not found.")
    return _body(here, found[-1])


class Void(BaseModel):
    transaction_id: int


class Amount(Void):
    amount_cents: Annotated[int, Field(ge=1)]


@router.post(
    "/api/acceptance/void_refund/refund", status_code=201, dependencies=[Depends(secret_key)]
)
async def refund(body: Amount, here: Here) -> Any:
    """Give money back; answers the child transaction."""
    parent = _transaction(here, body.transaction_id)
    return _child(here, "message", lambda: here.acquirer.refund(parent, body.amount_cents))


@router.post(
    "/api/acceptance/void_refund/void", status_code=201, dependencies=[Depends(secret_key)]
)
async def void(body: Void, here: Here) -> Any:
    """Undo a payment of today."""
    parent = _transaction(here, body.transaction_id)
    return _child(here, "message", lambda: here.acquirer.void(parent))


@router.post("/api/acceptance/capture", status_code=201, dependencies=[Depends(secret_key)])
async def capture(body: Amount, here: Here) -> Any:
    """Take the money of an authorisation."""
    parent = _transaction(here, body.transaction_id)
    return _child(here, "detail", lambda: here.acquirer.capture(parent, body.amount_cents))


def _child(here: Sandbox, key: str, act: Callable[[], Transaction]) -> Any:
    try:
        return _body(here, act())
    except Refused as refusal:
        return JSONResponse({key: str(refusal)}, 400)


def _transaction(here: Sandbox, transaction_id: int) -> Transaction:
    transaction = here.store.transactions.get(transaction_id)
    transaction = transaction or demo.adopt(here.settings, here.store, transaction_id)
    if transaction is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "Not found.")
    return transaction


def _body(here: Sandbox, transaction: Transaction) -> dict[str, Any]:
    intention = here.store.intentions[transaction.intention_id]
    return transaction_body(here.settings, intention, transaction)


def field_errors(errors: list[dict[str, Any]]) -> dict[str, Any]:
    """Validation errors in the provider's shape: `{field: [text]}`, nested as the body is."""
    tree: dict[str, Any] = {}
    for error in errors:
        names = [part for part in error["loc"] if isinstance(part, str) and part != "body"]
        node = tree
        for name in names[:-1]:
            nested = node.setdefault(name, {})
            node = nested if isinstance(nested, dict) else {}
        text = "This field is required." if error["type"] == "missing" else error["msg"]
        last = names[-1] if names else "detail"
        texts = node.setdefault(last, [])
        if isinstance(texts, list):
            texts.append(text)
    return tree


async def invalid_body(_: Request, error: Exception) -> JSONResponse:
    """400 with the fields at fault, where the framework would answer 422."""
    return JSONResponse(field_errors(getattr(error, "errors", list)()), 400)
