"""Organizations are notified of their request's approval level and of expiring documents."""

from datetime import date

from contracts import ContentType, ProfileType
from contracts.approvals import RequestAdvanced
from contracts.identity import (
    DocumentExpiring,
    DocumentReplaced,
    OrganizationSuspensionChanged,
)
from contracts.payments import AccountBillDue, BillNotice
from contracts.testing import event
from kit.database.db import AsyncSession, new_id
from kit.testing import ServiceUnderTest

from services.notifications.tests import factories
from services.notifications.tests.factories import notifications_of


async def test_the_next_level_is_named_in_both_languages_once(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    owner = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    await service.deliver(owner)
    advanced = event(
        RequestAdvanced,
        content_type=ContentType.ORGANIZATION,
        content_id=owner.organization_id,
        step=2,
        steps=3,
        level_en="Management decision",
        level_ar="قرار الإدارة",
    )
    for _ in range(2):
        await service.deliver(advanced, sequence=2)
    (notification,) = await notifications_of(session, owner.user_id)
    assert notification.kind == "approval_advanced"
    assert "“Management decision” (step 2 of 3)" in notification.body_en
    assert "«قرار الإدارة»" in notification.body_ar
    assert notification.link == "/dashboard/account-settings/profile-details"


async def test_an_organization_hears_of_its_application_and_an_author_of_the_announcement(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    owner = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    author = factories.profile(ProfileType.ADMIN)
    for profile in (owner, author):
        await service.deliver(profile)
    links = {
        ContentType.APPLICATION: "/dashboard/applications/{}/view",
        ContentType.ANNOUNCEMENT: "/dashboard/announcement/{}/view",
    }
    found = []
    for content_type, user in zip(links, (owner, author), strict=True):
        advanced = event(
            RequestAdvanced,
            content_type=content_type,
            content_id=new_id(),
            step=2,
            organization_id=owner.organization_id,
            submitted_by=author.user_id,
        )
        await service.deliver(advanced, sequence=2)
        (notification,) = await notifications_of(session, user.user_id)
        found.append((notification.kind, notification.link))
        links[content_type] = links[content_type].format(advanced.content_id)
    assert found == [("approval_advanced", link) for link in links.values()]


async def test_an_expiring_document_is_announced_to_its_organization_alone(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    owner = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    other = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    for profile in (owner, other):
        await service.deliver(profile)
    document_id = new_id()
    for sequence, days in ((2, 60), (3, 30)):
        expiring = event(
            DocumentExpiring,
            document_id=document_id,
            organization_id=owner.organization_id,
            title_en="Commercial registration",
            title_ar="السجل التجاري",
            expires_on=date(2027, 5, 3),
            days=days,
        )
        await service.deliver(expiring, sequence=sequence)
    found = await notifications_of(session, owner.user_id)
    assert [each.kind for each in found] == ["document_expiring"] * 2
    assert "“Commercial registration”" in found[0].body_en
    assert "3 May 2027" in found[0].body_en
    assert await notifications_of(session, other.user_id) == []


async def test_an_organization_hears_of_its_bill_alone_and_once_of_each_step(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    owner = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    other = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    for profile in (owner, other):
        await service.deliver(profile)
    bill_id, account_id = new_id(), new_id()
    for sequence, notice in enumerate([*BillNotice, BillNotice.OVERDUE], start=1):
        due = event(
            AccountBillDue,
            bill_id=bill_id,
            account_id=account_id,
            organization_id=owner.organization_id,
            notice=notice,
            reference="ITQ-2026-000007",
            month=date(2026, 11, 1),
            amount_minor=150_000,
            due_on=date(2026, 12, 31),
        )
        await service.deliver(due, sequence=min(sequence, 3))
    found = await notifications_of(session, owner.user_id)
    assert sorted(each.kind for each in found) == ["bill_due", "bill_issued", "bill_overdue"]
    for each in found:
        assert "November 2026" in each.body_en
        assert "31 Dec 2026" in each.body_en
        assert each.link == f"/dashboard/payments/accounts/{account_id}"
    assert await notifications_of(session, other.user_id) == []


async def test_an_expiring_document_of_staff_is_announced_to_them_alone(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    owner = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    staff = factories.profile(ProfileType.STAFF, organization_id=owner.organization_id)
    for profile in (owner, staff):
        await service.deliver(profile)
    expiring = event(
        DocumentExpiring, organization_id=owner.organization_id, user_id=staff.user_id, days=30
    )
    await service.deliver(expiring, sequence=2)
    (found,) = await notifications_of(session, staff.user_id)
    assert found.link == "/dashboard/account-settings/profile"
    assert await notifications_of(session, owner.user_id) == []


async def test_a_document_of_an_approved_organization_is_announced_to_the_admins_named(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    viewer, other = (factories.profile(ProfileType.ADMIN) for _ in range(2))
    for profile in (viewer, other):
        await service.deliver(profile)
    replaced = event(
        DocumentReplaced,
        organization_name_en="Al Noor",
        organization_name_ar="النور",
        title_en="Commercial registration",
        title_ar="السجل التجاري",
        reviewer_user_ids=(viewer.user_id,),
    )
    await service.deliver(replaced)
    (found,) = await notifications_of(session, viewer.user_id)
    assert "“Al Noor”" in found.body_en
    assert "«السجل التجاري»" in found.body_ar
    assert found.link == f"/dashboard/organization/{replaced.organization_id}?tab=documents"
    assert await notifications_of(session, other.user_id) == []


async def test_a_document_of_a_staff_member_leads_to_that_person(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    viewer = factories.profile(ProfileType.ADMIN)
    await service.deliver(viewer)
    replaced = event(
        DocumentReplaced,
        organization_name_en="Al Noor",
        organization_name_ar="النور",
        user_id=new_id(),
        user_name_en="Huda",
        user_name_ar="هدى",
        title_en="Work permit",
        title_ar="تصريح العمل",
        reviewer_user_ids=(viewer.user_id,),
    )
    await service.deliver(replaced)
    (found,) = await notifications_of(session, viewer.user_id)
    assert "Huda of “Al Noor”" in found.body_en
    assert "هدى" in found.body_ar
    assert found.link == f"/dashboard/admin-management/{replaced.user_id}/view"


async def test_all_people_of_an_organization_hear_that_it_is_suspended_and_works_again(
    service: ServiceUnderTest, session: AsyncSession
) -> None:
    owner = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    staff, trainer = (
        factories.profile(type_, organization_id=owner.organization_id)
        for type_ in (ProfileType.STAFF, ProfileType.TRAINER)
    )
    other = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
    for profile in (owner, staff, trainer, other):
        await service.deliver(profile)

    async def changed(sequence: int, reason: str | None) -> None:
        happened = event(
            OrganizationSuspensionChanged,
            organization_id=owner.organization_id,
            suspended=reason is not None,
            reason=reason,
        )
        await service.deliver(happened, sequence=sequence)

    await changed(3, "The licence has expired.")
    await changed(3, "The licence has expired.")
    for profile in (owner, staff, trainer):
        (found,) = await notifications_of(session, profile.user_id)
        assert (found.kind, found.link) == ("organization_suspended", "/contact-us")
        assert "Reason: The licence has expired." in found.body_en
    await changed(6, None)
    await changed(5, "Late news.")
    found, _ = sorted(await notifications_of(session, owner.user_id), key=lambda n: -n.version)
    assert (found.kind, found.link) == ("organization_resumed", "/dashboard")
    assert await notifications_of(session, other.user_id) == []
