"""A package with a small game to start from: the command `tradewinds new-game`."""
