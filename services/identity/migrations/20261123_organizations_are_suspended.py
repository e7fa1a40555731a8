"""organizations are suspended."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "ec0fd8514e2d"
down_revision = "8a41d7c03be5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("organizations", sa.Column("suspended_at", sa.DateTime(timezone=True)))
    op.add_column(
        "organizations", sa.Column("suspension_reason", sqlmodel.sql.sqltypes.AutoString())
    )
    op.create_check_constraint(
        op.f("ck_organizations_suspension"),
        "organizations",
        "suspended_at IS NULL AND suspension_reason IS NULL"
        " OR suspended_at IS NOT NULL AND suspension_reason IS NOT NULL AND status = 'approved'",
    )


def downgrade() -> None:
    op.drop_constraint(op.f("ck_organizations_suspension"), "organizations")
    op.drop_column("organizations", "suspension_reason")
    op.drop_column("organizations", "suspended_at")
