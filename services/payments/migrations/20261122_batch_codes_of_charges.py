"""batch codes of charges."""

import sqlalchemy as sa
from alembic import op

revision = "a3f9d27c6b18"
down_revision = "c51e0b7d9a34"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "charges", sa.Column("subject_code", sa.String(), server_default="", nullable=False)
    )


def downgrade() -> None:
    op.drop_column("charges", "subject_code")
