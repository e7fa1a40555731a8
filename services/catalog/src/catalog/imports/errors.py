from kit.core.errors import Conflict


class RowsInvalid(Conflict):
    """Some rows are invalid, and the caller did not choose to skip them."""

    code = "import.rows_invalid"
    default_detail = (
        "Nothing was imported because some rows have errors. Correct them and upload the file "
        "again."
    )


class ImportChanged(Conflict):
    """A row that was valid when the import began is invalid now."""

    code = "import.changed"
    default_detail = "The data changed after the file was checked. Check the file again."
