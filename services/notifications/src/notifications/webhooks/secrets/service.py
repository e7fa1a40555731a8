"""Generate, seal and unseal webhook signing secrets."""

import base64
import secrets as randomness
from collections.abc import Sequence
from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession
from kit.security.sealing import seal, unseal
from sqlmodel import col

from notifications.webhooks.models import WebhookEndpoint

PURPOSE = "itqan.webhook-secrets"


def generate_secret() -> str:
    """Generate 256 random bits in the form of Standard Webhooks."""
    return "whsec_" + base64.b64encode(randomness.token_bytes(32)).decode()


def seal_secret(sealing: Sequence[str], endpoint_id: UUID, secret: str) -> bytes:
    """Seal the endpoint's secret with the first sealing secret."""
    return seal(sealing[0], PURPOSE, str(endpoint_id), secret.encode())


def unseal_secret(sealing: Sequence[str], endpoint_id: UUID, sealed: bytes) -> str | None:
    """Unseal the endpoint's secret; None if none of the sealing secrets opens it."""
    opened = unseal(sealing, PURPOSE, str(endpoint_id), sealed)
    return None if opened is None else opened.decode()


async def reseal_all(session: AsyncSession, sealing: Sequence[str]) -> tuple[int, int]:
    """Reseal all secrets with the first sealing secret; return the numbers of resealed and
    unreadable ones."""
    resealed = lost = 0
    for each in await db.lock_all(session, WebhookEndpoint, order_by=[col(WebhookEndpoint.id)]):
        present = unseal_secret(sealing, each.id, each.sealed_secret)
        if present is None:
            lost += 1
        else:
            each.sealed_secret = seal_secret(sealing, each.id, present)
            resealed += 1
        if each.previous_sealed_secret is None:
            continue
        previous = unseal_secret(sealing, each.id, each.previous_sealed_secret)
        if previous is None:
            lost += 1
        else:
            each.previous_sealed_secret = seal_secret(sealing, each.id, previous)
            resealed += 1
    return resealed, lost
