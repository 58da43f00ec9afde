"""Logs and everything that appends to them or reads them, on a real Redis."""
