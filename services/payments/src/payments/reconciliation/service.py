"""Import settlement reports and update tasks about differences."""

from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from uuid import UUID

from kit.core.errors import Invalid, NotFound
from kit.database import db
from kit.database.db import AsyncSession, Database, new_id
from kit.domain.hijri import HijriDays, HijriUnconfirmed
from kit.messaging import audit
from kit.security.auth import Principal
from kit.spreadsheets.sheets import Sheet
from sqlalchemy import insert, select
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlmodel import col

from payments.reconciliation import columns as reading
from payments.reconciliation import queries
from payments.reconciliation.columns import ReportedLine
from payments.reconciliation.errors import TaskChanged
from payments.reconciliation.matching.service import match_report
from payments.reconciliation.models import (
    TASK_STATES,
    LineKind,
    LineOutcome,
    SettlementColumn,
    SettlementLine,
    SettlementReport,
    TaskStatus,
)
from payments.reconciliation.schemas import LineRead, ReportCheck, ReportRead, TaskUpdate

_BATCH_SIZE = 1000
_OUTCOMES = {LineKind.FEE: LineOutcome.FEE, LineKind.PAYOUT: LineOutcome.PAYOUT}


async def check_report(session: AsyncSession, sheet: Sheet) -> ReportCheck:
    """Check which columns of the file are recognized. Nothing is stored."""
    places = reading.find_positions(sheet.headings, await _load_known_headings(session), {})
    return ReportCheck(
        headings=sheet.headings,
        columns={name: sheet.headings[place] for name, place in places.items()},
        examples=reading.sample_lines(sheet),
        lines=len(sheet.lines),
    )


async def _load_known_headings(session: AsyncSession) -> dict[str, str]:
    columns = await session.scalars(select(SettlementColumn))
    return {column.name: column.heading for column in columns}


async def add_report(
    database: Database,
    actor: Principal,
    sheet: Sheet,
    file_name: str,
    content: bytes,
    chosen: Mapping[str, str],
    *,
    hijri_confirmed: bool,
) -> ReportRead:
    """Import a report and match it with our records. Idempotent per file.

    `chosen` maps columns to headings and is remembered.

    Raises `Invalid` for unreadable columns and lines, and `HijriUnconfirmed`; nothing is stored
    then.
    """
    async with database.transaction() as session:
        known = await _load_known_headings(session)
    places = reading.find_positions(sheet.headings, known, chosen)
    reading.check_columns(places)
    hijri_days = HijriDays()
    lines = await reading.read_lines(sheet, places, hijri_days)
    if hijri_days and not hijri_confirmed:
        raise HijriUnconfirmed(("file", each) for each in hijri_days)
    digest = sha256(content).hexdigest()
    async with database.transaction() as session:
        # Serialize imports, so each report is matched with the other's lines.
        await db.advisory_lock(session, "settlement_reports")
        stored = await session.scalar(
            select(col(SettlementReport.id)).where(col(SettlementReport.sha256) == digest)
        )
        if stored is not None:
            return await queries.get_report(session, stored)
        report = SettlementReport(
            sha256=digest,
            file_name=file_name[:200],
            first_day=min(line.day for line in lines),
            last_day=max(line.day for line in lines),
            uploaded_by=actor.user_id,
        )
        session.add(report)
        await session.flush()
        await _remember(session, chosen)
        for start in range(0, len(lines), _BATCH_SIZE):
            rows = [_row(report.id, line) for line in lines[start : start + _BATCH_SIZE]]
            await session.execute(insert(SettlementLine), rows)
        await match_report(session, report)
        audit.record(
            session,
            "settlement_report",
            report.id,
            {},
            {"file_name": report.file_name, "lines": len(lines)},
        )
        return await queries.get_report(session, report.id)


def _row(report_id: UUID, line: ReportedLine) -> dict[str, object]:
    return {
        "id": new_id(),
        "report_id": report_id,
        **asdict(line),
        "outcome": _OUTCOMES.get(line.kind, LineOutcome.MISSING_HERE),
        "version": 1,
    }


async def _remember(session: AsyncSession, chosen: Mapping[str, str]) -> None:
    names = {column.name for column in reading.COLUMNS}
    rows = [{"name": name, "heading": chosen[name]} for name in sorted(names & chosen.keys())]
    if not rows:
        return
    statement = upsert(SettlementColumn).values(rows)
    heading = statement.excluded.heading
    await session.execute(
        statement.on_conflict_do_update(index_elements=["name"], set_={"heading": heading})
    )


async def update_task(
    session: AsyncSession, actor: Principal, line_id: UUID, body: TaskUpdate
) -> LineRead:
    """Assign, release, annotate, close or reopen a difference.

    Raises `NotFound` if the line has no task, `TaskChanged` after a concurrent change, `Invalid`
    for closing without a note.
    """
    line = await db.lock(
        session,
        SettlementLine,
        col(SettlementLine.id) == line_id,
        col(SettlementLine.task_status).is_not(None),
    )
    if line is None:
        raise NotFound
    if line.version != body.version:
        raise TaskChanged
    before = _state(line)
    if body.note is not None:
        line.note = body.note.strip() or None
    if body.mine is not None:
        line.owner_id = actor.user_id if body.mine else None
    if body.closed is not None:
        if body.closed and not line.note:
            raise Invalid.field("note", "field.missing", "Enter how it was resolved.")
        to = TaskStatus.CLOSED if body.closed else TaskStatus.OPEN
        if line.task_status is not to:
            TASK_STATES.transition(line, to)
        line.closed_at = await db.now(session) if body.closed else None
        if body.closed and line.owner_id is None:
            line.owner_id = actor.user_id
    line.version += 1
    audit.record(session, "settlement_line", line.id, before, _state(line))
    await session.flush()
    return await queries.read_line(session, actor, line)


def _state(line: SettlementLine) -> dict[str, object]:
    return line.model_dump(include={"task_status", "owner_id", "note"})
