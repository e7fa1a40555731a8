"""Files of a mail that were not kept are counted."""

import sqlalchemy as sa
from alembic import op

revision = "3b7e21c90fd4"
down_revision = "9d346b3f85ff"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "inquiry_entries",
        sa.Column("refused_files", sa.Integer(), nullable=False, server_default="0"),
    )
    op.alter_column("inquiry_entries", "refused_files", server_default=None)


def downgrade() -> None:
    op.drop_column("inquiry_entries", "refused_files")
