"""All functions and methods that compiled rules can call."""

from adversario.native.compiler.plain.library import (
    builtins,
    combinatorics,
    iterables,
    methods,
    texts,
)

BUILTINS = builtins.BUILTINS
method_result = methods.method_result

REGISTERED = (builtins, combinatorics, iterables, methods, texts)
"""The modules that register what they have when they are imported."""
