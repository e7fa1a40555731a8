"""Candidates, and users of a type, are counted, sorted and searched by indexes."""

import sqlalchemy as sa
from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "93d5b7e0641c"
down_revision = "e17c4a80f2d9"
branch_labels = None
depends_on = None

CANDIDATES = sa.text("type = 'candidate' AND listed_at IS NOT NULL")


def upgrade() -> None:
    create_index(
        op,
        "ix_profiles_candidates",
        "profiles",
        ["listed_at", "user_id", "id"],
        postgresql_where=CANDIDATES,
    )
    create_index(
        op,
        "ix_profiles_candidate_ids",
        "profiles",
        ["id", "listed_at", "user_id"],
        postgresql_where=CANDIDATES,
    )
    create_index(
        op,
        "ix_profiles_search",
        "profiles",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
        postgresql_where=CANDIDATES,
    )
    create_index(
        op,
        "ix_profiles_acting",
        "profiles",
        ["type", "user_id"],
        postgresql_where=sa.text("status = 'active'"),
    )
    create_index(op, "ix_users_id", "users", ["id"], postgresql_where=sa.text("NOT decoy"))


def downgrade() -> None:
    drop_index(op, "ix_users_id", "users")
    drop_index(op, "ix_profiles_acting", "profiles")
    drop_index(op, "ix_profiles_search", "profiles")
    drop_index(op, "ix_profiles_candidate_ids", "profiles")
    drop_index(op, "ix_profiles_candidates", "profiles")
