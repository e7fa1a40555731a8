"""Approvers of certificates learn of waiting requests, and requesters of the result."""

from typing import Any

from contracts import ProfileType
from contracts.enrollment import CertificateRequestsChanged, CertificateRequestStatus
from contracts.testing import event
from kit.database.db import AsyncSession
from kit.testing import ServiceUnderTest

from services.notifications.tests import factories
from services.notifications.tests.factories import notifications_of


def changed(status: CertificateRequestStatus, **values: Any) -> CertificateRequestsChanged:
    batch = {
        "batch_code": "FRK-204-1",
        "batch_title_en": "Forklift operation",
        "batch_title_ar": "تشغيل الرافعات",
        "reason": None,
        "count": 12,
    }
    return event(CertificateRequestsChanged, **{**batch, "status": status} | values)


async def test_both_sides_hear_of_it(service: ServiceUnderTest, session: AsyncSession) -> None:
    asked = changed(CertificateRequestStatus.WAITING)
    organization = {"organization_id": asked.organization_id}
    owner = factories.profile(ProfileType.ORGANIZATION, **organization)
    asker = factories.profile(ProfileType.STAFF, user_id=asked.asked_by, **organization)
    for profile in (owner, asker):
        await service.deliver(profile)
    await service.deliver(asked, sequence=1)
    await service.deliver(asked, sequence=1)
    # The requester is the only approver, so there is nothing to notify.
    own = changed(CertificateRequestStatus.WAITING, asked_by=owner.user_id, **organization)
    await service.deliver(own, sequence=1)
    (waits,) = await notifications_of(session, owner.user_id)
    assert "Number of certificates: 12." in waits.body_en
    assert waits.link and waits.link.startswith(
        "/dashboard/certificates/requests?status=waiting&batch_id="
    )

    for status, reason in (
        (CertificateRequestStatus.APPROVED, None),
        (CertificateRequestStatus.REJECTED, "The names are wrong."),
    ):
        decided = changed(status, asked_by=asker.user_id, reason=reason)
        await service.deliver(decided, sequence=1)
    approved, rejected = await notifications_of(session, asker.user_id)
    assert approved.kind == "certificates_approved"
    assert rejected.body_en.endswith("Reason: The names are wrong.")
    assert rejected.body_ar.endswith("السبب: The names are wrong.")
