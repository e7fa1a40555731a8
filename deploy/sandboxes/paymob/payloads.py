"""A transaction as the provider shows it: in JSON and in the browser's return address."""

from typing import Any
from urllib.parse import quote, urlencode

from .config import Settings
from .models import Intention, Transaction
from .signature import sign


def order_body(settings: Settings, intention: Intention, paid_cents: int) -> dict[str, Any]:
    """The order inside a transaction."""
    return {
        "id": intention.order_id,
        "created_at": intention.created_at.isoformat(),
        "delivery_needed": False,
        "merchant": {
            "id": settings.profile_id,
            "company_name": settings.merchant_name_en,
            "country": "SAU",
        },
        "amount_cents": intention.amount,
        "shipping_data": intention.billing_data.model_dump(),
        "currency": intention.currency,
        "is_payment_locked": False,
        "merchant_order_id": intention.special_reference,
        "paid_amount_cents": paid_cents,
        "items": [item.model_dump() for item in intention.items],
        "payment_method": "tbc",
        "payment_status": "PAID" if paid_cents else "UNPAID",
        "data": {},
    }


def transaction_body(
    settings: Settings, intention: Intention, transaction: Transaction
) -> dict[str, Any]:
    """The `obj` of a callback and the answer of an inquiry."""
    return {
        "id": transaction.id,
        "pending": transaction.pending,
        "amount_cents": transaction.amount_cents,
        "success": transaction.success,
        "is_auth": transaction.is_auth,
        "is_capture": transaction.is_capture,
        "is_standalone_payment": True,
        "is_voided": transaction.is_voided,
        "is_refunded": transaction.is_refunded,
        "is_3d_secure": transaction.is_3d_secure,
        "integration_id": transaction.integration_id,
        "profile_id": settings.profile_id,
        "has_parent_transaction": transaction.parent_transaction is not None,
        "order": order_body(
            settings, intention, transaction.amount_cents if transaction.paid else 0
        ),
        "created_at": transaction.created_at,
        "updated_at": transaction.updated_at,
        "currency": transaction.currency,
        "source_data": {
            "pan": transaction.card_pan,
            "type": "card",
            "tenure": None,
            "sub_type": transaction.card_brand,
        },
        "api_source": "IFRAME",
        "is_void": transaction.is_void,
        "is_refund": transaction.is_refund,
        "is_captured": transaction.captured_amount > 0,
        "captured_amount": transaction.captured_amount,
        "refunded_amount_cents": transaction.refunded_amount_cents,
        "data": {
            "message": transaction.message,
            "txn_response_code": transaction.response_code,
            "amount": transaction.amount_cents,
            "currency": transaction.currency,
        },
        "payment_key_claims": {
            "extra": intention.extras,
            "order_id": intention.order_id,
            "amount_cents": intention.amount,
            "currency": intention.currency,
            "integration_id": intention.integration_id,
            "billing_data": intention.billing_data.model_dump(),
            "next_payment_intention": intention.id,
        },
        "error_occured": transaction.error_occured,
        "is_live": False,
        "owner": settings.owner_id,
        "parent_transaction": transaction.parent_transaction,
    }


def return_url(
    settings: Settings, intention: Intention, transaction: Transaction, raw_plus: bool
) -> str | None:
    """The address the browser goes back to, signed; None when the merchant gave none."""
    if not intention.redirection_url:
        return None
    body = transaction_body(settings, intention, transaction)
    flat = {
        name: _query_text(body[name])
        for name in (
            "id", "pending", "amount_cents", "success", "is_auth", "is_capture",
            "is_standalone_payment", "is_voided", "is_refunded", "is_3d_secure", "integration_id",
            "profile_id", "has_parent_transaction",
        )
    }  # fmt: skip
    flat |= {
        "order": str(intention.order_id),
        "created_at": transaction.created_at,
        "currency": transaction.currency,
        "is_void": _query_text(transaction.is_void),
        "is_refund": _query_text(transaction.is_refund),
        "error_occured": _query_text(transaction.error_occured),
        "refunded_amount_cents": str(transaction.refunded_amount_cents),
        "captured_amount": str(transaction.captured_amount),
        "updated_at": transaction.updated_at,
        "owner": str(settings.owner_id),
        "merchant_order_id": intention.special_reference or "",
        "data.message": transaction.message,
        "source_data.type": "card",
        "source_data.pan": transaction.card_pan,
        "source_data.sub_type": transaction.card_brand,
        "txn_response_code": transaction.response_code,
        "hmac": sign(body, settings.hmac_secret),
    }
    query = urlencode(flat, safe="+" if raw_plus else "", quote_via=quote)
    separator = "&" if "?" in intention.redirection_url else "?"
    return f"{intention.redirection_url}{separator}{query}"


def _query_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
