from collections.abc import Sequence
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import MAX_SUMMED, ListQuery, Page, PageQuery
from kit.database.search import contains_words
from kit.database.tables import sum_money
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, func, select
from sqlmodel import col

from payments.reconciliation.models import SettlementLine, SettlementReport, TaskStatus
from payments.reconciliation.schemas import (
    LineFilter,
    LinePage,
    LinePageMeta,
    LineRead,
    LineSum,
    OutcomeSum,
    ReportRead,
)
from payments.replicas.models import Payer

_OPEN = col(SettlementLine.task_status) == TaskStatus.OPEN


async def list_reports(session: AsyncSession, page: PageQuery) -> Page[ReportRead]:
    """List reports, newest days first."""
    newest_first = col(SettlementReport.last_day).desc(), col(SettlementReport.id).desc()
    query = ListQuery([], newest_first, page=page)
    rows, meta = await query.fetch(session, select(SettlementReport), col(SettlementReport.id))
    return Page(data=await _read(session, [row[0] for row in rows]), meta=meta)


async def get_report(session: AsyncSession, report_id: UUID) -> ReportRead:
    """Return a report.

    Raises `NotFound`.
    """
    report = await session.get(SettlementReport, report_id)
    if report is None:
        raise NotFound
    (read,) = await _read(session, [report])
    return read


async def _read(session: AsyncSession, reports: Sequence[SettlementReport]) -> list[ReportRead]:
    report_id, outcome = col(SettlementLine.report_id), col(SettlementLine.outcome)
    currency = col(SettlementLine.currency)
    rows = await session.execute(
        select(
            report_id,
            outcome,
            currency,
            func.count().label("lines"),
            func.count().filter(_OPEN).label("open"),
            sum_money(col(SettlementLine.amount_minor)).label("amount_minor"),
            sum_money(col(SettlementLine.fee_minor)).label("fee_minor"),
        )
        .where(report_id.in_([report.id for report in reports]))
        .group_by(report_id, outcome, currency)
        .order_by(outcome, currency)
    )
    sums: dict[UUID, list[OutcomeSum]] = {report.id: [] for report in reports}
    for row in rows:
        sums[row.report_id].append(OutcomeSum.model_validate(row))
    return [
        ReportRead(
            **report.model_dump(include={"id", "file_name", "first_day", "last_day", "created_at"}),
            lines=sum(each.lines for each in sums[report.id]),
            open=sum(each.open for each in sums[report.id]),
            sums=sums[report.id],
        )
        for report in reports
    ]


async def list_lines(
    session: AsyncSession, actor: Principal, page: PageQuery, filters: LineFilter
) -> LinePage:
    """List matching lines of all reports, newest report first."""
    query = ListQuery(
        filters=_conditions(actor, filters),
        sort=[
            col(SettlementLine.report_id).desc(),
            col(SettlementLine.number).nulls_last(),
            col(SettlementLine.id),
        ],
        search=contains_words(filters.search, col(SettlementLine.search)),
        page=page,
    )
    counted = query.select_first(select(SettlementLine), MAX_SUMMED).c
    sums = (
        await session.execute(
            select(
                counted.currency,
                func.count().label("lines"),
                sum_money(counted.amount_minor).label("amount_minor"),
                sum_money(counted.fee_minor).label("fee_minor"),
            )
            .group_by(counted.currency)
            .order_by(counted.currency)
        )
    ).all()
    rows = query.select_page(select(SettlementLine), col(SettlementLine.id))
    lines = (await session.scalars(rows)).all()
    count = sum(each.lines for each in sums)
    return LinePage(
        data=await _read_lines(session, actor, lines),
        meta=LinePageMeta(
            **page.capped_meta(count).model_dump(),
            sums=[
                LineSum(
                    currency=each.currency,
                    amount_minor=each.amount_minor,
                    fee_minor=each.fee_minor,
                )
                for each in sums
                if count <= MAX_SUMMED
            ],
        ),
    )


def _conditions(actor: Principal, filters: LineFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.report_id:
        conditions.append(col(SettlementLine.report_id) == filters.report_id)
    if filters.outcome:
        conditions.append(col(SettlementLine.outcome).in_(filters.outcome))
    if filters.task_status:
        conditions.append(col(SettlementLine.task_status) == filters.task_status)
    if filters.mine is not None:
        mine = col(SettlementLine.owner_id).is_not_distinct_from(actor.user_id)
        conditions.append(mine if filters.mine else ~mine)
    return conditions


async def read_line(session: AsyncSession, actor: Principal, line: SettlementLine) -> LineRead:
    (read,) = await _read_lines(session, actor, [line])
    return read


async def _read_lines(
    session: AsyncSession, actor: Principal, lines: Sequence[SettlementLine]
) -> list[LineRead]:
    owners = {line.owner_id for line in lines if line.owner_id}
    found = await session.scalars(
        select(Payer).where(col(Payer.user_id).in_(owners)).order_by(col(Payer.profile_id).desc())
    )
    names = {payer.user_id: payer for payer in found}
    return [
        _line(line, names.get(line.owner_id) if line.owner_id else None, actor) for line in lines
    ]


def _line(line: SettlementLine, owner: Payer | None, actor: Principal) -> LineRead:
    number = line.transaction_id
    return LineRead(
        **line.model_dump(exclude={"transaction_id"}),
        transaction_id=None if number is None else str(number),
        owner_name_en=owner.name_en if owner else None,
        owner_name_ar=owner.name_ar if owner else None,
        mine=line.owner_id == actor.user_id,
    )
