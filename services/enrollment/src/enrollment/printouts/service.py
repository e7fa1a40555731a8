from datetime import timedelta
from pathlib import Path
from uuid import UUID

from kit.core.errors import Unavailable
from kit.database import db
from kit.database.db import Database
from kit.documents import papers
from kit.documents.papers import Paper
from kit.security.auth import Principal
from kit.security.rate_limiter import RateLimiter

from enrollment.attendance.errors import SessionUnknown
from enrollment.attendance.queries import get_sheet
from enrollment.printouts.adapters.batch_lists import (
    ATTENDANCE,
    CERTIFICATES,
    build_attendance_list,
    build_certificate_list,
)
from enrollment.printouts.queries import get_heading, list_certificates

PRINT_LIMIT = RateLimiter(60, timedelta(minutes=10))
"""Rate limit of lists for each person and replica of the service."""


async def print_attendance(
    database: Database, actor: Principal, batch_id: UUID, session_id: UUID | None
) -> tuple[str, bytes]:
    """Return the batch's code and its attendance sheet as a PDF, for one session or all.

    Raises `BatchUnknown`, `SessionUnknown`, and `Unavailable` if printing is impossible now.
    """
    # Hold no database connection while rendering.
    async with database.transaction() as session:
        heading = await get_heading(session, actor, batch_id)
        sheet = await get_sheet(session, actor, batch_id)
        now = await db.now(session)
    if session_id and session_id not in {each.id for each in sheet.sessions}:
        raise SessionUnknown
    paper = build_attendance_list(heading, sheet, session_id, now)
    return heading.code, await _render(ATTENDANCE, paper)


async def print_certificates(
    database: Database, actor: Principal, batch_id: UUID, public_url: str
) -> tuple[str, bytes]:
    """Return the batch's code and its list of certificates as a PDF.

    Raises `BatchUnknown`, and `Unavailable` if printing is impossible now.
    """
    async with database.transaction() as session:
        heading = await get_heading(session, actor, batch_id)
        rows = await list_certificates(session, actor, batch_id)
        now = await db.now(session)
    paper = build_certificate_list(heading, rows, public_url, now)
    return heading.code, await _render(CERTIFICATES, paper)


async def _render(template: Path, paper: Paper) -> bytes:
    (pdf,) = await papers.render(template, [paper])
    if pdf is None:
        raise Unavailable
    return pdf
