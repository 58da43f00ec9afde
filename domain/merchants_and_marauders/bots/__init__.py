"""What bots are given: values, chances and guesses of a player. The rules know nothing of it."""
