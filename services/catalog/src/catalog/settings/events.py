"""Events about the settings."""

from collections.abc import Iterable

from contracts import ProfileType
from contracts.catalog import PlannedFee, Seller, SettingsUpdated, VatRate

from catalog.settings.models import RegistrationFee
from catalog.settings.schemas import Settings


def settings_updated(settings: Settings, planned: Iterable[RegistrationFee]) -> SettingsUpdated:
    """Create the event with the settings that other services use."""
    general, fees = settings.general, settings.registration_fees
    return SettingsUpdated(
        registration_fees={
            ProfileType.CANDIDATE: fees.candidate_minor,
            ProfileType.STAFF: fees.staff_minor,
            ProfileType.ORGANIZATION: fees.organization_minor,
        },
        currency=fees.currency,
        effective_on=fees.effective_on,
        planned_fees=tuple(
            PlannedFee(
                profile_type=fee.profile_type,
                amount_minor=fee.amount_minor,
                currency=fee.currency,
                valid_from=fee.valid_from,
            )
            for fee in planned
        ),
        product_name_en=general.product_name_en,
        product_name_ar=general.product_name_ar,
        bulk_registration=settings.enrollment.bulk_registration,
        seller=Seller(**settings.seller.model_dump()),
        vat_included=settings.payment.vat_included,
        vat_rates=tuple(VatRate(**rate.model_dump()) for rate in settings.payment.vat_rates),
    )
