"""Long random playouts of every registered game: ``python -m tests.fuzz``."""
