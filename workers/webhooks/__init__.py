"""Calls the programs of integrators, signed, about events in their games."""
