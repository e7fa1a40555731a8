"""Search documents follow what they are made of, in the same transaction."""

from kit.database.db import AsyncSession, new_id
from kit.database.search import matches
from notifications.deliveries.models import Channel, Delivery
from notifications.replicas.models import Contact
from notifications.tables import SearchKind
from sqlalchemy import select, text
from sqlmodel import col


async def test_of_a_delivery_follow_its_contact_and_address(session: AsyncSession) -> None:
    contact = Contact(
        user_id=new_id(),
        email="sara@example.com",
        phone="+966500000001",
        name_en="Sara",
        name_ar="سارة",
        locale="ar",
        verified=True,
        source_version=1,
    )
    delivery = Delivery(user_id=contact.user_id, channel=Channel.EMAIL, content=None)
    session.add(delivery)

    async def finds(words: str) -> bool:
        await session.flush()
        condition = matches(col(Delivery.id), SearchKind.DELIVERY, words)
        assert condition is not None
        found = await session.scalars(select(col(Delivery.id)).where(condition))
        return delivery.id in found.all()

    assert not await finds("ساره")
    session.add(contact)
    assert await finds("ساره sara@ 0500000001")
    contact.name_ar = "نورة"
    assert await finds("نوره")
    assert not await finds("ساره")
    delivery.address = "Other@example.org"
    assert await finds("نوره other@example.org")
    delivery.channel = Channel.PUSH
    assert not await finds("other@example.org")
    delivery.user_id = None
    assert not await finds("نوره")
    await session.delete(delivery)
    await session.flush()
    assert await session.scalar(text("SELECT count(*) FROM search_documents")) == 0
