"""What can be done at each decision: candidates, checks, and what is carried out."""
