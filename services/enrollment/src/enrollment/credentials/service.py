from collections.abc import Sequence

from kit.database.db import AsyncSession
from sqlalchemy import ARRAY, Integer, cast, column, func, select, text
from sqlmodel import col

from enrollment.credentials.adapters.did_web import Issuer
from enrollment.credentials.adapters.open_badges import Certified, build_credential
from enrollment.credentials.adapters.status_list import POSITIONS, build_status_entry
from enrollment.credentials.keys.service import lock_signer, sign_payload
from enrollment.credentials.models import PLACES, StatusList


async def sign_certificates(
    session: AsyncSession, issuer: Issuer, certificates: Sequence[Certified]
) -> None:
    """Sign certificates and allocate a status-list index to each that has none.

    Signing again updates the credential to the certificate's current data.
    """
    if not certificates:
        return
    signer = await lock_signer(session, issuer)
    new = [each for each in certificates if each.status_index is None]
    for each, status_index in zip(new, await _allocate_indexes(session, len(new)), strict=True):
        each.status_index = status_index
    for each in certificates:
        assert each.status_index is not None
        payload = build_credential(issuer, each, build_status_entry(issuer, each.status_index))
        each.credential = sign_payload(issuer, signer, payload)


async def _allocate_indexes(session: AsyncSession, count: int) -> list[int]:
    """Allocate free indexes across all lists. Transactions wait only for the creation of a list."""
    if not count:
        return []
    numbered = select(PLACES.next_value()).select_from(func.generate_series(1, count).alias())
    places = list(await session.scalars(numbered))
    indexes = await _find_indexes(session, places)
    if None in indexes:
        for number in sorted({place // POSITIONS for place in places}):
            await session.execute(_MAKE_LIST, {"number": number, "last": POSITIONS - 1})
        indexes = await _find_indexes(session, places)
    return [index for index in indexes if index is not None]


async def _find_indexes(session: AsyncSession, places: Sequence[int]) -> list[int | None]:
    """Return the index of each place in its list's random order; None if the list is missing."""
    taken = func.unnest(cast(places, ARRAY(Integer))).table_valued(column("place", Integer))
    place = taken.render_derived().c.place
    # PostgreSQL arrays start at 1.
    position = col(StatusList.positions)[place % POSITIONS + 1]
    found = await session.scalars(
        select(col(StatusList.number) * POSITIONS + position)
        .select_from(place.table)
        .outerjoin(StatusList, col(StatusList.number) == place // POSITIONS)
    )
    return list(found)


_MAKE_LIST = text(
    "INSERT INTO status_lists (number, positions)"
    " SELECT :number, array_agg(bit ORDER BY random()) FROM generate_series(0, :last) AS bit"
    " ON CONFLICT DO NOTHING"
)
