"""People ask to be erased."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "e85b20d6c9f1"
down_revision = "d81f4c6a0b57"
branch_labels = None
depends_on = None


def time(name: str, **kwargs: object) -> sa.Column:
    return sa.Column(name, sa.DateTime(timezone=True), **kwargs)


def upgrade() -> None:
    op.create_table(
        "erasures",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(30), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("check_number", sa.Integer(), nullable=False),
        sa.Column("answered", ARRAY(sa.String(20)), nullable=False),
        sa.Column("obstacles", ARRAY(sa.String(40)), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        time("decided_at", nullable=True),
        time("erased_at", nullable=True),
        sa.Column("repeats", sa.Integer(), nullable=False),
        time("repeat_at", nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        time("created_at", server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_erasures_user_id_users"),
        sa.ForeignKeyConstraint(["decided_by"], ["users.id"], name="fk_erasures_decided_by_users"),
        sa.PrimaryKeyConstraint("id", name="pk_erasures"),
    )
    op.create_index("ix_erasures_user_id", "erasures", ["user_id"])
    op.create_index("ix_erasures_created_at", "erasures", ["created_at", "id"])
    op.create_index("ix_erasures_status", "erasures", ["status", "created_at", "id"])
    op.create_index(
        "uq_erasures_running",
        "erasures",
        ["user_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('checking', 'requested', 'approved')"),
    )
    op.create_index(
        "ix_erasures_repeat_at",
        "erasures",
        ["repeat_at"],
        postgresql_where=sa.text("repeat_at IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_table("erasures")
