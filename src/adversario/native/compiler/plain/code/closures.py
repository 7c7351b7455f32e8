"""Functions inside of functions, and lambdas."""

from __future__ import annotations

import ast

from adversario.native.compiler.plain.code.call_syntax import CallSyntax
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import Function, key_of
from adversario.native.compiler.plain.kinds.types import Refusal, Static, has_mutables


class Closures(CallSyntax):
    """Code that makes functions."""

    def expr_Lambda(self, node: ast.Lambda) -> Value:
        """A function without a name."""
        return self.closure_of(node, "<lambda>")

    def closure_of(self, node: ast.Lambda | ast.FunctionDef, name: str) -> Value:
        """A function inside of the one that is compiled."""
        frame = self.frame
        self.frames[frame.key] = frame
        defaults = [self._kept_default(each) for each in node.args.defaults]
        keyword_defaults = [
            None if each is None else self._kept_default(each) for each in node.args.kw_defaults
        ]
        made = self.unit.closure(
            (frame.key, key_of(node)),
            lambda: Function(
                name, node, frame.function.source, frame.function.owner,
                tuple(defaults),
                {
                    arg.arg: default
                    for arg, default in zip(
                        node.args.kwonlyargs, keyword_defaults, strict=True
                    )
                    if default is not None
                },
            ),
            frame.key,
        )  # fmt: skip
        return Value(Static(made), (), made)

    def _kept_default(self, node: ast.expr) -> ast.expr:
        """A default value, which is computed where the function is defined."""
        if isinstance(node, ast.Constant):
            return node
        value = self.settle(self.expr(node))
        if self.is_code(value):
            return node
        if has_mutables(value.type):
            raise Refusal("default_changes")
        name, frame = f".default {key_of(node)}", self.frame.scope()
        if name not in frame.locals:
            frame.locals |= {name}
            frame.variables[name] = self.unit.variable((frame.key, name))
        outer, self.frame = self.frame, frame
        self.assign(name, value)
        self.frame = outer
        return ast.copy_location(ast.Name(name, ast.Load()), node)
