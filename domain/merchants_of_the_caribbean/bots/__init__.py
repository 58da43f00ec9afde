"""Values, chances and guesses for bots. No rule imports them."""
