"""One change at a time to each content type's levels, approvers and requests."""

from collections.abc import Iterable

from contracts import ContentType
from kit.db import AsyncSession, advisory_lock


async def lock(session: AsyncSession, content_types: Iterable[ContentType]) -> None:
    """Wait for this transaction's turn; it lasts until the transaction ends.

    Whether a level is satisfied depends on its approvers, its rule and the decisions at once, so
    that row locks would have to cover all of them. People decide at a pace at which taking turns
    costs nothing.
    """
    for content_type in sorted(content_types):
        await advisory_lock(session, f"approvals:{content_type}")
