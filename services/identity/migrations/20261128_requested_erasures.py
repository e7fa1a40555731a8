"""Admins can request the erasure of a candidate."""

import sqlalchemy as sa
from alembic import op

revision = "5d0c7e91b3a8"
down_revision = "4f8a61c0d7e2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("erasures", sa.Column("requested_by", sa.Uuid(), nullable=True))


def downgrade() -> None:
    op.drop_column("erasures", "requested_by")
