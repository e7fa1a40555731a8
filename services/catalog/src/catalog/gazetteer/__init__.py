"""Administration of countries, states and cities."""
