"""Tells the programs of integrators what has happened in their games, by signed calls."""
