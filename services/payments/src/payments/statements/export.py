from typing import Any

from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import Row
from starlette.responses import StreamingResponse

from payments.statements.queries import select_statement
from payments.statements.schemas import EntryKind, StatementFilter

KINDS = {
    EntryKind.OPENING: Words("Opening balance", "الرصيد الافتتاحي"),
    EntryKind.CHARGE: Words("Charge", "مبلغ مستحق"),
    EntryKind.CLOSED: Words("Charge cancelled or expired", "مبلغ مستحق ملغى أو منتهي المهلة"),
    EntryKind.REINSTATED: Words("Charge owed again", "مبلغ مستحق أُعيد بعد دفع متأخر"),
    EntryKind.ON_ACCOUNT: Words("Paid on account", "دُفع آجلًا"),
    EntryKind.BILL: Words("Bill of the account", "مطالبة الحساب الآجل"),
    EntryKind.PAYMENT: Words("Payment", "عملية دفع"),
    EntryKind.TRANSFER: Words("Bank transfer", "حوالة بنكية"),
    EntryKind.CREDIT_NOTE: Words("Credit note", "إشعار دائن"),
    EntryKind.REFUND: Words("Refund", "رد مبلغ"),
    EntryKind.CLOSING: Words("Closing balance", "الرصيد الختامي"),
}

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Date", "التاريخ", lambda row: row.at),
    Column("Entry", "القيد", lambda row: KINDS[EntryKind(row.kind)]),
    Column("Reference", "الرقم المرجعي", lambda row: row.reference),
    Column("Document", "المستند", lambda row: row.document),
    Column("For (English)", "البند (بالإنجليزية)", lambda row: row.title_en),
    Column("For (Arabic)", "البند (بالعربية)", lambda row: row.title_ar),
    Column("Purchase order", "رقم أمر الشراء", lambda row: row.purchase_order),
    Column("Debit", "مدين", lambda row: exports.money(row.debit_minor)),
    Column("Credit", "دائن", lambda row: exports.money(row.credit_minor)),
    Column("Balance", "الرصيد", lambda row: exports.money(row.balance_minor)),
    Column("Currency", "العملة", lambda row: row.currency),
]


async def export_statement(
    database: Database, actor: Principal, filters: StatementFilter, query: ExportQuery
) -> StreamingResponse:
    """Export the whole statement that matches the filters.

    Raises `NotFound`, `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_statement(actor, filters),
        lambda row: row,
        _COLUMNS,
        query,
        name="statement",
        user_id=actor.user_id,
    )
