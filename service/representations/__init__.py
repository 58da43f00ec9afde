"""The answers of the service: types by family, and how they are built."""
