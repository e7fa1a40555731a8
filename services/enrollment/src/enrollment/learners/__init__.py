"""Public certificates of holders, secret links to others, and the record of who looked."""
