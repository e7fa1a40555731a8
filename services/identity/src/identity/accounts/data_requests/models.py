from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from identity.tables import Table, choice


class DataRequestStatus(StrEnum):
    """`collecting → ready → expired`, or `failed` if a service has not answered for a week."""

    COLLECTING = "collecting"
    READY = "ready"
    EXPIRED = "expired"
    FAILED = "failed"


class DataRequest(Table, table=True):
    __tablename__ = "data_requests"
    __table_args__ = (
        # At most one at a time, also for concurrent requests.
        Index(
            "uq_data_requests_collecting",
            "user_id",
            unique=True,
            postgresql_where=text("status = 'collecting'"),
        ),
        Index("ix_data_requests_user_id", "user_id", "created_at", "id"),
        Index(
            "ix_data_requests_expires_at",
            "expires_at",
            postgresql_where=text("status IN ('collecting', 'ready')"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id")
    status: DataRequestStatus = choice(DataRequestStatus, DataRequestStatus.COLLECTING)
    key: str | None = None
    """Key of the archive in the file store."""
    size: int | None = None
    """Bytes."""
    created_at: datetime = timestamp(default_now=True)
    ready_at: datetime | None = timestamp(nullable=True)
    expires_at: datetime = timestamp()
    """Deadline for the services' answers; once ready, end of the download period."""


class DataPart(Table, table=True):
    """Part of a service's answer, kept until the archive is built."""

    __tablename__ = "data_parts"

    request_id: UUID = Field(foreign_key="data_requests.id", primary_key=True)
    service: str = Field(primary_key=True, max_length=20)
    part: int = Field(primary_key=True)
    parts: int
    rows: dict[str, list[dict[str, Any]]] = Field(sa_column=Column(JSONB, nullable=False))


DATA_REQUEST_STATES = StateMachine(
    DataRequest.status,
    {
        DataRequestStatus.COLLECTING: {DataRequestStatus.READY, DataRequestStatus.FAILED},
        DataRequestStatus.READY: {DataRequestStatus.EXPIRED},
        DataRequestStatus.EXPIRED: frozenset(),
        DataRequestStatus.FAILED: frozenset(),
    },
)
