"""Real servers and clients that tests and benchmarks start."""
