"""Notifications about certificates."""

from datetime import date
from typing import Any

import pytest
from contracts import ProfileType
from contracts.enrollment import (
    CertificateChanged,
    CertificateExpiring,
    CertificateStatus,
    RevocationKind,
)
from contracts.testing import event
from kit.database.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest

from services.notifications.tests import factories
from services.notifications.tests.factories import mails, notifications_of


def changed(**changes: Any) -> CertificateChanged:
    values: dict[str, Any] = {
        "number": "8K3M-2Q7P-XW41",
        "status": CertificateStatus.ISSUED,
        "training_title_en": "Forklift operation",
        "training_title_ar": "تشغيل الرافعات الشوكية",
        "organization_name_en": "Gulf Logistics",
        "organization_name_ar": "لوجستيات الخليج",
        "expires_on": date(2028, 12, 3),
        "issued_on": date(2026, 12, 3),
    }
    return event(CertificateChanged, **values | changes)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "certificate_issued"),
        ({"supersedes_number": "ZZZZ-ZZZZ-ZZZZ"}, "certificate_reissued"),
        ({"status": CertificateStatus.SUSPENDED}, "certificate_suspended"),
        ({"previous_status": CertificateStatus.SUSPENDED}, "certificate_reinstated"),
        (
            {"status": CertificateStatus.REVOKED, "revoked_kind": RevocationKind.OTHER},
            "certificate_revoked",
        ),
    ],
)
async def test_the_holder_is_notified_in_both_languages(
    service: ServiceUnderTest, session: AsyncSession, changes: Any, kind: str
) -> None:
    news = changed(**changes)
    await service.deliver(factories.profile(user_id=news.candidate_user_id), sequence=1)
    for _ in range(2):
        await service.deliver(news, sequence=1)
    (notification,) = await notifications_of(session, news.candidate_user_id)
    assert notification.kind == kind
    for body in (notification.body_en, notification.body_ar):
        assert news.number in body
        assert news.supersedes_number is None or news.supersedes_number in body
    assert "«لوجستيات الخليج»" in notification.body_ar
    assert len(await mails(session)) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"status": CertificateStatus.SUPERSEDED},
        {"status": CertificateStatus.REVOKED, "revoked_kind": RevocationKind.ERASED},
    ],
)
async def test_of_what_was_superseded_or_erased_nobody_is_notified(
    service: ServiceUnderTest, session: AsyncSession, changes: Any
) -> None:
    news = changed(**changes)
    await service.deliver(news)
    assert await notifications_of(session, news.candidate_user_id) == []


async def test_the_holder_is_reminded_each_time_and_organizations_of_many_once(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    issuer, employer = new_id(), new_id()
    owners = [
        factories.profile(ProfileType.ORGANIZATION, organization_id=each)
        for each in (issuer, employer)
    ]
    for owner in owners:
        await service.deliver(owner)

    def expiring(notice_days: int, **changes: Any) -> CertificateExpiring:
        values: dict[str, Any] = {
            "number": "8K3M-2Q7P-XW41",
            "notice_days": notice_days,
            "expires_on": date(2026, 12, 23),
            "organization_id": issuer,
            "employer_id": employer,
        }
        return event(CertificateExpiring, **values | changes)

    first = expiring(90)
    await service.deliver(first)
    await service.deliver(expiring(90))
    await service.deliver(expiring(90, employer_id=None))
    for owner in owners:
        (notification,) = await notifications_of(session, owner.user_id)
        assert notification.title_en == "Certificates expire on 23 Dec 2026"
        assert notification.link == "/dashboard/certificates?state=expiring"
    again = expiring(
        30, certificate_id=first.certificate_id, candidate_user_id=first.candidate_user_id
    )
    for _ in range(2):
        await service.deliver(again)
    assert len(await notifications_of(session, first.candidate_user_id)) == 2
    for owner in owners:
        assert len(await notifications_of(session, owner.user_id)) == 2
