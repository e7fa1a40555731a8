from typing import Any

from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from payments.revenue.queries import select_revenue
from payments.revenue.schemas import RevenueBy, RevenueFilter

_NO_ORGANIZATION = Words("None", "لا يخص منشأة واحدة")
_GROUPS: dict[RevenueBy, list[Column[Row[Any]]]] = {
    RevenueBy.WEEK: [Column("Week from", "الأسبوع من", lambda row: row.week)],
    RevenueBy.TRAINING: [
        Column("For (English)", "البند (بالإنجليزية)", lambda row: row.title_en),
        Column("For (Arabic)", "البند (بالعربية)", lambda row: row.title_ar),
    ],
    # Organization names belong to identity.
    RevenueBy.ORGANIZATION: [
        Column(
            "Organization ID",
            "معرّف المنشأة",
            lambda row: str(row.organization_id) if row.organization_id else _NO_ORGANIZATION,
        )
    ],
}
_SUMS: list[Column[Row[Any]]] = [
    Column("Currency", "العملة", lambda row: row.currency),
    Column("Paid", "المدفوع", lambda row: exports.money(row.paid_minor)),
    Column("Refunded", "المبلغ المسترد", lambda row: exports.money(row.refunded_minor)),
    Column("Revenue", "الإيراد", lambda row: exports.money(row.net_minor)),
]


async def export_revenue(
    database: Database, actor: Principal, filters: RevenueFilter, query: ExportQuery
) -> StreamingResponse:
    """Export the actor's revenue that matches the filters.

    Raises `EndsFirst`, `TooLong`, `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_revenue(actor, filters),
        lambda row: row,
        [*_GROUPS[filters.by], *_SUMS],
        query,
        name="revenue",
        user_id=actor.user_id,
    )
