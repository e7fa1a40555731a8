"""Replicas have a source version; approvers and requests are searched by folded words."""

import sqlalchemy as sa
from alembic import op
from kit.search import migration as search_migration

revision = "5c1e90d7a2f4"
down_revision = "3a20c6f6445b"
branch_labels = None
depends_on = None

SEARCHED = {
    "approvers": "name_en || ' ' || name_ar || ' ' || email",
    "requests": "name_en || ' ' || name_ar",
}


def upgrade() -> None:
    op.alter_column("approvers", "version", new_column_name="source_version")
    search_migration.upgrade(op)
    for table, text in SEARCHED.items():
        computed = sa.Computed(f"search_fold({text})", persisted=True)
        op.add_column(table, sa.Column("search", sa.Text(), computed, nullable=False))
        op.create_index(
            f"ix_{table}_search",
            table,
            ["search"],
            unique=False,
            postgresql_using="gin",
            postgresql_ops={"search": "gin_trgm_ops"},
        )


def downgrade() -> None:
    for table in SEARCHED:
        op.drop_index(f"ix_{table}_search", table_name=table)
        op.drop_column(table, "search")
    search_migration.downgrade(op)
    op.alter_column("approvers", "source_version", new_column_name="version")
