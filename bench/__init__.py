"""The benchmarks, run by ``make bench``; docs/benchmarks.md says what each of them measures and how."""
