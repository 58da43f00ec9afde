"""The benchmarks, run by ``make bench``; docs/benchmarks.md tells what each of them measures and how."""
