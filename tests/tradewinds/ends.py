"""A module that ends the process which imports it."""

raise SystemExit(3)
