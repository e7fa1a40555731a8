"""SQL that trainings and batches share: the joins, and the columns of the shared parts.

The names are those of the schemas' fields, since the rows are the answer's JSON.
"""

from typing import Any

from kit.db import AsyncSession
from sqlalchemy import text
from starlette.responses import Response


class JsonBytes(Response):
    """An answer whose JSON is ready; nothing validates or serializes it again."""

    media_type = "application/json"


SEATS_LEFT = "CASE WHEN b.waiting > 0 THEN 0 ELSE greatest(b.capacity - b.seats_taken, 0) END"
"""A seat that is free while somebody waits is theirs: enrollment gives it to nobody else."""

TRAINING_JOINS = """
trainings t
JOIN organizations o ON o.id = t.organization_id
JOIN categories c ON c.id = t.category_id
LEFT JOIN categories main ON main.id = c.parent_id
"""

TRAINING_FACTS = """
t.id, t.code, t.title_en, t.title_ar, t.summary_en, t.summary_ar, t.level, t.duration_hours,
t.certificate_valid_months,
'/api/v1/trainings/' || t.id || '/image?v=' || t.image_version AS image_url,
t.status,
json_build_object(
  'id', c.id, 'slug', c.slug, 'name_en', c.name_en, 'name_ar', c.name_ar,
  'parent_id', c.parent_id, 'parent_name_en', main.name_en, 'parent_name_ar', main.name_ar
) AS category,
json_build_object(
  'id', o.id, 'name_en', o.name_en, 'name_ar', o.name_ar, 'image_url', o.image_url
) AS organization
"""

CITY = """
CASE WHEN city.id IS NOT NULL THEN json_build_object(
  'id', city.id, 'name_en', city.name_en, 'name_ar', city.name_ar
) END AS city
"""


BY_TITLE = {
    "title_en": 't.title_en COLLATE "und-x-icu"',
    "title_ar": 't.title_ar COLLATE "ar-x-icu"',
}
"""The order of a dictionary, which the database's own is not."""


async def fetch_json(session: AsyncSession, sql: str, values: dict[str, Any]) -> bytes | None:
    """The single JSON text that a statement answers, or None when it finds no row."""
    found = await session.execute(text(sql), values)
    answer: str | None = found.scalar_one_or_none()
    return None if answer is None else answer.encode()


def page_of(columns: str, source: str, where: str, order: str) -> str:
    """A statement that answers one page as `{"data": [...], "meta": {...}}`.

    It names `:page`, `:page_size` and `:offset`. `order` must end in something unique.
    """
    return f"""
    SELECT json_build_object(
      'data', coalesce((
        SELECT json_agg(row_to_json(item)) FROM (
          SELECT {columns} FROM {source} WHERE {where}
          ORDER BY {order} LIMIT :page_size OFFSET :offset
        ) item
      ), '[]'::json),
      'meta', json_build_object(
        'page', CAST(:page AS integer), 'page_size', CAST(:page_size AS integer),
        'total', (SELECT count(*) FROM {source} WHERE {where})
      )
    )::text
    """  # noqa: S608 - the parts are constants of this package; values are bound by name
