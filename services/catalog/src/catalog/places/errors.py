from kit.core.errors import Conflict


class UsedByStates(Conflict):
    """The country has states."""

    code = "country.used_by_states"
    default_detail = "States belong to this country. Delete them first."


class UsedByCities(Conflict):
    """The country or state has cities."""

    code = "place.used_by_cities"
    default_detail = "Cities belong to it. Delete them or move them elsewhere first."


class UsedByBatches(Conflict):
    """The city has batches, current or past."""

    code = "city.used_by_batches"
    default_detail = "Batches take place in this city. Deactivate it instead of deleting it."
