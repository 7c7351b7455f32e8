"""The kinds of tests: each asks a program and counts what is right; the grader decides."""
