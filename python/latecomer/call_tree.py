# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""This module has a call tree with a table of its nodes, as Hatchet does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pandas as pd


@dataclass(eq=False)  # a node is itself, whatever others are called
class Node:
    """Is a call path: it says what was called from where, and what it called."""

    frame: dict[str, Any]  #: Has its name, type, file and line.
    call_path: int  #: Is its number in the report.
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)

    @property
    def name(self) -> str:
        return self.frame["name"]

    def traverse(self) -> Iterator[Node]:
        """Returns the node and all below it, callers first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass
class CallTree:
    """Holds a call tree. `dataframe` has a row for each node, which is its index, with the columns `name`, a
    metric's own value at the node under the metric's name, and the value with those of the nodes below under
    `NAME (inc)`."""

    roots: list[Node]
    dataframe: pd.DataFrame = field(repr=False)

    def traverse(self) -> Iterator[Node]:
        """Returns all nodes, callers first."""
        for root in self.roots:
            yield from root.traverse()

    def to_literal(self) -> list[dict[str, Any]]:
        """Returns the tree as lists and dictionaries, as `hatchet.GraphFrame.from_literal` takes them."""
        metrics = self.dataframe.drop(columns="name")
        literals = {node: {"frame": dict(node.frame), "metrics": values, "children": []}
                    for node, values in zip(metrics.index, metrics.to_dict("records"))}
        for node in self.traverse():
            if node.parent is not None:
                literals[node.parent]["children"].append(literals[node])
        return [literals[root] for root in self.roots]

    def render(self, column: str, smallest: float = 0.0) -> str:
        """Writes the tree with the values of a column, without subtrees whose value is less than
        `smallest`."""
        values = self.dataframe[column]
        lines = []
        waiting = [(root, 0) for root in reversed(self.roots)]
        while waiting:
            node, depth = waiting.pop()
            if values[node] >= smallest:
                lines.append(f"{values[node]:12.6g} {'  ' * depth}{node.name}\n")
                waiting.extend((child, depth + 1) for child in reversed(node.children))
        return "".join(lines)
