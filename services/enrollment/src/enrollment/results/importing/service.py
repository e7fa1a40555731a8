"""Imports scores from files, all rows or none, and builds their templates."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from kit.core.errors import Invalid
from kit.database.db import AsyncSession
from kit.domain.cleaning import clean_code
from kit.security.auth import Principal
from kit.spreadsheets.sheets import Column, Line, Sheet, find_columns
from sqlalchemy import Row, func, select
from sqlmodel import col

from enrollment.attendance.queries import get_batch_access, is_finished, list_people
from enrollment.attendance.rules import MARKABLE
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Profile
from enrollment.results.errors import BatchFinished, RowsInvalid
from enrollment.results.models import Assessment
from enrollment.results.queries import list_assessments, list_points
from enrollment.results.schemas import (
    ImportedScore,
    ResultSheet,
    ScoreImport,
    ScoreImportRow,
    ScoreProblem,
    ScoreSet,
)
from enrollment.results.service import set_scores

_PERSON = Column(
    "person", "Username", "اسم المستخدم", required=True, other_names=("user", "candidate")
)
_NAME = Column(
    "name",
    "Name (read-only)",
    "الاسم (للقراءة فقط)",
    other_names=("Name (only to read)",),
)


async def get_template(
    session: AsyncSession, actor: Principal, batch_id: UUID, language: str
) -> tuple[list[Column], list[list[str]]]:
    """Return the template's columns, and a line for each person with the current scores.

    Raises `BatchUnknown` and `BatchFinished`.
    """
    assessments = await _list_open_assessments(session, actor, batch_id)
    points = await list_points(session, batch_id)
    lines = [
        [
            row.username,
            row.name_ar if language == "ar" else row.name_en,
            *(_format_points(points[row.enrollment_id].get(each.id)) for each in assessments),
        ]
        for row in await _list_people(session, batch_id)
    ]
    return _columns(assessments), lines


async def check_scores(
    session: AsyncSession, actor: Principal, batch_id: UUID, sheet: Sheet
) -> ScoreImport:
    """Preview a file's rows without storing them.

    Raises `BatchUnknown`, `BatchFinished`, and `Invalid` for the field `file` if its columns differ
    from the template.
    """
    assessments = await _list_open_assessments(session, actor, batch_id)
    people = await _list_people(session, batch_id)
    rows = parse_rows(sheet, assessments, people, await list_points(session, batch_id))
    return ScoreImport(
        rows=rows,
        changed=sum(each.points != each.before for row in rows for each in row.scores),
        invalid=sum(bool(row.problems) for row in rows),
    )


async def import_scores(
    session: AsyncSession, actor: Principal, batch_id: UUID, sheet: Sheet
) -> ResultSheet:
    """Store all scores of a file or none; empty cells keep the current score.

    Raises the errors of `check_scores`, and `RowsInvalid`.
    """
    checked = await check_scores(session, actor, batch_id, sheet)
    if checked.invalid:
        raise RowsInvalid
    scores = [
        ScoreSet(
            assessment_id=each.assessment_id, enrollment_id=row.enrollment_id, points=each.points
        )
        for row in checked.rows
        if row.enrollment_id is not None
        for each in row.scores
    ]
    return await set_scores(session, actor, batch_id, scores)


async def _list_open_assessments(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> Sequence[Assessment]:
    """List the assessments of a batch that is not finished."""
    await get_batch_access(session, actor, batch_id)
    if is_finished(await list_people(session, batch_id)):
        raise BatchFinished
    return await list_assessments(session, batch_id)


def _columns(assessments: Sequence[Assessment]) -> list[Column]:
    # Numbered, because titles may repeat.
    return [
        _PERSON,
        _NAME,
        *(
            Column(
                str(each.id),
                f"{number}. {each.title_en} ({each.maximum:g})",
                f"{number}. {each.title_ar} ({each.maximum:g})",
            )
            for number, each in enumerate(assessments, start=1)
        ),
    ]


def parse_rows(
    sheet: Sheet,
    assessments: Sequence[Assessment],
    people: Sequence[Row[*tuple[Any, ...]]],
    before: Mapping[UUID, Mapping[UUID, float]],
) -> list[ScoreImportRow]:
    """Read each line's scores and problems.

    Raises `Invalid` for the field `file` if its columns differ from the template.
    """
    places = _find(sheet, assessments)
    by_name = {person.username.casefold(): person for person in people}
    seen: set[str] = set()
    rows = []
    for line in sheet.lines:
        key = clean_code(line.cells[places["person"]]).casefold()
        person = by_name.get(key)
        rows.append(_read(line, places, assessments, person, before, is_twice=key in seen))
        seen.add(key)
    return rows


def _find(sheet: Sheet, assessments: Sequence[Assessment]) -> Mapping[str, int]:
    places = find_columns(sheet.headings, _columns(assessments))
    known = set(places.values())
    strange = [
        heading for place, heading in enumerate(sheet.headings) if heading and place not in known
    ]
    if strange or _PERSON.name not in places:
        raise Invalid.field(
            "file",
            "import.columns_unknown",
            "These columns don't match this batch. Start from its template.",
        )
    if not sheet.lines:
        raise Invalid.field("file", "sheet.empty", "Add at least one row below the headings.")
    return places


def _read(
    line: Line,
    places: Mapping[str, int],
    assessments: Sequence[Assessment],
    person: Row[*tuple[Any, ...]] | None,
    before: Mapping[UUID, Mapping[UUID, float]],
    *,
    is_twice: bool,
) -> ScoreImportRow:
    problems: list[ScoreProblem] = []
    scores: list[ImportedScore] = []
    if person is None:
        problems.append(ScoreProblem(assessment_id=None, code="person.not_in_batch", value=""))
    elif is_twice:
        problems.append(ScoreProblem(assessment_id=None, code="person.duplicate", value=""))
    for each in assessments:
        text = clean_code(line.cells[places[str(each.id)]]) if str(each.id) in places else ""
        if not text:
            continue
        points = _parse_points(text)
        if points is None or points > each.maximum:
            code = "score.invalid" if points is None else "score.above_maximum"
            problems.append(ScoreProblem(assessment_id=each.id, code=code, value=text))
        elif person is not None:
            known = before.get(person.enrollment_id, {}).get(each.id)
            scores.append(ImportedScore(assessment_id=each.id, points=points, before=known))
    return ScoreImportRow(
        line=line.number,
        person=line.cells[places["person"]],
        enrollment_id=person.enrollment_id if person else None,
        name_en=person.name_en if person else "",
        name_ar=person.name_ar if person else "",
        scores=scores,
        problems=problems,
    )


_NUMBER = re.compile(r"\d+(?:[.٫]\d+|,\d{1,2})?")
"""Number in Western or Arabic digits. Three digits after a comma are ambiguous, possibly thousands,
so they are refused.
"""


def _parse_points(text: str) -> float | None:
    """Parse a non-negative number with at most two decimal places."""
    if not _NUMBER.fullmatch(text):
        return None
    return round(float(text.replace("٫", ".").replace(",", ".")), 2)


def _format_points(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


async def _list_people(session: AsyncSession, batch_id: UUID) -> Sequence[Row[*tuple[Any, ...]]]:
    """List people without a decided result, by name; people not replicated yet are omitted."""
    person: tuple[Any, ...] = (
        col(Enrollment.id).label("enrollment_id"),
        col(Profile.username),
        func.coalesce(col(Profile.name_en), "").label("name_en"),
        func.coalesce(col(Profile.name_ar), "").label("name_ar"),
    )
    rows = await session.execute(
        select(*person)
        .join(Profile, col(Profile.id) == col(Enrollment.candidate_profile_id))
        .where(col(Enrollment.batch_id) == batch_id, col(Enrollment.status) == MARKABLE)
        .order_by(col(Profile.name_en), col(Enrollment.id))
    )
    return rows.all()
