"""review payments."""

from alembic import op

revision = "8a41d7c03be5"
down_revision = "5624b3299c02"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Who could give back money under review goes on to: it was a refund like any other.
    op.execute(
        "INSERT INTO role_permissions (role_id, permission)"
        " SELECT role_id, 'review-payments' FROM role_permissions"
        " WHERE permission = 'refund-payments' ON CONFLICT DO NOTHING"
    )


def downgrade() -> None:
    op.execute(
        "DELETE FROM role_permissions WHERE permission IN ('review-payments', 'reconcile-payments')"
    )
