"""Replicas have a source version; approvers and requests are searched by folded words; every
constraint has the name that the models give it."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search_migration

revision = "5c1e90d7a2f4"
down_revision = "3a20c6f6445b"
branch_labels = None
depends_on = None

CONSTRAINTS = (
    ("approvers", "approvers_pkey", "pk_approvers"),
    ("decisions", "decisions_pkey", "pk_decisions"),
    ("decisions", "decisions_request_id_fkey", "fk_decisions_request_id_requests"),
    ("level_approvers", "level_approvers_pkey", "pk_level_approvers"),
    ("level_approvers", "level_approvers_level_id_fkey", "fk_level_approvers_level_id_levels"),
    ("levels", "levels_pkey", "pk_levels"),
    ("requests", "requests_pkey", "pk_requests"),
    ("steps", "steps_pkey", "pk_steps"),
    ("steps", "steps_level_id_fkey", "fk_steps_level_id_levels"),
    ("steps", "steps_request_id_fkey", "fk_steps_request_id_requests"),
)
SEARCHED = {
    "approvers": "name_en || ' ' || name_ar || ' ' || email",
    "requests": "name_en || ' ' || name_ar",
}


def upgrade() -> None:
    for table, old, new in CONSTRAINTS:
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")
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
    for table, old, new in CONSTRAINTS:
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {new} TO {old}")
