"""Bots against bots: the command `tradewinds arena`."""
