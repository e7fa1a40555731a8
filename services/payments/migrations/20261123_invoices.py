"""Tax invoices for programs, in a chain."""

import sqlalchemy as sa
from alembic import op

revision = "8d2f41c7b6e0"
down_revision = "e60737ad42a1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("documents", sa.Column("counter", sa.BigInteger(), nullable=True))
    for name in ("previous_hash", "hash", "xml"):
        op.add_column("documents", sa.Column(name, sa.String(), nullable=True))
    op.create_unique_constraint(op.f("uq_documents_counter"), "documents", ["counter"])


def downgrade() -> None:
    op.drop_constraint(op.f("uq_documents_counter"), "documents")
    for name in ("counter", "previous_hash", "hash", "xml"):
        op.drop_column("documents", name)
