from fastapi import APIRouter
from kit.database.db import Session

from identity.accounts.accounts.rules import normalize_sign_in_name
from identity.sign_in.attempts.service import get_failures
from identity.sign_in.proofs import service
from identity.sign_in.proofs.schemas import Challenge, ChallengeRequest
from identity.sign_in.revocations.service import KeysDep

router = APIRouter(prefix="/auth", tags=["auth"])


@router.post("/challenge")
async def create_challenge(body: ChallengeRequest, session: Session, keys: KeysDep) -> Challenge:
    """Create a challenge for sign-in with this name, required after too many failures."""
    name = normalize_sign_in_name(body.username)
    failures = await get_failures(session, keys, name)
    return await service.create_challenge(keys, name, failures)
