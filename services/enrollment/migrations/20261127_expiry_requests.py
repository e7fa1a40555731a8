"""Overdue subjects, of which payments has not said yet that they are unpaid."""

import sqlalchemy as sa
from alembic import op

revision = "0c5e92b7d4f8"
down_revision = "f6c07a31e9d2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "expiry_requests",
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column(
            "requested_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("subject_id", name=op.f("pk_expiry_requests")),
    )


def downgrade() -> None:
    op.drop_table("expiry_requests")
