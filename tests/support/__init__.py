"""What tests of several folders share: games, players, positions, processes, endpoints."""
