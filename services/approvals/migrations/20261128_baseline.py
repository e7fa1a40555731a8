"""The baseline: all tables of the first release."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search
from kit.messaging import migration as messaging
from kit.web import idempotency_migration as idempotency
from kit.web.invariants import migration as invariants
from sqlalchemy.dialects import postgresql

revision = "8c1c6eafe427"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    search.upgrade(op)
    messaging.upgrade(op)
    idempotency.upgrade(op)
    invariants.upgrade(op)
    op.create_table(
        "approvers",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("image_url", sa.String(), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("eligible", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar || ' ' || email)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_approvers")),
    )
    op.create_index("ix_approvers_name", "approvers", ["name_en", "user_id"])
    op.create_index(
        "ix_approvers_search",
        "approvers",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_table(
        "delegations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("delegate_id", sa.Uuid(), nullable=False),
        sa.Column(
            "content_types",
            sa.ARRAY(sa.String(length=40)),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("first_day <= last_day", name=op.f("ck_delegations_days")),
        sa.CheckConstraint("user_id <> delegate_id", name=op.f("ck_delegations_other")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delegations")),
    )
    op.create_index("ix_delegations_delegate_id", "delegations", ["delegate_id", "last_day"])
    op.create_index("ix_delegations_user_id", "delegations", ["user_id", "last_day"])
    op.create_table(
        "levels",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("content_type", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.Column("target_days", sa.Integer(), nullable=False),
        sa.Column("escalate_after", sa.Integer(), nullable=True),
        sa.Column("escalate_to", sa.Uuid(), nullable=True),
        sa.Column("unattended_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_levels")),
        sa.UniqueConstraint(
            "content_type",
            "position",
            deferrable=True,
            initially="DEFERRED",
            name="uq_levels_position",
        ),
    )
    op.create_table(
        "members",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("profile_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("profile_id", name=op.f("pk_members")),
    )
    op.create_index("ix_members_user_id", "members", ["user_id", "organization_id"])
    op.create_table(
        "organizations",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("suspended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
    )
    op.create_table(
        "requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("content_type", sa.String(length=40), nullable=False),
        sa.Column("content_id", sa.Uuid(), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("state_id", sa.Uuid(), nullable=True),
        sa.Column(
            "category_ids",
            sa.ARRAY(sa.Uuid()),
            server_default=sa.text("'{}'::uuid[]"),
            nullable=False,
        ),
        sa.Column("submitted_by", sa.Uuid(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column(
            "step_since",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("escalate_on", sa.Date(), nullable=True),
        sa.Column("reminded", sa.String(length=40), nullable=True),
        sa.Column(
            "snapshot", postgresql.JSONB(), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.Column(
            "remarks", postgresql.JSONB(), server_default=sa.text("'[]'::jsonb"), nullable=False
        ),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("search_fold(name_en || ' ' || name_ar)", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
        sa.UniqueConstraint(
            "content_type", "content_id", "submission", name="uq_requests_submission"
        ),
    )
    op.create_index("ix_requests_due", "requests", ["due_on", "id"])
    op.create_index(
        "ix_requests_due_last",
        "requests",
        [sa.literal_column("due_on DESC NULLS LAST"), sa.literal_column("id DESC")],
    )
    op.create_index("ix_requests_newest", "requests", ["submitted_at", "id"])
    op.create_index(
        "ix_requests_search",
        "requests",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_requests_waiting",
        "requests",
        ["submitted_at", "id"],
        postgresql_include=[
            "content_type",
            "organization_id",
            "state_id",
            "category_ids",
            "submitted_by",
            "step",
        ],
        postgresql_where=sa.text("status = 'pending'"),
    )
    op.create_index(
        "uq_requests_pending",
        "requests",
        ["content_type", "content_id"],
        unique=True,
        postgresql_where=sa.text("status = 'pending'"),
    )
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
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("approves", sa.Boolean(), nullable=True),
        sa.PrimaryKeyConstraint("role_id", name=op.f("pk_roles")),
    )
    op.create_table(
        "decisions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("approver_id", sa.Uuid(), nullable=False),
        sa.Column("verdict", sa.String(length=40), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("working_days", sa.Integer(), nullable=False),
        sa.Column("overdue", sa.Boolean(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["requests.id"],
            name=op.f("fk_decisions_request_id_requests"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
        sa.UniqueConstraint("request_id", "step", "approver_id", name="uq_decisions_approver"),
    )
    op.create_index(op.f("ix_decisions_created_at"), "decisions", ["created_at"])
    op.create_table(
        "handovers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("assignee_ids", sa.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["requests.id"],
            name=op.f("fk_handovers_request_id_requests"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handovers")),
    )
    op.create_index(op.f("ix_handovers_request_id"), "handovers", ["request_id"])
    op.create_table(
        "level_approvers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("level_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("role_id", sa.Uuid(), nullable=True),
        sa.Column(
            "organization_ids",
            sa.ARRAY(sa.Uuid()),
            server_default=sa.text("'{}'::uuid[]"),
            nullable=False,
        ),
        sa.Column(
            "state_ids", sa.ARRAY(sa.Uuid()), server_default=sa.text("'{}'::uuid[]"), nullable=False
        ),
        sa.Column(
            "category_ids",
            sa.ARRAY(sa.Uuid()),
            server_default=sa.text("'{}'::uuid[]"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(user_id IS NULL) <> (role_id IS NULL)", name=op.f("ck_level_approvers_user_or_role")
        ),
        sa.ForeignKeyConstraint(
            ["level_id"],
            ["levels.id"],
            name=op.f("fk_level_approvers_level_id_levels"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_level_approvers")),
        sa.UniqueConstraint("level_id", "role_id", name="uq_level_approvers_role"),
        sa.UniqueConstraint("level_id", "user_id", name="uq_level_approvers_user"),
    )
    op.create_index(op.f("ix_level_approvers_role_id"), "level_approvers", ["role_id"])
    op.create_index(op.f("ix_level_approvers_user_id"), "level_approvers", ["user_id"])
    op.create_table(
        "links",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["requests.id"],
            name=op.f("fk_links_request_id_requests"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_links_token_hash")),
    )
    op.create_index(op.f("ix_links_expires_at"), "links", ["expires_at"])
    op.create_index(op.f("ix_links_request_id"), "links", ["request_id"])
    op.create_index(op.f("ix_links_user_id"), "links", ["user_id"])
    op.create_table(
        "notes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["requests.id"],
            name=op.f("fk_notes_request_id_requests"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
    )
    op.create_index(op.f("ix_notes_request_id"), "notes", ["request_id"])
    op.create_table(
        "steps",
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("level_id", sa.Uuid(), nullable=True),
        sa.Column("name_en", sa.String(), nullable=False),
        sa.Column("name_ar", sa.String(), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.Column("target_days", sa.Integer(), nullable=False),
        sa.Column("escalate_after", sa.Integer(), nullable=True),
        sa.Column("escalate_to", sa.Uuid(), nullable=True),
        sa.Column("handover", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(
            ["level_id"], ["levels.id"], name=op.f("fk_steps_level_id_levels"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["requests.id"],
            name=op.f("fk_steps_request_id_requests"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("request_id", "position", name=op.f("pk_steps")),
    )
    op.create_index(op.f("ix_steps_level_id"), "steps", ["level_id"])
    op.create_table(
        "assignees",
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["request_id", "step"],
            ["steps.request_id", "steps.position"],
            name=op.f("fk_assignees_request_id_steps"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("request_id", "step", "user_id", name=op.f("pk_assignees")),
    )
    op.create_index(op.f("ix_assignees_user_id"), "assignees", ["user_id"])
