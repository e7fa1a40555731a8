from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter
from kit.core.errors import problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from identity.sign_in.policies import service
from identity.sign_in.policies import service as queries
from identity.sign_in.policies.schemas import SignInPolicyRead, SignInPolicyUpdate

router = APIRouter(prefix="/auth/policy", tags=["policy"], responses=problems(*AUTH_PROBLEMS))

PolicyAdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]


@router.get("")
async def get_sign_in_policy(session: Session, _: PolicyAdminDep) -> SignInPolicyRead:
    """Return the platform's sign-in policy."""
    return await queries.get_policy(session)


@router.put("")
async def update_sign_in_policy(
    body: SignInPolicyUpdate, session: Session, _: PolicyAdminDep
) -> SignInPolicyRead:
    """Require a second factor of admins, or stop requiring it."""
    return await service.update_policy(session, body)
