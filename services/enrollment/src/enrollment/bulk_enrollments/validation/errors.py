"""Texts of row errors in both languages, for responses and files."""

from kit.spreadsheets.exports import Words

ERRORS = {
    "field.string_too_long": Words("This is too long.", "النص أطول من المسموح."),
    "field.string_too_short": Words("This is too short.", "النص أقصر من المطلوب."),
    "field.invalid": Words("This is not valid.", "القيمة غير صالحة."),
    "identification.required": Words(
        "Give a civil number, or a passport number with its country.",
        "أدخل رقم الهوية، أو رقم جواز السفر مع بلده.",
    ),
    "civil_number.invalid": Words(
        "This is no civil number: it has ten digits, begins with 1 or 2, and its last digit "
        "checks the others.",
        "رقم الهوية غير صحيح: يتكوّن من عشرة أرقام ويبدأ بـ 1 أو 2، ورقمه الأخير للتحقق من البقية.",
    ),
    "civil_number.truncated": Words(
        "This number has fewer than ten digits: a spreadsheet may have taken zeros off it. "
        "Format the column as text.",
        "عدد الأرقام أقل من عشرة: ربما حذف برنامج الجداول أصفارًا منه. نسّق العمود كنص.",
    ),
    "civil_number.rounded": Words(
        "A spreadsheet has rounded this number. Format the column as text and enter it again.",
        "قرّب برنامج الجداول هذا الرقم. نسّق العمود كنص وأدخله من جديد.",
    ),
    "passport_number.invalid": Words(
        "A passport number has 5 to 20 letters and digits.",
        "يتكوّن رقم الجواز من 5 إلى 20 حرفًا ورقمًا.",
    ),
    "country.required": Words("Give the passport's country.", "أدخل بلد جواز السفر."),
    "country.invalid": Words(
        "Give the country by its two letters, such as SA.", "أدخل البلد بحرفين، مثل SA."
    ),
    "name.required": Words("Give the name.", "أدخل الاسم."),
    "name.not_latin": Words(
        "Write this name in English letters.", "اكتب هذا الاسم بحروف إنجليزية."
    ),
    "name.not_arabic": Words("Write this name in Arabic letters.", "اكتب هذا الاسم بحروف عربية."),
    "email.invalid": Words("This is no email address.", "البريد الإلكتروني غير صحيح."),
    "email.unsupported_local_part": Words(
        "Before the @, use letters a to z, digits and signs only.",
        "استخدم قبل @ الأحرف اللاتينية والأرقام والرموز فقط.",
    ),
    "email.duplicate": Words(
        "Another person of this file has the same email address.",
        "البريد الإلكتروني نفسه لشخص آخر في هذا الملف.",
    ),
    "phone.invalid": Words(
        "This is no phone number; write it with its country code, such as +966501234567.",
        "رقم الجوال غير صحيح؛ اكتبه مع رمز الدولة، مثل ‎+966501234567.",
    ),
    "language.invalid": Words("Choose ar or en.", "اختر ar أو en."),
    "contact.required": Words(
        "This person has no account yet: give an email address or a mobile number.",
        "ليس لهذا الشخص حساب بعد: أدخل بريدًا إلكترونيًا أو رقم جوال.",
    ),
    "person.refused": Words(
        "The person who has this number cannot be enrolled.",
        "لا يمكن تسجيل صاحب هذا الرقم.",
    ),
    "person.other_name": Words(
        "Somebody of another name has this number: correct it, or choose “use this person”.",
        "هذا الرقم لشخص باسم آخر: صحّحه أو اختر «استخدام هذا الشخص».",
    ),
    "person.two_names": Words(
        "Another row has the same number with another name.",
        "في صف آخر الرقم نفسه باسم مختلف.",
    ),
    "person.not_admitted": Words("The account could not be made.", "تعذّر إنشاء الحساب."),
    # Refusals of identity during admission.
    "person.name_changed": Words(
        "Meanwhile somebody of another name has got this number.",
        "صار هذا الرقم في هذه الأثناء لشخص باسم آخر.",
    ),
    "person.number_changed": Words(
        "The person who had this number has it no more.", "لم يعد هذا الرقم للشخص الذي كان له."
    ),
    "email.taken": Words(
        "Another person's account has this email address.", "البريد الإلكتروني لحساب شخص آخر."
    ),
    "person.duplicate": Words(
        "This person stands in an earlier row for the same batch.",
        "ورد هذا الشخص في صف سابق للدورة نفسها.",
    ),
    "batch.required": Words("Give the batch's code.", "أدخل رمز الدورة."),
    "batch.not_found": Words("There is no batch with this code.", "لا توجد دورة بهذا الرمز."),
    "batch.requires_acceptance": Words(
        "This batch accepts each candidate itself; only its own organization can enroll in bulk.",
        "تتطلب هذه الدورة قبول كل متدرب؛ التسجيل الجماعي فيها لمنشأتها فقط.",
    ),
    "batch.cancelled": Words("This batch was cancelled.", "أُلغيت هذه الدورة."),
    "batch.started": Words("This batch has started.", "بدأت هذه الدورة."),
    "enrollment.closed": Words(
        "Enrollment in this batch has closed.", "أُغلق التسجيل في هذه الدورة."
    ),
    "enrollment.not_open": Words(
        "Enrollment in this batch has not opened yet.", "لم يُفتح التسجيل في هذه الدورة بعد."
    ),
    "enrollment.paused": Words(
        "Nobody can enroll with this batch's organization at present.",
        "التسجيل لدى منشأة هذه الدورة متوقف حاليًا.",
    ),
    "enrollment.already_exists": Words(
        "This person is already enrolled in this batch.", "هذا الشخص مسجّل في هذه الدورة."
    ),
    "enrollment.conflict": Words(
        "Enrollment in this batch changed during confirmation. Enroll this person again.",
        "تغيّر التسجيل في هذه الدورة أثناء التأكيد. أعد تسجيل هذا الشخص.",
    ),
    "batch.full": Words(
        "No seat is left, and the batch has no waiting list.",
        "لم يبق مقعد، وليس للدورة قائمة انتظار.",
    ),
}
"""Texts by error code."""

UNINVITED = Words(
    "This person could not be invited: invitations go by email, and there is a mobile number only. "
    "The platform's administration can enter an email address and send the invitation.",
    "لم تُرسل دعوة إلى هذا الشخص: الدعوات تُرسل بالبريد الإلكتروني، ولا يوجد له إلا رقم جوال. "
    "يمكن لإدارة المنصة إدخال بريده الإلكتروني وإرسال الدعوة.",
)
"""Warning for new people without email."""


def get_error_text(code: str) -> Words:
    """Return an error's text; unknown codes of a newer release get a generic one."""
    return ERRORS.get(code, ERRORS["field.invalid"])
