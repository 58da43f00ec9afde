"""Bots, clocks, archiving and webhooks: what happens beside requests."""
