"""For whom a request waits is found out in an index alone."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "b61e3c9d40f7"
down_revision = "3e9a41c7d025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(
        op,
        "ix_requests_waiting",
        "requests",
        ["submitted_at", "id"],
        postgresql_include=[
            "content_type",
            "organization_id",
            "state_id",
            "category_ids",
            "submitted_by",
            "step",
        ],
        postgresql_where=sa.text("status = 'pending'"),
    )


def downgrade() -> None:
    drop_index(op, "ix_requests_waiting", "requests")
