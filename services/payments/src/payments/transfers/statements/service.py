"""Import account statements; each credit is stored once, even if several files contain it."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from fastapi import UploadFile
from kit.core.errors import Invalid
from kit.database.db import AsyncSession
from kit.documents import upload_sandbox
from kit.domain.hijri import HijriDays, HijriUnconfirmed
from kit.messaging import audit
from kit.security.auth import Principal
from kit.spreadsheets.sheets import read_sheet
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from payments.charges.models import Charge
from payments.config import BankAccount, Settings
from payments.transfers import columns
from payments.transfers.adapters.bank_statements import Credit, Statement, clean_text
from payments.transfers.adapters.iso11649 import find_reference, parse_charge_reference
from payments.transfers.errors import NoBankAccount
from payments.transfers.models import BankCredit, BankStatement, StatementFormat
from payments.transfers.queries import count_open
from payments.transfers.schemas import StatementImported

MAX_BYTES = columns.LIMITS.megabytes * 1024 * 1024
_MT940 = re.compile(rb"(?m)^(\{4:)?:20:")
_PROBE_BYTES = 4096
"""Bytes searched for the start of a SWIFT message."""
_INSERT_ROWS = 500
"""Credits per INSERT."""


async def read_statement(
    settings: Settings, upload: UploadFile, *, hijri_confirmed: bool
) -> tuple[StatementFormat, Statement]:
    """Read an uploaded statement and detect its format.

    Raises `NoBankAccount`; `Invalid` for the field `file` if it is too large, damaged or of another
    account; `HijriUnconfirmed`; `Unavailable` while the queue is full.
    """
    if settings.bank_account is None:
        raise NoBankAccount
    content = await upload.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise Invalid.field(
            "file", "bank_statement.too_large", "Choose a file no larger than 5 MB."
        )
    form = _format(content)
    if form is StatementFormat.SHEET:
        sheet = await read_sheet(upload.filename or "", content, columns.LIMITS)
        hijri_days = HijriDays()
        found = columns.read_sheet(sheet, settings.bank_account.currency, hijri_days)
        if hijri_days and not hijri_confirmed:
            raise HijriUnconfirmed(("file", each) for each in hijri_days)
        return form, found
    broken = Invalid.field(
        "file",
        "bank_statement.broken",
        "The file is damaged or isn't a bank statement. Choose another file.",
    )
    answer = json.loads(
        await upload_sandbox.run(
            "payments.transfers.adapters.bank_statements", form.value, content, broken
        )
    )
    found = Statement(
        accounts=answer["accounts"],
        credits=[Credit(**each) for each in answer["credits"]],
        others=answer["others"],
    )
    _check_account(settings.bank_account, found.accounts)
    return form, found


def _format(content: bytes) -> StatementFormat:
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        return StatementFormat.CAMT053
    return StatementFormat.MT940 if _MT940.search(content[:_PROBE_BYTES]) else StatementFormat.SHEET


def _check_account(account: BankAccount, named: Sequence[str]) -> None:
    """Require our account, named by its IBAN or by the national number at the IBAN's end."""
    for each in named:
        number = re.sub(r"[^A-Z0-9]", "", each.upper())
        if len(number) < 6 or not account.iban.endswith(number):
            message = f"The statement is of the account {clean_text(each, 40)}."
            raise Invalid.field("file", "bank_statement.other_account", message)


async def store_statement(
    session: AsyncSession,
    settings: Settings,
    actor: Principal,
    file_name: str,
    form: StatementFormat,
    found: Statement,
) -> StatementImported:
    """Store new credits with the charges their references name."""
    assert settings.bank_account
    account = settings.bank_account.iban
    statement = BankStatement(
        format=form,
        file_name=clean_text(file_name, 200),
        account=account,
        credits=0,
        imported_by=actor.user_id,
    )
    session.add(statement)
    await session.flush()
    rows = list(_build_rows(statement, found.credits))
    charges = await _map_charges(session, {row["reference"] for row in rows if row["reference"]})
    for row in rows:
        row["charge_id"] = charges.get(row["reference"])
    # Consistent lock order: concurrent files may contain the same credits.
    rows.sort(key=lambda row: row["fingerprint"])
    for begin in range(0, len(rows), _INSERT_ROWS):
        stored = await session.scalars(
            insert(BankCredit)
            .values(rows[begin : begin + _INSERT_ROWS])
            .on_conflict_do_nothing(index_elements=["fingerprint"])
            .returning(col(BankCredit.id))
        )
        statement.credits += len(stored.all())
    proposed, to_decide = await count_open(session, statement.id)
    result = StatementImported(
        statement_id=statement.id if statement.credits else None,
        format=form,
        account=account,
        new=statement.credits,
        known=len(rows) - statement.credits,
        others=found.others,
        proposed=proposed,
        to_decide=to_decide,
    )
    if statement.credits == 0:
        await session.delete(statement)
    else:
        audit.record(
            session,
            "bank_statement",
            statement.id,
            {},
            {"file_name": statement.file_name, "format": form, "credits": statement.credits},
        )
    return result


def _build_rows(statement: BankStatement, found: Sequence[Credit]) -> Iterator[dict[str, Any]]:
    seen: Counter[str] = Counter()
    for credit in found:
        distinction = credit.bank_reference or f"{credit.text} {credit.payer_name}"
        named = "\n".join(
            (
                statement.account,
                credit.booked_on,
                str(credit.amount_minor),
                credit.currency,
                re.sub(r"\W", "", distinction).upper(),
            )
        )
        # Identical credits within one statement are separate payments.
        seen[named] += 1
        digest = hashlib.sha256(f"{named}\n{seen[named]}".encode()).hexdigest()
        yield {
            "statement_id": statement.id,
            "fingerprint": digest,
            "booked_on": date.fromisoformat(credit.booked_on),
            "amount_minor": credit.amount_minor,
            "currency": credit.currency,
            "bank_reference": credit.bank_reference,
            "text": credit.text,
            "payer_name": credit.payer_name,
            "payer_account": credit.payer_account,
            "reference": find_reference(credit.text),
        }


async def _map_charges(session: AsyncSession, references: Iterable[str]) -> dict[str, UUID]:
    """Find the charges by transfer reference, even if the payer did not choose a transfer."""
    named = {parse_charge_reference(each): each for each in references}
    rows = await session.execute(
        select(col(Charge.reference), col(Charge.id)).where(col(Charge.reference).in_(named))
    )
    return {named[reference]: charge_id for reference, charge_id in rows}
