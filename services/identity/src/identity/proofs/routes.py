"""Routes of proofs of work."""

from fastapi import APIRouter
from kit.db import Session

from identity.accounts.guards import SigningKeys
from identity.attempts.service import failures_of
from identity.proofs.schemas import Challenge, ChallengeRequest
from identity.proofs.service import make_challenge

router = APIRouter(prefix="/auth", tags=["auth"])


@router.post("/challenge")
async def create_challenge(
    body: ChallengeRequest, session: Session, keys: SigningKeys
) -> Challenge:
    """Work that an attempt to sign in with this name costs while it is guessed at."""
    return await make_challenge(
        keys, body.username, await failures_of(session, keys, body.username)
    )
