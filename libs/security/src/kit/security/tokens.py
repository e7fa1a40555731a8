"""Verifying access tokens with identity's public keys, and forgetting those that went stale."""

import asyncio
import math
import random
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated, Any
from uuid import UUID

import httpx
from contracts.event import Event
from contracts.identity import (
    KeysChanged,
    PartnerClientChanged,
    PrincipalChanged,
    SessionEnded,
)
from fastapi import Depends
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import GuestProtocol, Key, KeySet, OKPKey
from kit.core.errors import Unavailable
from kit.security.auth import VERIFIER, TokenInvalid, TokenStale
from kit.security.claims import ALGORITHM, Claims, PartnerClaims, parse_claims
from kit.security.key_documents import TRUSTED_SECONDS, KeyDocument, forget, keep, kept
from kit.security.rules import LONGEST_TOKEN_SECONDS
from kit.security.tls import certificates
from kit.telemetry.request_id import HEADER, REQUEST_ID
from structlog import get_logger

log = get_logger(__name__)

CACHED_TOKENS = 4096
ASK_SECONDS = 2
"""How long an answer of identity is waited for."""
ASK_AGAIN_SECONDS = 5
"""How often at most unknown key ids make us ask; and how soon we ask again after a failure."""
POLL_SECONDS = 60
"""About how often we ask without a reason: so late at most is a change whose broadcast is lost."""

FetchKeys = Callable[[], Awaitable[KeyDocument]]


class KeysUnavailable(Unavailable):
    """Identity has not answered its keys, so this token can be neither accepted nor refused."""

    code = "signing_key.unavailable"


class UnknownKey(Exception):
    """The token names a key that we do not have."""


def jwks_fetcher(jwks_url: str) -> FetchKeys:
    """Asks identity over HTTP."""
    # A connection that idles for a minute may be closed just when it is used again.
    limits = httpx.Limits(max_keepalive_connections=0)
    # The verifier has a time limit for the whole of it.
    client = httpx.AsyncClient(
        timeout=None,  # noqa: S113
        trust_env=False,
        limits=limits,
        verify=certificates(jwks_url),
    )

    async def ask() -> KeyDocument:
        request_id = REQUEST_ID.get()
        answer = await client.get(jwks_url, headers={HEADER: request_id} if request_id else None)
        answer.raise_for_status()
        return KeyDocument.model_validate_json(answer.content)

    return ask


class Verifier:
    """Checks signatures, times and versions. One a process.

    Requests share one question to identity and its failure: however many tokens name keys that we
    do not have, nobody else waits, and they wait together. Without `ask` the keys stay as given.
    """

    def __init__(
        self, ask: FetchKeys | None = None, *, keys: KeySet | None = None, file: Path | None = None
    ) -> None:
        self._ask = ask
        self._file = file
        self._keys = _by_id(keys or ())
        self._trusted_until = math.inf if keys else -math.inf
        self._revoked: set[str] = set()
        self._question: asyncio.Task[None] | None = None
        self._asked_at = -math.inf
        self._answered = ask is None
        self._verified: OrderedDict[str, Claims | PartnerClaims] = OrderedDict()
        self._versions: dict[UUID, tuple[int, float]] = {}
        self._ended: dict[UUID, float] = {}
        self._forgot_at = -math.inf

    @property
    def broadcasts(self) -> Mapping[type[Event], Callable[[Any], Any]]:
        """What it must hear."""
        return {
            PrincipalChanged: self.listen,
            PartnerClientChanged: self.client_changed,
            SessionEnded: self.listen,
            KeysChanged: self.keys_changed,
        }

    async def verify(self, token: str) -> Claims:
        """The claims of a person's token; 401 when it is forged, expired, stale or signed out."""
        claims = await self.identify(token)
        if isinstance(claims, PartnerClaims):
            raise TokenInvalid
        return claims

    async def identify(self, token: str) -> Claims | PartnerClaims:
        """The claims of a person's or a partner client's token, refused as `verify` does."""
        now = time.time()
        claims = self._verified.get(token) if now < self._trusted_until else None
        if claims is None:
            claims = await self._decode(token)
            self._verified[token] = claims
            if len(self._verified) > CACHED_TOKENS:
                self._verified.popitem(last=False)
        if claims.exp <= now or claims.sid in self._ended:
            raise TokenInvalid
        known = self._versions.get(claims.sub)
        if known is not None and claims.pv < known[0]:
            raise TokenStale
        return claims

    async def _decode(self, token: str) -> Claims | PartnerClaims:
        try:
            return self._decode_with_known(token)
        except UnknownKey:
            await self._ask_unless_asked()
        try:
            return self._decode_with_known(token)
        except UnknownKey as error:
            raise TokenInvalid if self._answered else KeysUnavailable from error

    def _decode_with_known(self, token: str) -> Claims | PartnerClaims:
        try:
            return parse_claims(jwt.decode(token, self._key_of, algorithms=[ALGORITHM]).claims)
        except (JoseError, ValueError) as error:
            raise TokenInvalid from error

    def _key_of(self, token: GuestProtocol) -> OKPKey:
        key_id = token.headers().get("kid")
        if not isinstance(key_id, str) or key_id in self._revoked:
            raise TokenInvalid
        key = self._keys.get(key_id) if time.time() < self._trusted_until else None
        if key is None:
            raise UnknownKey
        return key

    async def _ask_unless_asked(self) -> None:
        """Join the question that is under way, or put one unless one was answered, or not
        answered, a moment ago."""
        under_way = self._question is not None and not self._question.done()
        if under_way or monotonic() - self._asked_at >= ASK_AGAIN_SECONDS:
            await self._shared_question()

    async def _shared_question(self) -> None:
        if self._ask is None:
            return
        if self._question is None or self._question.done():
            self._question = asyncio.create_task(self._put_question(self._ask))
        # Unlike `await`, it leaves the question to the others when this caller is cancelled.
        await asyncio.wait([self._question])

    async def _put_question(self, ask: FetchKeys) -> None:
        try:
            async with asyncio.timeout(ASK_SECONDS):
                document = await ask()
            self.use(document)
        except Exception as error:
            self._answered = False
            log.warning("identity's keys could not be fetched", error=repr(error))
        else:
            self._answered = True
            if self._file:
                await asyncio.to_thread(keep, self._file, document.without(self._revoked))
        finally:
            self._asked_at = monotonic()

    async def refresh(self) -> bool:
        """Ask identity for its keys and recent revocations now; False, and logged, when it does
        not answer."""
        if self._question is not None and not self._question.done():
            # It may have been answered before what we ask about.
            await asyncio.wait([self._question])
        await self._shared_question()
        return self._answered

    @asynccontextmanager
    async def polling(self) -> AsyncIterator[None]:
        """Start with the keys that were kept, ask at once, and then about every minute."""
        if self._file and (last := kept(self._file)):
            self.use(last.document, last.confirmed_at)
        await self.refresh()
        poll = asyncio.create_task(self._poll())
        try:
            yield
        finally:
            poll.cancel()
            await asyncio.wait([poll])

    async def _poll(self) -> None:
        while self._ask is not None:
            # Jitter keeps the processes from all coming at the same moment.
            pause = POLL_SECONDS * random.uniform(0.9, 1.1)  # noqa: S311
            await asyncio.sleep(pause if self._answered else ASK_AGAIN_SECONDS)
            await self._shared_question()

    def use(self, document: KeyDocument, confirmed_at: float | None = None) -> None:
        """Take over keys and revocations that identity answered, at that time or now."""
        self._revoked.update(document.revoked)
        self._set_keys(_by_id(OKPKey.import_key(key) for key in document.keys))
        self._trusted_until = (confirmed_at or time.time()) + TRUSTED_SECONDS
        now = monotonic()
        for user_id, version in document.principals.items():
            self._raise_version(user_id, version, now)
        self._ended.update(dict.fromkeys(document.ended_sessions, now))
        self._forget_old()

    def _set_keys(self, keys: Mapping[str, OKPKey]) -> None:
        keys = {key_id: key for key_id, key in keys.items() if key_id not in self._revoked}
        if _public(keys) != _public(self._keys):
            # What was accepted ends with the keys that it was accepted with.
            self._verified.clear()
        self._keys = keys

    async def keys_changed(self, event: KeysChanged) -> None:
        """The broadcast handler: refuse a revoked key from now on, and ask for the others."""
        if event.revoked:
            self._revoked.add(event.key_id)
            self._set_keys(self._keys)
            if self._file:
                # Identity may not answer now, and this process may end before it does.
                forget(self._file)
        await self.refresh()

    def listen(self, event: PrincipalChanged | SessionEnded) -> None:
        """The broadcast handler: refuse older tokens of the user, or the session's."""
        if isinstance(event, PrincipalChanged):
            self._raise_version(event.user_id, event.principal_version, monotonic())
            self._forget_old()
        else:
            self.session_ended(event.session_id)

    def client_changed(self, event: PartnerClientChanged) -> None:
        """The broadcast handler: refuse the partner client's older tokens."""
        self._raise_version(event.client_id, event.client_version, monotonic())
        self._forget_old()

    def session_ended(self, session_id: UUID) -> None:
        """Refuse this session's tokens from now on."""
        self._ended[session_id] = monotonic()
        self._forget_old()

    def _raise_version(self, user_id: UUID, version: int, now: float) -> None:
        known = self._versions.get(user_id)
        if known is None or known[0] < version:
            self._versions[user_id] = (version, now)

    def _forget_old(self) -> None:
        """Tokens older than their lifetime have expired by themselves. All that is known is gone
        through, so not with each of the thousands of people whom a file changes."""
        if monotonic() - self._forgot_at < POLL_SECONDS:
            return
        self._forgot_at = monotonic()
        limit = self._forgot_at - LONGEST_TOKEN_SECONDS - 60
        self._versions = {k: v for k, v in self._versions.items() if v[1] > limit}
        self._ended = {k: t for k, t in self._ended.items() if t > limit}


VerifierDep = Annotated[Verifier, Depends(VERIFIER)]
"""The app's own, for routes that do more with a token than `kit.security.auth` does."""


def _by_id(keys: Iterable[Key]) -> dict[str, OKPKey]:
    known = KeySet(list(keys))
    return {key.kid: key for key in known if isinstance(key, OKPKey) and key.kid}


def _public(keys: Mapping[str, OKPKey]) -> dict[str, Any]:
    return {key_id: key.as_dict(private=False)["x"] for key_id, key in keys.items()}
