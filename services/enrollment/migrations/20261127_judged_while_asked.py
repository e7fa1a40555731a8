"""A file's rows may be judged while identity is still looking for its people."""

import sqlalchemy as sa
from alembic import op

revision = "7c2e91a5d4f0"
down_revision = "7c1e9a54b0d2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("bulk_enrollments", sa.Column("judged_version", sa.Integer, nullable=True))


def downgrade() -> None:
    op.drop_column("bulk_enrollments", "judged_version")
