"""Initial data of every installation. Idempotent, so it can run at every start.

Creates the system roles. With `ITQAN_FIRST_ADMIN=1` and no users, also creates a super-admin, whose
first password is configured or generated and printed once.
"""

import secrets

from contracts import SUPER_ADMIN, ProfileType
from kit.database.db import AsyncSession, Database, advisory_lock, new_id, utc_now
from kit.messaging import outbox
from sqlalchemy import exists, select
from sqlmodel import col

from identity.accounts.accounts.events import profiles_updated
from identity.accounts.accounts.models import Profile, User
from identity.accounts.accounts.queries import get_account
from identity.administration.roles.events import admin_roles_updated
from identity.administration.roles.service import assign_role, ensure_system_roles
from identity.config import Settings
from identity.sign_in.passwords.hashes.service import hash_password
from identity.sign_in.passwords.rules import RULES, find_broken_rule

USERNAME = "admin"
ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters and digits that are easily confused."""


async def run(database: Database, settings: Settings) -> str:
    """Load missing data for `python -m kit identity seed`, and return the text to print."""
    async with database.transaction() as session:
        password = await seed(session, settings)
    if password is None:
        return ""
    if settings.first_admin_password:
        # Printed text often ends up in a log.
        return f"username: {USERNAME}\nThe first password is the one that was given: change it."
    return (
        f"username: {USERNAME}\nfirst password: {password}\n"
        "It is shown only now: sign in and change it."
    )


async def seed(session: AsyncSession, settings: Settings) -> str | None:
    """Create missing data, and return the first password if a super-admin was created."""
    await advisory_lock(session, "seed")
    roles = await ensure_system_roles(session)
    if not settings.first_admin or await session.scalar(
        select(exists().where(col(User.id).is_not(None)))
    ):
        return None
    given = settings.first_admin_password
    password = given.get_secret_value() if given else new_password()
    if code := find_broken_rule(password, [USERNAME, settings.first_admin_email]):
        raise SystemExit(f"ITQAN_FIRST_ADMIN_PASSWORD cannot be used. {RULES[code]}")
    user = User(
        id=new_id(),
        username=USERNAME,
        email=settings.first_admin_email,
        phone="",
        password_hash=await hash_password(password),
        name_en="First admin",
        name_ar="المدير الأول",
        verified_at=utc_now(),
    )
    session.add(user)
    await session.flush()
    profile = Profile(user_id=user.id, type=ProfileType.ADMIN, paid=True)
    session.add(profile)
    await session.flush()
    await assign_role(session, profile.id, roles[SUPER_ADMIN])
    await outbox.publish_many(session, profiles_updated(await get_account(session, user.id)))
    event = admin_roles_updated(profile.id, user.id, [roles[SUPER_ADMIN]])
    await outbox.publish(session, event, sequence=profile.version)
    return password


def new_password() -> str:
    """Generate four groups of four characters, about 93 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))
