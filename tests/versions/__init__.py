"""Two versions of a game's rules behind one Redis, side by side and one after the other."""
