"""Who is told what: watched over whole games, held to promises, and kept as a table beside the game."""
