"""The bare references: the least that answers the same question, with FastAPI and asyncpg.

It runs as one uvicorn process behind the same gateway as the service it is compared with. It
also answers the benchmark's public key, so that our services accept its tokens.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import asyncpg
from argon2 import PasswordHasher
from fastapi import FastAPI, Request, Response
from pydantic import BaseModel

SCHEMA = """
CREATE TABLE seats (batch_id uuid PRIMARY KEY, capacity int NOT NULL, taken int NOT NULL);
CREATE TABLE enrollments (
    id uuid PRIMARY KEY, batch_id uuid NOT NULL, candidate_id uuid NOT NULL,
    status text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE outbox (
    id uuid PRIMARY KEY, body text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE batches (
    id uuid PRIMARY KEY, title_en text NOT NULL, title_ar text NOT NULL, city text NOT NULL,
    price_minor int NOT NULL, starts_at timestamptz NOT NULL);
"""

SIGN_IN_SCHEMA = """
CREATE TABLE users (
    id uuid PRIMARY KEY, username text NOT NULL UNIQUE, password_hash text NOT NULL);
CREATE TABLE sessions (
    id uuid PRIMARY KEY, user_id uuid NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
"""
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""As identity's."""


class Login(BaseModel):
    """Sign-in credentials."""

    username: str
    password: str


class EnrollmentCreate(BaseModel):
    """The body of the enrollment."""

    batch_id: UUID


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with asyncpg.create_pool(
        os.environ["BENCH_DATABASE_URL"], min_size=1, max_size=8
    ) as pool:
        app.state.pool = pool
        yield


app = FastAPI(lifespan=_lifespan)
CONSTANT = {"data": [], "meta": {"page": 1, "page_size": 50, "total": 0}}


@app.get("/bench/constant")
async def read_constant() -> dict[str, Any]:
    """A FastAPI route that returns a constant."""
    return CONSTANT


@app.get("/bench/batches/{batch_id}")
async def read_batch(batch_id: UUID, request: Request) -> dict[str, Any]:
    """One row by its key."""
    row = await request.app.state.pool.fetchrow("SELECT * FROM batches WHERE id = $1", batch_id)
    return dict(row)


@app.get("/bench/batches")
@app.get("/bench/trainings")
async def list_batches(page: int, page_size: int, request: Request) -> dict[str, Any]:
    """A page of a list, and how long the list is."""
    pool = request.app.state.pool
    total = await pool.fetchval("SELECT count(*) FROM batches")
    rows = await pool.fetch(
        "SELECT * FROM batches ORDER BY starts_at, id LIMIT $1 OFFSET $2",
        page_size,
        (page - 1) * page_size,
    )
    meta = {"page": page, "page_size": page_size, "total": total}
    return {"data": [dict(row) for row in rows], "meta": meta}


@app.post("/bench/login")
async def login(body: Login, request: Request) -> dict[str, Any]:
    """A password that is verified, in a thread, and a session; no attempt is counted, no token
    signed."""
    pool = request.app.state.pool
    user = await pool.fetchrow(
        "SELECT id, password_hash FROM users WHERE username = $1", body.username
    )
    await asyncio.to_thread(HASHER.verify, user["password_hash"], body.password)
    session_id = uuid4()
    await pool.execute("INSERT INTO sessions (id, user_id) VALUES ($1, $2)", session_id, user["id"])
    return {"id": session_id}


@app.get("/bench/certificates/{number}")
async def read_certificate(number: str, request: Request) -> dict[str, Any]:
    """One row of a million by its number."""
    row = await request.app.state.pool.fetchrow(
        "SELECT * FROM certificates WHERE number = $1", number
    )
    return dict(row)


@app.post("/bench/enrollments", status_code=201)
async def enroll(body: EnrollmentCreate, request: Request) -> dict[str, Any]:
    """A seat, an enrollment and an outbox row in one transaction; no gate, no rule, no event."""
    enrollment_id = uuid4()
    async with request.app.state.pool.acquire() as connection, connection.transaction():
        taken = await connection.fetchval(
            "UPDATE seats SET taken = taken + 1 WHERE batch_id = $1 AND taken < capacity "
            "RETURNING taken",
            body.batch_id,
        )
        await connection.execute(
            "INSERT INTO enrollments (id, batch_id, candidate_id, status) "
            "VALUES ($1, $2, $3, 'pending_payment')",
            enrollment_id,
            body.batch_id,
            uuid4(),
        )
        await connection.execute(
            "INSERT INTO outbox (id, body) VALUES ($1, $2)", uuid4(), '{"type": "enrolled"}'
        )
    return {"id": enrollment_id, "taken": taken}


@app.post("/bench/callbacks")
async def receive_callback(request: Request, body: dict[str, Any]) -> Response:
    """One row with what came; no signature is checked, nothing settled."""
    await request.app.state.pool.execute(
        "INSERT INTO callbacks (id, body) VALUES ($1, $2)", uuid4(), json.dumps(body)
    )
    return Response()


@app.get("/internal/jwks")
async def read_keys() -> Response:
    """The public key that the benchmark's tokens are signed with."""
    return Response(os.environ["BENCH_KEYS"], media_type="application/json")


@app.get("/health/ready")
async def ready() -> dict[str, str]:
    """For the gateway's health check."""
    return {"status": "ok"}
