"""Changes by other people can be reverted, and another admin confirms some of them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "4f8a61c0d7e2"
down_revision = "b59fd36303cd"
branch_labels = None
depends_on = None


def time(name: str, **options: object) -> sa.Column[object]:
    return sa.Column(name, sa.TIMESTAMP(timezone=True), **options)


def upgrade() -> None:
    op.create_table(
        "account_changes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("changed_by", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("before", JSONB(), nullable=False),
        time("verified_at", nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        time("created_at", server_default=sa.text("now()"), nullable=False),
        time("expires_at", nullable=False),
        time("ended_at", nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_account_changes_user_id_users", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_account_changes"),
        sa.UniqueConstraint("token_hash", name="uq_account_changes_token_hash"),
    )
    op.create_index("ix_account_changes_user_id", "account_changes", ["user_id"])
    op.create_index("ix_account_changes_expires_at", "account_changes", ["expires_at"])
    op.create_table(
        "confirmations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(30), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("details", JSONB(), nullable=False),
        sa.Column("summary", JSONB(), nullable=False),
        sa.Column("requested_by", sa.Uuid(), nullable=False),
        sa.Column("for_operator", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(30), nullable=False),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        time("decided_at", nullable=True),
        time("created_at", server_default=sa.text("now()"), nullable=False),
        time("expires_at", nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_confirmations_user_id_users", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["requested_by"], ["users.id"], name="fk_confirmations_requested_by_users"
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["users.id"], name="fk_confirmations_decided_by_users"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_confirmations"),
    )
    op.create_index("ix_confirmations_user_id", "confirmations", ["user_id"])
    op.create_index("ix_confirmations_created_at", "confirmations", ["created_at", "id"])
    op.create_index("ix_confirmations_status", "confirmations", ["status", "created_at", "id"])
    op.create_index(
        "uq_confirmations_open",
        "confirmations",
        ["kind", "subject_id"],
        unique=True,
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index(
        "ix_confirmations_expires_at",
        "confirmations",
        ["expires_at"],
        postgresql_where=sa.text("status = 'open'"),
    )


def downgrade() -> None:
    op.drop_table("confirmations")
    op.drop_table("account_changes")
