"""The desk's lists of trainings and batches are sorted by indexes."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "b5d20c7f9e13"
down_revision = "4685acf43312"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(op, "ix_batches_starts", "batches", ["starts_at", "id"])
    for name, title in (
        ("ix_trainings_title_en", 'title_en COLLATE "und-x-icu" text_ops'),
        ("ix_trainings_title_ar", 'title_ar COLLATE "ar-x-icu" text_ops'),
    ):
        create_index(op, name, "trainings", [sa.text(title), "id"])
    create_index(op, "ix_trainings_updated_at", "trainings", ["updated_at", "id"])


def downgrade() -> None:
    drop_index(op, "ix_trainings_updated_at", "trainings")
    drop_index(op, "ix_trainings_title_ar", "trainings")
    drop_index(op, "ix_trainings_title_en", "trainings")
    drop_index(op, "ix_batches_starts", "batches")
