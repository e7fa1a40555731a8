"""The audit trail of all services."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "b7e2f4a91c60"
down_revision = "a4d1c09e7b35"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("service", sa.String(20), nullable=False),
        sa.Column("action", sa.String(20), nullable=False),
        sa.Column("noun", sa.String(40), nullable=False),
        sa.Column("record_id", sa.String(120), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=True),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("network", sa.String(60), nullable=False),
        sa.Column("before", JSONB(), nullable=False),
        sa.Column("after", JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
    )
    columns = {
        "record": ["noun", "record_id", "recorded_at"],
        "user_id": ["user_id", "recorded_at"],
        "organization_id": ["organization_id", "recorded_at"],
        "recorded_at": ["recorded_at", "id"],
    }
    for name, indexed in columns.items():
        op.create_index(f"ix_audit_entries_{name}", "audit_entries", indexed)


def downgrade() -> None:
    op.drop_table("audit_entries")
