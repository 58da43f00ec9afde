"""A client in TypeScript, generated from openapi.yaml, against the running service."""
