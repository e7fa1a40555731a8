"""An organization's enrollments by their candidates, and certificates that expire, are listed by
indexes alone."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "a94f0e2d7b63"
down_revision = "e3a8b6f90c15"
branch_labels = None
depends_on = None

_ORGANIZATION = ["organization_id", "created_at", "id"]
_EXPIRES = "status = 'issued' AND expires_on IS NOT NULL"


def upgrade() -> None:
    create_index(
        op,
        "ix_enrollments_organization_candidates",
        "enrollments",
        _ORGANIZATION,
        postgresql_include=["candidate_profile_id"],
    )
    # The same without the candidate.
    drop_index(op, "ix_enrollments_organization", "enrollments")
    create_index(op, "ix_profiles_name_of", "profiles", ["id"], postgresql_include=["name_en"])
    create_index(
        op,
        "ix_certificates_expiring",
        "certificates",
        ["expires_on"],
        postgresql_include=["created_at", "id"],
        postgresql_where=_EXPIRES,
    )
    # The same without what the list is sorted by.
    drop_index(op, "ix_certificates_expires", "certificates")


def downgrade() -> None:
    create_index(
        op, "ix_certificates_expires", "certificates", ["expires_on"], postgresql_where=_EXPIRES
    )
    drop_index(op, "ix_certificates_expiring", "certificates")
    drop_index(op, "ix_profiles_name_of", "profiles")
    create_index(op, "ix_enrollments_organization", "enrollments", _ORGANIZATION)
    drop_index(op, "ix_enrollments_organization_candidates", "enrollments")
