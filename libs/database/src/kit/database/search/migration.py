"""Search functions, tables and triggers for migrations."""

from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from alembic.operations import Operations
from kit.database.search import lock_kind

# Fold text for comparison: lower case without accents, one form of interchangeable Arabic letters,
# European digits. Vowel signs, elongation, lone hamza, apostrophes and direction marks are removed.
# NFKC normalizes presentation forms of pasted text. The dictionary's full name makes it immutable,
# which generated columns require.
_FOLD = r"""
CREATE OR REPLACE FUNCTION search_fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(
  lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))),
  'أإآٱىیةؤئک' || 'ےۓہۂھۃەۀ' || '٠١٢٣٤٥٦٧٨٩' || '۰۱۲۳۴۵۶۷۸۹'
    || 'ءـًٌٍَُِّْ' || U&'\0653\0654\0655\0670' || '''’‘ʿʾ`'
    || U&'\200B\200C\200D\200E\200F\061C\FEFF',
  'اااا' || 'يي' || 'ه' || 'ويك' || 'يي' || 'هههههه' || '0123456789' || '0123456789'
)
"""
_PATTERN = r"""
CREATE OR REPLACE FUNCTION search_pattern(word text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN '%' || regexp_replace(search_fold(word), '([\\%_])', '\\\1', 'g') || '%'
"""


def upgrade(op: Operations) -> None:
    """Create the functions, before the tables that use them. Call it with alembic's `op`.

    If the folding changes, a migration must rewrite the generated columns.
    """
    # Both are trusted extensions, which the database's owner may create.
    op.execute("CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public")
    op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public")
    op.execute(_FOLD)
    op.execute(_PATTERN)


@dataclass(frozen=True, slots=True)
class Source:
    """A table whose columns are part of search documents."""

    columns: str
    """Columns as in `UPDATE OF`; other columns change no document."""
    ids: str
    """Query for the IDs of documents affected by `changed`, a set of the table's rows."""
    lock: str = ""
    """Query that locks rows of other sources for the row `NEW`, as `FOR SHARE`."""
    in_any_order: bool = False
    """Set for two sources whose rows may be inserted in either order. An absent row cannot be
    locked, so both lock the kind of document.
    """
    is_required: bool = False
    """Set if a foreign key inserts its rows before their documents and deletes them after."""


_DELETE = """
CREATE FUNCTION delete_search_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_documents WHERE kind = TG_ARGV[0] AND id = OLD.id;
  RETURN NULL;
END
$$
"""
# OLD or NEW is a row of NULLs if absent. Locks come first, so that later statements see committed
# rows. They are taken one by one, in order: for a sorted array the planner reads the whole kind.
# Planning costs more than execution, so the cached plan must not be one for small tables.
_REFRESH = """
CREATE FUNCTION refresh_{kind}_of_{table}() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_material = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  ids uuid[];
  locked uuid;
BEGIN
  {lock}
  ids := ARRAY(WITH changed AS (SELECT OLD.* UNION ALL SELECT NEW.*) {ids} ORDER BY 1);
  FOREACH locked IN ARRAY ids LOOP
    PERFORM FROM search_documents WHERE kind = '{kind}' AND id = locked FOR UPDATE;
  END LOOP;
  INSERT INTO search_documents AS stored (kind, id, text, codes)
  SELECT '{kind}', current.id, current.text, current.codes
  FROM ({document}) AS current (id, text, codes) WHERE current.id = ANY(ids)
  ON CONFLICT (kind, id) DO UPDATE SET text = excluded.text, codes = excluded.codes
  WHERE (stored.text, stored.codes) IS DISTINCT FROM (excluded.text, excluded.codes);
  RETURN NULL;
END
$$
"""
# For operators, after writes without triggers.
_REBUILD = """
CREATE FUNCTION rebuild_{kind}_documents() RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_documents (kind, id, text, codes)
  SELECT '{kind}', current.id, current.text, current.codes
  FROM ({document}) AS current (id, text, codes)
  ON CONFLICT (kind, id) DO UPDATE SET text = excluded.text, codes = excluded.codes
$$
"""


def create_documents(op: Operations) -> None:
    """Create the table of search documents. Call it before `create_triggers`."""
    op.create_table(
        "search_documents",
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("codes", sa.ARRAY(sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("kind", "id", name=op.f("pk_search_documents")),
    )
    op.create_index(
        "ix_search_documents_text",
        "search_documents",
        ["text", "codes"],
        postgresql_using="gin",
        postgresql_ops={"text": "gin_trgm_ops"},
    )
    op.execute(_DELETE)


def create_triggers(
    op: Operations, kind: str, table: str, document: str, sources: Mapping[str, Source]
) -> None:
    """Create the triggers that maintain one document for each row of a table.

    `document` queries the ID, folded text and folded codes of all documents from `sources`.
    `rebuild_<kind>_documents` rewrites them all.
    """
    op.execute(_REBUILD.format(kind=kind, document=document))
    for name, source in sources.items():
        function = f"refresh_{kind}_of_{name}"
        columns = source.columns.split(", ")
        old, new = (", ".join(f"{row}.{each}" for each in columns) for row in ("OLD", "NEW"))
        op.execute(
            _REFRESH.format(
                kind=kind, table=name, document=document, ids=source.ids, lock=_lock(kind, source)
            )
        )
        if source.in_any_order and not source.lock:
            _create_kind_lock(op, kind, name)
        if not source.is_required:
            changes = "INSERT" if name == table else "INSERT OR DELETE"
            op.execute(
                f"CREATE TRIGGER {function} AFTER {changes} ON {name} "
                f"FOR EACH ROW EXECUTE FUNCTION {function}()"
            )
        op.execute(
            f"CREATE TRIGGER {function}_update AFTER UPDATE OF {source.columns} ON {name} "
            f"FOR EACH ROW WHEN (({old}) IS DISTINCT FROM ({new})) EXECUTE FUNCTION {function}()"
        )
    op.execute(
        f"CREATE TRIGGER delete_{kind}_document AFTER DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION delete_search_document('{kind}')"
    )


def _lock(kind: str, source: Source) -> str:
    if not source.lock:
        return ""
    absent = f"IF NOT FOUND THEN PERFORM {lock_kind(kind, '_shared')}; END IF;"
    return f"PERFORM {source.lock}; {absent if source.in_any_order else ''}"


def _create_kind_lock(op: Operations, kind: str, table: str) -> None:
    # Before any row is locked: a transaction that inserts many rows locks the kind first as well.
    function = f"lock_{kind}_documents"
    op.execute(
        f"CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN PERFORM {lock_kind(kind)}; RETURN NULL; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {function} BEFORE INSERT ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {function}()"
    )
