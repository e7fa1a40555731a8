"""A push is a delivery to one device, and a device belongs to a session."""

import sqlalchemy as sa
from alembic import op

revision = "6d2f9b17c4e8"
down_revision = "22974f37e5fe"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("devices", sa.Column("session_id", sa.Uuid(), nullable=True))
    op.create_index(op.f("ix_devices_session_id"), "devices", ["session_id"])
    op.drop_constraint(op.f("uq_deliveries_notification"), "deliveries")
    op.create_index(
        "uq_deliveries_notification",
        "deliveries",
        ["notification_id", "channel"],
        unique=True,
        postgresql_where=sa.text("address IS NULL"),
    )
    op.create_unique_constraint(
        op.f("uq_deliveries_notification_address"),
        "deliveries",
        ["notification_id", "channel", "address"],
    )


def downgrade() -> None:
    op.execute("DELETE FROM deliveries WHERE channel = 'push'")
    op.drop_constraint(op.f("uq_deliveries_notification_address"), "deliveries")
    op.drop_index("uq_deliveries_notification", table_name="deliveries")
    op.create_unique_constraint(
        op.f("uq_deliveries_notification"), "deliveries", ["notification_id", "channel"]
    )
    op.drop_index(op.f("ix_devices_session_id"), "devices")
    op.drop_column("devices", "session_id")
