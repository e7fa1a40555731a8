"""A phone number signs in while one account has it."""

from alembic import op

revision = "e27b5d90c41a"
down_revision = "b7e2f4a91c60"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_users_phone"), "users", ["phone"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_users_phone"), table_name="users")
