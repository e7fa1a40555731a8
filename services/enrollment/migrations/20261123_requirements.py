"""Job roles, the trainings that they ask for, and who has them."""

import sqlalchemy as sa
from alembic import op

revision = "fa54f85d032f"
down_revision = "4c1f9a7be230"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job_roles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_roles")),
    )
    op.create_index(
        "ix_job_roles_organization", "job_roles", ["organization_id", "name_en", "id"], unique=False
    )
    op.create_table(
        "job_role_people",
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_profile_id", sa.Uuid(), nullable=False),
        sa.Column("candidate_user_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["role_id"],
            ["job_roles.id"],
            name=op.f("fk_job_role_people_role_id_job_roles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("role_id", "candidate_profile_id", name=op.f("pk_job_role_people")),
    )
    op.create_index(
        "ix_job_role_people_candidate", "job_role_people", ["candidate_profile_id"], unique=False
    )
    op.create_table(
        "job_role_trainings",
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["role_id"],
            ["job_roles.id"],
            name=op.f("fk_job_role_trainings_role_id_job_roles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("role_id", "training_id", name=op.f("pk_job_role_trainings")),
    )


def downgrade() -> None:
    op.drop_table("job_role_trainings")
    op.drop_index("ix_job_role_people_candidate", table_name="job_role_people")
    op.drop_table("job_role_people")
    op.drop_index("ix_job_roles_organization", table_name="job_roles")
    op.drop_table("job_roles")
