"""Loading the demo's notifications. What is there already stays, so it can run at every start.

They are neither mailed nor streamed. People are those of identity's demo, whose ids every service
gets from `kit.demo.demo_id`.
"""

from datetime import timedelta
from typing import NamedTuple

from kit.db import AsyncSession, utc_now
from kit.demo import demo_id
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.notifications.models import Notification
from notifications.texts.compose import compose, phrase
from notifications.texts.models import Kind, Values


class DemoNotification(NamedTuple):
    """A notification of a demo person, how many days ago it came, and whether it is read."""

    username: str
    kind: Kind
    values: Values
    link: str
    days_ago: float
    read: bool


def _welcome(username: str, days_ago: float, *, read: bool) -> DemoNotification:
    values: Values = {"username": username, "product": phrase("product")}
    return DemoNotification(username, Kind.WELCOME, values, "/trainings", days_ago, read)


def _approved(username: str, kind: Kind, days_ago: float) -> DemoNotification:
    return DemoNotification(username, kind, {"reason": ""}, "/dashboard", days_ago, read=True)


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


async def load(session: AsyncSession) -> int:
    """Make the missing notifications; how many there were."""
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
