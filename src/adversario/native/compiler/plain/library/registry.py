"""All functions and methods that compiled rules can call."""

from adversario.native.compiler.plain.library import (
    builtins,
    combinatorics,
    instances,
    iterables,
    methods,
    streams,
    texts,
)

BUILTINS = builtins.BUILTINS
method_result = methods.method_result
UNPACKED = streams.UNPACKED

REGISTERED = (builtins, combinatorics, instances, iterables, methods, streams, texts)
"""The modules that register what they have when they are imported."""
