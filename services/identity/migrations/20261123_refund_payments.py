"""refund payments."""

from alembic import op

revision = "5624b3299c02"
down_revision = "e8f50526193f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Who could refund goes on to: it was allowed to those who change the platform's settings.
    op.execute(
        "INSERT INTO role_permissions (role_id, permission)"
        " SELECT role_id, 'refund-payments' FROM role_permissions"
        " WHERE permission = 'manage-application-settings' ON CONFLICT DO NOTHING"
    )


def downgrade() -> None:
    op.execute("DELETE FROM role_permissions WHERE permission = 'refund-payments'")
