"""Alerts for new dates of trainings."""

import sqlalchemy as sa
from alembic import op

revision = "1fb79c6bee5c"
down_revision = "3e7a90c4d1b6"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "training_alerts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["city_id"],
            ["cities.id"],
            name=op.f("fk_training_alerts_city_id_cities"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["training_id"],
            ["trainings.id"],
            name=op.f("fk_training_alerts_training_id_trainings"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_training_alerts")),
        sa.UniqueConstraint(
            "user_id",
            "training_id",
            "city_id",
            name="uq_training_alerts_user_id",
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index("ix_training_alerts_city", "training_alerts", ["city_id"])
    op.create_index("ix_training_alerts_training", "training_alerts", ["training_id", "id"])
    op.create_table(
        "batch_news",
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column(
            "queued_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("after", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["batch_id"],
            ["batches.id"],
            name=op.f("fk_batch_news_batch_id_batches"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("batch_id", name=op.f("pk_batch_news")),
    )


def downgrade() -> None:
    op.drop_table("batch_news")
    op.drop_table("training_alerts")
