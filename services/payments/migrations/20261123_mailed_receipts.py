"""Papers are opened by links of mails."""

import sqlalchemy as sa
from alembic import op

revision = "e307a1ccc2a0"
down_revision = "ad4af731251f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("document_papers", sa.Column("link_hash", sa.LargeBinary(), nullable=True))
    op.add_column(
        "document_papers", sa.Column("link_until", sa.DateTime(timezone=True), nullable=True)
    )
    op.create_unique_constraint(
        op.f("uq_document_papers_link_hash"), "document_papers", ["link_hash"]
    )


def downgrade() -> None:
    op.drop_constraint(op.f("uq_document_papers_link_hash"), "document_papers", type_="unique")
    op.drop_column("document_papers", "link_until")
    op.drop_column("document_papers", "link_hash")
