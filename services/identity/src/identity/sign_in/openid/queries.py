from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from identity.config import Settings
from identity.sign_in.openid.models import OpenIdLink
from identity.sign_in.openid.schemas import OpenIdLinkRead


async def get_link(session: AsyncSession, settings: Settings, actor: Principal) -> OpenIdLinkRead:
    """Return when the caller's account at the configured provider was connected, if it is."""
    found = await session.scalar(
        select(OpenIdLink).where(
            col(OpenIdLink.user_id) == actor.user_id,
            col(OpenIdLink.issuer) == settings.openid_issuer,
        )
    )
    return OpenIdLinkRead(
        linked_at=found.created_at if found else None,
        last_used_at=found.last_used_at if found else None,
    )
