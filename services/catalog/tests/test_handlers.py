"""What the catalog hears: organizations, and how full batches are."""

from uuid import UUID

import pytest
from catalog.batches.models import Batch
from catalog.organizations.models import Organization
from contracts import ApprovalStatus
from contracts.catalog import CatalogueChanged
from contracts.enrollment import SeatsChanged
from contracts.identity import OrganizationUpdated
from kit.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest

from services.catalog.tests.factories import make_batch, make_training


def organization(id_: UUID, name: str) -> OrganizationUpdated:
    return OrganizationUpdated(
        organization_id=id_,
        name_en=name,
        name_ar=name,
        email="a@example.com",
        image_url=None,
        status=ApprovalStatus.APPROVED,
    )


class TestOrganizationUpdated:
    @pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1, 3)])
    async def test_the_newest_state_stays_in_whatever_order_they_come(
        self, service: ServiceUnderTest, session: AsyncSession, order: tuple[int, ...]
    ) -> None:
        id_ = new_id()
        for sequence in order:
            await service.deliver(organization(id_, f"Name {sequence}"), sequence=sequence)
        row = await session.get(Organization, id_)
        assert row and (row.name_en, row.sequence) == ("Name 3", 3)


class TestSeatsChanged:
    @pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 3, 1)])
    async def test_the_newest_count_stays_in_whatever_order_they_come(
        self, service: ServiceUnderTest, session: AsyncSession, order: tuple[int, ...]
    ) -> None:
        batch = await make_batch(session, await make_training(session, new_id()))
        for sequence in order:
            fact = SeatsChanged(batch_id=batch.id, capacity=10, taken=sequence, waiting=0)
            await service.deliver(fact, sequence=sequence)
        row = await session.get(Batch, batch.id, populate_existing=True)
        assert row and (row.seats_taken, row.seats_sequence, row.version) == (3, 3, 1)

    async def test_a_repeated_message_has_no_second_effect(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        batch = await make_batch(session, await make_training(session, new_id()))
        fact = SeatsChanged(batch_id=batch.id, capacity=10, taken=1, waiting=0)
        message_id = new_id()
        assert await service.deliver(fact, sequence=1, message_id=message_id)
        assert not await service.deliver(fact, sequence=1, message_id=message_id)
        assert len(await service.published(CatalogueChanged)) == 1

    async def test_an_unknown_batch_is_passed_over(self, service: ServiceUnderTest) -> None:
        fact = SeatsChanged(batch_id=new_id(), capacity=10, taken=1, waiting=0)
        assert await service.deliver(fact)
        assert await service.published(CatalogueChanged) == []
