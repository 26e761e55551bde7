"""The mutants of a Python source: each differs from it in one comparison, operator, constant or statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """One fault: ``before`` became ``after`` in ``line`` of ``path``."""

    path: str
    line: int
    statement: int
    """First line of its statement in a function, or of the function for a default; 0: the module's or a class's."""
    text: str
    """The line as it was, without its indent."""
    before: str
    after: str
    source: str
    """The whole module with the fault, on as many lines as before."""

    @property
    def name(self) -> str:
        """Return what names this mutant while lines above it change: path, line, text before and after."""
        return f"{self.path}: {self.text}: {self.before} => {self.after}"


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of ``source``. Annotations, docstrings, f-strings and ``raise`` keep as they are."""
    tree = ast.parse(source)
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    encoded = source.encode()
    for node, statement in _nodes(tree, 0):
        for replacement in _replacements(node):
            begin = starts[node.lineno - 1] + node.col_offset
            assert node.end_lineno is not None and node.end_col_offset is not None
            end = starts[node.end_lineno - 1] + node.end_col_offset
            before = ast.unparse(node)
            lost = "\n" * (node.end_lineno - node.lineno)
            after = f"{replacement}{lost}" if isinstance(node, ast.stmt) else f"({replacement}{lost})"
            changed = (encoded[:begin] + after.encode() + encoded[end:]).decode()
            text = lines[node.lineno - 1].decode().strip()
            yield Mutant(path, node.lineno, statement, text, before, replacement, changed)


def first_line(function: ast.FunctionDef) -> int:
    """Return the line where ``function`` begins, its decorators with it."""
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def _nodes(node: ast.AST, statement: int) -> Iterator[tuple[ast.expr | ast.stmt, int]]:
    """Yield the nodes that may change, each with the line of its statement in a function (0: of none)."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr | ast.Raise | ast.Import | ast.Assert):
                continue
            inner = statement
            if isinstance(child, ast.FunctionDef):
                inner = first_line(child)
            elif isinstance(child, ast.stmt) and statement:
                inner = child.lineno
            if isinstance(child, ast.expr | ast.stmt):
                yield child, inner
            yield from _nodes(child, inner)


def _replacements(node: ast.expr | ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            operators = [*node.ops[:place], COMPARISONS[type(operator)](), *node.ops[place + 1 :]]
            yield ast.unparse(ast.Compare(node.left, operators, node.comparators))
    elif isinstance(node, ast.BoolOp):
        yield ast.unparse(ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))
        for value in node.values:
            yield ast.unparse(value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield ast.unparse(node.operand)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield ast.unparse(ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield "pass"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield repr(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield repr(node.value + 1)
