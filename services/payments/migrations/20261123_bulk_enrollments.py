"""charges of organizations, with their lines, and refunds of single people."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "b81d5e07c4f2"
down_revision = "a3f9d27c6b18"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "charges",
        sa.Column("lines", JSONB(), server_default=sa.text("'[]'::jsonb"), nullable=False),
    )
    op.add_column("charges", sa.Column("purchase_order", sa.String(), nullable=True))
    op.add_column("refunds", sa.Column("enrollment_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    op.drop_column("refunds", "enrollment_id")
    op.drop_column("charges", "purchase_order")
    op.drop_column("charges", "lines")
