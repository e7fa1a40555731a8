"""People download what the platform has of them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "c41f8e6b7d20"
down_revision = "c41f7a95d2e8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "data_requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(30), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_data_requests_user_id_users"),
        sa.PrimaryKeyConstraint("id", name="pk_data_requests"),
    )
    op.create_index(
        "uq_data_requests_collecting",
        "data_requests",
        ["user_id"],
        unique=True,
        postgresql_where=sa.text("status = 'collecting'"),
    )
    op.create_index("ix_data_requests_user_id", "data_requests", ["user_id", "created_at", "id"])
    op.create_index(
        "ix_data_requests_expires_at",
        "data_requests",
        ["expires_at"],
        postgresql_where=sa.text("status IN ('collecting', 'ready')"),
    )
    op.create_table(
        "data_parts",
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("service", sa.String(20), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("parts", sa.Integer(), nullable=False),
        sa.Column("rows", JSONB(), nullable=False),
        sa.ForeignKeyConstraint(
            ["request_id"], ["data_requests.id"], name="fk_data_parts_request_id_data_requests"
        ),
        sa.PrimaryKeyConstraint("request_id", "service", "part", name="pk_data_parts"),
    )


def downgrade() -> None:
    op.drop_table("data_parts")
    op.drop_table("data_requests")
