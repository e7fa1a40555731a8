"""Verifying access tokens with identity's public keys, and forgetting those that went stale."""

import asyncio
import time
from collections import OrderedDict
from typing import Any
from uuid import UUID

import httpx
from contracts.identity import PrincipalChanged, SessionEnded
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, OKPKey
from pydantic import BaseModel
from structlog import get_logger

from kit.auth import (
    ACCESS_TOKEN_SECONDS,
    ALGORITHM,
    Claims,
    TokenInvalid,
    TokenStale,
    parse_claims,
)
from kit.errors import Unavailable

log = get_logger(__name__)

CACHED_TOKENS = 4096
REFETCH_AFTER_SECONDS = 5
"""How often at most an unknown key id makes us ask identity again."""


class KeysUnavailable(Unavailable):
    """Identity has not answered its keys yet, so nobody can be recognised."""

    code = "auth.keys_unavailable"


class KeyDocument(BaseModel):
    """What identity answers at `/internal/jwks`.

    Beside the keys it carries what was revoked within a token's lifetime, so that a process
    that starts after the broadcast knows it as well.
    """

    keys: list[dict[str, Any]]
    principals: dict[UUID, int] = {}
    """The versions of the principals that changed within the last ten minutes."""
    ended_sessions: list[UUID] = []


class Verifier:
    """Checks signatures, times and versions. One a process."""

    def __init__(self, jwks_url: str | None = None, keys: KeySet | None = None) -> None:
        self._url = jwks_url
        self._keys = keys
        self._fetched_at = float("-inf")
        self._lock = asyncio.Lock()
        self._verified: OrderedDict[str, Claims] = OrderedDict()
        self._versions: dict[UUID, tuple[int, float]] = {}
        self._ended: dict[UUID, float] = {}

    async def verify(self, token: str) -> Claims:
        """The claims of a token; 401 when it is forged, expired, stale or signed out."""
        claims = self._verified.get(token)
        if claims is None:
            claims = await self._decode(token)
            self._verified[token] = claims
            if len(self._verified) > CACHED_TOKENS:
                self._verified.popitem(last=False)
        if claims.exp <= time.time() or claims.sid in self._ended:
            raise TokenInvalid
        known = self._versions.get(claims.sub)
        if known is not None and claims.pv < known[0]:
            raise TokenStale
        return claims

    async def _decode(self, token: str) -> Claims:
        keys = self._keys or await self._fetch()
        try:
            return self._decode_with(token, keys)
        except (JoseError, ValueError) as error:
            fresh = await self._fetch() if self._url else keys
            if fresh is keys:
                raise TokenInvalid from error
        try:
            return self._decode_with(token, fresh)
        except (JoseError, ValueError) as error:
            raise TokenInvalid from error

    @staticmethod
    def _decode_with(token: str, keys: KeySet) -> Claims:
        return parse_claims(jwt.decode(token, keys, algorithms=[ALGORITHM]).claims)

    async def _fetch(self) -> KeySet:
        async with self._lock:
            if self._keys and time.monotonic() - self._fetched_at < REFETCH_AFTER_SECONDS:
                return self._keys
            await self.refresh()
        if self._keys is None:
            raise KeysUnavailable
        return self._keys

    async def refresh(self) -> None:
        """Ask identity for its keys and its recent revocations; failures are only logged."""
        if self._url is None:
            return
        try:
            async with httpx.AsyncClient(timeout=5, trust_env=False) as client:
                answer = await client.get(self._url)
                answer.raise_for_status()
                document = KeyDocument.model_validate_json(answer.content)
        except (httpx.HTTPError, ValueError) as error:
            log.warning("identity's keys could not be fetched", error=str(error))
            return
        self.use(document)
        self._fetched_at = time.monotonic()

    def use(self, document: KeyDocument) -> None:
        """Take over keys and revocations."""
        self._keys = KeySet([OKPKey.import_key(key) for key in document.keys])
        for user_id, version in document.principals.items():
            self.principal_changed(user_id, version)
        for session_id in document.ended_sessions:
            self.session_ended(session_id)

    def principal_changed(self, user_id: UUID, version: int) -> None:
        """Refuse this user's older tokens from now on."""
        known = self._versions.get(user_id)
        if known is None or known[0] < version:
            self._versions[user_id] = (version, time.monotonic())
        self._forget_old()

    def session_ended(self, session_id: UUID) -> None:
        """Refuse this session's tokens from now on."""
        self._ended[session_id] = time.monotonic()
        self._forget_old()

    def _forget_old(self) -> None:
        """Tokens older than their lifetime have expired by themselves."""
        limit = time.monotonic() - ACCESS_TOKEN_SECONDS - 60
        self._versions = {k: v for k, v in self._versions.items() if v[1] > limit}
        self._ended = {k: t for k, t in self._ended.items() if t > limit}

    def listen(self, event: PrincipalChanged | SessionEnded) -> None:
        """The broadcast handler for both kinds of revocation."""
        if isinstance(event, PrincipalChanged):
            self.principal_changed(event.user_id, event.principal_version)
        else:
            self.session_ended(event.session_id)
