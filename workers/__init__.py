"""Bots: their policies, and the jobs that play their turns."""
