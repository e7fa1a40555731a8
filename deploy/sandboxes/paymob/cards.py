"""The test cards and what each of them does."""

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["approve", "decline", "pending", "challenge"]


@dataclass(frozen=True)
class Card:
    number: str
    brand: str
    outcome: Outcome
    message: str
    response_code: str
    label_en: str
    label_ar: str

    @property
    def pan(self) -> str:
        """The last four digits, the only part that is ever kept."""
        return self.number[-4:]


CARDS = {
    card.number: card
    for card in (
        Card(
            "5123456789012346", "MasterCard", "approve", "Approved", "APPROVED",
            "Succeeds", "تنجح العملية",
        ),
        Card(
            "4111111111111111", "Visa", "approve", "Approved", "APPROVED",
            "Succeeds", "تنجح العملية",
        ),
        Card(
            "4000000000003220", "Visa", "challenge", "Approved", "APPROVED",
            "Asks for a 3-D Secure code", "تطلب رمز التحقق الآمن",
        ),
        Card(
            "4000000000009995", "Visa", "decline", "Insufficient funds", "INSUFFICIENT_FUNDS",
            "Declined: insufficient funds", "تُرفض: الرصيد غير كافٍ",
        ),
        Card(
            "4000000000000069", "Visa", "decline", "Expired card", "EXPIRED_CARD",
            "Declined: expired card", "تُرفض: البطاقة منتهية الصلاحية",
        ),
        Card(
            "4000000000000259", "Visa", "pending", "Pending", "PENDING",
            "Stays pending", "تبقى قيد المعالجة",
        ),
    )
}  # fmt: skip


def find(number: str) -> Card:
    """The card's behaviour; a valid number that is no test card is declined."""
    if known := CARDS.get(number):
        return known
    brand = "MasterCard" if number.startswith(("2", "5")) else "Visa"
    return Card(number, brand, "decline", "Do not honour", "DECLINED", "", "")


def luhn_valid(number: str) -> bool:
    """The check digit of ISO/IEC 7812."""
    if not (number.isascii() and number.isdigit() and 12 <= len(number) <= 19):
        return False
    digits = [int(digit) for digit in reversed(number)]
    doubled = (digit * 2 for digit in digits[1::2])
    return (sum(digits[::2]) + sum(d - 9 if d > 9 else d for d in doubled)) % 10 == 0
