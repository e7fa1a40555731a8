from typing import Any

from contracts import ProfileType
from kit.database.db import Database
from kit.security.auth import Principal
from kit.spreadsheets import exports
from kit.spreadsheets.exports import Column, ExportQuery, Words
from sqlalchemy import (
    ARRAY,
    Row,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    String,
    and_,
    cast,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlmodel import col
from starlette.responses import StreamingResponse

from identity.accounts.accounts.models import Profile, User
from identity.accounts.accounts.queries import is_active_profile
from identity.administration.roles.models import ProfileRole, Role
from identity.administration.roles.queries import OLDEST_FIRST
from identity.administration.users.queries import build_users_query, get_account_status
from identity.administration.users.schemas import AccountFilter, AccountSort, AccountStatus

TYPES = {
    ProfileType.ADMIN: Words("Admin", "مشرف"),
    ProfileType.ORGANIZATION: Words("Organization", "منشأة"),
    ProfileType.STAFF: Words("Staff", "موظف"),
    ProfileType.CANDIDATE: Words("Candidate", "متدرب"),
    ProfileType.TRAINER: Words("Trainer", "مدرب"),
}
STATUSES = {
    AccountStatus.ACTIVE: Words("Active", "نشط"),
    AccountStatus.DISABLED: Words("Disabled", "معطّل"),
}

_COLUMNS: list[Column[Row[Any]]] = [
    Column("Name (English)", "الاسم (بالإنجليزية)", lambda row: row.User.name_en),
    Column("Name (Arabic)", "الاسم (بالعربية)", lambda row: row.User.name_ar),
    Column("Username", "اسم المستخدم", lambda row: row.User.username),
    Column("Email", "البريد الإلكتروني", lambda row: row.User.email),
    Column("Mobile number", "رقم الجوال", lambda row: exports.phone(row.User.phone or None)),
    Column("Account type", "نوع الحساب", lambda row: _types(row.types or [])),
    Column("Roles (English)", "الأدوار (بالإنجليزية)", lambda row: _join_names(row.roles_en, ", ")),
    Column("Roles (Arabic)", "الأدوار (بالعربية)", lambda row: _join_names(row.roles_ar, "، ")),
    Column("Status", "الحالة", lambda row: STATUSES[get_account_status(row.User)]),
    Column("Verified on", "تاريخ التحقق", lambda row: row.User.verified_at),
    Column("Registered on", "تاريخ التسجيل", lambda row: row.User.created_at),
]


async def export_users(
    database: Database,
    actor: Principal,
    filters: AccountFilter,
    sort: AccountSort,
    query: ExportQuery,
) -> StreamingResponse:
    """Export all users that match the filters.

    Raises `TooManyRows`, `TooManyRequests`.
    """
    return await exports.export(
        database,
        build_users_query(filters, sort).select_all(_rows()),
        lambda row: row,
        _COLUMNS,
        query,
        name="users",
        user_id=actor.user_id,
    )


def _rows() -> Select[Any]:
    oldest = (col(Profile.created_at), col(Profile.id))
    types = select(_array(col(Profile.type), *oldest)).where(_OWN).scalar_subquery()
    return select(
        User,
        types.label("types"),
        _role_names(col(Role.name_en)).label("roles_en"),
        _role_names(col(Role.name_ar)).label("roles_ar"),
    )


_OWN = and_(col(Profile.user_id) == col(User.id), is_active_profile())


def _role_names(name: SQLColumnExpression[str]) -> ScalarSelect[Any]:
    """Select the role names of a row's user in one language; NULL without roles."""
    return (
        select(_array(name, *OLDEST_FIRST))
        .join_from(Profile, ProfileRole, col(ProfileRole.profile_id) == col(Profile.id))
        .join(Role, col(Role.id) == col(ProfileRole.role_id))
        .where(_OWN)
        .correlate(User)
        .scalar_subquery()
    )


def _array(
    value: SQLColumnExpression[Any], *order: SQLColumnExpression[Any]
) -> SQLColumnExpression[Any]:
    return func.array_agg(aggregate_order_by(cast(value, String), *order), type_=ARRAY(String))


def _types(types: list[str]) -> Words:
    words = [TYPES[ProfileType(each)] for each in dict.fromkeys(types)]
    return Words(", ".join(w.en for w in words), "، ".join(w.ar for w in words))


def _join_names(names: list[str] | None, separator: str) -> str:
    """Join the names without duplicates from several profiles."""
    return separator.join(dict.fromkeys(names or []))
