"""What was told of the seats last, for the sweep that tells of them."""

import sqlalchemy as sa
from alembic import op

revision = "54b966efe789"
down_revision = "60f0b54a2126"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "seats", sa.Column("told_version", sa.Integer(), server_default="0", nullable=False)
    )


def downgrade() -> None:
    op.drop_column("seats", "told_version")
