"""Metrics, logs and traces of web processes and bot workers."""

METRICS_DIR = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder in which processes share their metrics.

prometheus_client reads it on import, so it is defined here, where importing it does not import that library.
"""
