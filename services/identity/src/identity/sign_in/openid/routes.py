from fastapi import APIRouter
from kit.core.errors import Forbidden, Invalid, Unauthorized, problems
from kit.database.db import Session

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.config import SettingsDep
from identity.sign_in.ceremonies.errors import CeremonyExpired
from identity.sign_in.openid import queries, service
from identity.sign_in.openid.schemas import OpenIdLinkCreate, OpenIdLinkRead, OpenIdProvider

router = APIRouter(prefix="/auth/openid", tags=["openid"])


@router.get("")
async def get_openid_provider(settings: SettingsDep) -> OpenIdProvider:
    """Return the name of the configured OpenID Connect provider, if any."""
    return OpenIdProvider(name=settings.openid_name if settings.openid_issuer else None)


@router.get("/link", responses=problems(Unauthorized, Forbidden))
async def get_openid_link(
    session: Session, settings: SettingsDep, actor: AccountOwnerDep
) -> OpenIdLinkRead:
    """Return when the caller's provider account was connected, if it is."""
    return await queries.get_link(session, settings, actor)


@router.post(
    "/link",
    status_code=204,
    responses=problems(Unauthorized, Forbidden, CeremonyExpired, Invalid),
)
async def create_openid_link(
    body: OpenIdLinkCreate, session: Session, actor: AccountOwnerDep
) -> None:
    """Connect the provider account with the caller's account."""
    await service.create_link(session, actor, body.token)


@router.delete("/link", status_code=204, responses=problems(Unauthorized, Forbidden))
async def delete_openid_link(
    session: Session, settings: SettingsDep, actor: AccountOwnerDep
) -> None:
    """Disconnect the provider account."""
    await service.delete_link(session, settings, actor)
