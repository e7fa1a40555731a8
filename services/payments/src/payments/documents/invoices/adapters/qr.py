"""QR code of Saudi e-invoicing, phase one.

Base64 of five tag-length-value fields (ZATCA, Guide to Develop a Fatoora compliant QR Code, version
1.0, November 2021).
"""

import base64
from datetime import UTC, datetime

_MAX_BYTES = 255
"""The length is one byte."""


def build_qr_text(
    *, seller: str, vat_number: str, issued_at: datetime, amount_minor: int, vat_minor: int
) -> str:
    """Build the code's text; a long seller name is cut at a whole character."""
    fields = (
        seller,
        vat_number,
        f"{issued_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        format_decimal(amount_minor),
        format_decimal(vat_minor),
    )
    values = [field.encode()[:_MAX_BYTES].decode(errors="ignore").encode() for field in fields]
    content = b"".join(
        bytes([tag, len(value)]) + value for tag, value in enumerate(values, start=1)
    )
    return base64.b64encode(content).decode()


def format_decimal(minor: int) -> str:
    """Format minor units with two decimals and no grouping, such as `1150.00`."""
    return f"{minor // 100}.{minor % 100:02d}"
