"""Verification of access tokens with identity's public keys and revocations."""

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
from kit.security.key_documents import (
    TRUSTED_SECONDS,
    KeyDocument,
    delete_cached,
    read_cached,
    write_cached,
)
from kit.security.rules import LONGEST_TOKEN_SECONDS
from kit.security.tls import certificates
from kit.telemetry.request_id import HEADER, REQUEST_ID
from structlog import get_logger

log = get_logger(__name__)

CACHED_TOKENS = 4096
ASK_SECONDS = 2
"""Timeout of a request to identity."""
ASK_AGAIN_SECONDS = 5
"""Minimum interval of requests for unknown key IDs, and of retries after a failure."""
POLL_SECONDS = 60
"""Approximate polling interval, and so the maximum delay of a change whose broadcast is lost."""

FetchKeys = Callable[[], Awaitable[KeyDocument]]


class KeysUnavailable(Unavailable):
    """Identity's keys are unavailable, so the token can be neither accepted nor refused."""

    code = "signing_key.unavailable"


class UnknownKey(Exception):
    """The token names an unknown key."""


def jwks_fetcher(jwks_url: str) -> FetchKeys:
    """Create a function that fetches the key document over HTTP."""
    # An idle connection could be closed by the server just as it is reused.
    limits = httpx.Limits(max_keepalive_connections=0)
    # The verifier limits the total time.
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
    """Verify signatures, times and versions; one instance for each process.

    Concurrent requests share one request to identity and its failure, so unknown key IDs cannot
    delay others. Without `ask` the keys never change.
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
        """Map broadcast events to handlers."""
        return {
            PrincipalChanged: self.listen,
            PartnerClientChanged: self.client_changed,
            SessionEnded: self.listen,
            KeysChanged: self.keys_changed,
        }

    async def verify(self, token: str) -> Claims:
        """Return the claims of a person's token; 401 if it is forged, expired, stale or signed
        out."""
        claims = await self.identify(token)
        if isinstance(claims, PartnerClaims):
            raise TokenInvalid
        return claims

    async def identify(self, token: str) -> Claims | PartnerClaims:
        """Return the claims of a person's or a partner client's token; errors as in `verify`."""
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
        """Join the running request to identity, or start one unless the last was a moment ago."""
        under_way = self._question is not None and not self._question.done()
        if under_way or monotonic() - self._asked_at >= ASK_AGAIN_SECONDS:
            await self._shared_question()

    async def _shared_question(self) -> None:
        if self._ask is None:
            return
        if self._question is None or self._question.done():
            self._question = asyncio.create_task(self._put_question(self._ask))
        # Unlike `await`, it does not cancel the shared task with this caller.
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
                await asyncio.to_thread(
                    write_cached, self._file, document.with_revoked(self._revoked)
                )
        finally:
            self._asked_at = monotonic()

    async def refresh(self) -> bool:
        """Fetch keys and recent revocations now; false, with a log line, if identity does not
        answer.
        """
        if self._question is not None and not self._question.done():
            # The running request may have been answered before the change.
            await asyncio.wait([self._question])
        await self._shared_question()
        return self._answered

    @asynccontextmanager
    async def polling(self) -> AsyncIterator[None]:
        """Load the cached keys, fetch new ones at once, then about every minute."""
        if self._file and (last := read_cached(self._file)):
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
            # Jitter spreads the requests of all processes.
            pause = POLL_SECONDS * random.uniform(0.9, 1.1)  # noqa: S311
            await asyncio.sleep(pause if self._answered else ASK_AGAIN_SECONDS)
            await self._shared_question()

    def use(self, document: KeyDocument, confirmed_at: float | None = None) -> None:
        """Apply keys and revocations that identity confirmed at that time, or now."""
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
            # Tokens verified with the old keys must be verified again.
            self._verified.clear()
        self._keys = keys

    async def keys_changed(self, event: KeysChanged) -> None:
        """Handle the broadcast: refuse revoked keys at once, and fetch the others."""
        if event.revoked:
            self._revoked.add(event.key_id)
            self._set_keys(self._keys)
            if self._file:
                # Identity may be down, and this process may end before it answers.
                delete_cached(self._file)
        await self.refresh()

    def listen(self, event: PrincipalChanged | SessionEnded) -> None:
        """Handle the broadcast: refuse older tokens of the user or the session."""
        if isinstance(event, PrincipalChanged):
            self._raise_version(event.user_id, event.principal_version, monotonic())
            self._forget_old()
        else:
            self.session_ended(event.session_id)

    def client_changed(self, event: PartnerClientChanged) -> None:
        """Handle the broadcast: refuse the partner client's older tokens."""
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
        """Forget revocations of tokens that have expired since. It scans all entries, so it does
        not run for each event.
        """
        if monotonic() - self._forgot_at < POLL_SECONDS:
            return
        self._forgot_at = monotonic()
        limit = self._forgot_at - LONGEST_TOKEN_SECONDS - 60
        self._versions = {k: v for k, v in self._versions.items() if v[1] > limit}
        self._ended = {k: t for k, t in self._ended.items() if t > limit}


VerifierDep = Annotated[Verifier, Depends(VERIFIER)]
"""The app's verifier, for routes that handle tokens themselves."""


def _by_id(keys: Iterable[Key]) -> dict[str, OKPKey]:
    known = KeySet(list(keys))
    return {key.kid: key for key in known if isinstance(key, OKPKey) and key.kid}


def _public(keys: Mapping[str, OKPKey]) -> dict[str, Any]:
    return {key_id: key.as_dict(private=False)["x"] for key_id, key in keys.items()}
