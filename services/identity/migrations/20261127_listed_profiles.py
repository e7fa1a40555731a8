"""Profiles hold what lists ask of their users."""

import sqlalchemy as sa
from alembic import op

revision = "5b0e93d7c164"
down_revision = "d84f1b6c92e5"
branch_labels = None
depends_on = None

COPY = """
CREATE FUNCTION copy_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN NOT decoy THEN created_at END, search INTO NEW.listed_at, NEW.search
  FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END
$$
"""
SPREAD = """
CREATE FUNCTION spread_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET listed_at = CASE WHEN NOT NEW.decoy THEN NEW.created_at END, search = NEW.search
  WHERE user_id = NEW.id;
  RETURN NULL;
END
$$
"""


def upgrade() -> None:
    op.add_column("profiles", sa.Column("listed_at", sa.DateTime(timezone=True)))
    op.add_column("profiles", sa.Column("search", sa.String()))
    op.execute(COPY)
    op.execute(
        "CREATE TRIGGER copy_user BEFORE INSERT ON profiles"
        " FOR EACH ROW EXECUTE FUNCTION copy_user()"
    )
    op.execute(SPREAD)
    op.execute(
        "CREATE TRIGGER spread_user AFTER UPDATE OF decoy, created_at, search ON users"
        " FOR EACH ROW WHEN ((OLD.decoy, OLD.created_at, OLD.search)"
        " IS DISTINCT FROM (NEW.decoy, NEW.created_at, NEW.search))"
        " EXECUTE FUNCTION spread_user()"
    )
    # Rows that are loaded where triggers are otherwise off need it as well.
    op.execute("ALTER TABLE profiles ENABLE ALWAYS TRIGGER copy_user")
    op.execute("ALTER TABLE users ENABLE ALWAYS TRIGGER spread_user")


def downgrade() -> None:
    op.execute("DROP TRIGGER spread_user ON users")
    op.execute("DROP FUNCTION spread_user()")
    op.execute("DROP TRIGGER copy_user ON profiles")
    op.execute("DROP FUNCTION copy_user()")
    op.drop_column("profiles", "search")
    op.drop_column("profiles", "listed_at")
