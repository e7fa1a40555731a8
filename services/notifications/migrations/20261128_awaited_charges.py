"""Changes of enrollments of which people are notified once the charge is open."""

import sqlalchemy as sa
from alembic import op

revision = "5d0c8b7e2f41"
down_revision = "60b8a258f587"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "awaited_charges",
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("previous_status", sa.String(length=40), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("enrollment_id", name=op.f("pk_awaited_charges")),
    )
    # Copies of the release before read it, and those of this one do not write it.
    op.alter_column("enrollments", "changed_at", server_default=sa.func.now())


def downgrade() -> None:
    op.alter_column("enrollments", "changed_at", server_default=None)
    op.drop_table("awaited_charges")
