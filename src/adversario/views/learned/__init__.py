"""Evaluations that were learned, tables and networks over patterns, and games that use one."""
