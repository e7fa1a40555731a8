"""Roles belong to profiles."""

import sqlalchemy as sa
from alembic import op

revision = "c94d1f60a7b2"
down_revision = "e27b5d90c41a"
branch_labels = None
depends_on = None

# Roles were meant for admins and staff: those of their profiles keep them. Whoever has no such
# profile keeps theirs in the oldest one.
_COPY = """
INSERT INTO profile_roles (profile_id, role_id)
SELECT profiles.id, user_roles.role_id
FROM user_roles
JOIN profiles ON profiles.user_id = user_roles.user_id
WHERE profiles.type IN ('admin', 'staff')
OR profiles.id = (
    SELECT oldest.id FROM profiles oldest
    WHERE oldest.user_id = user_roles.user_id
    AND NOT EXISTS (
        SELECT 1 FROM profiles meant
        WHERE meant.user_id = user_roles.user_id AND meant.type IN ('admin', 'staff'))
    ORDER BY oldest.created_at, oldest.id LIMIT 1)
"""
_COPY_BACK = """
INSERT INTO user_roles (user_id, role_id)
SELECT DISTINCT profiles.user_id, profile_roles.role_id
FROM profile_roles JOIN profiles ON profiles.id = profile_roles.profile_id
"""


def upgrade() -> None:
    _create("profile_roles", "profile_id", "profiles", ondelete="CASCADE")
    op.execute(_COPY)
    op.drop_table("user_roles")


def downgrade() -> None:
    _create("user_roles", "user_id", "users", ondelete=None)
    op.execute(_COPY_BACK)
    op.drop_table("profile_roles")


def _create(name: str, column: str, table: str, ondelete: str | None) -> None:
    op.create_table(
        name,
        sa.Column(column, sa.Uuid(), nullable=False),
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            [column], [f"{table}.id"], name=op.f(f"fk_{name}_{column}_{table}"), ondelete=ondelete
        ),
        sa.ForeignKeyConstraint(["role_id"], ["roles.id"], name=op.f(f"fk_{name}_role_id_roles")),
        sa.PrimaryKeyConstraint(column, "role_id", name=op.f(f"pk_{name}")),
    )
    op.create_index(op.f(f"ix_{name}_role_id"), name, ["role_id"], unique=False)
