"""What authors of games import."""
