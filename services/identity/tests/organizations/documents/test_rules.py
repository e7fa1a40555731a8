"""Document status is the same in Python and in SQL."""

from datetime import timedelta
from uuid import UUID

import httpx
from identity.config import Settings
from identity.organizations.documents.models import ProfileDocument
from identity.organizations.documents.rules import NOTICES, get_document_status, has_status
from identity.organizations.documents.schemas import DocumentStatus
from kit.database.db import utc_now
from kit.domain.timezone import today
from kit.testing import ServiceUnderTest
from sqlalchemy import select
from sqlmodel import col

from services.identity.tests.factories import an_organization
from services.identity.tests.organizations.documents.test_documents import a_kind

BORDERS = (-1, 0, 1, NOTICES[0] - 1, NOTICES[0], NOTICES[0] + 1)
"""Days from today to a document's expiry."""


async def test_the_condition_is_the_rule(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    kind = await a_kind(client, service)
    person = await an_organization(client, service)
    days = [None, *(today() + timedelta(days=left) for left in BORDERS)]
    async with service.database.transaction() as session:
        session.add_all(
            ProfileDocument(
                owner_id=person.organization_id,
                kind_id=UUID(kind["id"]),
                key=f"{day}",
                media_type="application/pdf",
                size=1,
                expires_on=day,
                uploaded_by=person.id,
                # Only one can be current.
                replaced_at=utc_now(),
            )
            for day in days
        )
        await session.flush()
        last_day = select(col(ProfileDocument.expires_on))
        found = {
            (day, status)
            for status in DocumentStatus
            for day in await session.scalars(last_day.where(has_status(status)))
        }
    assert found == {(day, get_document_status(day)) for day in days}
