"""When what the rows of a bulk enrollment say of people was deleted."""

import sqlalchemy as sa
from alembic import op

revision = "7d0c94b1e2f6"
down_revision = "7d04b9e2c8f1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "bulk_enrollments", sa.Column("emptied_at", sa.DateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("bulk_enrollments", "emptied_at")
