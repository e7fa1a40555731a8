"""Replicas have a source version, the charge of an enrollment a table of its own; queries are
inquiries; every constraint has the name that the models give it."""

import sqlalchemy as sa
from alembic import op

revision = "e1b7a4c2905d"
down_revision = "cf08ab9d31d6"
branch_labels = None
depends_on = None

CONSTRAINTS = (
    ("contacts", "contacts_pkey", "pk_contacts"),
    ("deliveries", "deliveries_pkey", "pk_deliveries"),
    (
        "deliveries",
        "deliveries_notification_id_fkey",
        "fk_deliveries_notification_id_notifications",
    ),
    ("devices", "devices_pkey", "pk_devices"),
    ("devices", "devices_token_key", "uq_devices_token"),
    ("enrollments", "enrollments_pkey", "pk_enrollments"),
    ("notifications", "notifications_pkey", "pk_notifications"),
    ("notifications", "uq_notifications_fact", "uq_notifications_version"),
    ("profiles", "profiles_pkey", "pk_profiles"),
    ("queries", "queries_pkey", "pk_inquiries"),
)


def upgrade() -> None:
    for table, old, new in CONSTRAINTS:
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")
    op.rename_table("queries", "inquiries")
    op.execute("ALTER INDEX ix_queries_created_at RENAME TO ix_inquiries_created_at")
    op.alter_column("profiles", "version", new_column_name="source_version")
    op.add_column("contacts", sa.Column("source_version", sa.BigInteger(), nullable=True))
    # As `kit.messaging.replicas.version_of` does.
    op.execute("UPDATE contacts SET source_version = (extract(epoch FROM as_of) * 1e6)::bigint")
    op.alter_column("contacts", "source_version", nullable=False)
    op.drop_column("contacts", "as_of")
    op.create_table(
        "enrollment_charges",
        sa.Column("source_version", sa.BigInteger(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column("charge_id", sa.Uuid(), nullable=False),
        sa.PrimaryKeyConstraint("enrollment_id", name="pk_enrollment_charges"),
    )
    op.execute(
        "INSERT INTO enrollment_charges (enrollment_id, charge_id, source_version)"
        " SELECT enrollment_id, charge_id, (extract(epoch FROM charge_opened_at) * 1e6)::bigint"
        " FROM enrollments WHERE charge_id IS NOT NULL"
    )
    op.execute("DELETE FROM enrollments WHERE fact IS NULL")
    op.alter_column("enrollments", "version", new_column_name="source_version")
    op.alter_column("enrollments", "fact", new_column_name="event", nullable=False)
    op.alter_column("enrollments", "changed_at", nullable=False)
    op.drop_column("enrollments", "charge_id")
    op.drop_column("enrollments", "charge_opened_at")


def downgrade() -> None:
    timestamp = sa.DateTime(timezone=True)
    op.add_column("enrollments", sa.Column("charge_opened_at", timestamp, nullable=True))
    op.add_column("enrollments", sa.Column("charge_id", sa.Uuid(), nullable=True))
    op.alter_column("enrollments", "changed_at", nullable=True)
    op.alter_column("enrollments", "event", new_column_name="fact", nullable=True)
    op.alter_column("enrollments", "source_version", new_column_name="version")
    op.execute(
        "INSERT INTO enrollments (enrollment_id, version, charge_id, charge_opened_at)"
        " SELECT enrollment_id, 0, charge_id, to_timestamp(source_version / 1e6)"
        " FROM enrollment_charges ON CONFLICT (enrollment_id) DO UPDATE"
        " SET charge_id = excluded.charge_id, charge_opened_at = excluded.charge_opened_at"
    )
    op.drop_table("enrollment_charges")
    op.add_column("contacts", sa.Column("as_of", timestamp, nullable=True))
    op.execute("UPDATE contacts SET as_of = to_timestamp(source_version / 1e6)")
    op.alter_column("contacts", "as_of", nullable=False)
    op.drop_column("contacts", "source_version")
    op.alter_column("profiles", "source_version", new_column_name="version")
    op.execute("ALTER INDEX ix_inquiries_created_at RENAME TO ix_queries_created_at")
    op.rename_table("inquiries", "queries")
    for table, old, new in CONSTRAINTS:
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {new} TO {old}")
