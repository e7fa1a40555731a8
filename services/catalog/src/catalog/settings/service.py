from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import Any

from contracts import ProfileType
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.settings.events import settings_updated
from catalog.settings.models import RegistrationFee, SettingsGroup
from catalog.settings.queries import (
    FEES,
    find_fee,
    get_settings,
    get_version,
    list_planned_fees,
)
from catalog.settings.rules import DEFAULTS
from catalog.settings.schemas import (
    RegistrationFees,
    SellerSettings,
    SettingsEnvelope,
    SettingsUpdate,
)


async def update_settings(
    session: AsyncSession, actor: Principal, body: SettingsUpdate
) -> SettingsEnvelope:
    """Merge the given groups into the stored ones, and publish them to other services.

    Raises `Invalid` for duplicate document keys, two VAT rates from one day, a VAT registration
    without its number and names, and fees from a past day.
    """
    keys = [document.key for document in body.organization_documents or []]
    _check_distinct("organization_documents.{}.key", keys, "Another document has this key.")
    if body.payment and body.payment.vat_rates:
        body.payment.vat_rates.sort(key=lambda rate: rate.valid_from)
        days = [rate.valid_from.isoformat() for rate in body.payment.vat_rates]
        _check_distinct("payment.vat_rates.{}.valid_from", days, "Another rate has this day.")
    # As JSON for storage, except for the fees' date.
    changes: dict[str, Any] = body.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    groups = await lock_groups(session, actor, changes)
    fees = changes.pop(FEES, {})
    fees.pop("effective_on", None)
    effective_on = (body.registration_fees and body.registration_fees.effective_on) or today()
    check_day(f"{FEES}.effective_on", effective_on)
    for name, change in changes.items():
        # A new object, as SQLAlchemy does not detect changes within a stored one.
        value = groups[name].value
        groups[name].value = value | change if isinstance(change, dict) else change
    _check_seller(SellerSettings(**groups["seller"].value))
    for name, amount in fees.items():
        await _set_fee(
            session, actor, ProfileType(name.removesuffix("_minor")), amount, effective_on
        )
    await publish_settings(session)
    return await get_settings(session)


async def lock_groups(
    session: AsyncSession, actor: Principal, changed: Collection[str]
) -> dict[str, SettingsGroup]:
    """Lock all groups, and increment the versions of those changed.

    All of them, since the settings' event carries their common version.
    """
    await create_defaults(session)
    now = await db.now(session)
    rows = await db.lock_all(session, SettingsGroup, order_by=[col(SettingsGroup.name)])
    for row in rows:
        if row.name in changed:
            row.version += 1
            row.updated_by = actor.user_id
            row.updated_at = now
    return {row.name: row for row in rows}


async def publish_settings(session: AsyncSession) -> None:
    """Publish the current settings, and invalidate cached responses."""
    await session.flush()
    settings = (await get_settings(session)).data
    event = settings_updated(settings, await list_planned_fees(session))
    await outbox.publish(session, event, sequence=await get_version(session))
    await publish_catalogue_changed(session, "settings")


async def create_defaults(session: AsyncSession) -> set[str]:
    """Store missing groups and return their names. Values set by an admin stay."""
    statement = insert(SettingsGroup).on_conflict_do_nothing().returning(col(SettingsGroup.name))
    groups = DEFAULTS.model_dump(mode="json") | {FEES: {}}
    stored = await session.execute(
        statement, [{"name": name, "value": value} for name, value in groups.items()]
    )
    names = set(stored.scalars())
    if FEES in names:
        session.add_all(_default_fees(DEFAULTS.registration_fees))
        await session.flush()
    return names


def check_day(field: str, day: date) -> None:
    """Require today or a later day, since fees already paid must not change.

    Raises `Invalid`.
    """
    if day < today():
        raise Invalid.field(field, "date.in_past", "Choose today or a later date.")


async def _set_fee(
    session: AsyncSession, actor: Principal, kind: ProfileType, amount: int, day: date
) -> None:
    """Plan a fee, replacing one of the same day."""
    fee = await find_fee(session, kind, day)
    if fee is None:
        currency = DEFAULTS.registration_fees.currency
        fee = RegistrationFee(profile_type=kind, valid_from=day, amount_minor=0, currency=currency)
    else:
        fee.version += 1
    fee.amount_minor, fee.updated_by = amount, actor.user_id
    session.add(fee)


def _check_seller(seller: SellerSettings) -> None:
    """Require a number and names in both languages for a VAT registration.

    Raises `Invalid`.
    """
    for name in ("vat_number", "name_en", "name_ar"):
        if seller.vat_registered and not getattr(seller, name):
            detail = "Fill in this field."
            raise Invalid.field(f"seller.{name}", "field.missing", detail)


def _default_fees(fees: RegistrationFees) -> Iterator[RegistrationFee]:
    for kind in (ProfileType.CANDIDATE, ProfileType.STAFF, ProfileType.ORGANIZATION):
        yield RegistrationFee(
            profile_type=kind,
            amount_minor=getattr(fees, f"{kind}_minor"),
            currency=fees.currency,
            valid_from=fees.effective_on,
        )


def _check_distinct(field: str, values: Iterable[str], detail: str) -> None:
    seen = set()
    for number, value in enumerate(values):
        if value in seen:
            raise Invalid.field(field.format(number), "field.taken", detail)
        seen.add(value)
