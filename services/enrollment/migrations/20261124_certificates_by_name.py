"""Certificates are sorted by holder and training by indexes."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "2f8a61d3c7b4"
down_revision = "9e4b7d20c6f1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index(op, "ix_certificates_holder", "certificates", ["holder_name_en", "id"])
    create_index(op, "ix_certificates_title", "certificates", ["training_title_en", "id"])


def downgrade() -> None:
    drop_index(op, "ix_certificates_title", "certificates")
    drop_index(op, "ix_certificates_holder", "certificates")
