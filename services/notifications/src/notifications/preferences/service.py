"""Change preferences and apply them to queued messages."""

from uuid import UUID

from kit.database import db
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.config import Settings
from notifications.deliveries.models import DELIVERY_STATES, Channel, Delivery, DeliveryStatus
from notifications.deliveries.tokens.service import read_optout
from notifications.preferences import queries
from notifications.preferences.errors import OptOutNotFound
from notifications.preferences.models import Preference
from notifications.preferences.queries import get_quiet_end, is_allowed
from notifications.preferences.schemas import OptOut, PreferencesRead, PreferencesUpdate
from notifications.texts.models import ALWAYS, get_subject


async def update_preferences(
    session: AsyncSession, actor: Principal, settings: Settings, form: PreferencesUpdate
) -> PreferencesRead:
    """Replace the caller's preferences; they also apply to queued messages."""
    preference = await _lock(session, actor.user_id)
    muted: dict[str, list[str]] = {}
    for each in form.muted:
        chosen = muted.setdefault(each.channel, [])
        if each.subject not in {*ALWAYS, *chosen}:
            chosen.append(each.subject)
    preference.muted = muted
    preference.quiet_from, preference.quiet_until = form.quiet_from, form.quiet_until
    await _apply(session, preference)
    return await queries.get_preferences(session, actor, settings)


async def opt_out(session: AsyncSession, settings: Settings, token: str) -> OptOut:
    """Unsubscribe the token's user from mails about its subject. Idempotent.

    Raises `OptOutNotFound`.
    """
    found = read_optout(settings.sealing_secrets, token)
    if found is None or found[1] in ALWAYS:
        raise OptOutNotFound
    user_id, subject = found
    preference = await _lock(session, user_id)
    chosen = preference.muted.get(Channel.EMAIL, [])
    if subject not in chosen:
        preference.muted = {**preference.muted, Channel.EMAIL: [*chosen, subject]}
        await _apply(session, preference)
    return OptOut(subject=subject)


async def _lock(session: AsyncSession, user_id: UUID) -> Preference:
    """Lock the user's row, creating it if needed: two tabs may save concurrently."""
    new = insert(Preference).values(user_id=user_id, muted={})
    await session.execute(new.on_conflict_do_nothing())
    preference = await db.lock(session, Preference, col(Preference.user_id) == user_id)
    assert preference
    return preference


async def _apply(session: AsyncSession, preference: Preference) -> None:
    """Suppress queued messages that are now muted, and reschedule the others."""
    now = preference.updated_at = await db.now(session)
    await session.flush()
    waiting = await session.scalars(
        select(Delivery)
        .where(
            col(Delivery.user_id) == preference.user_id,
            col(Delivery.status) == DeliveryStatus.QUEUED,
            col(Delivery.kind).is_not(None),
            # Others are retries, or wait for the address.
            col(Delivery.attempts) == 0,
        )
        .with_for_update()
    )
    for delivery in waiting:
        assert delivery.kind
        subject = get_subject(delivery.kind)
        if is_allowed(preference, subject, delivery.channel):
            delivery.next_attempt_at = get_quiet_end(preference, subject, now) or now
        else:
            DELIVERY_STATES.transition(delivery, DeliveryStatus.SUPPRESSED)
            delivery.content = delivery.link = None
            delivery.last_error = "its reader has turned it off"
    await session.flush()
