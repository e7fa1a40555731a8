"""Passport numbers are unique for the country that issued them."""

import sqlalchemy as sa
from alembic import op

revision = "f3a86c17d5e9"
down_revision = "c94d1f60a7b2"
branch_labels = None
depends_on = None

# Normalized as they are given today, and of the owner's nationality. Of several accounts with one
# passport the oldest keeps the country: the others are asked for it when they change the number.
_NORMALIZE = """
UPDATE users SET passport_number = nullif(upper(regexp_replace(passport_number, '[\\s-]', '', 'g')), '')
WHERE passport_number IS NOT NULL
"""
_COUNTRIES = """
UPDATE users SET passport_country = upper(nationality)
FROM (
    SELECT DISTINCT ON (passport_number, upper(nationality)) id
    FROM users
    WHERE passport_number IS NOT NULL AND nationality IS NOT NULL
    ORDER BY passport_number, upper(nationality), created_at, id
) AS first
WHERE users.id = first.id
"""


def upgrade() -> None:
    op.add_column("users", sa.Column("passport_country", sa.String(2), nullable=True))
    op.add_column("number_cases", sa.Column("country", sa.String(2), nullable=True))
    op.execute(_NORMALIZE)
    op.execute(_COUNTRIES)
    op.create_index(
        "uq_users_passport", "users", ["passport_number", "passport_country"], unique=True
    )


def downgrade() -> None:
    op.drop_index("uq_users_passport", table_name="users")
    op.drop_column("number_cases", "country")
    op.drop_column("users", "passport_country")
