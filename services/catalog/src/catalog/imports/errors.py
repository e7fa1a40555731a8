from kit.core.errors import Conflict


class RowsInvalid(Conflict):
    """Some rows are invalid, and the caller did not choose to skip them."""

    code = "import.rows_invalid"
    default_detail = "Some rows have errors, so nothing was imported."


class ImportChanged(Conflict):
    """A row that was valid when the import began is invalid now."""

    code = "import.changed"
    default_detail = "Something has changed since the file was checked. Please check it again."
