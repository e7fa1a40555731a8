"""The provider's protocol."""
