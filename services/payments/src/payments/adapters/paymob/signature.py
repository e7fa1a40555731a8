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
"""Everything else in a callback can be altered on its way without anybody noticing."""

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
"""The callback of a saved card has a signature of its own."""


_DATED = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:")


def signed_text(
    values: Mapping[str, Any],
    fields: tuple[str, ...] = TRANSACTION_FIELDS,
    *,
    absent: str = "",
) -> str:
    """The fields' values joined with nothing between; a null or missing value is empty, and
    `absent` where it should be a boolean."""
    return "".join(
        _text(_lookup(values, field)) or (absent if field in BOOLEAN_FIELDS else "")
        for field in fields
    )


def signature(text: str, secret: str) -> str:
    """The signature in lowercase hex."""
    return hmac.new(secret.encode(), text.encode(), hashlib.sha512).hexdigest()


def is_signed(
    values: Mapping[str, Any],
    given: str,
    *secrets: str,
    fields: tuple[str, ...] = TRANSACTION_FIELDS,
) -> bool:
    """Whether the signature was made with one of the secrets, compared in constant time.

    The provider's own integrations differ on what a missing boolean is signed as.
    """
    texts = [signed_text(values, fields, absent=absent) for absent in ("", "false")]
    expected = [signature(text, secret) for text in texts for secret in secrets]
    found = [hmac.compare_digest(one.encode(), given.lower().encode()) for one in expected]
    return any(found)


def has_form(values: Mapping[str, Any]) -> bool:
    """Whether each signed value of a transaction looks like what it is.

    Nothing stands between the values where they are signed: without this, a digit of the date
    could be moved to the amount before it, or one flag could hold the words of several.
    """
    flags = (values.get(field) for field in BOOLEAN_FIELDS)
    return bool(_DATED.match(str(values.get("created_at")))) and all(
        flag is None or isinstance(flag, bool) for flag in flags
    )


def return_is_signed(query: Mapping[str, str], *secrets: str) -> bool:
    """Whether the parameters of the browser's return are the provider's.

    The order's number is called `order` in real returns and `order_id` in the documentation. A
    `+` in `created_at` that was not escaped has become a space; a time holds no space itself.
    """
    flat = dict(query)
    flat["order.id"] = query.get("order") or query.get("order_id") or ""
    flat["created_at"] = query.get("created_at", "").replace(" ", "+")
    return is_signed(flat, query.get("hmac", ""), *secrets)


def _lookup(values: Mapping[str, Any], field: str) -> Any:
    outer, _, inner = field.partition(".")
    nested = values.get(outer)
    # What is read later is the nested value: a flat one beside it must not be what is checked.
    if inner and isinstance(nested, Mapping):
        return nested.get(inner)
    return values.get(field)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
