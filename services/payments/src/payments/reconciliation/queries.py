"""Reports with what came out of them, and their lines."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import Page, PageQuery, fetch_page, first_rows
from kit.database.search import contains_words
from kit.database.tables import sum_money
from kit.security.auth import Principal
from sqlalchemy import Select, String, func, select
from sqlalchemy import cast as sql_cast
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
    """All reports, the newest days first."""
    statement = select(SettlementReport).order_by(
        col(SettlementReport.last_day).desc(), col(SettlementReport.id).desc()
    )
    rows, meta = await fetch_page(session, statement, page)
    return Page(data=await _read(session, [row[0] for row in rows]), meta=meta)


async def get_report(session: AsyncSession, report_id: UUID) -> ReportRead:
    """A report.

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
    """The lines of all reports that match, those of the newest report first."""
    listed = _narrow(select(SettlementLine), actor, filters)
    counted = first_rows(listed).c
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
    ordered = listed.order_by(
        col(SettlementLine.report_id).desc(),
        col(SettlementLine.number).nulls_last(),
        col(SettlementLine.id),
    )
    lines = (await session.scalars(ordered.limit(page.page_size).offset(page.offset))).all()
    meta = page.capped_meta(sum(each.lines for each in sums))
    return LinePage(
        data=await _read_lines(session, actor, lines),
        meta=LinePageMeta(
            **meta.model_dump(),
            sums=[]
            if meta.capped
            else [
                LineSum(
                    currency=each.currency,
                    amount_minor=each.amount_minor,
                    fee_minor=each.fee_minor,
                )
                for each in sums
            ],
        ),
    )


def _narrow(statement: Select[Any], actor: Principal, filters: LineFilter) -> Select[Any]:
    if filters.report_id:
        statement = statement.where(col(SettlementLine.report_id) == filters.report_id)
    if filters.outcome:
        statement = statement.where(col(SettlementLine.outcome).in_(filters.outcome))
    if filters.task_status:
        statement = statement.where(col(SettlementLine.task_status) == filters.task_status)
    if filters.mine is not None:
        mine = col(SettlementLine.owner_id).is_not_distinct_from(actor.user_id)
        statement = statement.where(mine if filters.mine else ~mine)
    number = sql_cast(col(SettlementLine.transaction_id), String)
    reference = func.search_fold(col(SettlementLine.reference))
    return statement.where(contains_words(filters.search, number, reference))


async def read_line(session: AsyncSession, actor: Principal, line: SettlementLine) -> LineRead:
    """One line."""
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
