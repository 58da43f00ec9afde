"""Mutation tests of the rules: small wrong changes of the games, each of which some test should notice."""
