"""Evaluations, chances and guesses for bots. The rules do not import any of it."""
