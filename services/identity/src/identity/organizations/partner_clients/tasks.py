from datetime import timedelta

from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.messaging.periodic import Sweep
from sqlalchemy import ColumnElement, and_, func, or_
from sqlmodel import col

from identity.organizations.partner_clients.events import partner_client_expiring
from identity.organizations.partner_clients.models import PartnerClient
from identity.organizations.partner_clients.rules import NOTICES

_PORTION = 100


async def announce_expiring_clients(session: AsyncSession) -> int:
    """Publish reminders of live clients 30 and 7 days before their expiry.

    Each is sent once. After an outage, only the latest missed one is sent.
    """
    clients = await db.claim(
        session,
        PartnerClient,
        col(PartnerClient.revoked_at).is_(None),
        col(PartnerClient.expires_at) > func.now(),
        or_(*(_is_due(days) for days in NOTICES)),
        order_by=[col(PartnerClient.expires_at), col(PartnerClient.id)],
        limit=_PORTION,
    )
    now = await db.now(session)
    for client in clients:
        left = client.expires_at - now
        days = min(days for days in NOTICES if left <= timedelta(days=days))
        client.announced = days
        event = partner_client_expiring(client, days)
        await outbox.publish(session, event, sequence=client.version)
    await session.flush()
    return len(clients)


def _is_due(days: int) -> ColumnElement[bool]:
    announced = col(PartnerClient.announced)
    is_near = col(PartnerClient.expires_at) <= func.now() + timedelta(days=days)
    return and_(is_near, or_(announced.is_(None), announced > days))


TASKS = (Sweep("announce_expiring_clients", timedelta(hours=1), announce_expiring_clients),)
