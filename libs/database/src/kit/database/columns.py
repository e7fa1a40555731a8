"""Integer columns of large tables that get eight bytes while the table is in use, for migrations.

Three migrations, one for each function. A change of type in place would rewrite the table, and
build all of its indexes, under a lock that stops every reader.
"""

from collections.abc import Sequence

from alembic.operations import Operations


def add_wide_columns(op: Operations, table: str, columns: Sequence[str]) -> None:
    """Add an eight-byte column beside each, which a trigger fills whatever writes a row."""
    op.execute(
        f"ALTER TABLE {table} {', '.join(f'ADD COLUMN {name}_wide bigint' for name in columns)}"
    )
    _create_trigger(op, table, columns)


def drop_wide_columns(op: Operations, table: str, columns: Sequence[str]) -> None:
    """Undo `add_wide_columns`."""
    _drop_trigger(op, table)
    for name in columns:
        op.drop_column(table, f"{name}_wide")


def fill_wide_columns(op: Operations, table: str, required: Sequence[str]) -> None:
    """Fill the rows of before, 5,000 in each transaction, and validate that none is left.

    The transaction before it is committed, so a migration does nothing else. Run once more after it
    was interrupted, it goes on with what is left.
    """
    is_filled, constraint = _is_filled(required), _constraint(table)
    with op.get_context().autocommit_block():
        # Locked rows are left to the next turn: waiting for them could end in a deadlock.
        op.execute(f"""
            DO $$
            DECLARE
              reached uuid;
              portion uuid[];
            BEGIN
              WHILE EXISTS (SELECT FROM {table} WHERE NOT ({is_filled})) LOOP
                reached := '00000000-0000-0000-0000-000000000000';
                LOOP
                  portion := ARRAY(
                    SELECT id FROM {table} WHERE id > reached ORDER BY id LIMIT 5000
                  );
                  EXIT WHEN cardinality(portion) = 0;
                  UPDATE {table} SET {required[0]}_wide = {required[0]} WHERE id IN (
                    SELECT id FROM {table} WHERE id = ANY (portion) AND NOT ({is_filled})
                    FOR UPDATE SKIP LOCKED
                  );
                  COMMIT;
                  reached := portion[cardinality(portion)];
                END LOOP;
              END LOOP;
            END
            $$
        """)  # noqa: S608
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {constraint}")
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {constraint} CHECK ({is_filled}) NOT VALID")
        op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {constraint}")


def swap_wide_columns(
    op: Operations, table: str, columns: Sequence[str], required: Sequence[str]
) -> None:
    """Give the wide columns the names of the narrow ones, which are dropped. Nothing is rewritten;
    a copy of before prepares its statements again."""
    # What the validated constraint says need not be looked for again.
    for name in required:
        op.execute(f"ALTER TABLE {table} ALTER COLUMN {name}_wide SET NOT NULL")
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {_constraint(table)}")
    _drop_trigger(op, table)
    for name in columns:
        op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {name}_wide TO {name}")


def narrow_columns(
    op: Operations, table: str, columns: Sequence[str], required: Sequence[str]
) -> None:
    """Undo `swap_wide_columns`. It fails where an amount needs the eight bytes."""
    for name in columns:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {name} TO {name}_wide")
        op.execute(f"ALTER TABLE {table} ALTER COLUMN {name}_wide DROP NOT NULL")
        op.execute(f"ALTER TABLE {table} ADD COLUMN {name} integer")
    op.execute(f"UPDATE {table} SET {', '.join(f'{name} = {name}_wide' for name in columns)}")  # noqa: S608
    for name in required:
        op.execute(f"ALTER TABLE {table} ALTER COLUMN {name} SET NOT NULL")
    op.execute(
        f"ALTER TABLE {table} ADD CONSTRAINT {_constraint(table)} CHECK ({_is_filled(required)})"
    )
    _create_trigger(op, table, columns)


def _create_trigger(op: Operations, table: str, columns: Sequence[str]) -> None:
    assignments = " ".join(f"NEW.{name}_wide := NEW.{name};" for name in columns)
    op.execute(
        f"CREATE FUNCTION widen_{table}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {assignments} RETURN NEW; END $$"
    )
    op.execute(
        f"CREATE TRIGGER widen_{table} BEFORE INSERT OR UPDATE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION widen_{table}()"
    )


def _drop_trigger(op: Operations, table: str) -> None:
    op.execute(f"DROP TRIGGER widen_{table} ON {table}")
    op.execute(f"DROP FUNCTION widen_{table}()")


def _constraint(table: str) -> str:
    return f"{table}_are_widened"


def _is_filled(required: Sequence[str]) -> str:
    return " AND ".join(f"{name}_wide IS NOT NULL" for name in required)
