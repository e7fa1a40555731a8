"""People who are chosen for a bulk enrollment without their number."""

import sqlalchemy as sa
from alembic import op

revision = "a4f62aae1677"
down_revision = "3d2a76a5e006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("bulk_rows", sa.Column("chosen_profile_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    op.drop_column("bulk_rows", "chosen_profile_id")
