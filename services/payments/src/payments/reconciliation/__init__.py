"""The provider's settlement reports beside our books."""
