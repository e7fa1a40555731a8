from typing import Any
from uuid import UUID

from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from payments.accounts.models import AccountEntryKind
from payments.accounts.queries import check_visible, select_entries
from payments.accounts.schemas import EntryFilter

KINDS = {
    AccountEntryKind.CHARGED: Words("Paid on account", "دفع آجل"),
    AccountEntryKind.REFUNDED: Words("Refund", "رد مبلغ"),
    AccountEntryKind.RETURNED: Words("Bill refund", "رد مبلغ مطالبة"),
}

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Date", "التاريخ", lambda row: row.created_at),
    Column("Entry", "القيد", lambda row: KINDS[row.kind]),
    Column("Reference", "الرقم المرجعي", lambda row: row.reference),
    Column("Document", "المستند", lambda row: row.document),
    Column("For (English)", "البند (بالإنجليزية)", lambda row: row.title_en),
    Column("For (Arabic)", "البند (بالعربية)", lambda row: row.title_ar),
    Column("Purchase order", "رقم أمر الشراء", lambda row: row.purchase_order),
    Column("Amount", "المبلغ", lambda row: exports.money(row.amount_minor)),
    Column("Currency", "العملة", lambda row: row.currency),
    Column("Bill month", "مطالبة شهر", lambda row: f"{row.month:%Y-%m}" if row.month else None),
]


async def export_entries(
    database: Database,
    actor: Principal,
    account_id: UUID,
    filters: EntryFilter,
    query: ExportQuery,
) -> StreamingResponse:
    """Export the account's entries that match the filters.

    Raises `NotFound`, `TooManyRows`, `TooManyRequests`.
    """
    async with database.transaction() as session:
        await check_visible(session, actor, account_id)
    return await exports.export(
        database,
        select_entries(account_id, filters),
        lambda row: row,
        _COLUMNS,
        query,
        name="account",
        user_id=actor.user_id,
    )
