"""Why a place cannot be deleted."""

from kit.core.errors import Conflict


class UsedByStates(Conflict):
    """A country with states."""

    code = "country.used_by_states"
    default_detail = "States belong to this country. Delete them first."


class UsedByCities(Conflict):
    """A country or state with cities."""

    code = "place.used_by_cities"
    default_detail = "Cities belong to it. Delete them or move them elsewhere first."


class UsedByBatches(Conflict):
    """A city where batches take place, or took place."""

    code = "city.used_by_batches"
    default_detail = "Batches take place in this city. Deactivate it instead of deleting it."
