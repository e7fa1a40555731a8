"""A payment can be moved to another charge."""

import sqlalchemy as sa
from alembic import op

revision = "f80059d13bbc"
down_revision = "312694b99b0c"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("payments", sa.Column("moved_from", sa.Uuid(), nullable=True))
    op.create_index(
        "ix_payments_moved",
        "payments",
        ["moved_from"],
        unique=False,
        postgresql_where="moved_from IS NOT NULL",
    )
    op.create_foreign_key(
        op.f("fk_payments_moved_from_charges"), "payments", "charges", ["moved_from"], ["id"]
    )


def downgrade() -> None:
    op.drop_constraint(op.f("fk_payments_moved_from_charges"), "payments", type_="foreignkey")
    op.drop_index(
        "ix_payments_moved", table_name="payments", postgresql_where="moved_from IS NOT NULL"
    )
    op.drop_column("payments", "moved_from")
