"""What is alike in all new rows of a file is filled in by the database."""

from alembic import op

revision = "5d0c7e94b1a8"
down_revision = "2f8a61d3c7b4"
branch_labels = None
depends_on = None

_DEFAULTS = {
    "cell_errors": "[]",
    "errors": "[]",
    "shown_name_en": "",
    "shown_name_ar": "",
    "registration_due": "false",
    "use_person": "false",
    "admitted": "false",
}


def upgrade() -> None:
    for name, default in _DEFAULTS.items():
        op.alter_column("bulk_rows", name, server_default=default)


def downgrade() -> None:
    for name in _DEFAULTS:
        op.alter_column("bulk_rows", name, server_default=None)
