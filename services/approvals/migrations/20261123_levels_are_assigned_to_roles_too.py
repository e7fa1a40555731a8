"""Levels are assigned to roles too, and who has them is known.

Roles that are there already are told by `python -m kit identity republish`.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "b735d9687ea1"
down_revision = "e655269487c4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "roles",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name_ar", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("role_id", name=op.f("pk_roles")),
    )
    op.create_table(
        "role_holders",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("role_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_role_holders")),
    )
    op.create_index(op.f("ix_role_holders_user_id"), "role_holders", ["user_id"])
    op.add_column(
        "level_approvers",
        sa.Column("id", sa.Uuid(), server_default=sa.text("gen_random_uuid()"), nullable=False),
    )
    op.alter_column("level_approvers", "id", server_default=None)
    op.add_column("level_approvers", sa.Column("role_id", sa.Uuid(), nullable=True))
    op.drop_constraint(op.f("pk_level_approvers"), "level_approvers", type_="primary")
    op.create_primary_key(op.f("pk_level_approvers"), "level_approvers", ["id"])
    op.alter_column("level_approvers", "user_id", nullable=True)
    op.create_unique_constraint(
        "uq_level_approvers_user", "level_approvers", ["level_id", "user_id"]
    )
    op.create_unique_constraint(
        "uq_level_approvers_role", "level_approvers", ["level_id", "role_id"]
    )
    op.create_check_constraint(
        op.f("ck_level_approvers_user_or_role"),
        "level_approvers",
        "(user_id IS NULL) <> (role_id IS NULL)",
    )
    op.create_index(op.f("ix_level_approvers_role_id"), "level_approvers", ["role_id"])


def downgrade() -> None:
    op.execute("DELETE FROM level_approvers WHERE user_id IS NULL")
    op.drop_index(op.f("ix_level_approvers_role_id"), "level_approvers")
    op.drop_constraint(op.f("ck_level_approvers_user_or_role"), "level_approvers", type_="check")
    op.drop_constraint("uq_level_approvers_role", "level_approvers", type_="unique")
    op.drop_constraint("uq_level_approvers_user", "level_approvers", type_="unique")
    op.drop_constraint(op.f("pk_level_approvers"), "level_approvers", type_="primary")
    op.create_primary_key(op.f("pk_level_approvers"), "level_approvers", ["level_id", "user_id"])
    op.drop_column("level_approvers", "role_id")
    op.drop_column("level_approvers", "id")
    op.drop_table("role_holders")
    op.drop_table("roles")
