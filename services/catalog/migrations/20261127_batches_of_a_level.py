"""The desk's batches of trainings of a level are counted and listed by indexes."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "c3d96e10b4f8"
down_revision = "e8a13f60c2d7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(op, "ix_trainings_level", "trainings", ["level", "id"])
    create_index(
        op,
        "ix_batches_starts_of",
        "batches",
        ["starts_at", "id"],
        postgresql_include=["training_id"],
    )
    # The same without the training.
    drop_index(op, "ix_batches_starts", "batches")


def downgrade() -> None:
    create_index(op, "ix_batches_starts", "batches", ["starts_at", "id"])
    drop_index(op, "ix_batches_starts_of", "batches")
    drop_index(op, "ix_trainings_level", "trainings")
