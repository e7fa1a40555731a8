"""What has become of a message to a group outlives its deliveries."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "b3d90f5c7e21"
down_revision = "d009520effe3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "group_messages",
        sa.Column("outcomes", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    )


def downgrade() -> None:
    op.drop_column("group_messages", "outcomes")
