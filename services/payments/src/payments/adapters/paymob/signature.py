"""The provider's signature: HMAC-SHA512 over fixed fields of a transaction, in a fixed order."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from typing import Any

TRANSACTION_FIELDS = (
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
"""Signed fields; all others in a callback can be altered without detection."""

BOOLEAN_FIELDS = frozenset(
    {
        "error_occured",
        "has_parent_transaction",
        "is_3d_secure",
        "is_auth",
        "is_capture",
        "is_refunded",
        "is_standalone_payment",
        "is_voided",
        "pending",
        "success",
    }
)

TOKEN_FIELDS = (
    "card_subtype",
    "created_at",
    "email",
    "id",
    "masked_pan",
    "merchant_id",
    "order_id",
    "token",
)
"""Signed fields of a saved card's callback."""


_DATED = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:")


def build_signed_text(
    values: Mapping[str, Any],
    fields: tuple[str, ...] = TRANSACTION_FIELDS,
    *,
    absent: str = "",
) -> str:
    """Concatenate the fields' values without separators.

    Null and missing values are empty; a missing boolean is `absent`.
    """
    return "".join(
        _text(_lookup(values, field)) or (absent if field in BOOLEAN_FIELDS else "")
        for field in fields
    )


def compute_signature(text: str, secret: str) -> str:
    """Return the signature as lowercase hex."""
    return hmac.new(secret.encode(), text.encode(), hashlib.sha512).hexdigest()


def is_signed(
    values: Mapping[str, Any],
    given: str,
    *secrets: str,
    fields: tuple[str, ...] = TRANSACTION_FIELDS,
) -> bool:
    """Check the signature against each secret in constant time.

    The provider's own integrations disagree on the signed text of a missing boolean.
    """
    texts = [build_signed_text(values, fields, absent=absent) for absent in ("", "false")]
    expected = [compute_signature(text, secret) for text in texts for secret in secrets]
    found = [hmac.compare_digest(one.encode(), given.lower().encode()) for one in expected]
    return any(found)


def has_valid_format(values: Mapping[str, Any]) -> bool:
    """Check that each signed value has the format of its field.

    The signed text has no separators: otherwise a digit could move from the date to the amount.
    """
    flags = (values.get(field) for field in BOOLEAN_FIELDS)
    return bool(_DATED.match(str(values.get("created_at")))) and all(
        flag is None or isinstance(flag, bool) for flag in flags
    )


def is_return_signed(query: Mapping[str, str], *secrets: str) -> bool:
    """Check the signature of the browser's return parameters.

    Real returns name the order `order`, the documentation `order_id`. An unescaped `+` in
    `created_at` arrives as a space.
    """
    flat = dict(query)
    flat["order.id"] = query.get("order") or query.get("order_id") or ""
    flat["created_at"] = query.get("created_at", "").replace(" ", "+")
    return is_signed(flat, query.get("hmac", ""), *secrets)


def _lookup(values: Mapping[str, Any], field: str) -> Any:
    outer, _, inner = field.partition(".")
    nested = values.get(outer)
    # Later code reads the nested value, so a flat duplicate must not be the one verified.
    if inner and isinstance(nested, Mapping):
        return nested.get(inner)
    return values.get(field)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
