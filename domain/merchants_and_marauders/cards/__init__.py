"""Cards in play: when they can be used, on what, and the windows in which captains react."""
