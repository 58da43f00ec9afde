"""A soak: clients play for minutes while Redis and processes fail; then nothing acknowledged may be missing."""
