"""Which bulk enrollment made an enrollment."""

import sqlalchemy as sa
from alembic import op

revision = "b7a40c6de915"
down_revision = "e91f5b3a60d8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("enrollments", sa.Column("bulk_enrollment_id", sa.Uuid(), nullable=True))
    op.create_index(
        "ix_enrollments_bulk_enrollment",
        "enrollments",
        ["bulk_enrollment_id"],
        unique=False,
        postgresql_where="bulk_enrollment_id IS NOT NULL",
    )


def downgrade() -> None:
    op.drop_index("ix_enrollments_bulk_enrollment", table_name="enrollments")
    op.drop_column("enrollments", "bulk_enrollment_id")
