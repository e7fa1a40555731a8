"""Seats that an organization buys without names."""

import sqlalchemy as sa
from alembic import op

revision = "7d04b9e2c8f1"
down_revision = "c28141343109"
branch_labels = None
depends_on = None

_COLUMNS = ("bought_seats", "free_seats", "seat_price_minor")


def upgrade() -> None:
    for name in _COLUMNS:
        column = sa.Column(name, sa.Integer(), server_default="0", nullable=False)
        op.add_column("bulk_enrollments", column)
    op.create_check_constraint(
        op.f("ck_bulk_enrollments_free_seats"),
        "bulk_enrollments",
        "free_seats BETWEEN 0 AND bought_seats",
    )
    op.create_index(
        "ix_bulk_enrollments_free_seats",
        "bulk_enrollments",
        ["organization_id", "batch_id"],
        postgresql_where="free_seats > 0",
    )


def downgrade() -> None:
    op.drop_index("ix_bulk_enrollments_free_seats", "bulk_enrollments")
    op.drop_constraint(op.f("ck_bulk_enrollments_free_seats"), "bulk_enrollments")
    for name in _COLUMNS:
        op.drop_column("bulk_enrollments", name)
