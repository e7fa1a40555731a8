"""Prepares the texts of a batch's printed lists in both languages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from kit.documents.papers import Paper
from kit.domain.people import resolve_names
from kit.domain.timezone import RIYADH
from sqlalchemy import Row

from enrollment.attendance.models import Attendance
from enrollment.attendance.schemas import AttendanceSheet, AttendedSession, AttendingPerson
from enrollment.certificates.export import STATES
from enrollment.certificates.models import CertificateState
from enrollment.certificates.rules import format_number
from enrollment.papers.adapters.dates import format_date, format_range, format_weekday

ATTENDANCE = Path(__file__).parent / "templates" / "attendance.typ"
CERTIFICATES = Path(__file__).parent / "templates" / "certificates.typ"
SESSIONS_PER_PAGE = 6
"""Number of sessions side by side; the others continue on further pages."""
_MARKS = {
    Attendance.PRESENT: ("Present", "حاضر"),
    Attendance.LATE: ("Late", "متأخر"),
    Attendance.ABSENT: ("Absent", "غائب"),
    Attendance.EXCUSED: ("Excused", "معذور"),
}


@dataclass(frozen=True, slots=True)
class Heading:
    """Heading of a list."""

    code: str
    """Code of the batch."""
    training_en: str
    training_ar: str
    organization_en: str
    """Names are empty until identity has published the organization."""
    organization_ar: str
    starts_at: datetime
    ends_at: datetime


def build_attendance_list(
    heading: Heading, sheet: AttendanceSheet, session_id: UUID | None, now: datetime
) -> Paper:
    """Build a signature sheet for one session or all, including existing marks."""
    sessions = [each for each in sheet.sessions if session_id in (None, each.id)]
    blocks = [
        {
            "sessions": [_session(each) for each in abreast],
            "rows": [_build_person(person, abreast) for person in sheet.people],
        }
        for abreast in (
            sessions[at : at + SESSIONS_PER_PAGE]
            for at in range(0, len(sessions), SESSIONS_PER_PAGE)
        )
    ]
    return Paper({**_build_heading(heading, now), "blocks": blocks}, now)


def build_certificate_list(
    heading: Heading, rows: Iterable[Row[Any]], public_url: str, now: datetime
) -> Paper:
    """Build the list of a batch's certificates with their current state, by holder."""
    data = {
        **_build_heading(heading, now),
        "site": f"{urlsplit(public_url).netloc}/verify-certificate",
        "rows": [_certificate(row) for row in rows],
    }
    return Paper(data, now)


def _build_heading(heading: Heading, now: datetime) -> dict[str, Any]:
    first, last = (each.astimezone(RIYADH).date() for each in (heading.starts_at, heading.ends_at))
    held_en, held_ar = format_range(first, last)
    local = now.astimezone(RIYADH)
    today_en, today_ar = format_date(local.date())
    return {
        "code": heading.code,
        "training_en": heading.training_en,
        "training_ar": heading.training_ar,
        "organization_en": heading.organization_en,
        "organization_ar": heading.organization_ar,
        "held_en": held_en,
        "held_ar": held_ar,
        "printed_en": f"Printed on {today_en}, {local:%H:%M}",
        "printed_ar": f"طُبع في {today_ar}، {local:%H:%M}",
    }


def _session(meeting: AttendedSession) -> dict[str, str]:
    starts, ends = (each.astimezone(RIYADH) for each in (meeting.starts_at, meeting.ends_at))
    weekday_en, weekday_ar = format_weekday(starts.date())
    day_en, day_ar = format_date(starts.date())
    return {
        "weekday_en": weekday_en,
        "weekday_ar": weekday_ar,
        "day_en": day_en,
        "day_ar": day_ar,
        "times": f"{starts:%H:%M} – {ends:%H:%M}",
    }


def _build_person(person: AttendingPerson, sessions: Sequence[AttendedSession]) -> dict[str, Any]:
    marks = {mark.session_id: mark.attendance for mark in person.marks}
    return {
        **resolve_names(person.name_en, person.name_ar),
        "marks": [
            _MARKS[mark] if (mark := marks.get(session.id)) else None for session in sessions
        ],
    }


def _certificate(row: Row[Any]) -> dict[str, Any]:
    state = STATES[CertificateState(row.state)]
    expires_en, expires_ar = (
        format_date(row.expires_on) if row.expires_on else ("Does not expire", "لا تنتهي")
    )
    issued_en, issued_ar = format_date(row.issued_on)
    return {
        "number": format_number(row.number),
        "name_en": row.holder_name_en,
        "name_ar": row.holder_name_ar,
        "score": None if row.score_percent is None else f"{row.score_percent}%",
        "issued": (issued_en, issued_ar),
        "expires": (expires_en, expires_ar),
        "state": (state.en, state.ar),
    }
