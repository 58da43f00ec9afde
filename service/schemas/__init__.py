"""The schemas of queries and bodies, for marshmallow."""
