"""The demo's levels, and how its organizations and staff were approved."""
