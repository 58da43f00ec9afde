"""Long random playouts of every installed game: ``python -m tests.fuzz``."""
