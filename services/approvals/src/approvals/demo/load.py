"""Load the demo's levels and requests. Existing rows stay.

Nothing is published: identity's demo data already has these states. Organizations and people have
the IDs of identity's demo (`demo.demo_id`). Identity also publishes the pending submission; its
request exists already, so the event is ignored.
"""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from contracts import ContentType
from contracts.submissions import Snapshot, SubmittedField
from kit.database.db import AsyncSession, utc_now
from kit.domain.demo import demo_id
from kit.domain.demo.organizations import get_demo_snapshot
from kit.domain.timezone import RIYADH
from sqlalchemy import select
from sqlmodel import col

from approvals.approvers.models import LevelApprover, Rule
from approvals.levels.models import Level
from approvals.requests.deadlines.rules import due_on, working_days
from approvals.requests.models import (
    REQUEST_STATES,
    ApprovalRequest,
    Decision,
    RequestStatus,
    Step,
    Verdict,
)
from approvals.requests.service import lock_content_types


class DemoLevel(NamedTuple):
    """A level and its approvers' usernames; the first one made its decisions."""

    content_type: ContentType
    name_en: str
    name_ar: str
    rule: Rule
    approvers: tuple[str, ...]
    target_days: int = 3


class DemoRequest(NamedTuple):
    """A demo submission; `key` names an organization or a staff member."""

    content_type: ContentType
    key: str
    organization: str
    name_en: str
    name_ar: str
    days_ago: int
    """Days since the latest decision."""
    waits_at: int | None = None
    """Step of a pending request; None once all steps are approved."""


LEVELS = (
    DemoLevel(
        ContentType.ORGANIZATION,
        "Document review",
        "مراجعة المستندات",
        Rule.ANY,
        ("reviewer", "admin"),
    ),
    DemoLevel(
        ContentType.ORGANIZATION,
        "Management decision",
        "قرار الإدارة",
        Rule.ALL,
        ("admin",),
    ),
    DemoLevel(ContentType.STAFF, "Staff review", "مراجعة الموظفين", Rule.ANY, ("reviewer",)),
    # Admins submit announcements and must not decide on their own.
    DemoLevel(
        ContentType.ANNOUNCEMENT, "Announcement review", "مراجعة الإعلانات", Rule.ANY, ("reviewer",)
    ),
)

REQUESTS = (
    DemoRequest(
        ContentType.ORGANIZATION,
        "gla",
        "gla",
        "Gulf Logistics Academy",
        "أكاديمية الخليج اللوجستية",
        140,
    ),
    DemoRequest(
        ContentType.ORGANIZATION,
        "rsp",
        "rsp",
        "Red Sea Ports Training Centre",
        "مركز البحر الأحمر لتدريب الموانئ",
        136,
    ),
    DemoRequest(
        ContentType.ORGANIZATION, "nti", "nti", "Najd Transport Institute", "معهد نجد للنقل", 132
    ),
    DemoRequest(ContentType.STAFF, "gla.manager", "gla", "Bandar Al Dosari", "بندر الدوسري", 121),
    DemoRequest(ContentType.STAFF, "gla.staff", "gla", "Amal Al Shehri", "أمل الشهري", 96),
    DemoRequest(
        ContentType.ORGANIZATION,
        "jlc",
        "jlc",
        "Jubail Logistics College",
        "كلية الجبيل اللوجستية",
        1,
        waits_at=2,
    ),
)
COMMENT = "Complete and valid."


async def load(session: AsyncSession) -> int:
    """Create missing levels and requests and return the number of requests.

    Content types that already have levels keep them.
    """
    await lock_content_types(session, ContentType)
    existing = set((await session.execute(select(col(ApprovalRequest.content_id)))).scalars())
    missing = [request for request in REQUESTS if _content_id(request) not in existing]
    used = set((await session.execute(select(col(Level.content_type)))).scalars())
    for content_type in {level.content_type for level in LEVELS} - used:
        await _add_levels(session, content_type)
    for request in missing:
        await _add_request(session, request)
    return len(missing)


async def _add_levels(session: AsyncSession, content_type: ContentType) -> None:
    for position, level in enumerate(_levels(content_type), start=1):
        level_id = demo_id("level", level.name_en)
        session.add(
            Level(
                id=level_id,
                content_type=content_type,
                position=position,
                name_en=level.name_en,
                name_ar=level.name_ar,
                rule=level.rule,
                target_days=level.target_days,
            )
        )
        await session.flush()
        session.add_all(
            LevelApprover(level_id=level_id, user_id=demo_id("user", username))
            for username in level.approvers
        )


async def _add_request(session: AsyncSession, request: DemoRequest) -> None:
    levels = _levels(request.content_type)
    done = len(levels) if request.waits_at is None else request.waits_at - 1
    decided_at = utc_now() - timedelta(days=request.days_ago)
    row = ApprovalRequest(
        id=demo_id("approval", request.key),
        content_type=request.content_type,
        content_id=_content_id(request),
        submission=1,
        name_en=request.name_en,
        name_ar=request.name_ar,
        organization_id=demo_id("organization", request.organization),
        submitted_by=demo_id("user", request.organization),
        submitted_at=decided_at - timedelta(days=done, hours=3),
        step=request.waits_at or len(levels),
        step_since=decided_at,
        due_on=due_on(decided_at, levels[(request.waits_at or len(levels)) - 1].target_days),
        snapshot=_snapshot(request).model_dump(mode="json"),
    )
    if request.waits_at is None:
        REQUEST_STATES.transition(row, RequestStatus.APPROVED)
        row.decided_by = demo_id("user", levels[-1].approvers[0])
        row.comment = COMMENT
        row.decided_at = decided_at
    session.add(row)
    await session.flush()
    for position, level in enumerate(levels, start=1):
        existing = await session.get(Level, demo_id("level", level.name_en))
        session.add(
            Step(
                request_id=row.id,
                position=position,
                level_id=existing.id if existing else None,
                name_en=level.name_en,
                name_ar=level.name_ar,
                rule=level.rule,
                target_days=level.target_days,
            )
        )
        if position <= done:
            # Decisions are one day apart.
            created_at = decided_at - timedelta(days=done - position)
            since = created_at - timedelta(days=1)
            session.add(
                Decision(
                    request_id=row.id,
                    step=position,
                    user_id=demo_id("user", level.approvers[0]),
                    approver_id=demo_id("user", level.approvers[0]),
                    verdict=Verdict.APPROVED,
                    comment=COMMENT,
                    working_days=working_days(since, created_at.astimezone(RIYADH).date()),
                    overdue=False,
                    created_at=created_at,
                )
            )
    await session.flush()


def _snapshot(request: DemoRequest) -> Snapshot:
    """Demo snapshots of staff contain only names."""
    if request.content_type is ContentType.ORGANIZATION:
        return get_demo_snapshot(request.key)
    names = (("name_en", request.name_en), ("name_ar", request.name_ar))
    return Snapshot(fields=tuple(SubmittedField(name=name, value=value) for name, value in names))


def _levels(content_type: ContentType) -> list[DemoLevel]:
    return [level for level in LEVELS if level.content_type is content_type]


def _content_id(request: DemoRequest) -> UUID:
    kind = "organization" if request.content_type is ContentType.ORGANIZATION else "profile"
    return demo_id(kind, request.key)
