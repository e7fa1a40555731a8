"""Issue tokens to API clients.

Authlib validates the request, the client and the scope by RFC 6749. It is synchronous, so its data
is loaded beforehand.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from authlib.oauth2.rfc6749 import (
    AuthorizationServer,
    ClientMixin,
    InvalidRequestError,
    InvalidScopeError,
    OAuth2Request,
    UnauthorizedClientError,
)
from authlib.oauth2.rfc6749.grants import ClientCredentialsGrant
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc6749.util import extract_basic_authorization, scope_to_list
from contracts import ApprovalStatus
from kit.core.remote_address import get_network
from kit.database.db import AsyncSession, Database
from kit.security.partners import is_address_allowed
from kit.security.rules import PARTNER_TOKEN_SECONDS
from sqlalchemy import func, or_, select, update
from sqlmodel import col

from identity.organizations.organizations.models import Organization
from identity.organizations.partner_clients.models import PartnerClient, PartnerSecret
from identity.sign_in.attempts.service import (
    Attempt,
    count_attempt,
    delete_attempts,
    judge_attempt,
    refuse_while_blocked,
)
from identity.sign_in.sessions.service import token_hash
from identity.sign_in.signing.service import Keys

_ADDRESS = "https://itqan/api/v1/auth/token"
"""Authlib checks only the scheme. TLS ends at the gateway."""
_LAST_USE_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: dict[str, Any]
    headers: dict[str, str]


async def create_token(
    database: Database,
    keys: Keys,
    headers: Mapping[str, str],
    form: list[tuple[str, str]],
    address: str,
) -> Answer:
    """Issue a token to a client, or return the OAuth error.

    Wrong secrets are counted by client and network; from the fifth on, that network must wait. The
    transaction is its own, so that rejected attempts count too. Raises `AccountLocked`.
    """
    request = _Request(headers, form)
    counted = keys.digest("partner-token", request.named or "", get_network(address))

    async def judge(attempt: Attempt) -> Answer:
        async with database.transaction() as session:
            await refuse_while_blocked(session, counted)
            client = await _find_client(session, request.named)
            answer = _Server(client, keys, address).answer(request)
            if answer.body.get("error") == "invalid_client":
                await count_attempt(session, attempt, counted)
            elif client.row and answer.status == 200:
                await delete_attempts(session, counted)
                await _record_use(session, client.row.id, get_network(address))
        return answer

    return await judge_attempt(database, judge)


class _Request(OAuth2Request):
    """A request in the form that Authlib reads."""

    def __init__(self, headers: Mapping[str, str], form: list[tuple[str, str]]) -> None:
        try:
            named, _ = extract_basic_authorization(cast(dict[str, str], headers))
        except ValueError:
            # A malformed header names no client, so the request is rejected.
            named, headers = None, {}
        super().__init__("POST", _ADDRESS, headers=headers)
        self.given = dict(form)
        self.payload = BasicOAuth2Payload(self.given)
        self.named = named or self.given.get("client_id")
        self.problem = self._find_problem(repeated=len(form) > len(self.given), basic=bool(named))

    @property
    def form(self) -> dict[str, str]:
        return self.given

    def _find_problem(self, *, repeated: bool, basic: bool) -> str | None:
        if repeated:
            return "A parameter is repeated."
        if basic and "client_secret" in self.given:
            return "Give the secret once."
        return None if self.given.get("grant_type") else "The parameter grant_type is missing."


@dataclass(slots=True)
class _Client(ClientMixin):
    """A client in the form that Authlib reads; without a row, no secret matches."""

    row: PartnerClient | None = None
    is_approved: bool = False
    is_suspended: bool = False
    now: datetime | None = None
    hashes: list[bytes] = field(default_factory=list)

    def check_client_secret(self, secret: str) -> bool:
        """Compare with each valid secret in constant time."""
        given = token_hash(secret)
        return any(hmac.compare_digest(given, each) for each in self.hashes)

    def check_endpoint_auth_method(self, *_: str) -> bool:
        """Accept HTTP Basic and the body."""
        return True

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == _Grant.GRANT_TYPE

    def refusal(self, address: str) -> str | None:
        """Return why the client gets no token although its secret is correct, or None."""
        assert self.row
        assert self.now
        if self.row.revoked_at is not None:
            return "The client was revoked."
        if self.row.expires_at <= self.now:
            return "The client has expired."
        if not self.is_approved:
            return "The organization is not approved."
        if self.is_suspended:
            return "The organization is suspended."
        if not is_address_allowed(address, self.row.networks):
            return "The client may not call from this address."
        return None


class _Grant(ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]  # noqa: RUF012

    def validate_requested_scope(self) -> None:
        """Check the client too: Authlib calls this after the secret, so strangers learn nothing."""
        client, server = cast(_Client, self.client), cast(_Server, self.server)
        if reason := client.refusal(server.address):
            raise UnauthorizedClientError(reason)
        requested = scope_to_list(cast(_Request, self.request).given.get("scope"))
        if client.row is None or set(requested or ()) - set(client.row.permissions):
            raise InvalidScopeError


class _Server(AuthorizationServer):
    def __init__(self, client: _Client, keys: Keys, address: str) -> None:
        super().__init__()
        self.address = address
        self._client, self._keys = client, keys
        self.register_grant(_Grant)
        self.register_token_generator("default", cast(Any, self._generate))

    def query_client(self, _: str) -> _Client:
        """Return the loaded client, or the empty one, which is rejected in the same way."""
        return self._client

    def answer(self, request: _Request) -> Answer:
        """Return the token or the error."""
        if request.problem is None:
            return cast(Answer, self.create_token_response(request))
        error = InvalidRequestError(request.problem)
        return cast(Answer, self.handle_error_response(request, error))

    def create_oauth2_request(self, request: _Request) -> _Request:
        return request

    def handle_response(
        self, status: int, body: Mapping[str, object], headers: Mapping[str, str]
    ) -> Answer:
        return Answer(status, dict(body), dict(headers))

    def send_signal(self, *_: object, **__: object) -> None:
        """Ignore signals: there are no receivers."""

    def save_token(self, *_: object) -> None:
        """Store nothing: tokens are verified by their signature."""

    def _generate(self, *, scope: str | None, **_: object) -> dict[str, Any]:
        row, now = self._client.row, self._client.now
        assert row
        assert now
        seconds = min(PARTNER_TOKEN_SECONDS, int((row.expires_at - now).total_seconds()))
        permissions = sorted(set(scope_to_list(scope) or row.permissions))
        claims = {
            "sub": str(row.id),
            "client_id": str(row.id),
            "pv": row.version,
            "organization_id": str(row.organization_id),
            "permissions": permissions,
            "networks": row.networks,
            "test": row.test,
        }
        return {
            "access_token": self._keys.sign(claims, seconds=seconds),
            "token_type": "Bearer",
            "expires_in": seconds,
            "scope": " ".join(permissions),
        }


async def _find_client(session: AsyncSession, named: str | None) -> _Client:
    """Load the client, its organization and its valid secrets in one query."""
    try:
        client_id = UUID(named or "")
    except ValueError:
        return _Client()
    is_good = or_(col(PartnerSecret.ends_at).is_(None), col(PartnerSecret.ends_at) > func.now())
    statement = (
        select(PartnerClient, Organization, col(PartnerSecret.hash), func.now())
        .join(Organization, col(Organization.id) == col(PartnerClient.organization_id))
        .join(PartnerSecret, col(PartnerSecret.client_id) == col(PartnerClient.id))
        .where(col(PartnerClient.id) == client_id, is_good)
    )
    rows = (await session.execute(statement)).all()
    if not rows:
        return _Client()
    client, organization, _, now = rows[0]
    return _Client(
        row=client,
        is_approved=organization.status is ApprovalStatus.APPROVED,
        is_suspended=organization.suspended_at is not None,
        now=now,
        hashes=[each[2] for each in rows],
    )


async def _record_use(session: AsyncSession, client_id: UUID, network: str) -> None:
    """Record the use at most once a minute, to limit writes of busy clients."""
    last = col(PartnerClient.last_used_at)
    await session.execute(
        update(PartnerClient)
        .where(
            col(PartnerClient.id) == client_id,
            or_(last.is_(None), last < func.now() - _LAST_USE_EVERY),
        )
        .values(last_used_at=func.now(), last_used_network=network)
        .execution_options(synchronize_session=False)
    )
