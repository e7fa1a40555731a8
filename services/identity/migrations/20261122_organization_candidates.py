"""Which organizations' candidates people are."""

import sqlalchemy as sa
from alembic import op

revision = "c41f7a95d2e8"
down_revision = "a9d4c7e1b852"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "organization_candidates",
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_organization_candidates_organization_id_organizations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["profile_id"],
            ["profiles.id"],
            name=op.f("fk_organization_candidates_profile_id_profiles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "organization_id", "profile_id", name=op.f("pk_organization_candidates")
        ),
    )
    op.create_index(
        op.f("ix_organization_candidates_profile_id"), "organization_candidates", ["profile_id"]
    )


def downgrade() -> None:
    op.drop_table("organization_candidates")
