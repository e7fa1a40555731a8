"""Idempotency: repeated requests with the same `Idempotency-Key` take effect once.

The key's row and the response are written in the effect's transaction, and kept for 48 hours. Only
the key's digest is stored. Responses with tokens or secrets are not: the route's `renew_on_retry`
answers the repetition, or a 409. Failed requests leave no row, so they can be retried.
"""

import functools
import hashlib
import hmac
import inspect
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, get_args
from uuid import UUID

import asyncpg
import sqlalchemy as sa
from fastapi import Request, Response
from fastapi.dependencies.utils import get_flat_params
from fastapi.routing import APIRoute
from kit.core.errors import Conflict, Invalid, KeyReused, Problem
from kit.database import db
from kit.database.db import BEFORE_COMMIT, DATABASE, AsyncSession, Database
from kit.database.raw import compile_statement
from kit.messaging.periodic import Sweep
from kit.security.auth import Caller, admitted_caller
from kit.security.partners import Partner
from pydantic import BaseModel
from sqlalchemy.dialects.postgresql import insert

HEADER = "Idempotency-Key"
RETENTION = timedelta(hours=48)
LEASE = timedelta(seconds=60)
"""Lease of a request that commits its own transactions."""
_WRITES = {"POST", "PUT", "PATCH", "DELETE"}
_SECRETS = re.compile(r"(^|_)(token|secret|password|recovery_codes|otpauth_uri)$")
"""Fields whose responses are not stored."""
_REQUEST = "keyed_request"

metadata = sa.MetaData()
keys = sa.Table(
    "idempotency_keys",
    metadata,
    # Digest of the caller, the route and the key.
    sa.Column("id", sa.LargeBinary, primary_key=True),
    # Keyed with the idempotency key, which is not stored, so that passwords cannot be guessed from
    # it.
    sa.Column("fingerprint", sa.LargeBinary, nullable=False),
    sa.Column("lease_until", db.Timestamp, nullable=True),
    sa.Column("is_done", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("status", sa.Integer, nullable=True),
    sa.Column("body", sa.LargeBinary, nullable=True),
    sa.Column(
        "created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()
    ),
)
sa.Index("idempotency_keys_created_at", keys.c.created_at)


class InProgress(Conflict):
    """409: the first request with this key is still running."""

    code = "request.in_progress"
    default_detail = "We're still working on this. Try again in a moment."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "1"})


class AlreadyDone(Conflict):
    """409: the request was completed, but its response is not stored."""

    code = "request.already_done"
    default_detail = "This is already done. Reload to see the result."

    def __init__(self, made_id: UUID | None = None) -> None:
        super().__init__()
        self.made_id = made_id
        """The response's `id` if its secret is not stored."""


_MARK = (
    sa.update(keys)
    .where(
        keys.c.id == sa.bindparam("key", type_=sa.LargeBinary),
        sa.func.pg_current_xact_id_if_assigned().is_not(None),
    )
    .values(is_done=True, status=sa.bindparam("answer", type_=sa.Integer))
)
_MARK_RAW = compile_statement(_MARK)


@dataclass(frozen=True, slots=True)
class Claim:
    """The idempotency key of the current request."""

    id: bytes
    fingerprint: bytes
    status: int | None
    """Status of an empty response, known before it is sent."""

    async def mark(self, session: AsyncSession) -> None:
        """Record within a transaction that it takes effect."""
        await session.flush()
        values = {"key": self.id, "answer": self.status}
        await (await session.connection()).execute(_MARK, values)

    async def mark_raw(self, connection: asyncpg.Connection) -> None:
        """Record it on a raw connection."""
        await _MARK_RAW.fetch_row(connection, key=self.id, answer=self.status)


@contextmanager
def exclude_from_effects() -> Iterator[None]:
    """Commit changes that are no effect of the request, such as a counted attempt."""
    token = BEFORE_COMMIT.set(None)
    try:
        yield
    finally:
        BEFORE_COMMIT.reset(token)


def repeatable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a route whose repetition is harmless, such as sign-in, to ignore keys."""
    function.__dict__["is_repeatable"] = True
    return function


Renew = Callable[[Database, Mapping[str, Any]], Awaitable[Any]]
"""Answer a repetition from the route's parameters and `made_id`, the `id` of the response. Raises
`AlreadyDone` if impossible.
"""


def renew_on_retry(renew: Renew) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a route that issues a token answer a repetition with a new token."""

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        function.__dict__["renew"] = renew
        return function

    return mark


def is_write(route: APIRoute) -> bool:
    """Tell if a route changes data."""
    return bool(_WRITES & (route.methods or set()))


def holds_secret(route: APIRoute) -> bool:
    """Tell if a route's responses contain a secret, and so are not stored."""
    return any(_names_of_secrets(route.response_model))


def honor_keys(route: APIRoute) -> None:
    """Let a writing route honor the header, unless it is repeatable."""
    own = {field.alias.lower() for field in get_flat_params(route.dependant)}
    endpoint = route.endpoint
    if not is_write(route) or HEADER.lower() in own:
        return
    if hasattr(endpoint, "is_repeatable") or not inspect.iscoroutinefunction(endpoint):
        return
    is_secret = holds_secret(route)
    renew: Renew | None = getattr(endpoint, "renew", None)
    # FastAPI passes the request only to the endpoint's own parameter, if there is one.
    own_request = route.dependant.request_param_name

    @functools.wraps(endpoint)
    async def run(**values: Any) -> Any:
        request = values[own_request] if own_request else values.pop(_REQUEST)
        key = request.headers.get(HEADER)
        if key is None:
            return await endpoint(**values)
        claim = await _build_claim(request, route, key)
        session = next((each for each in values.values() if isinstance(each, AsyncSession)), None)

        async def answer() -> tuple[Any, dict[str, Any]]:
            result = await endpoint(**values)
            return result, _build_columns(route, result, values.values(), is_secret=is_secret)

        database = DATABASE.of(request.app)
        try:
            if session is not None:
                return await _run_in_transaction(session, claim, answer)
            return await _run_apart(database, claim, answer)
        except AlreadyDone as done:
            if renew is None:
                raise
            return await renew(database, values | {"made_id": done.made_id})

    # Another app may be built from the same router.
    repeatable(run)
    signature = inspect.signature(endpoint)
    parameters = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in signature.parameters.values()
    ]
    if own_request is None:
        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(_REQUEST, keyword, annotation=Request))
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    route.endpoint = run


Answer = Callable[[], Awaitable[tuple[Any, dict[str, Any]]]]


async def _run_in_transaction(session: AsyncSession, claim: Claim, answer: Answer) -> Any:
    """Run a route with one transaction, which holds the key's lock."""
    lock = sa.func.pg_try_advisory_xact_lock(sa.func.hashtextextended(claim.id.hex(), 0))
    if not (await _execute(session, sa.select(lock))).scalar_one():
        raise InProgress
    if (done := await _find(session, claim)) is not None:
        return done
    result, stored = await answer()
    await session.flush()
    values = {"id": claim.id, "fingerprint": claim.fingerprint, "is_done": True, **stored}
    await _execute(session, sa.insert(keys).values(values))
    return result


async def _run_apart(database: Database, claim: Claim, answer: Answer) -> Any:
    """Run a route that commits its own transactions.

    The key's row is a lease until the first transaction with an effect commits.
    """
    async with database.transaction() as session:
        if (done := await _find(session, claim)) is not None:
            return done
        await _lease(session, claim)
    token = BEFORE_COMMIT.set(claim)
    try:
        result, stored = await answer()
    except Problem:
        # Earlier commits, such as a counted attempt, are no effect.
        async with database.transaction() as session:
            await _execute(session, sa.delete(keys).where(keys.c.id == claim.id))
        raise
    finally:
        BEFORE_COMMIT.reset(token)
    async with database.transaction() as session:
        done_values = {"is_done": True, "lease_until": None, **stored}
        await _execute(session, sa.update(keys).where(keys.c.id == claim.id).values(done_values))
    return result


async def _find(session: AsyncSession, claim: Claim) -> Response | None:
    """Find the stored response.

    Raises `KeyReused`, or `AlreadyDone` if the response is not stored.
    """
    row = (await _execute(session, sa.select(keys).where(keys.c.id == claim.id))).first()
    if row is None:
        return None
    if not hmac.compare_digest(row.fingerprint, claim.fingerprint):
        raise KeyReused
    if not row.is_done:
        return None
    if row.status is None:
        raise AlreadyDone(UUID(row.body.decode()) if row.body else None)
    return Response(row.body, row.status, media_type="application/json" if row.body else None)


async def _lease(session: AsyncSession, claim: Claim) -> None:
    """Insert the row, or take over the lease of a request that died without an effect."""
    until = sa.func.now() + LEASE
    statement = insert(keys).values(id=claim.id, fingerprint=claim.fingerprint, lease_until=until)
    taken = statement.on_conflict_do_update(
        index_elements=["id"],
        set_={"lease_until": until},
        where=~keys.c.is_done & (keys.c.lease_until < sa.func.now()),
    ).returning(keys.c.id)
    if (await _execute(session, taken)).first() is None:
        raise InProgress


async def _build_claim(request: Request, route: APIRoute, key: str) -> Claim:
    if not 8 <= len(key) <= 255 or not key.isascii() or not key.isprintable():
        raise Invalid.field(
            HEADER, "field.string_pattern_mismatch", "Use 8 to 255 printable characters."
        )
    who = admitted_caller(request)
    caller = "" if who is None else _get_name(who)
    place = "\0".join((caller, *sorted(route.methods or ()), route.path, key))
    digest = hmac.new(key.encode(), f"{request.url.path}?{request.url.query}".encode(), "sha256")
    async for part in _read_body(request):
        digest.update(part)
    is_empty = route.status_code == 204 and route.dependant.response_param_name is None
    id_ = hashlib.sha256(place.encode()).digest()
    return Claim(id_, digest.digest(), status=204 if is_empty else None)


def _get_name(caller: Caller) -> str:
    if isinstance(caller, Partner):
        return f"client {caller.client_id}"
    return f"{caller.user_id} {caller.profile.id if caller.profile else ''}"


async def _read_body(request: Request) -> Any:
    """Yield the parts of the body without the multipart boundary, which changes with each
    attempt."""
    if "form" not in request.headers.get("content-type", ""):
        yield await request.body()
        return
    for name, value in (await request.form()).multi_items():
        yield f"\0{name}\0".encode()
        if isinstance(value, str):
            yield value.encode()
            continue
        yield f"{value.filename}\0".encode()
        while part := await value.read(1 << 16):
            yield part
        await value.seek(0)


def _build_columns(route: APIRoute, result: Any, values: Any, *, is_secret: bool) -> dict[str, Any]:
    """Return the columns of a response; only its `id` if it contains a secret."""
    injected = next((each for each in values if isinstance(each, Response)), None)
    if is_secret:
        made_id = getattr(result, "id", None)
        return {"body": str(made_id).encode()} if isinstance(made_id, UUID) else {}
    if injected is not None and "set-cookie" in injected.headers:
        return {}
    if isinstance(result, Response):
        if not hasattr(result, "body") or "set-cookie" in result.headers:
            return {}
        return {"status": result.status_code, "body": bytes(result.body) or None}
    status = (injected.status_code if injected is not None else None) or route.status_code or 200
    if route.response_field is None or status == 204:
        return {"status": status, "body": None}
    value, errors = route.response_field.validate(result, {}, loc=("response",))
    if errors:
        raise ValueError(f"not an answer of {route.path}: {errors}")
    return {"status": status, "body": route.response_field.serialize_json(value)}


def _names_of_secrets(annotation: Any) -> Iterator[str]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name, field in annotation.model_fields.items():
            if _SECRETS.search(name):
                yield name
            yield from _names_of_secrets(field.annotation)
    for inner in get_args(annotation):
        yield from _names_of_secrets(inner)


async def _execute(session: AsyncSession, statement: Any) -> Any:
    return await (await session.connection()).execute(statement)


async def prune_keys(session: AsyncSession) -> int:
    old = sa.select(keys.c.id).where(keys.c.created_at < sa.func.now() - RETENTION)
    portion = old.limit(1000).with_for_update(skip_locked=True).cte()
    statement = sa.delete(keys).where(keys.c.id == portion.c.id)
    return (await (await session.connection()).execute(statement)).rowcount


TASKS = (Sweep("prune_request_keys", timedelta(minutes=10), prune_keys),)
