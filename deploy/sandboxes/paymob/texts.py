"""Texts of the checkout page in both languages."""

from typing import Literal

Language = Literal["en", "ar"]

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "title": "Secure payment",
        "sandbox": "Test mode: no money moves",
        "pay_to": "Paying",
        "reference": "Reference",
        "total": "Total",
        "number": "Card number",
        "expiry": "Expiry",
        "cvv": "CVV",
        "name": "Name on card",
        "pay": "Pay {amount}",
        "cancel": "Cancel and go back",
        "test_cards": "Test cards",
        "test_cards_hint": "Any later expiry, such as 01/39, and any CVV.",
        "use": "Use",
        "number_bad": "Enter a valid card number.",
        "expiry_bad": "Enter the expiry as month and year, such as 01/39.",
        "expiry_past": "This card's expiry has passed.",
        "cvv_bad": "Enter the 3 or 4 digits of the security code.",
        "name_bad": "Enter the name as printed on the card.",
        "declined": "The payment was declined: {reason}",
        "declined_hint": "No money was taken. Try again, or use another card.",
        "return_declined": "Go back without paying",
        "challenge_title": "Confirm with your bank",
        "challenge_hint": "Your bank sent a code. In test mode it is 1234.",
        "code": "Confirmation code",
        "code_bad": "That code is not right. Try once more.",
        "confirm": "Confirm payment",
        "reject": "I did not ask for this",
        "done_title": "Payment received",
        "pending_title": "Payment is being processed",
        "failed_title": "Payment not completed",
        "going_back": "You are being taken back.",
        "go_now": "Go back now",
        "close": "You can close this page.",
        "gone_title": "This payment link is not valid",
        "gone_hint": "Go back to where you came from and start the payment again.",
        "expired_title": "This payment link has expired",
        "paid_title": "This order has already been paid",
        "other_language": "العربية",
    },
    "ar": {
        "title": "دفع آمن",
        "sandbox": "وضع الاختبار: لا تُحوَّل أي أموال",
        "pay_to": "الدفع إلى",
        "reference": "المرجع",
        "total": "الإجمالي",
        "number": "رقم البطاقة",
        "expiry": "تاريخ الانتهاء",
        "cvv": "رمز الأمان",
        "name": "الاسم على البطاقة",
        "pay": "ادفع {amount}",
        "cancel": "إلغاء والعودة",
        "test_cards": "بطاقات الاختبار",
        "test_cards_hint": "أي تاريخ انتهاء لاحق مثل 01/39 وأي رمز أمان.",
        "use": "استخدام",
        "number_bad": "أدخل رقم بطاقة صحيحًا.",
        "expiry_bad": "أدخل الشهر والسنة، مثل 01/39.",
        "expiry_past": "انتهت صلاحية هذه البطاقة.",
        "cvv_bad": "أدخل رمز الأمان المكوّن من 3 أو 4 أرقام.",
        "name_bad": "أدخل الاسم كما هو مطبوع على البطاقة.",
        "declined": "رُفضت عملية الدفع: {reason}",
        "declined_hint": "لم يُخصم أي مبلغ. حاول مرة أخرى أو استخدم بطاقة أخرى.",
        "return_declined": "العودة دون دفع",
        "challenge_title": "أكّد العملية مع مصرفك",
        "challenge_hint": "أرسل مصرفك رمزًا. الرمز في وضع الاختبار هو 1234.",
        "code": "رمز التأكيد",
        "code_bad": "الرمز غير صحيح. حاول مرة أخرى.",
        "confirm": "تأكيد الدفع",
        "reject": "لم أطلب هذه العملية",
        "done_title": "تم استلام الدفعة",
        "pending_title": "الدفعة قيد المعالجة",
        "failed_title": "لم تكتمل عملية الدفع",
        "going_back": "جارٍ إعادتك إلى الموقع.",
        "go_now": "العودة الآن",
        "close": "يمكنك إغلاق هذه الصفحة.",
        "gone_title": "رابط الدفع غير صالح",
        "gone_hint": "عد إلى الصفحة السابقة وابدأ الدفع من جديد.",
        "expired_title": "انتهت صلاحية رابط الدفع",
        "paid_title": "هذا الطلب مدفوع بالفعل",
        "other_language": "English",
    },
}

REASONS_AR = {
    "Insufficient funds": "الرصيد غير كافٍ",
    "Expired card": "البطاقة منتهية الصلاحية",
    "Do not honour": "رفض المصرف العملية",
    "Authentication failed": "فشل التحقق",
}


def pick_language(chosen: str | None, accept_language: str) -> Language:
    """Return the requested language, else the browser's first known one, else English."""
    if chosen == "ar":
        return "ar"
    if chosen == "en":
        return "en"
    for part in accept_language.lower().split(","):
        tag = part.strip()[:2]
        if tag == "ar":
            return "ar"
        if tag == "en":
            return "en"
    return "en"


def money(amount: int, currency: str, language: Language) -> str:
    """Minor units as people read them."""
    name = "ر.س" if (currency, language) == ("SAR", "ar") else currency
    number = f"{amount / 100:,.2f}"
    return f"{number} {name}" if language == "ar" else f"{name} {number}"


def reason(message: str, language: Language) -> str:
    """The bank's reason in the reader's language."""
    return REASONS_AR.get(message, message) if language == "ar" else message
