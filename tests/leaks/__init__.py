"""The hunt for leaks: games that differ only in what a viewer may not see are played side by side and compared."""
