"""Trainings of suspended organizations leave the catalogue; their batches can still be viewed."""

import httpx
from contracts.identity import OrganizationUpdated
from contracts.profiles import ApprovalStatus
from contracts.testing import event
from kit.database.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest, eventually

from services.catalog.tests.factories import make_batch, make_training


async def test_it_is_not_offered_until_its_organization_works_again(
    service: ServiceUnderTest, session: AsyncSession, client: httpx.AsyncClient
) -> None:
    organization_id = new_id()
    training = await make_training(session, organization_id)
    batch = await make_batch(session, training)
    other = await make_batch(session, await make_training(session, new_id()))

    async def change(sequence: int, *, suspended: bool) -> None:
        state = event(
            OrganizationUpdated,
            organization_id=organization_id,
            name_en="Gulf Logistics Academy",
            name_ar="أكاديمية الخليج اللوجستية",
            status=ApprovalStatus.APPROVED,
            suspended=suspended,
        )
        await service.deliver(state, sequence=sequence)

    async def listed(path: str) -> set[str]:
        return {row["id"] for row in (await client.get(path)).json()["data"]}

    async def lists(*ids: object) -> None:
        expected = {str(each) for each in ids}

        async def is_listed() -> bool:
            return await listed("batches") == expected

        await eventually(is_listed)

    await lists(batch.id, other.id)
    await change(3, suspended=True)
    await change(2, suspended=False)
    await lists(other.id)
    assert await listed("trainings") == {str(other.training_id)}
    for path in (f"trainings/{training.id}", f"trainings/organizations/{organization_id}"):
        assert (await client.get(path)).status_code == 404, path
    page = (await client.get(f"batches/{batch.id}")).json()
    assert (page["status"], page["availability"]) == ("published", "closed")
    assert (await client.get(f"batches/{other.id}")).json()["availability"] == "open"
    await change(4, suspended=False)
    await lists(batch.id, other.id)
    assert (await client.get(f"batches/{batch.id}")).json()["availability"] == "open"
    assert (await client.get(f"trainings/{training.id}")).status_code == 200
