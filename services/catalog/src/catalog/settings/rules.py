"""Default settings of a new installation."""

from datetime import date

from catalog.settings.schemas import (
    EnrollmentSettings,
    GeneralSettings,
    PaymentSettings,
    RegistrationFees,
    RequiredDocument,
    SellerSettings,
    Settings,
    VatRate,
)

DEFAULTS = Settings(
    general=GeneralSettings(
        product_name_en="Itqan",
        product_name_ar="إتقان",
        tagline_en="Training, assessment and certification for the logistics sector",
        tagline_ar="التدريب والتقييم والاعتماد المهني لقطاع الخدمات اللوجستية",
        support_email="support@itqan.example",
        support_phone="+966 11 000 0000",
        support_hours_en="Sunday to Thursday, 8:00 to 16:00",
        support_hours_ar="من الأحد إلى الخميس، من 8:00 صباحًا إلى 4:00 مساءً",
        address_en="King Fahd Road, Riyadh, Saudi Arabia",
        address_ar="طريق الملك فهد، الرياض، المملكة العربية السعودية",
    ),
    registration_fees=RegistrationFees(
        candidate_minor=115_00,
        staff_minor=230_00,
        organization_minor=1_150_00,
        currency="SAR",
        effective_on=date(2026, 1, 1),
    ),
    enrollment=EnrollmentSettings(payment_window_hours=48),
    payment=PaymentSettings(
        vat_rates=[VatRate(percent=15, valid_from=date(2020, 7, 1))],
        vat_included=True,
    ),
    seller=SellerSettings(name_en="Itqan", name_ar="إتقان"),
    organization_documents=[
        RequiredDocument(
            key="commercial-registration",
            name_en="Commercial registration",
            name_ar="السجل التجاري",
            required=True,
            expires=True,
        ),
        RequiredDocument(
            key="training-licence",
            name_en="Training provider licence",
            name_ar="ترخيص مزاولة نشاط التدريب",
            required=True,
            expires=True,
        ),
        RequiredDocument(
            key="vat-certificate",
            name_en="VAT registration certificate",
            name_ar="شهادة التسجيل في ضريبة القيمة المضافة",
            required=True,
            expires=False,
        ),
        RequiredDocument(
            key="national-address",
            name_en="Proof of national address",
            name_ar="إثبات العنوان الوطني",
            required=True,
            expires=False,
        ),
        RequiredDocument(
            key="representative-authorization",
            name_en="Authorization of the representative",
            name_ar="تفويض ممثل المنشأة",
            required=True,
            expires=True,
        ),
        RequiredDocument(
            key="quality-accreditation",
            name_en="Quality accreditation, such as ISO 9001",
            name_ar="شهادة اعتماد الجودة مثل ISO 9001",
            required=False,
            expires=True,
        ),
    ],
)
