"""Search documents follow their sources within the same transaction."""

from datetime import date
from typing import Any

from contracts.payments import ChargePurpose
from contracts.profiles import ProfileType
from kit.database.db import AsyncSession, new_id, utc_now
from kit.database.search import matches
from payments.charges.models import Charge
from payments.payments.models import Payment
from payments.replicas.models import Payer
from payments.tables import SearchKind
from payments.transfers.models import BankCredit, BankStatement, StatementFormat, Transfer
from sqlalchemy import select
from sqlmodel import col


async def is_found(session: AsyncSession, row: Any, kind: SearchKind, words: str) -> bool:
    await session.flush()
    condition = matches(col(type(row).id), kind, words)
    assert condition is not None
    return row.id in (await session.scalars(select(type(row).id).where(condition))).all()


def new_charge(payer: Payer) -> Charge:
    return Charge(
        reference="ITQ-2026-000777",
        purpose=ChargePurpose.ENROLLMENT,
        subject_id=new_id(),
        payer_profile_id=payer.profile_id,
        payer_user_id=payer.user_id,
        amount_minor=11_500,
        currency="SAR",
        title_en="",
        title_ar="",
        subject_code="FLT-110-3",
    )


def new_payer() -> Payer:
    return Payer(
        profile_id=new_id(),
        user_id=new_id(),
        subject_id=new_id(),
        profile_type=ProfileType.CANDIDATE,
        email="sara@example.com",
        phone="+966500000001",
        name_en="Sara",
        name_ar="سارة",
        locale="ar",
        paid=True,
        active=True,
        source_version=1,
    )


async def test_of_a_charge_follow_its_payer_payments_and_transfer(session: AsyncSession) -> None:
    payer = new_payer()
    charge = new_charge(payer)
    session.add(charge)

    async def finds(words: str) -> bool:
        return await is_found(session, charge, SearchKind.CHARGE, words)

    assert await finds("flt-110 000777")
    assert not await finds("ساره")
    session.add(payer)
    assert await finds("ساره flt-110")
    payer.name_ar = "نورة"
    assert await finds("نوره")
    assert not await finds("ساره")
    payment = Payment(
        charge_id=charge.id,
        number=1,
        amount_minor=11_500,
        currency="SAR",
        special_reference="ITQ-2026-000777-1",
        expires_at=utc_now(),
    )
    session.add(payment)
    assert await finds("itq-2026-000777-1")
    assert not await finds("7000042")
    payment.transaction_id = 7_000_042
    assert await finds("7000042")
    transfer = Transfer(charge_id=charge.id, reference="RF68ITQ2026000777", chosen_by=new_id())
    session.add(transfer)
    assert await finds("rf68itq")
    await session.delete(transfer)
    assert not await finds("rf68itq")


async def test_of_a_credit_follow_its_charge(session: AsyncSession) -> None:
    payer = new_payer()
    charge = new_charge(payer)
    statement = BankStatement(
        format=StatementFormat.SHEET,
        file_name="",
        account="",
        credits=1,
        imported_by=new_id(),
    )
    session.add_all([payer, charge, statement])
    await session.flush()
    credit = BankCredit(
        statement_id=statement.id,
        fingerprint="1",
        booked_on=date(2026, 11, 1),
        amount_minor=11_500,
        currency="SAR",
        bank_reference="FT26-1",
        text="thanks",
        payer_name="Huda",
        payer_account="",
    )
    session.add(credit)

    async def finds(words: str) -> bool:
        return await is_found(session, credit, SearchKind.CREDIT, words)

    assert await finds("huda thanks ft26")
    assert not await finds("000777")
    credit.charge_id = charge.id
    assert await finds("huda 000777 sara")
    payer.name_en = "Nora"
    assert await finds("nora")
