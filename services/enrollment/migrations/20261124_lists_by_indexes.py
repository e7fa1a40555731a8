"""Lists of enrollments and certificates are sorted by indexes."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "7c1e9a54b0d2"
down_revision = "5d0c7e94b1a8"
branch_labels = None
depends_on = None

_PENDING = "status = 'pending_payment'"
_REJECTED = "status = 'rejected'"


def upgrade() -> None:
    create_index(op, "ix_profiles_name", "profiles", ["name_en", "id"])
    create_index(
        op,
        "ix_enrollments_organization_payment_due",
        "enrollments",
        ["organization_id", "payment_due_at", "id"],
        postgresql_where=_PENDING,
    )
    create_index(
        op,
        "ix_enrollments_rejected",
        "enrollments",
        ["updated_at", "id"],
        postgresql_where=_REJECTED,
    )
    create_index(
        op,
        "ix_enrollments_organization_rejected",
        "enrollments",
        ["organization_id", "updated_at", "id"],
        postgresql_where=_REJECTED,
    )
    create_index(
        op,
        "ix_certificates_expiry",
        "certificates",
        ["expires_on", "id"],
        postgresql_where="expires_on IS NOT NULL",
    )


def downgrade() -> None:
    drop_index(op, "ix_certificates_expiry", "certificates")
    drop_index(op, "ix_enrollments_organization_rejected", "enrollments")
    drop_index(op, "ix_enrollments_rejected", "enrollments")
    drop_index(op, "ix_enrollments_organization_payment_due", "enrollments")
    drop_index(op, "ix_profiles_name", "profiles")
