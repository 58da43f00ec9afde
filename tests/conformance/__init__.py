"""A game that breaks a promise is found by `tradewinds check`."""
