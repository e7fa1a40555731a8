"""Lists of a batch to print: attendance to be signed, and certificates."""
