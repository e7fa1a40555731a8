from uuid import UUID

from kit.core.errors import Invalid, NotFound
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession, new_id
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from payments.accounts.errors import AccountChanged, AccountUnavailable
from payments.accounts.models import Account, AccountEntry, AccountEntryKind
from payments.accounts.queries import get_account, get_remaining_limit
from payments.accounts.schemas import AccountCreate, AccountRead, AccountUpdate
from payments.charges.models import Charge
from payments.charges.queries import is_own, is_payable
from payments.charges.service import lock_charge
from payments.config import PaymentMethod
from payments.payments.models import Payment, PaymentStatus, ReceivedMoney
from payments.payments.schemas import PaymentRead
from payments.replicas.models import Organization
from payments.settlement.service import settle_money
from payments.transfers.models import credit_numbers


async def create_account(
    session: AsyncSession, actor: Principal, body: AccountCreate
) -> AccountRead:
    """Allow an organization to pay on account.

    Raises `Invalid` if it already has an account or does not exist.
    """
    if await session.get(Organization, body.organization_id) is None:
        raise Invalid.field(
            "organization_id", "resource.not_found", "We couldn't find this organization."
        )
    account = Account(**body.model_dump(), allowed_by=actor.user_id)
    session.add(account)
    with as_field_problems():
        await session.flush()
    return await get_account(session, account.id)


async def update_account(
    session: AsyncSession, actor: Principal, account_id: UUID, body: AccountUpdate
) -> AccountRead:
    """Change the account's terms, stop it or resume it.

    The balance remains owed even above a lower limit; issued bills keep their due dates.
    Raises `NotFound`, `AccountChanged`.
    """
    account = await db.lock(session, Account, col(Account.id) == account_id)
    if account is None:
        raise NotFound
    if account.version != body.version:
        raise AccountChanged
    account.sqlmodel_update(body.model_dump(exclude={"version"}))
    account.allowed_by, account.allowed_at = actor.user_id, await db.now(session)
    account.version += 1
    session.add(account)
    await session.flush()
    return await get_account(session, account_id)


async def pay_on_account(session: AsyncSession, actor: Principal, charge_id: UUID) -> PaymentRead:
    """Pay a charge of the actor's organization on its account. Idempotent.

    Raises `NotFound`, `AccountUnavailable`.
    """
    mine = select(col(Charge.id)).where(col(Charge.id) == charge_id, is_own(actor))
    if await session.scalar(mine) is None:
        raise NotFound
    charge = await lock_charge(session, charge_id)
    attempts = await db.lock_all(
        session,
        Payment,
        col(Payment.charge_id) == charge_id,
        order_by=[col(Payment.number)],
    )
    settling = next((each for each in attempts if each.id == charge.payment_id), None)
    if settling is not None and settling.way is PaymentMethod.ON_ACCOUNT:
        return PaymentRead.model_validate(settling)
    can_be_paid = await session.scalar(select(is_payable()).where(col(Charge.id) == charge_id))
    under_review = any(each.status is PaymentStatus.UNDER_REVIEW for each in attempts)
    # Concurrent payments wait for this lock, then see the remaining limit.
    account = await db.lock(
        session,
        Account,
        col(Account.organization_id) == actor.organization_id,
        col(Account.currency) == charge.currency,
    )
    if account is None or not can_be_paid or under_review:
        raise AccountUnavailable
    if await get_remaining_limit(session, actor, charge) is None:
        raise AccountUnavailable
    charge.payer_profile_id, charge.payer_user_id = actor.profile_id, actor.user_id
    payment = await _pay_charge(session, charge, len(attempts) + 1)
    session.add(
        AccountEntry(
            account_id=account.id,
            kind=AccountEntryKind.CHARGED,
            charge_id=charge.id,
            amount_minor=charge.amount_minor,
        )
    )
    account.owed_minor += charge.amount_minor
    session.add(account)
    await session.flush()
    return PaymentRead.model_validate(payment)


async def _pay_charge(session: AsyncSession, charge: Charge, number: int) -> Payment:
    """Create a payment for the charge and settle it by the common rules."""
    payment_id = new_id()
    payment = Payment(
        id=payment_id,
        charge_id=charge.id,
        number=number,
        way=PaymentMethod.ON_ACCOUNT,
        amount_minor=charge.amount_minor,
        currency=charge.currency,
        special_reference=f"{charge.reference}-{number}-{payment_id.hex[-8:]}",
        expires_at=await db.now(session),
    )
    money_number = await session.scalar(select(credit_numbers.next_value()))
    assert money_number is not None
    money = ReceivedMoney(money_number, charge.amount_minor, charge.currency)
    await settle_money(session, charge, payment, money)
    return payment
