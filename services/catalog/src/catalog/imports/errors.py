"""Why a file is not imported."""

from kit.core.errors import Conflict


class RowsInvalid(Conflict):
    """Some rows have problems, and the caller does not want the others alone."""

    code = "import.rows_invalid"
    default_detail = "Some rows have errors, so nothing was imported."


class ImportChanged(Conflict):
    """A row that could be made when the import began cannot be made any more."""

    code = "import.changed"
    default_detail = "Something has changed since the file was checked. Please check it again."
