"""Routes of proofs of work."""

from fastapi import APIRouter
from kit.database.db import Session

from identity.accounts.fields import canonical_name
from identity.attempts.queries import get_failures
from identity.proofs import service
from identity.proofs.schemas import Challenge, ChallengeRequest
from identity.revocations.verifier import KeysDep

router = APIRouter(prefix="/auth", tags=["auth"])


@router.post("/challenge")
async def create_challenge(body: ChallengeRequest, session: Session, keys: KeysDep) -> Challenge:
    """The work that an attempt to sign in with this name needs after too many failures."""
    name = canonical_name(body.username)
    failures = await get_failures(session, keys, name)
    return await service.create_challenge(keys, name, failures)
