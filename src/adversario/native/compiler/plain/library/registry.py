"""All functions and methods that compiled rules can call."""

from adversario.native.compiler.plain.library import (
    builtins,
    combinatorics,
    dictionaries,
    formats,
    instances,
    iterables,
    methods,
    ordering,
    streams,
    tallies,
    texts,
    whole_numbers,
)

BUILTINS = builtins.BUILTINS
method_result = methods.method_result
UNPACKED = streams.UNPACKED

REGISTERED = (
    builtins, combinatorics, dictionaries, formats, instances, iterables, methods, ordering,
    streams, tallies, texts, whole_numbers,
)  # fmt: skip
"""The modules that register what they have when they are imported."""
