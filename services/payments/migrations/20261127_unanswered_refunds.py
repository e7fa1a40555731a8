"""Refunds say whether the provider's answer was lost, or the copy that sent them."""

import sqlalchemy as sa
from alembic import op

revision = "7b3e0d95c2a4"
down_revision = "28f38e238cb9"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("refunds", sa.Column("unanswered_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("refunds", "unanswered_at")
