"""Result counts for each value of a filter."""
