"""The wheel and the lock files."""
