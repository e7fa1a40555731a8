from kit.core.errors import Conflict


class UsedByStates(Conflict):
    """The country has states."""

    code = "country.used_by_states"
    default_detail = "This country has regions. Delete them first."


class UsedByCities(Conflict):
    """The country or state has cities."""

    code = "place.used_by_cities"
    default_detail = "This place has cities. Delete or move them first."


class UsedByBatches(Conflict):
    """The city has batches, current or past."""

    code = "city.used_by_batches"
    default_detail = "Some batches take place in this city. Hide it instead of deleting it."
