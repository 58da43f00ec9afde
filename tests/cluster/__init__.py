"""Everything that is different on a Redis Cluster."""
