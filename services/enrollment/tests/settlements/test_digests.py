"""Digests of charges are answered with the state of their subjects."""

import httpx
from contracts.enrollment import SubjectsDigest
from contracts.payments import ChargesDigest
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.enrollment.tests.factories import candidate, enrolled, make_batch, paid


async def test_it_says_what_waits_for_a_payment_and_what_is_settled(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch = await make_batch(service)
    waiting = await enrolled(client, candidate(), batch)
    seated, charge_id = await paid(service, client, candidate(), batch)
    unknown = new_id()
    digest = ChargesDigest(
        digest_id=new_id(),
        open=(waiting["id"], seated["id"], unknown),
        paid=(charge_id, unknown),
    )
    await service.deliver(digest)
    (answer,) = await service.published(SubjectsDigest)
    assert [str(each) for each in answer.awaiting] == [waiting["id"]]
    assert [str(each) for each in answer.unexpected] == [seated["id"], str(unknown)]
    assert answer.settled == (charge_id,)
