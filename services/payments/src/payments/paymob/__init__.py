"""The adapter to Paymob: its calls, its signature and its transactions."""
