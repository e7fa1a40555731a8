"""Words are found as people type them, in either language."""

import pytest
from catalog.search import words_of
from kit.db import AsyncSession
from sqlalchemy import text


async def found(session: AsyncSession, word: str, where: str) -> bool:
    statement = text("SELECT search_fold(:where) LIKE search_pattern(:word)")
    (typed,) = words_of(word)
    answer: bool = (await session.execute(statement, {"where": where, "word": typed})).scalar_one()
    return answer


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("warehouse", "Warehouse Operations"),
        ("ware", "Warehouse Operations"),
        ("cafe", "Café"),
        ("hail", "Ḩā'il"),
        ("ahsa", "Al-Aḥsā’"),
        # Alef and hamza
        ("ادارة", "إدارة المستودعات"),
        ("أدارة", "ادارة المستودعات"),
        ("الات", "تشغيل الآلات"),
        ("مسوول", "مسؤول السلامة"),
        ("الموانيء", "إدارة الموانئ"),
        ("طواري", "خطة الطوارئ"),
        ("الاحساء", "الأحساء"),
        ("الاحسا", "الأحساء"),
        # Ta marbuta and ya
        ("سلامه", "السلامة المهنية"),
        ("سلامة", "السلامه المهنيه"),
        ("مستشفي", "مستشفى"),
        ("على", "علي"),
        # Vowel signs and the elongation stroke
        ("مستودع", "مُسْتَوْدَع"),
        ("مُسْتَوْدَعٌ", "مستودع"),
        ("رافعة", "رافعـــة شوكية"),
        ("هذا", "هٰذا"),
        # The article
        ("المستودعات", "عمليات مستودعات"),
        ("للمستودعات", "عمليات المستودعات"),
        ("والموانئ", "المطارات والموانئ"),
        ("بالموانئ", "العمل في الموانئ"),
        ("الرياض", "مدينة الرياض"),
        # Pasted text: decomposed, presentation forms, marks of direction, another keyboard
        ("ا\u0654حمد", "أحمد"),
        ("\ufefbدارة", "لادارة"),
        ("\u200fمستودع\u200e", "مستودع"),
        ("شوکیة", "شوكية"),
        ("١٠١", "WHS-101"),
        ("WHS-101", "whs-١٠١"),
        ("ＷＨＳ", "WHS-101"),
    ],
)
async def test_is_found(session: AsyncSession, word: str, where: str) -> None:
    assert await found(session, word, where)


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("port", "Warehouse"),
        ("%", "Warehouse"),
        ("w%e", "Warehouse"),
        ("_", "Warehouse"),
        ("％", "Warehouse"),
        ("\\", "Warehouse"),
        ("مطار", "الموانئ"),
        # What would be left of them means nothing.
        ("الى", "علي"),
        ("الو", "وصول"),
    ],
)
async def test_is_not_found(session: AsyncSession, word: str, where: str) -> None:
    assert not await found(session, word, where)


@pytest.mark.parametrize("sign", ["%", "_", "\\", "％"])
async def test_a_sign_is_meant_as_it_stands(session: AsyncSession, sign: str) -> None:
    assert await found(session, f"100{sign}", f"100{sign} safe")


def test_only_the_first_words_count() -> None:
    assert words_of(" a b  c d e f g h ") == ["a", "b", "c", "d", "e", "f"]
    assert words_of(None) == words_of("  ") == []
