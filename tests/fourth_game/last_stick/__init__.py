"""Last Stick: take the last one."""
