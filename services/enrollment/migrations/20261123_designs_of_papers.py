"""Papers that were made by no design of their organization's own say so."""

from alembic import op

revision = "c3f0a9d1e7b2"
down_revision = "b7d20c64e9f1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "UPDATE certificates SET design_version = 0"
        " WHERE paper_key IS NOT NULL AND design_version IS NULL"
    )


def downgrade() -> None:
    op.execute("UPDATE certificates SET design_version = NULL WHERE design_version = 0")
