"""Games in the memory of a process: their logs, the positions on the way, and what can be told of them."""
