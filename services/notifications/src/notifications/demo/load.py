"""Load the demo's notifications and inquiries. Idempotent, so it can run at every start.

Only older notifications are loaded: newer ones come from events of other services' demos. None is
mailed or streamed. Users are those of identity's demo, by `kit.domain.demo.demo_id`.
"""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from contracts.app_routes import AppRoute
from contracts.enrollment import EnrollmentStatus
from kit.database.db import AsyncSession, utc_now
from kit.domain.demo import demo_id
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.canned_answers.models import CannedAnswer
from notifications.group_messages.models import GroupMessage, GroupMessageStatus
from notifications.group_messages.schemas import BatchAudience
from notifications.inquiries.models import (
    EntryKind,
    Inquiry,
    InquiryEntry,
    InquiryStatus,
    InquiryTopic,
)
from notifications.notifications.models import Notification
from notifications.texts.models import Kind, Values
from notifications.texts.service import compose, get_phrase

MESSAGE_BATCH = "FLT-110-3"
"""Future batch of the port's organization."""


class DemoNotification(NamedTuple):
    """Notification of a demo user; its age is in days."""

    username: str
    kind: Kind
    values: Values
    link: str
    days_ago: float
    read: bool


def _welcome(username: str, days_ago: float, *, read: bool) -> DemoNotification:
    values: Values = {"username": username, "product": get_phrase("product")}
    return DemoNotification(username, Kind.WELCOME, values, AppRoute.TRAININGS, days_ago, read)


def _approved(username: str, kind: Kind, days_ago: float) -> DemoNotification:
    return DemoNotification(username, kind, {"reason": ""}, AppRoute.DASHBOARD, days_ago, read=True)


NOTIFICATIONS = (
    *(
        _welcome(username, 160 - 3 * index, read=True)
        for index, username in enumerate(
            ("admin", "reviewer", "gla", "rsp", "nti", "gla.manager", "gla.staff", "trainer")
        )
    ),
    *(
        _welcome(username, 90 - 7 * index, read=True)
        for index, username in enumerate(("sara", "layla", "faisal"))
    ),
    *(
        _welcome(username, 2 + 0.7 * index, read=False)
        for index, username in enumerate(("omar", "reem", "majed"))
    ),
    *(
        _approved(username, Kind.ORGANIZATION_APPROVED, 140 - 4 * index)
        for index, username in enumerate(("gla", "rsp", "nti"))
    ),
    _approved("gla.manager", Kind.STAFF_APPROVED, 121),
    _approved("gla.staff", Kind.STAFF_APPROVED, 96),
)


class DemoEntry(NamedTuple):
    """Entry of a demo inquiry, in hours after the inquiry, with its author if an admin wrote it."""

    kind: EntryKind
    text: str
    hours: float
    username: str | None = None


class DemoInquiry(NamedTuple):
    """Demo inquiry; its age is in days."""

    reference: str
    name: str
    email: str
    topic: InquiryTopic
    locale: str
    message: str
    days_ago: float
    status: InquiryStatus = InquiryStatus.OPEN
    username: str | None = None
    """The assignee."""
    entries: tuple[DemoEntry, ...] = ()


INQUIRIES = (
    DemoInquiry(
        "Q-2DEMA234",
        "Nawal Harbi",
        "nawal.harbi@example.com",
        InquiryTopic.ENROLLMENT,
        "ar",
        "هل يمكن نقل تسجيلي في دورة تشغيل الرافعات الشوكية إلى موعد لاحق؟ لدي سفر في الأسبوع نفسه.",
        0.3,
    ),
    DemoInquiry(
        "Q-2DEMB345",
        "Tariq Osman",
        "tariq.osman@example.com",
        InquiryTopic.ORGANIZATION,
        "en",
        "We would like to train twelve drivers in Dammam before Ramadan. Which batches have enough"
        " seats, and can we pay by one invoice?",
        1.2,
        username="reviewer",
        entries=(
            DemoEntry(EntryKind.NOTE, "Big customer; ask the provider about January.", 2, "admin"),
        ),
    ),
    DemoInquiry(
        "Q-2DEMC456",
        "هند الشمري",
        "hind.alshammari@example.com",
        InquiryTopic.PAYMENT,
        "ar",
        "دفعت رسوم الدورة مرتين بسبب انقطاع الاتصال. كيف أسترد المبلغ الثاني؟",
        4,
        InquiryStatus.ANSWERED,
        "reviewer",
        (
            DemoEntry(
                EntryKind.ANSWER,
                "أُعيد المبلغ الثاني إلى بطاقتك، ويظهر في كشف حسابك خلال أيام قليلة.",
                3.5,
                "reviewer",
            ),
        ),
    ),
    DemoInquiry(
        "Q-2DEMD567",
        "Grace Lim",
        "grace.lim@example.com",
        InquiryTopic.PRESS,
        "en",
        "I write about logistics skills in the region. Whom may I interview about certification?",
        9,
        InquiryStatus.CLOSED,
        "admin",
        (
            DemoEntry(EntryKind.ANSWER, "With pleasure: we suggest Sunday at 10.", 20, "admin"),
            DemoEntry(EntryKind.MESSAGE, "Sunday suits me well. Thank you!", 22),
            DemoEntry(EntryKind.ANSWER, "See you then.", 23, "admin"),
        ),
    ),
)


CANNED_ANSWERS = (
    {
        "name_en": "Another date",
        "name_ar": "موعد آخر",
        "text_en": "Dear {name},\n\nYou can move to another batch of the same training while it has"
        " free seats: open your enrollment, choose “Cancel”, and enroll in the new batch. What you"
        " paid goes back as the terms of your batch say.",
        "text_ar": "عزيزنا {name}،\n\nيمكنك الانتقال إلى دورة أخرى من البرنامج نفسه ما دامت"
        " فيها مقاعد متاحة: افتح تسجيلك واختر «إلغاء التسجيل»، ثم سجّل في الدورة الجديدة."
        " ويُرد ما دفعته وفق شروط دورتك.",
    },
    {
        "name_en": "Refund on its way",
        "name_ar": "المبلغ في طريقه",
        "text_en": "Dear {name},\n\nWe have asked for your refund. Your bank may take some days to"
        " show it. If it has not come within two weeks, write to us again and quote {reference}.",
        "text_ar": "عزيزنا {name}،\n\nطلبنا رد المبلغ، وقد يستغرق ظهوره في حسابك البنكي بضعة أيام."
        " إن لم يصل خلال أسبوعين فراسلنا مجددًا واذكر الرقم المرجعي {reference}.",
    },
)


async def load(session: AsyncSession) -> int:
    """Create missing demo data; return the number of notifications."""
    for demo in INQUIRIES:
        await _load_inquiry(session, demo)
    await _load_message(session)
    answers = [
        {"id": demo_id("canned_answer", each["name_en"]), "position": place, "version": 1, **each}
        for place, each in enumerate(CANNED_ANSWERS, start=1)
    ]
    await session.execute(insert(CannedAnswer).values(answers).on_conflict_do_nothing())
    made = await session.execute(
        insert(Notification)
        .values([_row(demo) for demo in NOTIFICATIONS])
        .on_conflict_do_nothing()
        .returning(col(Notification.id))
    )
    return len(made.all())


def _row(demo: DemoNotification) -> dict[str, object]:
    message = compose(demo.kind, demo.values)
    created_at = utc_now() - timedelta(days=demo.days_ago)
    key = f"{demo.kind}:{demo.username}"
    return {
        "id": demo_id("notification", key),
        "user_id": demo_id("user", demo.username),
        "topic": f"demo:{demo.kind}",
        "version": 1,
        "kind": demo.kind,
        "title_en": message.en.title,
        "title_ar": message.ar.title,
        "body_en": message.en.body,
        "body_ar": message.ar.body,
        "link": demo.link,
        "created_at": created_at,
        "read_at": created_at + timedelta(hours=5) if demo.read else None,
    }


async def _load_inquiry(session: AsyncSession, demo: DemoInquiry) -> None:
    """Create an inquiry without sending mails."""
    inquiry_id = demo_id("inquiry", demo.reference)
    if await session.get(Inquiry, inquiry_id):
        return
    came_at = utc_now() - timedelta(days=demo.days_ago)
    said_at = [came_at + timedelta(hours=entry.hours) for entry in demo.entries]
    answered_at = [
        at
        for at, entry in zip(said_at, demo.entries, strict=True)
        if entry.kind is EntryKind.ANSWER
    ]
    session.add(
        Inquiry(
            id=inquiry_id,
            reference=demo.reference,
            name=demo.name,
            email=demo.email,
            phone=None,
            topic=demo.topic,
            message=demo.message,
            locale=demo.locale,
            consented_at=came_at,
            status=demo.status,
            assignee_id=_user_id(demo.username),
            first_answered_at=min(answered_at, default=None),
            created_at=came_at,
            updated_at=max([came_at, *said_at]),
        )
    )
    await session.flush()
    session.add_all(
        InquiryEntry(
            id=demo_id("inquiry_entry", f"{demo.reference}:{place}"),
            inquiry_id=inquiry_id,
            kind=entry.kind,
            text=entry.text,
            author_id=_user_id(entry.username),
            created_at=at,
        )
        for place, (at, entry) in enumerate(zip(said_at, demo.entries, strict=True))
    )


async def _load_message(session: AsyncSession) -> None:
    """Create a scheduled message, which can still be changed."""
    message_id, batch_id = demo_id("group_message", "gla"), demo_id("batch", MESSAGE_BATCH)
    send_at = utc_now() + timedelta(days=20)
    audience = BatchAudience(kind="batch", batch_id=batch_id, statuses=[EnrollmentStatus.CONFIRMED])
    await session.execute(
        insert(GroupMessage)
        .values(
            id=message_id,
            organization_id=demo_id("organization", "gla"),
            author_id=demo_id("user", "gla"),
            batch_id=batch_id,
            audience=audience.model_dump(mode="json"),
            subject_en="Bring your safety shoes",
            subject_ar="أحضر حذاء السلامة",
            text_en="The first day is in the yard.\n\nThe way: https://maps.example.com/yard",
            text_ar="اليوم الأول في الساحة.\n\nالطريق: https://maps.example.com/yard",
            status=GroupMessageStatus.SCHEDULED,
            send_at=send_at,
            next_at=send_at,
            expected=0,
            receivers=0,
            passed_over=0,
            version=1,
        )
        .on_conflict_do_nothing()
    )


def _user_id(username: str | None) -> UUID | None:
    return demo_id("user", username) if username else None
