"""The command line `tradewinds`, and the commands that are neither the service nor a worker."""
