from typing import Any

from kit.core.errors import NotFound
from kit.database import db
from kit.database.db import AsyncSession
from kit.security.sealed_keys import public_jwk
from sqlalchemy import column, literal_column, select, table
from sqlmodel import col

from enrollment.credentials.adapters import status_list as lists
from enrollment.credentials.adapters.did_web import Issuer
from enrollment.credentials.adapters.status_list import POSITIONS
from enrollment.credentials.keys.service import ALGORITHM, ensure_signer, sign_payload
from enrollment.credentials.models import CredentialKey, StatusList
from enrollment.credentials.schemas import IssuerKey, IssuerKeys

_CERTIFICATES = table("certificates", column("status_index"), column("status"))
"""Referenced by name, because `certificates` imports this package. Its rows show every ended
certificate, including erased ones.
"""


async def list_issuer_keys(session: AsyncSession, issuer: Issuer) -> IssuerKeys:
    """List public keys of past, current and future signatures, without revoked keys."""
    rows = await _list_published(session)
    if not rows:
        await ensure_signer(session, issuer)
        rows = await _list_published(session)
    keys = [public_jwk(row, ALGORITHM) | {"kid": issuer.key_id(row.id)} for row in rows]
    number = col(StatusList.number)
    numbers = await session.scalars(select(number).order_by(number))
    return IssuerKeys(
        issuer=issuer.id,
        keys=[IssuerKey.model_validate(key) for key in keys],
        status_lists=[issuer.list_url(each) for each in numbers],
    )


async def get_did_document(session: AsyncSession, issuer: Issuer) -> dict[str, Any]:
    """Build the issuer's DID document (W3C Decentralized Identifiers 1.0)."""
    keys = (await list_issuer_keys(session, issuer)).keys
    return {
        "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/jwk/v1"],
        "id": issuer.id,
        "verificationMethod": [
            {
                "id": key.kid,
                "type": "JsonWebKey",
                "controller": issuer.id,
                "publicKeyJwk": key.model_dump(),
            }
            for key in keys
        ],
        "assertionMethod": [key.kid for key in keys],
    }


async def get_status_list(session: AsyncSession, issuer: Issuer, number: int) -> str:
    """Return a status list as a JWT.

    Raises `NotFound` if no credential refers to it yet.
    """
    found = await session.scalar(
        select(col(StatusList.number)).where(col(StatusList.number) == number)
    )
    if found is None:
        raise NotFound
    first = number * POSITIONS
    index = _CERTIFICATES.c.status_index
    revoked = await session.scalars(
        select(index).where(
            index.between(first, first + POSITIONS - 1),
            _CERTIFICATES.c.status != literal_column("'issued'"),
        )
    )
    signer = await ensure_signer(session, issuer)
    payload = lists.build_status_list(
        issuer, number, (each - first for each in revoked), await db.now(session)
    )
    return sign_payload(issuer, signer, payload)


async def list_keys(session: AsyncSession) -> list[CredentialKey]:
    """List all keys, latest signing time first."""
    newest = col(CredentialKey.signs_at).desc(), col(CredentialKey.id)
    return list(await session.scalars(select(CredentialKey).order_by(*newest)))


async def _list_published(session: AsyncSession) -> list[CredentialKey]:
    return [key for key in await list_keys(session) if key.revoked_at is None]
