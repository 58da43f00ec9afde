"""The processes that play bots and move finished games: jobs and sweeps."""
