"""Promises of all games, and what they share."""
