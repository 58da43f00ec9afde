"""What operators see: metrics, logs and traces, of web processes and bot workers alike."""

METRICS_DIR = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder where processes put their metrics together.

prometheus_client reads it when it is imported. So it stands here, where it can be set before that.
"""
