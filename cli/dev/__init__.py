"""`tradewinds dev`: a service for the author of a game, started anew whenever its files change."""
