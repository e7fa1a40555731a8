"""A batch's trainer is a profile. The names that batches have stay."""

import sqlalchemy as sa
from alembic import op

revision = "7c1e94b2d05f"
down_revision = "5f0c2e9a7b14"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "trainers",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name="pk_trainers"),
    )
    op.create_index("ix_trainers_organization", "trainers", ["organization_id", "id"])
    op.add_column("batches", sa.Column("trainer_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(
        "fk_batches_trainer_id_trainers", "batches", "trainers", ["trainer_id"], ["id"]
    )
    op.create_index("ix_batches_trainer_starts", "batches", ["trainer_id", "starts_at"])


def downgrade() -> None:
    op.drop_index("ix_batches_trainer_starts", "batches")
    op.drop_constraint("fk_batches_trainer_id_trainers", "batches", type_="foreignkey")
    op.drop_column("batches", "trainer_id")
    op.drop_table("trainers")
