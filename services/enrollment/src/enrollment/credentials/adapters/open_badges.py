"""Builds Open Badges 3.0 in the W3C Verifiable Credentials 2.0 data model.

It also bakes signed credentials into badge images (Open Badges 3.0, 5.3).
"""

import struct
import zlib
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

from kit.domain.timezone import get_day_end, get_day_start

from enrollment.credentials.adapters.did_web import NAME, Issuer

_CONTEXT = (
    "https://www.w3.org/ns/credentials/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
)


class Certified(Protocol):
    """Certificate fields that a credential needs and sets."""

    number: str
    training_id: UUID
    organization_id: UUID
    holder_name_en: str
    holder_name_ar: str
    training_title_en: str
    training_title_ar: str
    organization_name_en: str
    organization_name_ar: str
    started_on: date
    ended_on: date
    score_percent: int | None
    issued_on: date
    expires_on: date | None
    credential: str | None
    status_index: int | None


def build_credential(
    issuer: Issuer, certificate: Certified, status: dict[str, str]
) -> dict[str, Any]:
    """Build the JWT payload: the credential itself with the JWT's claims (Open Badges 3.0, 8.2)."""
    credential_id = issuer.certificate_url(certificate.number)
    begins = get_day_start(certificate.issued_on)
    ends = get_day_end(certificate.expires_on) if certificate.expires_on else None
    return {
        "@context": list(_CONTEXT),
        "id": credential_id,
        "type": ["VerifiableCredential", "AchievementCredential"],
        "name": _join_languages(certificate.training_title_en, certificate.training_title_ar),
        "issuer": {"id": issuer.id, "type": ["Profile"], "name": NAME, "url": issuer.url},
        "validFrom": format_timestamp(begins),
        **({"validUntil": format_timestamp(ends)} if ends else {}),
        "credentialSubject": _subject(issuer, certificate),
        "credentialStatus": status,
        "iss": issuer.id,
        "jti": credential_id,
        "nbf": int(begins.timestamp()),
        **({"exp": int(ends.timestamp())} if ends else {}),
    }


def format_timestamp(moment: datetime) -> str:
    """Format a time as XML Schema's dateTimeStamp."""
    return moment.isoformat(timespec="seconds")


def _subject(issuer: Issuer, certificate: Certified) -> dict[str, Any]:
    score = certificate.score_percent
    return {
        "type": ["AchievementSubject"],
        # No identity number or address: everyone who receives the credential can read it.
        "identifier": [
            {
                "type": "IdentityObject",
                "hashed": False,
                "identityHash": name,
                "identityType": "name",
            }
            # Deduplicate: a name known in one script only is stored twice.
            for name in dict.fromkeys((certificate.holder_name_en, certificate.holder_name_ar))
        ],
        "activityStartDate": format_timestamp(get_day_start(certificate.started_on)),
        "activityEndDate": format_timestamp(get_day_start(certificate.ended_on)),
        "achievement": _build_achievement(issuer, certificate),
        **({"result": [{"type": ["Result"], "value": str(score)}]} if score is not None else {}),
    }


def _build_achievement(issuer: Issuer, certificate: Certified) -> dict[str, Any]:
    organization = _join_languages(
        certificate.organization_name_en, certificate.organization_name_ar
    )
    title = _join_languages(certificate.training_title_en, certificate.training_title_ar)
    return {
        # Public page of the training.
        "id": f"{issuer.url}/trainings/{certificate.training_id}",
        "type": ["Achievement"],
        "achievementType": "Course",
        "name": title,
        "description": f"{title} ({organization})",
        "image": {
            "id": f"{issuer.url}/api/v1/credentials/badge.png",
            "type": "Image",
            "caption": title,
        },
        "criteria": {
            "id": f"{issuer.url}/trainings/{certificate.training_id}",
            "narrative": "Attended and passed the training. حضر التدريب واجتازه.",
        },
        "creator": {
            "id": f"urn:uuid:{certificate.organization_id}",
            "type": ["Profile"],
            "name": organization,
        },
    }


def _join_languages(english: str, arabic: str) -> str:
    """Join both languages, because badge readers show a single text."""
    return " · ".join(dict.fromkeys((english, arabic)))


_FOLDER = Path(__file__).parent
_NAMESPACE = "https://purl.imsglobal.org/ob/v3p0"
_KEYWORD = b"openbadgecredential"
_HEADER_BYTES = 8 + 25
"""Length of a PNG's signature and its first chunk, IHDR."""


class BadgeFormat(StrEnum):
    """Image format for baked badges."""

    PNG = "png"
    SVG = "svg"


MEDIA_TYPES = {BadgeFormat.PNG: "image/png", BadgeFormat.SVG: "image/svg+xml"}


@cache
def read_image(kind: BadgeFormat) -> bytes:
    """Return the badge image without a credential, the same for every certificate."""
    return (_FOLDER / f"badge.{kind}").read_bytes()


def bake_badge(credential: str, kind: BadgeFormat) -> bytes:
    """Embed a certificate's JWT in a copy of the image."""
    image = read_image(kind)
    if kind is BadgeFormat.SVG:
        element = f'<openbadges:credential verify="{escape(credential)}"/>'
        namespace = f'<svg xmlns:openbadges="{_NAMESPACE}" '.encode()
        head, _, rest = image.replace(b"<svg ", namespace, 1).partition(b">")
        return head + b">\n  " + element.encode() + rest
    # Uncompressed, without language or translated keyword.
    chunk = b"iTXt" + _KEYWORD + bytes(5) + credential.encode()
    sized = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return image[:_HEADER_BYTES] + sized + image[_HEADER_BYTES:]
