"""What operators see: metrics, logs and traces, of web processes and bot workers alike."""
