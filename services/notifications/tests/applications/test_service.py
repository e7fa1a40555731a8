"""An organization is notified of its application's progress."""

from contracts import ProfileType
from contracts.enrollment import ApplicationChanged, ApplicationStatus
from contracts.testing import event
from kit.database.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest

from services.notifications.tests import factories
from services.notifications.tests.factories import notifications_of


async def test_it_hears_that_it_was_submitted_and_what_is_to_be_changed(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    owner = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    await service.deliver(owner)
    values = {
        "application_id": new_id(),
        "organization_id": owner.organization_id,
        "title_en": "Trainers for the port",
        "title_ar": "مدربون للميناء",
    }
    steps = (
        (ApplicationStatus.DRAFT, None),
        (ApplicationStatus.SUBMITTED, None),
        (ApplicationStatus.RETURNED, "Name {two} people"),
        (ApplicationStatus.WITHDRAWN, None),
    )
    for sequence, (status, comment) in enumerate(steps, start=1):
        changed = event(ApplicationChanged, **values, status=status, comment=comment)
        await service.deliver(changed, sequence=sequence)
    submitted, returned = await notifications_of(session, owner.user_id)
    assert "We received your application to “Trainers for the port”" in submitted.body_en
    assert returned.body_en.endswith("What to change: Name {two} people")
    assert "مدربون للميناء" in returned.body_ar
    assert returned.link == f"/dashboard/applications/{values['application_id']}/view"
