"""What organizations have been notified of about their bills."""

import sqlalchemy as sa
from alembic import op

revision = "c16996c28faf"
down_revision = "e307a1ccc2a0"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "account_bills",
        sa.Column(
            "notice",
            sa.Enum("issued", "due", "overdue", name="billnotice", native_enum=False, length=20),
            nullable=True,
        ),
    )


def downgrade() -> None:
    op.drop_column("account_bills", "notice")
