"""Changing the settings."""

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
    """Merge the given groups into the stored ones, and publish what other services use.

    Raises `Invalid` for the key of a document that another one has too, for two rates of VAT from
    one day, for a registration for VAT without its number and names, and for fees from a day that
    is over.
    """
    keys = [document.key for document in body.organization_documents or []]
    _check_distinct("organization_documents.{}.key", keys, "Another document has this key.")
    if body.payment and body.payment.vat_rates:
        body.payment.vat_rates.sort(key=lambda rate: rate.valid_from)
        days = [rate.valid_from.isoformat() for rate in body.payment.vat_rates]
        _check_distinct("payment.vat_rates.{}.valid_from", days, "Another rate has this day.")
    # As JSON, for what is stored; the day of fees is not.
    changes: dict[str, Any] = body.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    groups = await lock_groups(session, actor, changes)
    fees = changes.pop(FEES, {})
    fees.pop("effective_on", None)
    effective_on = (body.registration_fees and body.registration_fees.effective_on) or today()
    check_day(f"{FEES}.effective_on", effective_on)
    for name, change in changes.items():
        # A new object, since SQLAlchemy does not see changes inside a stored one.
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
    """All groups, locked, those that the actor changes with their next version.

    All, since what is published of the settings has their common version.
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
    """Publish the settings as they are now, here and to the other services."""
    await session.flush()
    settings = (await get_settings(session)).data
    event = settings_updated(settings, await list_planned_fees(session))
    await outbox.publish(session, event, sequence=await get_version(session))
    await publish_catalogue_changed(session, "settings")


async def create_defaults(session: AsyncSession) -> set[str]:
    """Store each group that is missing; which ones those were. An admin's values stay."""
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
    """A fee begins today or later: what people have paid by stays as it was.

    Raises `Invalid`.
    """
    if day < today():
        raise Invalid.field(field, "date.in_past", "Choose today or a later day.")


async def _set_fee(
    session: AsyncSession, actor: Principal, kind: ProfileType, amount: int, day: date
) -> None:
    """Plan a fee, in place of another one of that day."""
    fee = await find_fee(session, kind, day)
    if fee is None:
        currency = DEFAULTS.registration_fees.currency
        fee = RegistrationFee(profile_type=kind, valid_from=day, amount_minor=0, currency=currency)
    else:
        fee.version += 1
    fee.amount_minor, fee.updated_by = amount, actor.user_id
    session.add(fee)


def _check_seller(seller: SellerSettings) -> None:
    """Whoever is registered for VAT has a number, and names in both languages.

    Raises `Invalid`.
    """
    for name in ("vat_number", "name_en", "name_ar"):
        if seller.vat_registered and not getattr(seller, name):
            detail = "Please fill this in."
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
