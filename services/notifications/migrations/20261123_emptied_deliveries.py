"""What was emptied of a delivery is NULL, and no null of JSON."""

from alembic import op

revision = "7d1c40be93a5"
down_revision = "b3d90f5c7e21"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE deliveries SET content = NULL WHERE content = 'null'")
    op.execute("UPDATE deliveries SET thread = NULL WHERE thread = 'null'")


def downgrade() -> None:
    """Both are read alike."""
