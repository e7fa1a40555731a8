"""An organization is notified of its API clients."""

from datetime import UTC, datetime

from contracts import ProfileType
from contracts.identity import PartnerClientExpiring, PartnerSecretRotated
from contracts.testing import event
from kit.database.db import AsyncSession, new_id

from services.notifications.tests.factories import Service, notifications_of, profile

ENDS = datetime(2026, 12, 30, 9, 0, tzinfo=UTC)


async def test_of_an_end_that_comes_and_of_a_new_secret(
    service: Service, session: AsyncSession
) -> None:
    owner = profile(ProfileType.ORGANIZATION, organization_id=new_id())
    await service.deliver(owner)
    client = {
        "client_id": new_id(),
        "organization_id": owner.organization_id,
        "name": "Warehouse system",
    }
    for days in (30, 7, 7):
        expiring = event(PartnerClientExpiring, expires_at=ENDS, notice_days=days, **client)
        await service.deliver(expiring)
    await service.deliver(event(PartnerSecretRotated, previous_ends_at=ENDS, **client))
    said = await notifications_of(session, owner.user_id)
    assert [each.kind for each in said] == [
        *["partner_client_expiring"] * 2,
        "partner_secret_rotated",
    ]
    assert "expires on 30 Dec 2026" in said[0].body_en
    assert "works until 30 Dec 2026" in said[2].body_en
