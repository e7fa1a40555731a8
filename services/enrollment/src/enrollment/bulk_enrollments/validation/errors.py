"""Texts of row errors in both languages, for responses and files."""

from kit.spreadsheets.exports import Words

ERRORS = {
    "field.string_too_long": Words("Enter a shorter text.", "أدخل نصًا أقصر."),
    "field.string_too_short": Words("Enter a longer text.", "أدخل نصًا أطول."),
    "field.invalid": Words("Check this value.", "تحقق من هذه القيمة."),
    "identification.required": Words(
        "Enter an ID number, or a passport number with its country.",
        "أدخل رقم الهوية، أو رقم جواز السفر والدولة التي أصدرته.",
    ),
    "civil_number.invalid": Words(
        "Check the ID number: it must be valid, have 10 digits and begin with 1 or 2.",
        "تحقق من رقم الهوية: يجب أن يكون صحيحًا ومكوّنًا من 10 أرقام ويبدأ بالرقم 1 أو 2.",
    ),
    "civil_number.truncated": Words(
        "This number has fewer than 10 digits: the spreadsheet may have removed zeros. "
        "Format the column as text and enter it again.",
        "عدد الأرقام أقل من 10: ربما حذف برنامج الجداول أصفارًا منه. "
        "اجعل تنسيق العمود نصًا وأدخله من جديد.",
    ),
    "civil_number.rounded": Words(
        "The spreadsheet rounded this number. Format the column as text and enter it again.",
        "قرّب برنامج الجداول هذا الرقم. اجعل تنسيق العمود نصًا وأدخله من جديد.",
    ),
    "passport_number.invalid": Words(
        "Enter the passport number: 5 to 20 letters and digits.",
        "أدخل رقم الجواز: من 5 إلى 20 حرفًا أو رقمًا.",
    ),
    "country.required": Words(
        "Enter the passport's country.", "أدخل الدولة التي أصدرت جواز السفر."
    ),
    "country.invalid": Words(
        "Enter the country's two-letter code, such as SA.",
        "أدخل رمز الدولة المكوّن من حرفين، مثل SA.",
    ),
    "name.required": Words("Enter the name.", "أدخل الاسم."),
    "name.not_latin": Words(
        "Enter this name in English letters.", "أدخل هذا الاسم بحروف إنجليزية."
    ),
    "name.not_arabic": Words("Enter this name in Arabic letters.", "أدخل هذا الاسم بحروف عربية."),
    "email.invalid": Words("Enter a valid email address.", "أدخل بريدًا إلكترونيًا صحيحًا."),
    "email.unsupported_local_part": Words(
        "Before the @, use only English letters, digits and symbols.",
        "استخدم قبل علامة @ الحروف الإنجليزية والأرقام والرموز فقط.",
    ),
    "email.duplicate": Words(
        "Another person in this file has the same email.",
        "يستخدم شخص آخر في هذا الملف البريد نفسه.",
    ),
    "phone.invalid": Words(
        "Enter the mobile number with its country code, such as +966501234567.",
        "أدخل رقم الجوال مع رمز الدولة، مثل ‎+966501234567.",
    ),
    "language.invalid": Words("Choose ar or en.", "اختر ar أو en."),
    "contact.required": Words(
        "This person has no account yet. Enter an email address or mobile number.",
        "ليس لهذا الشخص حساب بعد. أدخل بريدًا إلكترونيًا أو رقم جوال.",
    ),
    "person.refused": Words(
        "The account with this number can't be enrolled.",
        "لا يمكن تسجيل صاحب هذا الرقم.",
    ),
    "person.other_name": Words(
        "This number belongs to a person with another name. Correct it, or confirm the person.",
        "هذا الرقم لشخص باسم آخر. صحّحه أو أكّد أنه الشخص المقصود.",
    ),
    "person.two_names": Words(
        "Another row has the same number with another name.",
        "ورد الرقم نفسه في صف آخر باسم مختلف.",
    ),
    "person.not_admitted": Words("We couldn't create the account.", "تعذّر إنشاء الحساب."),
    # Refusals of identity during admission.
    "person.name_changed": Words(
        "This number now belongs to a person with another name.",
        "أصبح هذا الرقم لشخص باسم آخر.",
    ),
    "person.number_changed": Words(
        "This number no longer belongs to this person.", "لم يعد هذا الرقم لهذا الشخص."
    ),
    "email.taken": Words(
        "Another account already uses this email.", "هذا البريد مستخدم في حساب آخر."
    ),
    "person.duplicate": Words(
        "This person is in an earlier row for the same batch.",
        "ورد هذا الشخص في صف سابق للدورة نفسها.",
    ),
    "batch.required": Words("Enter the batch code.", "أدخل رمز الدورة."),
    "batch.not_found": Words("No batch has this code.", "لا توجد دورة بهذا الرمز."),
    "batch.requires_acceptance": Words(
        "The batch's organization accepts each request: only it can enroll people in bulk.",
        "يتطلب التسجيل في هذه الدورة موافقة منشأتها، ولا يمكن التسجيل الجماعي فيها إلا لها.",
    ),
    "batch.cancelled": Words("This batch was cancelled.", "أُلغيت هذه الدورة."),
    "batch.started": Words("This batch has started.", "بدأت هذه الدورة."),
    "enrollment.closed": Words(
        "Enrollment in this batch has closed.", "انتهى التسجيل في هذه الدورة."
    ),
    "enrollment.not_open": Words(
        "Enrollment in this batch hasn't opened yet.", "لم يبدأ التسجيل في هذه الدورة بعد."
    ),
    "enrollment.paused": Words(
        "Enrollment with this batch's organization is paused.",
        "التسجيل لدى منشأة هذه الدورة متوقف حاليًا.",
    ),
    "enrollment.already_exists": Words(
        "This person is already enrolled in this batch.", "هذا الشخص مسجّل في هذه الدورة بالفعل."
    ),
    "enrollment.conflict": Words(
        "The batch changed during confirmation. Enroll this person again.",
        "تغيّرت الدورة أثناء التأكيد. أعد تسجيل هذا الشخص.",
    ),
    "batch.full": Words(
        "No seats are left, and the batch has no waiting list.",
        "لا توجد مقاعد متبقية، وليس للدورة قائمة انتظار.",
    ),
}
"""Texts by error code."""

UNINVITED = Words(
    "We couldn't invite this person: invitations go by email, and only a mobile number was "
    "entered. The platform team can add an email address and send the invitation.",
    "لم تُرسل دعوة إلى هذا الشخص: الدعوات تُرسل بالبريد الإلكتروني، ولا يوجد له إلا رقم جوال. "
    "يمكن لإدارة المنصة إدخال بريده الإلكتروني وإرسال الدعوة.",
)
"""Warning for new people without email."""


def get_error_text(code: str) -> Words:
    """Return an error's text; unknown codes of a newer release get a generic one."""
    return ERRORS.get(code, ERRORS["field.invalid"])
