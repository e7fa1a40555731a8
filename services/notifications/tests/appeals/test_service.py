"""Both sides of an appeal are notified."""

from typing import Any

from contracts import ProfileType
from contracts.enrollment import AppealChanged, AppealStatus, EnrollmentResult
from contracts.testing import event
from kit.database.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest

from services.notifications.tests import factories
from services.notifications.tests.factories import notifications_of


def changed(status: AppealStatus, **values: Any) -> AppealChanged:
    batch = {
        "batch_code": "FRK-204-1",
        "batch_title_en": "Forklift operation",
        "batch_title_ar": "تشغيل الرافعات",
        "result": EnrollmentResult.FAILED,
        "answer": None,
    }
    return event(AppealChanged, **{**batch, "status": status} | values)


async def test_the_organization_hears_of_an_appeal_and_of_its_end(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    opened = changed(AppealStatus.OPEN)
    owner = factories.profile(ProfileType.ORGANIZATION, organization_id=opened.organization_id)
    candidate = factories.profile(user_id=opened.candidate_user_id, name_en="Sami Nasser")
    for profile in (owner, candidate):
        await service.deliver(profile)
    withdrawn = opened.model_copy(update={"status": AppealStatus.WITHDRAWN})
    await service.deliver(opened, sequence=1)
    await service.deliver(withdrawn, sequence=2)
    await service.deliver(opened, sequence=1)
    first, second = await notifications_of(session, owner.user_id)
    assert "Sami Nasser appealed the result “not passed”" in first.body_en
    assert first.link == f"/dashboard/appeals/{opened.appeal_id}"
    assert second.kind == "appeal_withdrawn"
    assert await notifications_of(session, opened.candidate_user_id) == []


async def test_the_candidate_reads_the_answer(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    user_id = new_id()
    await service.deliver(factories.profile(user_id=user_id))
    given = {"candidate_user_id": user_id, "answer": "The exam was counted {twice}."}
    await service.deliver(changed(AppealStatus.UPHELD, **given))
    passed = changed(AppealStatus.CHANGED, **given, result=EnrollmentResult.PASSED)
    await service.deliver(passed)
    upheld, corrected = await notifications_of(session, user_id)
    assert upheld.body_en.endswith("The organization's answer: The exam was counted {twice}.")
    assert "It is now: passed." in corrected.body_en
    assert "نتيجتك الآن: اجتياز." in corrected.body_ar
    assert corrected.link == f"/candidate/my-trainings/{passed.training_id}/batch/{passed.batch_id}"
