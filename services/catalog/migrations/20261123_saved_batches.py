"""The batches that candidates have saved."""

import sqlalchemy as sa
from alembic import op

revision = "c61d8f2ab7e3"
down_revision = "75be42a46fca"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_batches",
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["batches.id"], name=op.f("fk_saved_batches_batch_id_batches")
        ),
        sa.PrimaryKeyConstraint("profile_id", "batch_id", name=op.f("pk_saved_batches")),
    )
    op.create_index(op.f("ix_saved_batches_batch_id"), "saved_batches", ["batch_id"])


def downgrade() -> None:
    op.drop_table("saved_batches")
