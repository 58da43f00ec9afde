"""The contract, openapi.yaml, from the code: ``python -m service.openapi`` writes it to standard output."""
