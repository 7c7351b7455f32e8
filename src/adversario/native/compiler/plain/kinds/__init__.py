"""The types of values in compiled rules: how they are joined, and how values of them are bytes."""
