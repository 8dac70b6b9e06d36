"""Mutants: small changes of a source file that a test should notice.

`mutants_of` parses a file and lists every change it knows how to make. It leaves out code whose change has
no effect: annotations, docstrings, `__all__`, blocks under `if TYPE_CHECKING` and the text of messages.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
TYPE_CALLS = {"isinstance": slice(1), "issubclass": slice(1), "cast": slice(1, 2), "TypeVar": slice(0)}
"""Functions that take types, and which of their arguments are values. `int | str` is no arithmetic there."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    file: str
    """The path inside the package, such as ``game/rules.py``."""
    line: int
    first_line: int
    """The first line of the statement that is changed."""
    last_line: int
    """The last line of that statement, or of its head when it has a body."""
    in_function: bool
    """Whether a call runs the statement; otherwise the import of the module does."""
    start: int
    """The offset in bytes of the text that is replaced."""
    end: int
    text: str
    """The new text."""

    def apply(self, source: bytes) -> bytes:
        """Return the source with the change made."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def change(self, source: bytes) -> tuple[str, str]:
        """Return the changed lines before and after, each joined to a single line."""
        first = source.rfind(b"\n", 0, self.start) + 1
        last = source.find(b"\n", self.end)
        rest = source[self.end : last if last >= 0 else len(source)]
        before = source[first : self.start] + source[self.start : self.end] + rest
        after = source[first : self.start] + self.text.encode() + rest
        return " ".join(before.decode().split()), " ".join(after.decode().split())


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """List every mutant of a file in the order of the source."""
    finder = _Finder(file, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda mutant: (mutant.start, mutant.end, mutant.text))


class _Finder(ast.NodeVisitor):
    """Walks the syntax tree and collects the mutants."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source
        self.found: list[Mutant] = []
        self.statement: ast.stmt | None = None
        self.depth = 0
        self.starts = [0, *(match.end() for match in re.finditer(rb"\n", source))]

    def visit(self, node: ast.AST) -> None:
        """Visit a node, and remember the statement it belongs to."""
        if not isinstance(node, ast.stmt):
            super().visit(node)
            return
        outer, self.statement = self.statement, node
        if not _is_left_out(node):
            self._delete(node)
            super().visit(node)
        self.statement = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Visit defaults and body; annotations are not code that runs."""
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        self.depth += 1
        for child in node.body:
            self.visit(child)
        self.depth -= 1

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave the message of an error alone; the statement as a whole may be deleted."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visit the value alone."""
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave the text of messages alone."""

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Visit an index, but not the arguments of a generic type."""
        if not (
            isinstance(node.value, ast.Name)
            and node.value.id in {"Literal", "Callable", "tuple", "dict", "list"}
        ):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Visit the arguments, except types and those that only guard against bugs or save memory."""
        self.visit(node.func)
        values = TYPE_CALLS.get(node.func.id, slice(None)) if isinstance(node.func, ast.Name) else slice(None)
        for argument in node.args[values]:
            self.visit(argument)
        for keyword in node.keywords:
            if keyword.arg not in {"strict", "slots"}:
                self.visit(keyword.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Shift a bound by one or negate a comparison."""
        for left, operator, right in zip(
            [node.left, *node.comparators], node.ops, node.comparators, strict=False
        ):
            self._operator(left, right, *COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Replace an arithmetic operator."""
        if type(node.op) in ARITHMETIC:
            self._operator(node.left, node.right, *ARITHMETIC[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Swap `and` and `or`."""
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._operator(left, right, old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Drop `not` and the minus sign."""
        start = self._start(node)
        if isinstance(node.op, ast.Not | ast.USub):
            self._add(node, start, start + (3 if isinstance(node.op, ast.Not) else 1), "")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Negate the condition of a conditional expression."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        """Negate the condition of a branch."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        """Return None instead of the value."""
        if node.value is not None and ast.unparse(node.value) not in {"None", "NotImplemented"}:
            self._add(node, self._start(node.value), self._end(node.value), "None")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Shift a number by one, negate a truth value, change a word that is no message."""
        value = node.value
        if isinstance(value, bool):
            texts = [str(not value)]
        elif isinstance(value, int):
            texts = [str(value + 1), str(value - 1)] if value > 0 else [str(value + 1)]
        elif isinstance(value, float):
            texts = [repr(value * 1.5 if value else 1.0)]
        elif isinstance(value, str) and value and " " not in value:
            texts = [repr(("?" if value[0] != "?" else "!") + value[1:])]
        else:
            texts = []
        for text in texts:
            self._add(node, self._start(node), self._end(node), text)

    def _delete(self, node: ast.stmt) -> None:
        """Delete a statement that other statements can do without."""
        assigns = isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)
        if assigns or isinstance(node, ast.Expr | ast.AugAssign | ast.Raise | ast.Continue | ast.Break):
            self._add(node, self._start(node), self._end(node), "pass")

    def _negate(self, test: ast.expr) -> None:
        # The other operators change comparisons, `and`, `or` and `not`.
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            start, end = self._start(test), self._end(test)
            self._add(test, start, end, f"not ({self.source[start:end].decode()})")

    def _operator(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        start, end = self._end(left), self._start(right)
        pattern = re.escape(old).replace(r"\ ", r"\s+")
        match = re.search(pattern.encode(), self.source[start:end])
        assert match is not None, (self.file, left.lineno, old)
        self._add(left, start + match.start(), start + match.end(), new)

    def _add(self, node: ast.expr | ast.stmt, start: int, end: int, text: str) -> None:
        statement = self.statement
        assert statement is not None
        body = getattr(statement, "body", None)
        last = body[0].lineno - 1 if isinstance(body, list) else statement.end_lineno or statement.lineno
        self.found.append(
            Mutant(
                file=self.file,
                line=node.lineno,
                first_line=statement.lineno,
                last_line=max(last, statement.lineno),
                in_function=self.depth > 0,
                start=start,
                end=end,
                text=text,
            )
        )

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._offset(node.lineno, node.col_offset)

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def _offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column


def _is_left_out(node: ast.stmt) -> bool:
    """Whether a change of the statement has no effect that a test should check."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring, or `...`
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    return False


def all_mutants(files: dict[str, bytes]) -> Iterator[Mutant]:
    """Yield the mutants of several files, given as path and content."""
    for file in sorted(files):
        yield from mutants_of(file, files[file])
