"""What the service answers: types by family, and how they are built."""
