"""Pages and examples are true: what they show is what happens."""
