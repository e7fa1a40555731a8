"""The copies have their source's version in one column, and profiles the text that all services
search by."""

import sqlalchemy as sa
from alembic import op
from kit.database.search import migration as search

revision = "1d7c2f9a4e35"
down_revision = "54b966efe789"
branch_labels = None
depends_on = None

_REPLICAS = ("batches", "charges", "profiles")
_INDEX = {"postgresql_using": "gin", "postgresql_ops": {"search": "gin_trgm_ops"}}


def upgrade() -> None:
    search.upgrade(op)
    for table in _REPLICAS:
        op.alter_column(table, "version", new_column_name="source_version", type_=sa.BigInteger())
    _search_by(
        "search_fold(username || ' ' || email || ' ' || phone || ' ' || name_en || ' ' || name_ar)"
    )


def downgrade() -> None:
    _search_by(
        "translate(lower(username || ' ' || email || ' ' || name_en || ' ' || name_ar), 'أإآٱىةؤئ', 'اااايهوي')"
    )
    for table in _REPLICAS:
        op.alter_column(table, "source_version", new_column_name="version", type_=sa.Integer())
    search.downgrade(op)


def _search_by(text: str) -> None:
    op.drop_column("profiles", "search")
    op.add_column(
        "profiles",
        sa.Column("search", sa.Text(), sa.Computed(text, persisted=True), nullable=False),
    )
    op.create_index("ix_profiles_search", "profiles", ["search"], **_INDEX)
