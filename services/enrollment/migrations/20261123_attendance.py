"""Marks of attendance, and the sessions in which candidates mark themselves."""

import sqlalchemy as sa
from alembic import op

revision = "099905d7e254"
down_revision = "8f1d5a27c304"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "check_ins",
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_check_ins")),
    )
    op.create_index(op.f("ix_check_ins_batch_id"), "check_ins", ["batch_id"], unique=False)
    op.create_table(
        "attendance_marks",
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("enrollment_id", sa.Uuid(), nullable=False),
        sa.Column(
            "attendance",
            sa.Enum(
                "present",
                "absent",
                "late",
                "excused",
                name=op.f("ck_attendance_marks_attendance_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=True,
        ),
        sa.Column(
            "source",
            sa.Enum(
                "list",
                "scan",
                "self",
                name=op.f("ck_attendance_marks_source_known"),
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("marked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("marked_by", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["enrollment_id"],
            ["enrollments.id"],
            name=op.f("fk_attendance_marks_enrollment_id_enrollments"),
        ),
        sa.PrimaryKeyConstraint("session_id", "enrollment_id", name=op.f("pk_attendance_marks")),
    )
    op.create_index(
        "ix_attendance_marks_enrollment", "attendance_marks", ["enrollment_id"], unique=False
    )


def downgrade() -> None:
    op.drop_index("ix_attendance_marks_enrollment", table_name="attendance_marks")
    op.drop_table("attendance_marks")
    op.drop_index(op.f("ix_check_ins_batch_id"), table_name="check_ins")
    op.drop_table("check_ins")
