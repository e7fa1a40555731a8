"""Candidates with an alert for a training are notified of each batch once."""

from datetime import timedelta

from contracts.catalog import BatchAlerted
from contracts.testing import event
from kit.database.db import AsyncSession, new_id, utc_now

from services.notifications.tests.factories import Service, mails, notifications_of, sign_up


def alerted(**changes: object) -> BatchAlerted:
    times = {
        "starts_at": utc_now() + timedelta(days=9),
        "enrollment_opens_at": utc_now(),
        "enrollment_closes_at": utc_now() + timedelta(days=8),
    }
    return event(BatchAlerted, **{"title_en": "Forklift", "city_en": "Riyadh"} | times | changes)


async def test_people_are_notified_once_of_a_batch_in_the_app_and_by_mail(
    service: Service, session: AsyncSession
) -> None:
    one, other = await sign_up(service), await sign_up(service)
    first = alerted(user_ids=(one.user_id,))
    again = first.model_copy(update={"user_ids": (one.user_id, other.user_id)})
    # Another chunk, a reordered event or a rescheduled batch: each user is notified once.
    for said in (first, again, first):
        await service.deliver(said)
    for user in (one, other):
        (notice,) = [
            each
            for each in await notifications_of(session, user.user_id)
            if each.kind == "batch_alerted"
        ]
        assert notice.title_en == "New date: Forklift"
        assert " in Riyadh. Enrollment is open" in notice.body_en
        assert notice.link == f"/trainings/{first.training_id}/batch/{first.batch_id}"
    sent = [mail for mail in await mails(session) if mail.link == notice.link]
    assert {mail.user_id for mail in sent} == {one.user_id, other.user_id}
    assert len(sent) == 2


async def test_nobody_is_notified_too_late(service: Service, session: AsyncSession) -> None:
    user_id, past = new_id(), utc_now() - timedelta(minutes=1)
    for late in ({"starts_at": past}, {"enrollment_closes_at": past}):
        await service.deliver(alerted(user_ids=(user_id,), **late))
    assert await notifications_of(session, user_id) == []
