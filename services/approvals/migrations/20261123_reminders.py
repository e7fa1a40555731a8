"""Requests keep which reminder of their level was the last."""

import sqlalchemy as sa
from alembic import op

revision = "e1d7b90c4a36"
down_revision = "5c3a4ed2f59b"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("requests", sa.Column("reminded", sa.String(40), nullable=True))


def downgrade() -> None:
    op.drop_column("requests", "reminded")
