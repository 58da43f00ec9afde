"""The hunt for leaks: games that differ only in what somebody may not see, played side by side and compared."""
