"""Decoys: users with an address that another one owns."""

import sqlalchemy as sa
from alembic import op

revision = "c3a41f0e9b57"
down_revision = "85ec16f2f91f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "users", sa.Column("decoy", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.alter_column("users", "decoy", server_default=None)
    op.drop_constraint(op.f("uq_users_email"), "users", type_="unique")
    op.create_index(
        "uq_users_email", "users", ["email"], unique=True, postgresql_where=sa.text("NOT decoy")
    )
    op.create_index("ix_users_email", "users", ["email"], unique=False)
    op.create_index("ix_users_decoys", "users", ["created_at"], postgresql_where=sa.text("decoy"))


def downgrade() -> None:
    op.execute("DELETE FROM sessions USING users WHERE user_id = users.id AND decoy")
    op.execute("DELETE FROM profiles USING users WHERE user_id = users.id AND decoy")
    op.execute("DELETE FROM users WHERE decoy")
    op.drop_index("ix_users_decoys", table_name="users")
    op.drop_index("ix_users_email", table_name="users")
    op.drop_index("uq_users_email", table_name="users")
    op.create_unique_constraint(op.f("uq_users_email"), "users", ["email"])
    op.drop_column("users", "decoy")
