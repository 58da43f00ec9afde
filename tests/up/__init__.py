"""`tradewinds up`: processes that are started, watched and stopped."""
