"""Agents over the Model Context Protocol, by the client of its own SDK, in this process or as a host starts them."""
