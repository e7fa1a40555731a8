"""Verifies certificates by number. PostgreSQL builds the JSON, for speed: each scan of a code calls
it.
"""

from collections.abc import Sequence
from typing import Any

from contracts.enrollment import CertificateStatus
from kit.database.db import AsyncSession, Database
from kit.database.raw import compile_statement
from kit.domain.timezone import RIYADH
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Date,
    Select,
    String,
    Text,
    any_,
    bindparam,
    case,
    cast,
    func,
    literal,
    select,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.certificates.models import Certificate
from enrollment.certificates.rules import TODAY, format_number, parse_number
from enrollment.verifications.schemas import (
    VerificationListed,
    VerificationRead,
    VerificationState,
)

_MOST_LISTED = 100
_NEWER = aliased(Certificate)
_STATE = case(
    (
        col(Certificate.status) == CertificateStatus.REVOKED,
        literal(VerificationState.REVOKED.value),
    ),
    (
        col(Certificate.status) == CertificateStatus.SUSPENDED,
        literal(VerificationState.SUSPENDED.value),
    ),
    (
        col(Certificate.status) == CertificateStatus.SUPERSEDED,
        literal(VerificationState.SUPERSEDED.value),
    ),
    (col(Certificate.expires_on) < TODAY, literal(VerificationState.EXPIRED.value)),
    else_=literal(VerificationState.VALID.value),
)


def _format_number(number: Any) -> Any:
    """Format a number in SQL as `certificates.rules.format_number` does."""
    return func.regexp_replace(number, "^(.{4})(.{4})", r"\1-\2-")


def _day(moment: Any) -> Any:
    return cast(func.timezone(RIYADH.key, moment), Date)


def _answer(of: type[VerificationListed]) -> Select[str, str]:
    values = {
        "number": _format_number(col(Certificate.number)),
        "state": _STATE,
        "suspended_on": _day(col(Certificate.suspended_at)),
        "revoked_on": _day(col(Certificate.revoked_at)),
        "superseded_by": _format_number(col(_NEWER.number)),
    }
    pairs = [
        each
        for name in of.model_fields
        for each in (literal(name), values.get(name, getattr(Certificate, name, None)))
    ]
    return select(
        cast(func.json_build_object(*pairs), Text).label("answer"), col(Certificate.number)
    ).outerjoin(_NEWER, col(_NEWER.id) == col(Certificate.superseded_by_id))


_ONE = compile_statement(
    _answer(VerificationRead).where(col(Certificate.number) == bindparam("number", type_=String))
)
_MANY = compile_statement(
    _answer(VerificationListed).where(
        col(Certificate.number) == any_(bindparam("numbers", type_=ARRAY(String)))
    )
)


async def verify_number(database: Database, text: str) -> bytes:
    """Return a `VerificationRead` as JSON for a number in any form.

    Invalid numbers are answered as unknown without a query.
    """
    number = parse_number(text)
    if number is not None:
        async with database.raw_reading() as connection:
            row = await _ONE.fetch_row(connection, number=number)
        if row is not None:
            found: str = row["answer"]
            return found.encode()
    return _build_unknown(VerificationRead, text).encode()


async def verify_numbers(database: Database, texts: Sequence[str]) -> bytes:
    """Return a `VerificationList` as JSON, by one query."""
    numbers = [parse_number(text) for text in texts]
    async with database.raw_reading() as connection:
        rows = await connection.fetch(_MANY.sql, [each for each in numbers if each is not None])
    found = {row["number"]: row["answer"] for row in rows}
    answers = [
        found.get(number) or _build_unknown(VerificationListed, text)
        for number, text in zip(numbers, texts, strict=True)
    ]
    return f'{{"data":[{",".join(answers)}]}}'.encode()


async def list_verifications(
    session: AsyncSession, *conditions: ColumnElement[bool]
) -> list[VerificationListed]:
    """List verifications of matching certificates, newest first, at most 100."""
    newest = col(Certificate.issued_on).desc(), col(Certificate.id).desc()
    rows = await session.execute(
        _answer(VerificationListed).where(*conditions).order_by(*newest).limit(_MOST_LISTED)
    )
    return [VerificationListed.model_validate_json(row.answer) for row in rows]


def _build_unknown(of: type[VerificationListed], text: str) -> str:
    number = parse_number(text)
    shown = format_number(number) if number else text
    return of(number=shown, state=VerificationState.UNKNOWN).model_dump_json()
