"""What is published of the settings."""

from contracts import ProfileType
from contracts.catalog import SettingsUpdated

from catalog.settings.schemas import RegistrationFees


def settings_updated(fees: RegistrationFees) -> SettingsUpdated:
    """The present registration fees; its sequence is the version of their group."""
    return SettingsUpdated(
        registration_fees={
            ProfileType.CANDIDATE: fees.candidate_minor,
            ProfileType.STAFF: fees.staff_minor,
            ProfileType.ORGANIZATION: fees.organization_minor,
        },
        currency=fees.currency,
        effective_on=fees.effective_on,
    )
