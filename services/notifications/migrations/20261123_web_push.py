"""A device may be a subscription at the browser's own push service, which has keys."""

import sqlalchemy as sa
from alembic import op

revision = "d009520effe3"
down_revision = "00d93c790d6c"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("devices", sa.Column("p256dh", sa.String(), nullable=True))
    op.add_column("devices", sa.Column("auth", sa.String(), nullable=True))
    op.create_check_constraint(
        op.f("ck_devices_keys"),
        "devices",
        "(kind = 'web_push') = (p256dh IS NOT NULL AND auth IS NOT NULL)",
        postgresql_not_valid=True,
    )


def downgrade() -> None:
    op.execute("DELETE FROM devices WHERE kind = 'web_push'")
    op.drop_constraint(op.f("ck_devices_keys"), "devices")
    op.drop_column("devices", "auth")
    op.drop_column("devices", "p256dh")
