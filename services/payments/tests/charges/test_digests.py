"""Comparison of charges with the services that own their subjects."""

from contracts.enrollment import SubjectsDigest
from contracts.payments import ChargesDigest
from kit.database.db import new_id

from services.payments.tests.factories import (
    Pay,
    PaymentsUnderTest,
    candidate,
    execute,
    owe,
)

UNACKNOWLEDGED = "itqan_charges_unacknowledged"
UNEXPECTED = "itqan_charges_unexpected"


async def newest_digest(service: PaymentsUnderTest) -> ChargesDigest:
    await service.sweep("publish_digests")
    return (await service.published(ChargesDigest))[-1]


async def test_a_paid_charge_that_its_subject_does_not_acknowledge_is_counted(
    service: PaymentsUnderTest, pay: Pay
) -> None:
    charge = await pay()
    assert (await newest_digest(service)).paid == (charge.id,)
    assert await service.measured(UNACKNOWLEDGED) == 0
    await execute(service, "UPDATE charges SET paid_at = now() - interval '4 minutes'")
    assert await service.measured(UNACKNOWLEDGED) == 1
    answer = SubjectsDigest(digest_id=new_id(), awaiting=(), unexpected=(), settled=(charge.id,))
    await service.deliver(answer)
    assert await service.measured(UNACKNOWLEDGED) == 0
    before = len(await service.published(ChargesDigest))
    await service.sweep("publish_digests")
    assert len(await service.published(ChargesDigest)) == before


async def test_an_open_charge_whose_subject_waits_for_no_payment_is_counted(
    service: PaymentsUnderTest,
) -> None:
    charge = await owe(service, candidate())
    digest = await newest_digest(service)
    assert digest.open == (charge.subject_id,)
    odd = SubjectsDigest(
        digest_id=digest.digest_id, awaiting=(), unexpected=digest.open, settled=()
    )
    await service.deliver(odd)
    await execute(
        service, "UPDATE charges SET unexpected_since = unexpected_since - interval '4 minutes'"
    )
    await service.deliver(odd)
    assert await service.measured(UNEXPECTED) == 1
    fine = odd.model_copy(update={"awaiting": digest.open, "unexpected": ()})
    await service.deliver(fine)
    assert await service.measured(UNEXPECTED) == 0
