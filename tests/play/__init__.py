"""`tradewinds.Play`."""
