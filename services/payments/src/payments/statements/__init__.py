"""What organizations owed and paid, month by month."""
