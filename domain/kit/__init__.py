"""Small functions and values that games share."""
