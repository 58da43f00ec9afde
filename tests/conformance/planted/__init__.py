"""A small game with hidden hands, secret bets and a reaction, and faults that are planted in it one at a time."""
