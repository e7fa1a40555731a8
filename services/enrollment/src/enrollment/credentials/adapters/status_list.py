"""Builds W3C Bitstring Status Lists, each a credential of the issuer."""

import base64
import gzip
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from enrollment.credentials.adapters.did_web import Issuer
from enrollment.credentials.adapters.open_badges import format_timestamp

POSITIONS = 131_072
"""Bits in a list: the standard's minimum, so that requests do not reveal a single certificate."""
PURPOSE = "revocation"
_MAX_AGE = timedelta(minutes=5)
"""Time for which clients may cache a list."""
_MAX_STALE = timedelta(days=1)
"""Age up to which a stale list may be served."""


def build_status_entry(issuer: Issuer, status_index: int) -> dict[str, str]:
    """Build a credential's `credentialStatus` entry."""
    number, position = divmod(status_index, POSITIONS)
    url = issuer.list_url(number)
    return {
        "id": f"{url}#{position}",
        "type": "BitstringStatusListEntry",
        "statusPurpose": PURPOSE,
        "statusListIndex": str(position),
        "statusListCredential": url,
    }


def build_status_list(
    issuer: Issuer, number: int, revoked: Iterable[int], now: datetime
) -> dict[str, Any]:
    """Build the JWT payload of a list; it stays identical within an hour unless entries change."""
    url = issuer.list_url(number)
    begins = now.replace(minute=0, second=0, microsecond=0)
    ends = begins + _MAX_STALE
    subject_id = f"{url}#list"
    return {
        "@context": ["https://www.w3.org/ns/credentials/v2"],
        "id": url,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": issuer.id,
        "validFrom": format_timestamp(begins),
        "validUntil": format_timestamp(ends),
        "credentialSubject": {
            "id": subject_id,
            "type": "BitstringStatusList",
            "statusPurpose": PURPOSE,
            "encodedList": encode_positions(revoked),
            "ttl": int(_MAX_AGE.total_seconds() * 1000),
        },
        "iss": issuer.id,
        "sub": subject_id,
        "jti": url,
        "nbf": int(begins.timestamp()),
        "exp": int(ends.timestamp()),
    }


def encode_positions(positions: Iterable[int]) -> str:
    """Encode these bits as a list: multibase base64url of gzip, highest bit of each byte first."""
    bits = bytearray(POSITIONS // 8)
    for position in positions:
        bits[position // 8] |= 0x80 >> position % 8
    packed = gzip.compress(bytes(bits), mtime=0)
    return "u" + base64.urlsafe_b64encode(packed).rstrip(b"=").decode()
