"""The clients for programs, against a running service."""
