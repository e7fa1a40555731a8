"""`told_version` is called `published_version`."""

from alembic import op

revision = "8e21b5c07f43"
down_revision = "5b0f6c1e83d7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("seats", "told_version", new_column_name="published_version")


def downgrade() -> None:
    op.alter_column("seats", "published_version", new_column_name="told_version")
