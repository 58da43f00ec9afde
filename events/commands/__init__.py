"""From a request to a commit: what the caller intends, what is decided, what is appended, what is answered."""
