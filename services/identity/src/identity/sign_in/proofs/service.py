"""Proofs of work by ALTCHA: created here, solved by the browser, accepted once.

A signed challenge contains all that its verification needs, so nothing is stored until its use. Its
work is bounded and at least half of it is always required, so waiting times are similar. PBKDF2
runs natively in browsers, which leaves attackers little advantage.
"""

import asyncio
import secrets
import time

import altcha
from kit.database.db import AsyncSession
from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from identity.sign_in.proofs.models import UsedProof
from identity.sign_in.proofs.rules import (
    DERIVATIONS_PER_FAILURE,
    ITERATIONS,
    LIFETIME_SECONDS,
    MAX_DERIVATIONS,
    MIN_DERIVATIONS,
)
from identity.sign_in.proofs.schemas import Challenge
from identity.sign_in.signing.service import Keys

ALGORITHM = "PBKDF2/SHA-256"


async def create_challenge(keys: Keys, name: str, failures: int) -> Challenge:
    """Create a challenge for an attempt with this name; its cost grows with the failures."""
    derivations = failures * DERIVATIONS_PER_FAILURE
    most = max(MIN_DERIVATIONS, min(derivations, MAX_DERIVATIONS))
    created = await asyncio.to_thread(
        altcha.create_challenge,
        ALGORITHM,
        ITERATIONS,
        counter=most // 2 + secrets.randbelow(most // 2),
        expires_at=int(time.time()) + LIFETIME_SECONDS,
        data={"for": _build_binding(keys, name)},
        hmac_secret=keys.digest("proof"),
        hmac_key_secret=keys.digest("proof-key"),
    )
    return Challenge.model_validate(created.to_dict())


async def redeem_proof(session: AsyncSession, keys: Keys, name: str, proof: str) -> bool:
    """Mark the proof as used. Return True if it is valid for this name, current and unused."""
    checked = altcha.verify_solution(
        proof, keys.digest("proof"), hmac_key_secret=keys.digest("proof-key")
    )
    if not checked.verified:
        return False
    challenge = altcha.Payload.from_base64(proof).challenge
    if challenge.parameters.data != {"for": _build_binding(keys, name)}:
        return False
    used = await session.execute(
        insert(UsedProof)
        .values(
            signature=challenge.signature,
            expires_at=func.to_timestamp(challenge.parameters.expires_at),
        )
        .on_conflict_do_nothing()
        .returning(col(UsedProof.signature))
    )
    return used.first() is not None


def _build_binding(keys: Keys, name: str) -> str:
    return keys.digest("proof-for", name).hex()
