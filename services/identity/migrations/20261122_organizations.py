"""Organizations are registered in steps, with documents, and what they submit is kept."""

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "2f7ac05d9e83"
down_revision = "a7d40c9e61b8"
branch_labels = None
depends_on = None

TEXT = sqlmodel.sql.sqltypes.AutoString
CURRENT = sa.text("replaced_at IS NULL")
SEARCH = (
    "search_fold(name_en || ' ' || name_ar || ' ' || email"
    " || ' ' || coalesce(commercial_number, '') || ' ' || coalesce(tax_number, ''))"
)
DETAILS = {
    "commercial_number": 10,
    "tax_number": 15,
    "contact_name": 120,
    "contact_phone": 16,
    "website": 200,
}


def upgrade() -> None:
    for column, length in DETAILS.items():
        op.add_column("organizations", sa.Column(column, TEXT(length=length), nullable=True))
    op.add_column(
        "organizations",
        sa.Column("search", sa.Text(), sa.Computed(SEARCH, persisted=True), nullable=False),
    )
    op.create_index(
        "ix_organizations_search",
        "organizations",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    for column in ("created_at", "name_en", "name_ar"):
        op.create_index(f"ix_organizations_{column}", "organizations", [column, "id"])
    _create_addresses()
    _create_documents()
    _create_submissions()


def _create_addresses() -> None:
    op.create_table(
        "organization_addresses",
        sa.Column("country_id", sa.Uuid(), nullable=False),
        sa.Column("country_en", TEXT(), nullable=False),
        sa.Column("country_ar", TEXT(), nullable=False),
        sa.Column("state_id", sa.Uuid(), nullable=True),
        sa.Column("state_en", TEXT(), nullable=True),
        sa.Column("state_ar", TEXT(), nullable=True),
        sa.Column("city_id", sa.Uuid(), nullable=True),
        sa.Column("city_en", TEXT(), nullable=True),
        sa.Column("city_ar", TEXT(), nullable=True),
        sa.Column("line1", TEXT(), nullable=False),
        sa.Column("line2", TEXT(), nullable=True),
        sa.Column("postal_code", TEXT(), nullable=True),
        sa.Column(
            "updated_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name="fk_organization_addresses_organization_id_organizations",
        ),
        sa.PrimaryKeyConstraint("organization_id", name="pk_organization_addresses"),
    )
    op.create_index("ix_organization_addresses_state_id", "organization_addresses", ["state_id"])


def _create_documents() -> None:
    op.create_table(
        "document_kinds",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name_en", TEXT(length=150), nullable=False),
        sa.Column("name_ar", TEXT(length=150), nullable=False),
        sa.Column("required", sa.Boolean(), nullable=False),
        sa.Column("accepts", sa.ARRAY(sa.String(length=20)), nullable=False),
        sa.Column("max_bytes", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Boolean(), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name="pk_document_kinds"),
    )
    for column in ("created_at", "name_en", "name_ar"):
        op.create_index(f"ix_document_kinds_{column}", "document_kinds", [column, "id"])
    op.create_table(
        "organization_documents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("kind_id", sa.Uuid(), nullable=False),
        sa.Column("key", TEXT(), nullable=False),
        sa.Column("media_type", TEXT(length=40), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("expires_on", sa.Date(), nullable=True),
        sa.Column("uploaded_by", sa.Uuid(), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=True),
        sa.Column("announced", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["kind_id"],
            ["document_kinds.id"],
            name="fk_organization_documents_kind_id_document_kinds",
        ),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name="fk_organization_documents_organization_id_organizations",
        ),
        sa.ForeignKeyConstraint(
            ["uploaded_by"], ["users.id"], name="fk_organization_documents_uploaded_by_users"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_organization_documents"),
        sa.UniqueConstraint("key", name="uq_organization_documents_key"),
    )
    for column in ("organization_id", "kind_id"):
        op.create_index(f"ix_organization_documents_{column}", "organization_documents", [column])
    op.create_index(
        "ix_organization_documents_expires_on",
        "organization_documents",
        ["expires_on"],
        postgresql_where=CURRENT,
    )
    op.create_index(
        "uq_organization_documents_current",
        "organization_documents",
        ["organization_id", "kind_id"],
        unique=True,
        postgresql_where=CURRENT,
    )


def _create_submissions() -> None:
    op.create_table(
        "submissions",
        sa.Column(
            "content_type",
            sa.Enum(
                "organization",
                "announcement",
                "application",
                "staff",
                name="contenttype",
                native_enum=False,
                length=30,
            ),
            nullable=False,
        ),
        sa.Column("content_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("snapshot", postgresql.JSONB(), nullable=False),
        sa.Column("submitted_by", sa.Uuid(), nullable=False),
        sa.Column(
            "submitted_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "status",
            sa.Enum(
                "draft",
                "submitted",
                "approved",
                "rejected",
                "returned",
                name="approvalstatus",
                native_enum=False,
                length=30,
            ),
            nullable=False,
        ),
        sa.Column("comment", TEXT(), nullable=True),
        sa.Column(
            "remarks",
            postgresql.JSONB(),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["submitted_by"], ["users.id"], name="fk_submissions_submitted_by_users"
        ),
        sa.PrimaryKeyConstraint("content_type", "content_id", "number", name="pk_submissions"),
    )


def downgrade() -> None:
    op.drop_table("submissions")
    op.drop_table("organization_documents")
    op.drop_table("document_kinds")
    op.drop_table("organization_addresses")
    for column in ("name_ar", "name_en", "created_at"):
        op.drop_index(f"ix_organizations_{column}", "organizations")
    op.drop_index("ix_organizations_search", "organizations")
    op.drop_column("organizations", "search")
    for column in reversed(DETAILS):
        op.drop_column("organizations", column)
