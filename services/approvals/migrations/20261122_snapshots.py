"""Requests keep what was submitted, what was remarked on it, and since when they wait where they
are."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "8d40f7b21c6e"
down_revision = "5c1e90d7a2f4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "requests",
        sa.Column(
            "step_since",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
    )
    # Requests of before came to their step with the last decision, or were submitted to it.
    op.execute(
        "UPDATE requests SET step_since = coalesce("
        "(SELECT max(created_at) FROM decisions WHERE request_id = requests.id"
        " AND step < requests.step), submitted_at)"
    )
    for column, empty in (("snapshot", "{}"), ("remarks", "[]")):
        default = sa.text(f"'{empty}'::jsonb")
        op.add_column(
            "requests",
            sa.Column(column, postgresql.JSONB(), server_default=default, nullable=False),
        )


def downgrade() -> None:
    for column in ("remarks", "snapshot", "step_since"):
        op.drop_column("requests", column)
