"""Golden games: what a version of a game decided, recorded once, and decided again ever after."""
