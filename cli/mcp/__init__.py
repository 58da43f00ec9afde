"""`tradewinds mcp`: games for agents over the Model Context Protocol, as a client of the HTTP API like any other."""
