from fastapi import APIRouter
from kit.database.db import Session
from kit.security.key_documents import KeyDocument

from identity.sign_in.revocations.queries import get_key_document

internal_router = APIRouter()


@internal_router.get("/jwks")
async def get_jwks(session: Session) -> KeyDocument:
    """Return the public keys, and the revocations within the lifetime of a token."""
    return await get_key_document(session)
