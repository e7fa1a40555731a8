"""Lists of revoked credentials: W3C's Bitstring Status List, each a credential of the issuer."""

import base64
import gzip
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from enrollment.credentials.adapters.did_web import Issuer
from enrollment.credentials.adapters.open_badges import iso

POSITIONS = 131_072
"""Bits of a list, the fewest that the standard allows: who asks for one does not say whose bit."""
PURPOSE = "revocation"
_KEPT = timedelta(minutes=5)
"""How long a list may be kept before it is asked for again."""
_GOOD_FOR = timedelta(days=1)
"""How old a list may be that is shown in place of a newer one."""


def entry_of(issuer: Issuer, status_index: int) -> dict[str, str]:
    """Where a credential's bit is, as the credential says it."""
    number, position = divmod(status_index, POSITIONS)
    url = issuer.list_url(number)
    return {
        "id": f"{url}#{position}",
        "type": "BitstringStatusListEntry",
        "statusPurpose": PURPOSE,
        "statusListIndex": str(position),
        "statusListCredential": url,
    }


def payload_of(
    issuer: Issuer, number: int, revoked: Iterable[int], now: datetime
) -> dict[str, Any]:
    """The payload of a list's JWT. It is the same within an hour, as long as nothing is revoked."""
    url = issuer.list_url(number)
    begins = now.replace(minute=0, second=0, microsecond=0)
    ends = begins + _GOOD_FOR
    subject_id = f"{url}#list"
    return {
        "@context": ["https://www.w3.org/ns/credentials/v2"],
        "id": url,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": issuer.id,
        "validFrom": iso(begins),
        "validUntil": iso(ends),
        "credentialSubject": {
            "id": subject_id,
            "type": "BitstringStatusList",
            "statusPurpose": PURPOSE,
            "encodedList": encoded(revoked),
            "ttl": int(_KEPT.total_seconds() * 1000),
        },
        "iss": issuer.id,
        "sub": subject_id,
        "jti": url,
        "nbf": int(begins.timestamp()),
        "exp": int(ends.timestamp()),
    }


def encoded(positions: Iterable[int]) -> str:
    """A list in which these bits are set, the first bit the highest of the first byte, as multibase
    base64url of its gzip."""
    bits = bytearray(POSITIONS // 8)
    for position in positions:
        bits[position // 8] |= 0x80 >> position % 8
    packed = gzip.compress(bytes(bits), mtime=0)
    return "u" + base64.urlsafe_b64encode(packed).rstrip(b"=").decode()
