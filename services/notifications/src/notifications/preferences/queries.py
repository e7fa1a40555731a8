"""Read preferences and apply them to messages."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from contracts import ProfileType
from kit.database.db import AsyncSession, in_array
from kit.domain.timezone import RIYADH
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from notifications.config import Settings
from notifications.deliveries.models import Channel
from notifications.preferences.models import Preference
from notifications.preferences.schemas import Muted, PreferencesRead
from notifications.texts.models import ALWAYS, Subject

_HIDDEN_SUBJECTS: dict[ProfileType, frozenset[Subject]] = {
    ProfileType.CANDIDATE: frozenset({Subject.APPROVALS, Subject.QUERIES}),
    ProfileType.ORGANIZATION: frozenset({Subject.ALERTS, Subject.QUERIES}),
    ProfileType.STAFF: frozenset({Subject.ALERTS, Subject.QUERIES}),
    ProfileType.TRAINER: frozenset({Subject.ALERTS, Subject.QUERIES, Subject.PAYMENTS}),
    ProfileType.ADMIN: frozenset({Subject.ALERTS}),
}
"""Subjects that profiles of a type never receive."""


async def map_preferences(
    session: AsyncSession, user_ids: Collection[UUID]
) -> dict[UUID, Preference]:
    """Map users to their preferences in one query; users without any are missing."""
    if not user_ids:
        return {}
    found = await session.scalars(
        select(Preference).where(in_array(col(Preference.user_id), user_ids))
    )
    return {preference.user_id: preference for preference in found}


def is_allowed(preference: Preference | None, subject: Subject, channel: Channel) -> bool:
    """Check if a subject may be sent by a channel."""
    if preference is None or subject in ALWAYS:
        return True
    return subject not in preference.muted.get(channel, ())


def get_quiet_end(
    preference: Preference | None, subject: Subject, now: datetime
) -> datetime | None:
    """Return the end of the quiet hours that contain `now`; None outside them."""
    if preference is None or subject in ALWAYS:
        return None
    begin, end = preference.quiet_from, preference.quiet_until
    if begin is None or end is None:
        return None
    local = now.astimezone(RIYADH)
    today = datetime.combine(local.date(), end, RIYADH)
    if begin < end:
        return today if begin <= local.time() < end else None
    if local.time() < end:
        return today
    return today + timedelta(days=1) if local.time() >= begin else None


async def get_preferences(
    session: AsyncSession, actor: Principal, settings: Settings
) -> PreferencesRead:
    """Return the caller's preferences."""
    preference = await session.get(Preference, actor.user_id)
    hidden = (
        _HIDDEN_SUBJECTS.get(actor.profile_type, frozenset()) if actor.profile_type else frozenset()
    )
    subjects = [subject for subject in Subject if subject not in hidden]
    return PreferencesRead(
        muted=[
            Muted(subject=subject, channel=Channel(channel))
            for channel, chosen in (preference.muted if preference else {}).items()
            for subject in chosen
        ],
        quiet_from=preference.quiet_from if preference else None,
        quiet_until=preference.quiet_until if preference else None,
        subjects=subjects,
        always=[subject for subject in subjects if subject in ALWAYS],
        channels=_channels(settings),
    )


def _channels(settings: Settings) -> list[Channel]:
    configured = {
        Channel.EMAIL: True,
        Channel.PUSH: settings.has_pushes,
        Channel.SMS: settings.sms,
        Channel.WHATSAPP: settings.whatsapp,
    }
    return [channel for channel, found in configured.items() if found]
