"""Categories as admins arrange them: their order, and what uses them."""
