"""Notifications know what the roles of admins allow."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "c9541f16662d"
down_revision = "4b4a0d3c33f4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "role_holders",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("role_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_role_holders")),
    )
    op.create_index(op.f("ix_role_holders_user_id"), "role_holders", ["user_id"], unique=False)
    op.create_table(
        "roles",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("slug", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("permissions", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("role_id", name=op.f("pk_roles")),
    )


def downgrade() -> None:
    op.drop_table("roles")
    op.drop_index(op.f("ix_role_holders_user_id"), table_name="role_holders")
    op.drop_table("role_holders")
