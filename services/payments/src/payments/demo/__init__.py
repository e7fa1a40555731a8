"""The demo's payments: what its people have paid before today."""
