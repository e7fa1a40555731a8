from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession, in_literals
from kit.database.pages import ListQuery, Page, PageQuery
from kit.database.search import contains_words, split_words
from sqlalchemy import ColumnElement, Select, and_, case, func, literal_column, select, union_all
from sqlmodel import col

from notifications.addresses.models import MarkedAddress
from notifications.deliveries.models import Channel, Delivery, DeliveryStatus
from notifications.deliveries.schemas import DeliveryFilter, DeliveryRow
from notifications.replicas.models import Contact, Product
from notifications.texts.models import Bilingual
from notifications.texts.service import get_phrase

PRODUCT_NAMES = (
    select(col(Product.name_en)).where(col(Product.name_en) != "").scalar_subquery(),
    select(col(Product.name_ar)).where(col(Product.name_ar) != "").scalar_subquery(),
)
"""Product names in the settings, for `build_product`; NULL until they are published."""


async def get_product(session: AsyncSession) -> Bilingual:
    """Return the product's name."""
    return build_product(*(await session.execute(select(*PRODUCT_NAMES))).one())


def build_product(name_en: str | None, name_ar: str | None) -> Bilingual:
    """Return the product's names from the settings, or the default names."""
    return Bilingual(en=name_en, ar=name_ar) if name_en and name_ar else get_phrase("product")


FAILED = (DeliveryStatus.FAILED, DeliveryStatus.SUPPRESSED)
"""States of messages that did not reach the recipient."""
_REACHED_AT = func.coalesce(
    col(Delivery.address),
    case((col(Delivery.channel) == Channel.EMAIL, col(Contact.email)), else_=col(Contact.phone)),
)


# Must match the index's expression. A push's address is a device ID.
_ADDRESS = case(
    (col(Delivery.channel) != literal_column("'push'"), func.lower(col(Delivery.address)))
)


async def list_deliveries(
    session: AsyncSession, filters: DeliveryFilter, page: PageQuery
) -> Page[DeliveryRow]:
    """List deliveries, newest first."""
    query = deliveries_query(filters, page)
    rows, meta = await query.fetch(session, _rows(), col(Delivery.id))
    return Page(data=[_row(*row) for row in rows], meta=meta)


def deliveries_query(filters: DeliveryFilter, page: PageQuery) -> ListQuery:
    """Build the query of the dashboard's list."""
    conditions = [in_literals(col(Delivery.status), filters.status or FAILED)]
    if filters.channel:
        conditions.append(in_literals(col(Delivery.channel), filters.channel))
    return ListQuery(
        filters=conditions,
        sort=[col(Delivery.created_at).desc(), col(Delivery.id).desc()],
        search=_match_words(filters.search) if split_words(filters.search) else None,
        page=page,
    )


def _match_words(text: str | None) -> ColumnElement[bool]:
    """Match deliveries whose recipient or address contains every word."""
    ids = select(col(Delivery.id))
    of_person = ids.join(Contact, col(Contact.user_id) == col(Delivery.user_id)).where(
        contains_words(text, col(Contact.search))
    )
    of_address = ids.where(contains_words(text, _ADDRESS))
    return col(Delivery.id).in_(union_all(of_person, of_address))


async def get_row(session: AsyncSession, delivery_id: UUID) -> DeliveryRow:
    found = await session.execute(_rows().where(col(Delivery.id) == delivery_id))
    return _row(*found.one())


def _rows() -> Select[Any]:
    is_marked = and_(
        col(Delivery.channel) == Channel.EMAIL,
        col(MarkedAddress.address) == func.lower(_REACHED_AT),
    )
    rows: Select[Any] = select(Delivery, Contact, MarkedAddress, _REACHED_AT)  # type: ignore[assignment]
    return rows.outerjoin(Contact, col(Contact.user_id) == col(Delivery.user_id)).outerjoin(
        MarkedAddress, is_marked
    )


def _row(
    delivery: Delivery, contact: Contact | None, marked: MarkedAddress | None, address: str | None
) -> DeliveryRow:
    return DeliveryRow(
        id=delivery.id,
        channel=delivery.channel,
        status=delivery.status,
        kind=delivery.kind,
        user_id=delivery.user_id,
        name_en=contact.name_en if contact else delivery.name or "",
        name_ar=contact.name_ar if contact else delivery.name or "",
        address=address if delivery.channel is not Channel.PUSH else None,
        mark=marked.mark if marked else None,
        error=delivery.last_error,
        attempts=delivery.attempts,
        created_at=delivery.created_at,
        repeatable=delivery.content is not None and delivery.status in FAILED,
    )
