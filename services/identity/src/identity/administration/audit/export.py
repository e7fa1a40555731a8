import json

from contracts.audit import AuditAction
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from starlette.responses import StreamingResponse

from identity.administration.audit.queries import read_entry, select_entries
from identity.administration.audit.schemas import AuditEntryRead, AuditFilter, AuditSort

ACTIONS = {
    AuditAction.CREATED: Words("Created", "إضافة"),
    AuditAction.UPDATED: Words("Updated", "تعديل"),
    AuditAction.DELETED: Words("Deleted", "حذف"),
}


def _changes(entry: AuditEntryRead) -> str:
    """Write one line per changed field."""
    return "\n".join(
        f"{change.field}: {_text(change.before)} → {_text(change.after)}"
        for change in entry.changes
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_COLUMNS: list[Column[AuditEntryRead]] = [
    Column("Time", "الوقت", lambda entry: entry.recorded_at),
    Column("Username", "اسم المستخدم", lambda entry: entry.username),
    Column("Name (English)", "الاسم (بالإنجليزية)", lambda entry: entry.user_name_en),
    Column("Name (Arabic)", "الاسم (بالعربية)", lambda entry: entry.user_name_ar),
    Column("API client", "عميل الربط", lambda entry: entry.client_name),
    Column("Network", "عنوان الشبكة", lambda entry: entry.network),
    Column(
        "Organization (English)", "المنشأة (بالإنجليزية)", lambda entry: entry.organization_name_en
    ),
    Column("Organization (Arabic)", "المنشأة (بالعربية)", lambda entry: entry.organization_name_ar),
    Column("Service", "الخدمة", lambda entry: entry.service),
    Column("Action", "الإجراء", lambda entry: ACTIONS.get(entry.action, entry.action)),
    Column("Record", "السجل", lambda entry: entry.noun),
    Column("Record ID", "معرّف السجل", lambda entry: entry.record_id),
    Column("Changes", "التغييرات", _changes),
]


async def export_entries(
    database: Database,
    actor: Principal,
    filters: AuditFilter,
    sort: AuditSort,
    query: ExportQuery,
) -> StreamingResponse:
    """Export all entries that match the filters.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        select_entries(filters, sort),
        read_entry,
        _COLUMNS,
        query,
        name="audit-trail",
        user_id=actor.user_id,
    )
