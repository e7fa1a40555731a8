"""The baseline: all tables of the first release."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search
from kit.messaging import migration as messaging
from kit.web import idempotency_migration as idempotency
from kit.web.invariants import migration as invariants
from sqlalchemy.dialects import postgresql

revision = "d69dbcca5e14"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:  # noqa: PLR0915
    search.upgrade(op)
    messaging.upgrade(op)
    idempotency.upgrade(op)
    invariants.upgrade(op)
    op.create_table(
        "awaited_charges",
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("previous_status", sa.String(length=40), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("enrollment_id", name=op.f("pk_awaited_charges")),
    )
    op.create_table(
        "batches",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("training_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("title_en", sa.String(), nullable=False),
        sa.Column("title_ar", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
    )
    op.create_table(
        "bulk_enrollments",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("bulk_enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.PrimaryKeyConstraint("bulk_enrollment_id", name=op.f("pk_bulk_enrollments")),
    )
    op.create_table(
        "canned_answers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(length=100), nullable=False),
        sa.Column("name_ar", sa.String(length=100), nullable=False),
        sa.Column("text_en", sa.String(), nullable=False),
        sa.Column("text_ar", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_canned_answers")),
    )
    op.create_table(
        "contacts",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("locale", sa.String(), nullable=False),
        sa.Column("verified", sa.Boolean(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(name_en || ' ' || name_ar || ' ' || email || ' ' || phone)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_contacts")),
    )
    op.create_index(
        "ix_contacts_search",
        "contacts",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("p256dh", sa.String(), nullable=True),
        sa.Column("auth", sa.String(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=True),
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
        sa.CheckConstraint(
            "(kind = 'web_push') = (p256dh IS NOT NULL AND auth IS NOT NULL)",
            name=op.f("ck_devices_keys"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
        sa.UniqueConstraint("token", name=op.f("uq_devices_token")),
    )
    op.create_index(op.f("ix_devices_session_id"), "devices", ["session_id"])
    op.create_index(op.f("ix_devices_user_id"), "devices", ["user_id"])
    op.create_table(
        "discarded_files",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_discarded_files")),
    )
    op.create_index(op.f("ix_discarded_files_due_at"), "discarded_files", ["due_at"])
    op.create_table(
        "enrollment_charges",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.PrimaryKeyConstraint("enrollment_id", name=op.f("pk_enrollment_charges")),
    )
    op.create_table(
        "enrollments",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("event", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("enrollment_id", name=op.f("pk_enrollments")),
    )
    op.create_index(
        "ix_enrollments_batch",
        "enrollments",
        [sa.literal_column("(event ->> 'batch_id')"), sa.literal_column("(event ->> 'status')")],
    )
    op.create_table(
        "group_messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("author_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=True),
        sa.Column("audience", postgresql.JSONB(), nullable=False),
        sa.Column("subject_en", sa.String(), nullable=False),
        sa.Column("subject_ar", sa.String(), nullable=False),
        sa.Column("text_en", sa.String(), nullable=False),
        sa.Column("text_ar", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("send_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expected", sa.Integer(), nullable=False),
        sa.Column("receivers", sa.Integer(), nullable=False),
        sa.Column("passed_over", sa.Integer(), nullable=False),
        sa.Column("last_user_id", sa.Uuid(), nullable=True),
        sa.Column(
            "outcomes",
            postgresql.JSONB(
                none_as_null=True,
            ),
            nullable=True,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(subject_en || ' ' || subject_ar)", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint(
            "status IN ('scheduled', 'sending', 'sent', 'cancelled')",
            name=op.f("ck_group_messages_status_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_group_messages")),
    )
    op.create_index(
        "ix_group_messages_batch",
        "group_messages",
        ["batch_id", "send_at"],
        postgresql_where=sa.text("batch_id IS NOT NULL"),
    )
    op.create_index(
        "ix_group_messages_due",
        "group_messages",
        ["next_at"],
        postgresql_where=sa.text("status IN ('scheduled', 'sending')"),
    )
    op.create_index(
        "ix_group_messages_ended",
        "group_messages",
        ["ended_at"],
        postgresql_where=sa.text("ended_at IS NOT NULL AND outcomes IS NULL"),
    )
    op.create_index(
        "ix_group_messages_organization", "group_messages", ["organization_id", "send_at", "id"]
    )
    op.create_index(
        "ix_group_messages_search",
        "group_messages",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_group_messages_send_at", "group_messages", ["send_at", "id"])
    op.create_table(
        "inquiries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("reference", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=True),
        sa.Column("topic", sa.String(length=40), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column("locale", sa.String(length=2), nullable=False),
        sa.Column("consented_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("assignee_id", sa.Uuid(), nullable=True),
        sa.Column("first_answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "search_fold(reference || ' ' || name || ' ' || email || ' ' || message)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.CheckConstraint(
            "status IN ('open', 'answered', 'closed')", name=op.f("ck_inquiries_status_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inquiries")),
        sa.UniqueConstraint("reference", name=op.f("uq_inquiries_reference")),
    )
    op.create_index(
        "ix_inquiries_assignee",
        "inquiries",
        ["assignee_id"],
        postgresql_where=sa.text("assignee_id IS NOT NULL"),
    )
    op.create_index("ix_inquiries_created_at", "inquiries", ["created_at", "id"])
    op.create_index(
        "ix_inquiries_search",
        "inquiries",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_inquiries_sender", "inquiries", [sa.literal_column("lower(email)")])
    op.create_index("ix_inquiries_status", "inquiries", ["status", "created_at", "id"])
    op.create_index("ix_inquiries_updated_at", "inquiries", ["updated_at", "id"])
    op.create_table(
        "marked_addresses",
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("mark", sa.String(length=40), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column(
            "marked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_marked_addresses")),
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
        sa.Column("cleared_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
        sa.UniqueConstraint("user_id", "topic", "version", name="uq_notifications_version"),
    )
    op.create_index(
        "ix_notifications_group_message",
        "notifications",
        ["topic"],
        postgresql_where=sa.text("kind = 'group_message'"),
    )
    op.create_index("ix_notifications_newest", "notifications", ["user_id", "created_at", "id"])
    op.create_index(
        "ix_notifications_unread",
        "notifications",
        ["user_id", "id"],
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.create_table(
        "organizations",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("muted", postgresql.JSONB(), nullable=False),
        sa.Column("quiet_from", sa.Time(), nullable=True),
        sa.Column("quiet_until", sa.Time(), nullable=True),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until",
            name=op.f("ck_preferences_quiet_hours"),
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_preferences")),
    )
    op.create_table(
        "products",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_products")),
    )
    op.create_table(
        "profiles",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_profiles")),
    )
    op.create_index("ix_profiles_organization", "profiles", ["organization_id", "type"])
    op.create_index("ix_profiles_type", "profiles", ["type"])
    op.create_table(
        "role_holders",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("role_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_role_holders")),
    )
    op.create_index(op.f("ix_role_holders_user_id"), "role_holders", ["user_id"])
    op.create_table(
        "roles",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("role_id", sa.Uuid(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("permissions", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("role_id", name=op.f("pk_roles")),
    )
    op.create_table(
        "text_counts",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("channel", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "channel", "user_id", name=op.f("pk_text_counts")),
    )
    op.create_table(
        "webhook_endpoints",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("events", postgresql.ARRAY(sa.String(length=60)), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column(
            "rests_until",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("sealed_secret", sa.LargeBinary(), nullable=False),
        sa.Column("previous_sealed_secret", sa.LargeBinary(), nullable=True),
        sa.Column("previous_ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_endpoints")),
    )
    op.create_index(
        "ix_webhook_endpoints_organization_id", "webhook_endpoints", ["organization_id", "id"]
    )
    op.create_table(
        "wording_versions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("texts", postgresql.JSONB(), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wording_versions")),
        sa.UniqueConstraint("kind", "version", name="uq_wording_versions_version"),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("notification_id", sa.Uuid(), nullable=True),
        sa.Column("inquiry_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("channel", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=True),
        sa.Column(
            "content",
            postgresql.JSONB(
                none_as_null=True,
            ),
            nullable=True,
        ),
        sa.Column("link", sa.String(), nullable=True),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("locale", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column(
            "thread",
            postgresql.JSONB(
                none_as_null=True,
            ),
            nullable=True,
        ),
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
        sa.ForeignKeyConstraint(
            ["inquiry_id"],
            ["inquiries.id"],
            name=op.f("fk_deliveries_inquiry_id_inquiries"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["notification_id"],
            ["notifications.id"],
            name=op.f("fk_deliveries_notification_id_notifications"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint(
            "notification_id", "channel", "address", name="uq_deliveries_notification_address"
        ),
    )
    op.create_index(
        "ix_deliveries_address",
        "deliveries",
        [sa.literal_column("(CASE WHEN channel <> 'push' THEN lower(address) END) gin_trgm_ops")],
        postgresql_using="gin",
        postgresql_where=sa.text(
            "(CASE WHEN channel <> 'push' THEN lower(address) END) IS NOT NULL"
        ),
    )
    op.create_index(
        "ix_deliveries_codes",
        "deliveries",
        ["channel", "next_attempt_at"],
        postgresql_where=sa.text("status IN ('queued', 'sending') AND expires_at IS NOT NULL"),
    )
    op.create_index(
        "ix_deliveries_ended",
        "deliveries",
        ["status", "created_at"],
        postgresql_where=sa.text("status IN ('sent', 'failed', 'merged', 'suppressed')"),
    )
    op.create_index(
        "ix_deliveries_inquiry",
        "deliveries",
        ["inquiry_id"],
        postgresql_where=sa.text("inquiry_id IS NOT NULL"),
    )
    op.create_index(
        "ix_deliveries_kind",
        "deliveries",
        ["user_id", "kind", "created_at"],
        postgresql_where=sa.text("kind IS NOT NULL"),
    )
    op.create_index(
        "ix_deliveries_notices",
        "deliveries",
        ["channel", "next_attempt_at"],
        postgresql_where=sa.text("status IN ('queued', 'sending') AND expires_at IS NULL"),
    )
    op.create_index(
        "ix_deliveries_unsent",
        "deliveries",
        ["created_at", "id"],
        postgresql_where=sa.text("status IN ('failed', 'suppressed')"),
    )
    op.create_index("ix_deliveries_user", "deliveries", ["user_id", "status", "created_at"])
    op.create_index(
        "ix_deliveries_waiting",
        "deliveries",
        ["user_id"],
        postgresql_where=sa.text("status IN ('queued', 'sending')"),
    )
    op.create_index(
        "uq_deliveries_notification",
        "deliveries",
        ["notification_id", "channel"],
        unique=True,
        postgresql_where=sa.text("address IS NULL"),
    )
    op.create_table(
        "inquiry_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("inquiry_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.Column("sender", sa.String(), nullable=True),
        sa.Column("message_id", sa.String(), nullable=True),
        sa.Column("refused_files", sa.Integer(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["inquiry_id"],
            ["inquiries.id"],
            name=op.f("fk_inquiry_entries_inquiry_id_inquiries"),
            ondelete="CASCADE",
        ),
        sa.CheckConstraint(
            "kind IN ('message', 'answer', 'note')", name=op.f("ck_inquiry_entries_kind_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inquiry_entries")),
        sa.UniqueConstraint("inquiry_id", "message_id", name="uq_inquiry_entries_message"),
    )
    op.create_index("ix_inquiry_entries_inquiry", "inquiry_entries", ["inquiry_id", "created_at"])
    op.create_table(
        "inquiry_files",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("inquiry_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inquiry_id"],
            ["inquiries.id"],
            name=op.f("fk_inquiry_files_inquiry_id_inquiries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inquiry_files")),
    )
    op.create_index(op.f("ix_inquiry_files_inquiry_id"), "inquiry_files", ["inquiry_id"])
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("endpoint_id", sa.Uuid(), nullable=False),
        sa.Column("event", sa.String(length=60), nullable=False),
        sa.Column("payload", postgresql.JSONB(), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column(
            "next_attempt_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("response_status", sa.Integer(), nullable=True),
        sa.Column("response_body", sa.String(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["endpoint_id"],
            ["webhook_endpoints.id"],
            name=op.f("fk_webhook_deliveries_endpoint_id_webhook_endpoints"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_deliveries")),
    )
    op.create_index("ix_webhook_deliveries_created_at", "webhook_deliveries", ["created_at"])
    op.create_index(
        "ix_webhook_deliveries_due",
        "webhook_deliveries",
        ["endpoint_id", "next_attempt_at"],
        postgresql_where=sa.text("status IN ('queued', 'sending')"),
    )
    op.create_index(
        "ix_webhook_deliveries_endpoint_id",
        "webhook_deliveries",
        ["endpoint_id", "created_at", "id"],
    )
    op.create_table(
        "webhook_attempts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("delivery_id", sa.Uuid(), nullable=False),
        sa.Column("attempted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("took_ms", sa.Integer(), nullable=False),
        sa.Column("response_status", sa.Integer(), nullable=True),
        sa.Column("response_body", sa.String(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["delivery_id"],
            ["webhook_deliveries.id"],
            name=op.f("fk_webhook_attempts_delivery_id_webhook_deliveries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_attempts")),
    )
    op.create_index("ix_webhook_attempts_delivery_id", "webhook_attempts", ["delivery_id", "id"])
