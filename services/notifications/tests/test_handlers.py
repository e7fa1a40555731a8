"""Each event notifies its recipients exactly once."""

from datetime import timedelta

import pytest
from contracts import ContentType, Event, ProfileType
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.consumers import CONSUMERS
from contracts.enrollment import EnrollmentStatus
from contracts.identity import (
    ConfirmationRequested,
    DataReady,
    DataRequested,
    EmailChanged,
    ErasureChanged,
    ErasureStatus,
    SecurityChange,
    SecurityChanged,
    SignInDetailsChanged,
    UserErased,
)
from contracts.notifications import NotificationsCreated
from contracts.personal_data import NotificationsDataCollected
from contracts.testing import event as an_event
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import ServiceUnderTest
from notifications.config import Settings
from notifications.handlers import HANDLERS
from notifications.notifications.models import Notification
from notifications.replicas.models import Contact, Profile
from notifications.texts.models import INVITATIONS, Kind
from sqlalchemy import select

from services.notifications.tests import factories
from services.notifications.tests.factories import mails, notifications_of

Status = EnrollmentStatus


class TestHandlers:
    def test_are_those_that_the_topology_names(self) -> None:
        assert set(HANDLERS) == CONSUMERS["notifications"]


class TestUserRegistered:
    async def test_is_welcomed_in_the_app_and_by_mail(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.registered()
        await service.deliver(event)
        (notification,) = await notifications_of(session, event.user_id)
        assert notification.title_en == "Welcome to Itqan"
        assert "huda" in notification.body_ar
        assert [mail.notification_id for mail in await mails(session)] == [notification.id]
        (created,) = await service.published(NotificationsCreated)
        assert created.user_ids == {notification.id: event.user_id}

    async def test_is_welcomed_once_when_the_event_comes_twice(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.registered()
        for _ in range(3):
            await service.deliver(event)
        assert len(await notifications_of(session, event.user_id)) == 1
        assert len(await mails(session)) == 1


class TestHistory:
    async def test_events_of_yesterday_are_unread_and_neither_mailed_nor_streamed(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.registered()
        await service.deliver(event, time=utc_now() - timedelta(hours=25))
        (notification,) = await notifications_of(session, event.user_id)
        assert notification.read_at is None
        assert await mails(session) == []
        assert await service.published(NotificationsCreated) == []

    async def test_events_of_before_last_week_are_listed_as_read(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.registered()
        long_ago = utc_now() - timedelta(days=8)
        await service.deliver(event, time=long_ago)
        (notification,) = await notifications_of(session, event.user_id)
        assert notification.created_at == notification.read_at == long_ago
        assert await mails(session) == []
        assert await service.published(NotificationsCreated) == []

    async def test_restated_events_are_read_and_not_mailed(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        enrollment = factories.enrollment(Status.PENDING_PAYMENT, Status.REQUESTED)
        user_id = enrollment.candidate_user_id
        events: list[Event] = [
            factories.registered(user_id=user_id),
            enrollment,
            factories.charge_opened(enrollment),
            factories.charge_paid(payer_user_id=user_id, paid_at=utc_now()),
        ]
        for event in events:
            await service.deliver(event, restated=True)
        rows = await notifications_of(session, user_id)
        assert [row.read_at is not None for row in rows] == [True] * 3
        assert await mails(session) == []

    async def test_events_of_the_last_day_are_mailed(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.registered()
        await service.deliver(event, time=utc_now() - timedelta(hours=23))
        (notification,) = await notifications_of(session, event.user_id)
        assert notification.read_at is None
        assert len(await mails(session)) == 1


class TestOtpRequested:
    async def test_is_mailed_to_the_address_of_the_event_and_shown_nowhere(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.otp(locale="ar")
        await service.deliver(event)
        (mail,) = await mails(session)
        assert (mail.address, mail.locale, mail.expires_at) == (
            event.email,
            "ar",
            event.expires_at,
        )
        assert "482913" in str(mail.content)
        assert await notifications_of(session, event.user_id) == []

    async def test_is_mailed_once_when_the_event_comes_twice(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.otp()
        for _ in range(2):
            await service.deliver(event)
        assert len(await mails(session)) == 1

    async def test_is_not_mailed_after_it_has_expired(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        await service.deliver(factories.otp(expires_at=utc_now() - timedelta(seconds=1)))
        assert await mails(session) == []


class TestSignUpAttempted:
    async def test_is_mailed_at_once_to_the_owner_whether_or_not_the_address_is_verified(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.sign_up_attempted(locale="ar")
        for _ in range(2):
            await service.deliver(event)
        (mail,) = await mails(session)
        assert (mail.address, mail.locale, mail.link) == (event.email, "ar", "/auth/sign-in")
        assert mail.expires_at and mail.expires_at > utc_now() + timedelta(minutes=50)
        assert "لديك حساب بالفعل" in str(mail.content)
        # Signed-in users know of the account, so the app shows nothing.
        assert await notifications_of(session, event.user_id) == []


class TestEmailChanged:
    async def test_is_mailed_to_the_former_address(
        self, service: ServiceUnderTest[Settings], session: AsyncSession
    ) -> None:
        user = await factories.sign_up(service, email="new@example.org")
        former = an_event(EmailChanged, user_id=user.user_id, email="old@example.org", locale="ar")
        for _ in range(2):
            await service.deliver(former)
        await service.deliver(factories.otp(purpose="email_change", email="third@example.org"))
        sent = {mail.address: mail for mail in await mails(session) if mail.address}
        assert set(sent) == {"old@example.org", "third@example.org"}
        mail, code = sent["old@example.org"], sent["third@example.org"]
        assert (mail.locale, mail.link) == ("ar", "/contact-us")
        assert "تغيّر بريدك الإلكتروني" in str(mail.content)
        assert "Your code to confirm the new email" in str(code.content)


class TestSignInDetailsChanged:
    async def test_mails_the_former_address_the_link_until_it_expires(
        self, service: ServiceUnderTest[Settings], session: AsyncSession
    ) -> None:
        user = await factories.sign_up(service, email="new@example.org")
        soon, over = utc_now() + timedelta(days=7), utc_now() - timedelta(minutes=1)
        for locale, expires_at in (("ar", soon), ("en", soon), ("en", over)):
            event = an_event(
                SignInDetailsChanged,
                user_id=user.user_id,
                email=f"{locale}@example.org",
                locale=locale,
                token="sEcret",
                expires_at=expires_at,
            )
            for _ in range(2):
                await service.deliver(event)
        sent = {mail.address: mail for mail in await mails(session) if mail.address}
        assert set(sent) == {"ar@example.org", "en@example.org"}
        assert {mail.link for mail in sent.values()} == {"/auth/account-change#sEcret"}
        assert "غيّر أحد المشرفين بيانات حسابك" in str(sent["ar@example.org"].content)
        assert "Undo the change" in str(sent["en@example.org"].content)


class TestConfirmationRequested:
    async def test_notifies_each_admin_who_can_confirm_once_in_the_app_and_by_mail(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        admins = [factories.registered(user_id=new_id()) for _ in range(2)]
        for admin in admins:
            await service.deliver(admin)
        event = an_event(
            ConfirmationRequested,
            name_en="Khalid Omar",
            name_ar="خالد عمر",
            requester_name_en="Noor Hassan",
            requester_name_ar="نور حسن",
            eligible_user_ids=(admins[0].user_id,),
            expires_at=utc_now() + timedelta(days=3),
        )
        for _ in range(2):
            await service.deliver(event)
        _, notice = await notifications_of(session, admins[0].user_id)
        assert notice.kind == "confirmation_waits"
        assert "Khalid Omar" in notice.body_en and "نور حسن" in notice.body_ar
        assert str(event.confirmation_id) in (notice.link or "")
        (mail,) = [m for m in await mails(session) if m.notification_id == notice.id]
        assert "مراجعة التغيير" in str(mail.content) and "Review the change" in str(mail.content)
        assert len(await notifications_of(session, admins[1].user_id)) == 1


class TestInvitationCreated:
    async def test_is_mailed_once_with_its_link(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.invitation(email="reem@example.org", locale="ar", token="sEcret")
        for _ in range(2):
            await service.deliver(event)
        (mail,) = await mails(session)
        assert (mail.address, mail.locale) == (event.email, "ar")
        assert mail.link == "/auth/invitation#sEcret"
        assert "تدعوك موانئ الخليج للانضمام إلى موظفيها" in str(mail.content)
        assert "Gulf Ports invites you to join its staff" in str(mail.content)
        assert await notifications_of(session, event.user_id) == []

    @pytest.mark.parametrize("type_", INVITATIONS)
    async def test_has_a_text_for_what_people_are_invited_as(
        self, service: ServiceUnderTest, session: AsyncSession, type_: ProfileType
    ) -> None:
        await service.deliver(factories.invitation(type_, organization_name_en=None))
        (mail,) = await mails(session)
        assert "You can use it once" in str(mail.content)

    async def test_of_a_candidate_names_the_organization_that_brings_them(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        await service.deliver(factories.invitation(ProfileType.CANDIDATE))
        (mail,) = await mails(session)
        assert "Gulf Ports created an account for you" in str(mail.content)

    async def test_is_not_mailed_when_it_has_expired(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        await service.deliver(factories.invitation(expires_at=utc_now()))
        assert await mails(session) == []


class TestSecurityChanged:
    async def test_notifies_whose_account_it_is_of_each_change_once(
        self, service: ServiceUnderTest[Settings], session: AsyncSession
    ) -> None:
        huda = await factories.sign_up(service)
        for change in SecurityChange:
            event = factories.security_changed(change, user_id=huda.user_id)
            for _ in range(2):
                await service.deliver(event)
        kinds = [each.kind for each in await notifications_of(session, huda.user_id)]
        assert sorted(kinds) == sorted(["welcome", *SecurityChange])
        links = {mail.link for mail in await mails(session)}
        assert "/candidate/security" in links

    async def test_of_a_kind_that_is_not_known_yet_is_passed_over(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        unknown = SecurityChanged.model_validate(
            {"change_id": new_id(), "user_id": new_id(), "change": "face_added"}
        )
        await service.deliver(unknown)
        assert await notifications_of(session, unknown.user_id) == []


class TestProfileUpdated:
    async def test_an_older_version_changes_nothing(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        event = factories.profile(active=False)
        await service.deliver(event, sequence=3)
        await service.deliver(event.model_copy(update={"active": True}), sequence=2)
        row = await session.get(Profile, event.profile_id)
        assert row and not row.active and row.source_version == 3

    async def test_the_newest_profile_of_a_person_gives_the_address(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        user_id, now = new_id(), utc_now()
        newer = factories.profile(user_id=user_id, email="new@example.org")
        older = factories.profile(ProfileType.STAFF, user_id=user_id, email="old@example.org")
        await service.deliver(newer, time=now)
        await service.deliver(older, sequence=9, time=now - timedelta(minutes=1))
        contact = await session.get(Contact, user_id)
        assert contact and contact.email == "new@example.org"
        assert len((await session.execute(select(Profile))).all()) == 2


class TestRequestDecided:
    @pytest.mark.parametrize(
        ("type_", "kind"),
        [
            (RequestApproved, "organization_approved"),
            (RequestRejected, "organization_rejected"),
            (RequestReturned, "organization_returned"),
        ],
    )
    async def test_an_organization_is_notified_of_the_decision(
        self,
        service: ServiceUnderTest,
        session: AsyncSession,
        type_: type[factories.Decided],
        kind: str,
    ) -> None:
        owner = factories.profile(ProfileType.ORGANIZATION, organization_id=new_id())
        assert owner.organization_id
        await service.deliver(owner)
        await service.deliver(
            factories.decided(type_, ContentType.ORGANIZATION, owner.organization_id)
        )
        assert [row.kind for row in await notifications_of(session, owner.user_id)] == [kind]

    async def test_the_author_of_an_announcement_is_notified_of_the_decision(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        author, announcement_id = new_id(), new_id()
        title = {"name_en": "Drivers", "name_ar": "سائقون"}
        decided: list[tuple[type[factories.Decided], int]] = [
            (RequestReturned, 1),
            (RequestRejected, 2),
            (RequestApproved, 3),
        ]
        for type_, submission in decided:
            event = factories.decided(
                type_,
                ContentType.ANNOUNCEMENT,
                announcement_id,
                submission=submission,
                submitted_by=author,
                comment="A date",
                **title,
            )
            await service.deliver(event, sequence=submission)
        notes = await notifications_of(session, author)
        assert [row.kind for row in notes] == [
            "announcement_returned",
            "announcement_rejected",
            "announcement_approved",
        ]
        assert "“Drivers”" in notes[0].body_en and "A date" in notes[0].body_en
        assert "«سائقون»" in notes[2].body_ar
        assert {row.link for row in notes} == {f"/dashboard/announcement/{announcement_id}/view"}

    async def test_a_staff_member_is_notified_why_it_was_returned(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        staff = factories.profile(ProfileType.STAFF, organization_id=new_id())
        await service.deliver(staff)
        await service.deliver(
            factories.decided(
                RequestReturned, ContentType.STAFF, staff.profile_id, comment="A sharper picture"
            )
        )
        (notification,) = await notifications_of(session, staff.user_id)
        assert "What to change: A sharper picture" in notification.body_en
        assert notification.link == "/dashboard/account-settings/profile"

    async def test_an_older_submission_does_not_notify_after_a_newer_one(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        staff = factories.profile(ProfileType.STAFF, organization_id=new_id())
        await service.deliver(staff)
        decided: list[tuple[type[factories.Decided], int]] = [
            (RequestApproved, 2),
            (RequestReturned, 1),
        ]
        for type_, submission in decided:
            event = factories.decided(
                type_, ContentType.STAFF, staff.profile_id, submission=submission
            )
            await service.deliver(event, sequence=submission)
        assert [row.kind for row in await notifications_of(session, staff.user_id)] == [
            "staff_approved"
        ]

    async def test_other_content_notifies_nobody(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        await service.deliver(
            factories.decided(RequestApproved, ContentType.ANNOUNCEMENT, new_id())
        )
        assert (await session.execute(select(Notification))).all() == []


class TestPersonalData:
    async def test_is_given_out_and_then_forgotten(
        self, service: ServiceUnderTest[Settings], session: AsyncSession
    ) -> None:
        mine, other = await factories.sign_up(service), await factories.sign_up(service)
        person = {"user_id": mine.user_id, "profile_ids": [new_id()]}
        await service.deliver(DataRequested(request_id=new_id(), email=mine.email, **person))
        (answer,) = await service.published(NotificationsDataCollected)
        assert len(answer.rows["notifications"]) == len(answer.rows["contacts"]) == 1
        for _ in range(2):
            await service.deliver(UserErased(email=mine.email, **person))
        assert await notifications_of(session, mine.user_id) == []
        assert len(await notifications_of(session, other.user_id)) == 1
        assert {mail.user_id for mail in await mails(session)} == {other.user_id}

    async def test_its_file_and_its_erasure_are_heard_of(
        self, service: ServiceUnderTest[Settings], session: AsyncSession
    ) -> None:
        person = await factories.sign_up(service)
        ready = DataReady(request_id=new_id(), user_id=person.user_id, expires_at=utc_now())
        await service.deliver(ready)
        rejected = ErasureChanged(
            erasure_id=new_id(),
            user_id=person.user_id,
            status=ErasureStatus.REJECTED,
            comment="A case is open",
        )
        await service.deliver(rejected)
        requested = rejected.model_copy(
            update={"erasure_id": new_id(), "status": ErasureStatus.REQUESTED, "comment": None}
        )
        admin = factories.profile(ProfileType.ADMIN, user_id=new_id())
        await service.deliver(admin)
        await service.deliver(requested)
        await service.deliver(
            requested.model_copy(update={"erasure_id": new_id(), "by_admin": True})
        )
        _, file, refusal, by_admin = await notifications_of(session, person.user_id)
        assert file.title_en == "Your data is ready to download"
        assert "A case is open" in refusal.body_en
        assert by_admin.kind is Kind.ERASURE_REQUESTED
        assert by_admin.link and by_admin.link.endswith("/my-data")
        assert file.link and file.link.endswith("/my-data")
