"""Prepared positions of the games, for tests of frontends; the scenarios are recorded and must stay as they are."""
