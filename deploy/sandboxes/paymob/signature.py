"""The provider's HMAC over a transaction, in its documented order of fields."""

import hashlib
import hmac
from typing import Any

SIGNED_FIELDS = (
    "amount_cents",
    "created_at",
    "currency",
    "error_occured",
    "has_parent_transaction",
    "id",
    "integration_id",
    "is_3d_secure",
    "is_auth",
    "is_capture",
    "is_refunded",
    "is_standalone_payment",
    "is_voided",
    "order.id",
    "owner",
    "pending",
    "source_data.pan",
    "source_data.sub_type",
    "source_data.type",
    "success",
)


def _text(obj: dict[str, Any], path: str) -> str:
    value: Any = obj
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def joined(obj: dict[str, Any]) -> str:
    """The string that is signed."""
    return "".join(_text(obj, path) for path in SIGNED_FIELDS)


def sign(obj: dict[str, Any], secret: str) -> str:
    """HMAC-SHA512 in lowercase hex."""
    return hmac.new(secret.encode(), joined(obj).encode(), hashlib.sha512).hexdigest()
