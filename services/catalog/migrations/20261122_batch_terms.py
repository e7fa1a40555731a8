"""Terms of cancellation, minimum and waiting list of batches; place, link and trainer of sessions."""

import sqlalchemy as sa
from alembic import op

revision = "b81f6a3c2d90"
down_revision = "a41d7e05c3b9"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("batches", sa.Column("minimum", sa.Integer(), nullable=True))
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
    op.create_check_constraint(
        op.f("ck_batches_kept_percent"), "batches", "kept_percent BETWEEN 0 AND 100"
    )
    for name in ("venue_en", "venue_ar"):
        op.add_column(
            "batch_sessions", sa.Column(name, sa.String(), server_default="", nullable=False)
        )
    op.add_column("batch_sessions", sa.Column("online_url", sa.String(), nullable=True))
    op.add_column("batch_sessions", sa.Column("trainer_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(
        op.f("fk_batch_sessions_trainer_id_trainers"),
        "batch_sessions",
        "trainers",
        ["trainer_id"],
        ["id"],
    )
    op.create_index("ix_batch_sessions_starts", "batch_sessions", ["starts_at"])
    op.create_index("ix_batch_sessions_trainer", "batch_sessions", ["trainer_id"])


def downgrade() -> None:
    op.drop_index("ix_batch_sessions_trainer", "batch_sessions")
    op.drop_index("ix_batch_sessions_starts", "batch_sessions")
    op.drop_constraint(
        op.f("fk_batch_sessions_trainer_id_trainers"), "batch_sessions", type_="foreignkey"
    )
    for name in ("trainer_id", "online_url", "venue_ar", "venue_en"):
        op.drop_column("batch_sessions", name)
    op.drop_constraint(op.f("ck_batches_kept_percent"), "batches", type_="check")
    for name in ("kept_percent", "free_cancellation_hours", "waiting_list", "minimum"):
        op.drop_column("batches", name)
