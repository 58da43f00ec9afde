"""Evaluation, search support and stand-in for bots. The rules import nothing of it."""
