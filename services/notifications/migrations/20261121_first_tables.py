"""The first tables."""

import sqlalchemy as sa
from alembic import op
from kit.messaging import migration as messaging
from sqlalchemy.dialects import postgresql

revision = "cf08ab9d31d6"
down_revision = None
branch_labels = None
depends_on = None

OPEN = "status IN ('queued', 'sending')"
DELIVERIES_INDEXES = (
    ("ix_deliveries_codes", ["next_attempt_at"], f"{OPEN} AND expires_at IS NOT NULL"),
    ("ix_deliveries_notices", ["next_attempt_at"], f"{OPEN} AND expires_at IS NULL"),
    ("ix_deliveries_waiting", ["user_id"], OPEN),
    ("ix_deliveries_ended", ["status", "created_at"], "status IN ('sent', 'failed')"),
)


def upgrade() -> None:
    op.create_table(
        "contacts",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("locale", sa.String(), nullable=False),
        sa.Column("verified", sa.Boolean(), nullable=False),
        sa.Column("as_of", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "last_seen_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    op.create_index(op.f("ix_devices_user_id"), "devices", ["user_id"], unique=False)
    op.create_table(
        "enrollments",
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("fact", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("charge_id", sa.Uuid(), nullable=True),
        sa.Column("charge_opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("enrollment_id"),
    )
    op.create_table(
        "notifications",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.Column("body_en", sa.String(), nullable=False),
        sa.Column("body_ar", sa.String(), nullable=False),
        sa.Column("link", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("user_id", "topic", "version", name="uq_notifications_fact"),
    )
    op.create_index(
        "ix_notifications_newest", "notifications", ["user_id", "created_at", "id"], unique=False
    )
    op.create_index(
        "ix_notifications_unread",
        "notifications",
        ["user_id", "id"],
        unique=False,
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.create_table(
        "profiles",
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("profile_id"),
    )
    op.create_index(
        "ix_profiles_organization", "profiles", ["organization_id", "type"], unique=False
    )
    op.create_index("ix_profiles_type", "profiles", ["type"], unique=False)
    op.create_table(
        "queries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=True),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_queries_created_at"), "queries", ["created_at"], unique=False)
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("notification_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("channel", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("content", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("link", sa.String(), nullable=True),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("locale", sa.String(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("unanswered", sa.Integer(), nullable=False),
        sa.Column(
            "next_attempt_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("message_id", sa.String(), nullable=True),
        sa.Column("last_error", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["notification_id"], ["notifications.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("notification_id", "channel", name="uq_deliveries_notification"),
    )
    for name, columns, condition in DELIVERIES_INDEXES:
        op.create_index(
            name, "deliveries", columns, unique=False, postgresql_where=sa.text(condition)
        )
    messaging.upgrade(op)


def downgrade() -> None:
    messaging.downgrade(op)
    for name, _, condition in DELIVERIES_INDEXES:
        op.drop_index(name, table_name="deliveries", postgresql_where=sa.text(condition))
    op.drop_table("deliveries")
    op.drop_index(op.f("ix_queries_created_at"), table_name="queries")
    op.drop_table("queries")
    op.drop_index("ix_profiles_type", table_name="profiles")
    op.drop_index("ix_profiles_organization", table_name="profiles")
    op.drop_table("profiles")
    op.drop_index(
        "ix_notifications_unread",
        table_name="notifications",
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.drop_index("ix_notifications_newest", table_name="notifications")
    op.drop_table("notifications")
    op.drop_table("enrollments")
    op.drop_index(op.f("ix_devices_user_id"), table_name="devices")
    op.drop_table("devices")
    op.drop_table("contacts")
