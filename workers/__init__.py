"""Bots: their minds (policies), and the jobs that play their turns."""
