from typing import Annotated

from fastapi import Depends
from kit.database.db import Database
from kit.security.auth import VERIFIER
from kit.security.key_documents import KeyDocument
from kit.security.tokens import Verifier

from identity.config import Settings
from identity.sign_in.revocations.queries import get_key_document
from identity.sign_in.signing.service import Keys, ensure_signer, list_master_secrets


class OwnVerifier(Verifier):
    """Verifier of identity itself, which reads its database and also loads the signing key."""

    def __init__(self, settings: Settings, database: Database) -> None:
        super().__init__(self._read)
        self._secrets = list_master_secrets(settings)
        self._database = database
        self.own_keys = Keys(self._secrets[0])

    async def _read(self) -> KeyDocument:
        async with self._database.transaction() as session:
            self.own_keys.signer = await ensure_signer(session, self._secrets)
            return await get_key_document(session)


OwnVerifierDep = Annotated[OwnVerifier, Depends(VERIFIER)]


async def _keys(verifier: OwnVerifierDep) -> Keys:
    return verifier.own_keys


KeysDep = Annotated[Keys, Depends(_keys)]
"""Signing keys, for routes."""
