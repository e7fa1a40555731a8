"""Read the credits of a bank statement in MT940 or CAMT.053.

`payments.transfers.statements` runs this in `upload_sandbox` for each file. It writes JSON: the
accounts, the credits and the number of other entries. Ambiguous content is rejected, not guessed.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from kit.documents.sandbox import Refused

CPU_SECONDS = 15
MAX_CREDITS = 20_000
MAX_MINOR = 10**14
TEXT_LENGTH = 1000
TOO_LARGE = Refused(
    "file",
    "bank_statement.too_many_credits",
    f"The statement has more than {MAX_CREDITS} credits.",
)
_CREDITED = "CRDT"


@dataclass(frozen=True, slots=True)
class Credit:
    """One incoming amount."""

    booked_on: str
    """ISO 8601 date."""
    amount_minor: int
    currency: str
    bank_reference: str
    text: str
    payer_name: str
    payer_account: str


@dataclass(frozen=True, slots=True)
class Statement:
    """Content of a file."""

    accounts: list[str]
    """Account identifiers used by the bank; empty if the file names none."""
    credits: list[Credit]
    others: int
    """Number of debits and of entries not booked yet."""


def parse_minor(amount: str | Decimal) -> int:
    """Convert an amount with at most two decimals to minor units.

    Raises `Refused`.
    """
    try:
        value = Decimal(amount) * 100
    except InvalidOperation as error:
        raise build_refusal("invalid_amount", f"{amount} is not an amount.") from error
    if not value.is_finite() or value != value.to_integral_value() or abs(value) > MAX_MINOR:
        raise build_refusal("invalid_amount", f"{amount} is not an amount.")
    return int(value)


def clean_text(text: str | None, length: int = TEXT_LENGTH) -> str:
    """Return one line of printable text, cut to `length`."""
    words = " ".join((text or "").split())
    return "".join(character for character in words if character.isprintable())[:length]


def build_refusal(code: str, message: str) -> Refused:
    """Build the error for an unusable file."""
    return Refused("file", f"bank_statement.{code}", message)


def read_mt940(content: bytes) -> Statement:
    """Read one or more SWIFT MT940 messages.

    Raises `Refused`.
    """
    import mt940  # noqa: PLC0415

    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise build_refusal("unsupported_encoding", "The file is not in UTF-8.") from error
    accounts: set[str] = set()
    found: list[Credit] = []
    others = 0
    # Parse messages separately: the parser keeps only the last account of a file.
    for message in re.split(r"(?m)^(?=:20:)", text.replace("\r\n", "\n"))[1:]:
        try:
            parsed = mt940.parse(message)
        except (ValueError, RuntimeError, KeyError, TypeError, ArithmeticError) as error:
            raise _create_broken() from error
        account = parsed.data.get("account_identification")
        if not account:
            raise _create_broken()
        accounts.add(str(account))
        for each in parsed:
            # RC reverses a credit and RD a debit: neither is a payment.
            if each.data.get("status") == "C":
                found.append(_mt940_credit(each.data))
            else:
                others += 1
            _check_count(found)
    if not accounts:
        raise _create_broken()
    return Statement(sorted(accounts), found, others)


def _mt940_credit(entry: dict[str, Any]) -> Credit:
    booked_on, amount = entry.get("entry_date") or entry.get("date"), entry.get("amount")
    if not isinstance(booked_on, date) or amount is None:
        raise _create_broken()
    details = [entry.get("transaction_details"), entry.get("customer_reference")]
    return Credit(
        booked_on=booked_on.isoformat(),
        amount_minor=parse_minor(amount.amount),
        currency=str(amount.currency),
        bank_reference=clean_text(entry.get("bank_reference"), 100),
        text=clean_text(" ".join(each for each in details if each and each != "NONREF")),
        payer_name=clean_text(entry.get("applicant_name"), 200),
        payer_account=clean_text(entry.get("applicant_iban"), 50),
    )


def read_camt053(content: bytes) -> Statement:
    """Read an ISO 20022 statement of any version. Entities and DTDs are rejected.

    Raises `Refused`.
    """
    from defusedxml import DefusedXmlException  # noqa: PLC0415
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415

    try:
        root = fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise _create_broken() from error
    for each in root.iter():
        each.tag = str(each.tag).rpartition("}")[2]
    statements = root.findall(".//BkToCstmrStmt/Stmt")
    accounts: set[str] = set()
    found: list[Credit] = []
    others = 0
    for statement in statements:
        accounts.add(_text(statement, "Acct/Id/IBAN") or _text(statement, "Acct/Id/Othr/Id"))
        for entry in statement.findall("Ntry"):
            if _is_credit(entry):
                found += _camt053_credits(entry)
            else:
                others += 1
            _check_count(found)
    if not statements or "" in accounts:
        raise _create_broken()
    return Statement(sorted(accounts), found, others)


def _is_credit(entry: Element) -> bool:
    booked = _text(entry, "Sts/Cd") or _text(entry, "Sts")
    taken_back = _text(entry, "RvslInd") in ("true", "1")
    return _text(entry, "CdtDbtInd") == _CREDITED and booked == "BOOK" and not taken_back


def _camt053_credits(entry: Element) -> Iterator[Credit]:
    """Yield the entry's credits, one per payment of a batch booking."""
    details = entry.findall("NtryDtls/TxDtls")
    parted = len(details) > 1 and all(_amount(each) is not None for each in details)
    day = _text(entry, "BookgDt/Dt") or _text(entry, "BookgDt/DtTm") or _text(entry, "ValDt/Dt")
    try:
        booked_on = date.fromisoformat(day[:10]).isoformat()
    except ValueError as error:
        raise build_refusal("date", "An entry has no day.") from error
    for part in details if parted else [entry]:
        amount = _amount(part)
        if amount is None:
            raise _create_broken()
        named = part if parted else entry
        references = [
            *_texts(named, ".//RmtInf/Strd/CdtrRefInf/Ref"),
            *_texts(named, ".//RmtInf/Ustrd"),
            *(each for each in _texts(named, ".//Refs/EndToEndId") if each != "NOTPROVIDED"),
        ]
        names = [*_texts(named, ".//RltdPties/Dbtr/Pty/Nm"), *_texts(named, ".//RltdPties/Dbtr/Nm")]
        accounts = _texts(named, ".//RltdPties/DbtrAcct/Id/IBAN")
        bank = [*_texts(named, ".//Refs/AcctSvcrRef"), _text(entry, "AcctSvcrRef")]
        yield Credit(
            booked_on=booked_on,
            amount_minor=parse_minor((amount.text or "").strip()),
            currency=amount.get("Ccy", ""),
            bank_reference=clean_text(next(filter(None, bank), ""), 100),
            text=clean_text(" ".join(references)),
            payer_name=clean_text(next(iter(names), ""), 200),
            payer_account=clean_text(next(iter(accounts), ""), 50),
        )


def _amount(part: Element) -> Element | None:
    found = part.find("Amt")
    return found if found is not None else part.find("AmtDtls/TxAmt/Amt")


def _text(parent: Element, path: str) -> str:
    return (parent.findtext(path) or "").strip()


def _texts(parent: Element, path: str) -> list[str]:
    return [each.text.strip() for each in parent.findall(path) if each.text]


def _check_count(found: list[Credit]) -> None:
    if len(found) > MAX_CREDITS:
        raise TOO_LARGE


def _create_broken() -> Refused:
    return build_refusal("broken", "The file is damaged, or no statement.")


FORMATS = {"mt940": read_mt940, "camt053": read_camt053}


def process(content: bytes, form: str) -> Iterator[bytes]:
    """Yield the statement as JSON. Raises `Refused`."""
    yield json.dumps(asdict(FORMATS[form](content))).encode()
