"""The API over HTTP, in this process and as a process of its own."""
