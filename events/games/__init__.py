"""Games in the memory of a process: their logs, their earlier positions, and what follows from the log alone."""
