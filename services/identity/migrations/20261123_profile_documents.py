"""documents of staff members as of organizations: each kind is asked of one type of profile"""

import sqlalchemy as sa
from alembic import op

revision = "c8e51d7f2a40"
down_revision = "9d3c6a1f84e7"
branch_labels = None
depends_on = None

OLD, NEW = "organization_documents", "profile_documents"
CONSTRAINTS = (
    "pk_{}",
    "uq_{}_key",
    "fk_{}_kind_id_document_kinds",
    "fk_{}_uploaded_by_users",
)
INDEXES = ("uq_{}_current", "ix_{}_expires_on", "ix_{}_kind_id")


def _rename(table: str, before: str, after: str) -> None:
    for name in CONSTRAINTS:
        op.execute(
            f"ALTER TABLE {table} RENAME CONSTRAINT {name.format(before)} TO {name.format(after)}"
        )
    for name in INDEXES:
        op.execute(f"ALTER INDEX {name.format(before)} RENAME TO {name.format(after)}")


def upgrade() -> None:
    op.add_column(
        "document_kinds",
        sa.Column(
            "profile_type", sa.String(length=30), server_default="organization", nullable=False
        ),
    )
    op.drop_constraint(f"fk_{OLD}_organization_id_organizations", OLD, type_="foreignkey")
    op.rename_table(OLD, NEW)
    op.alter_column(NEW, "organization_id", new_column_name="owner_id")
    op.execute(f"ALTER INDEX ix_{OLD}_organization_id RENAME TO ix_{NEW}_owner_id")
    _rename(NEW, OLD, NEW)


def downgrade() -> None:
    op.execute(
        "DELETE FROM profile_documents WHERE kind_id IN"
        " (SELECT id FROM document_kinds WHERE profile_type <> 'organization')"
    )
    op.execute("DELETE FROM document_kinds WHERE profile_type <> 'organization'")
    op.drop_column("document_kinds", "profile_type")
    _rename(NEW, NEW, OLD)
    op.execute(f"ALTER INDEX ix_{NEW}_owner_id RENAME TO ix_{OLD}_organization_id")
    op.alter_column(NEW, "owner_id", new_column_name="organization_id")
    op.rename_table(NEW, OLD)
    op.create_foreign_key(
        f"fk_{OLD}_organization_id_organizations",
        OLD,
        "organizations",
        ["organization_id"],
        ["id"],
    )
