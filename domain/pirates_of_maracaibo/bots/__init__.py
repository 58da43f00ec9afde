"""Evaluation, search support and fallback for bots. The rules import nothing of it."""
