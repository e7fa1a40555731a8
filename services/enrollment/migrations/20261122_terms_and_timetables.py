"""Terms of cancellation and waiting list of batches, their timetables, and who was moved."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "c4d8e17f5a26"
down_revision = "a3c9d0b7e512"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("batches", sa.Column("city_id", sa.Uuid(), nullable=True))
    op.add_column(
        "batches", sa.Column("waiting_list", sa.Boolean(), server_default="true", nullable=False)
    )
    op.add_column(
        "batches",
        sa.Column("free_cancellation_hours", sa.Integer(), server_default="48", nullable=False),
    )
    op.add_column(
        "batches", sa.Column("kept_percent", sa.Integer(), server_default="100", nullable=False)
    )
    op.add_column(
        "enrollments", sa.Column("moved", sa.Boolean(), server_default="false", nullable=False)
    )
    op.create_table(
        "timetables",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("sessions", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("batch_id", name=op.f("pk_timetables")),
    )


def downgrade() -> None:
    op.drop_table("timetables")
    op.drop_column("enrollments", "moved")
    for name in ("kept_percent", "free_cancellation_hours", "waiting_list", "city_id"):
        op.drop_column("batches", name)
