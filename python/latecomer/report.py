# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""This module has what `latecomer show --json` prints, as tables. docs/json.md says what the columns are."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from .call_tree import CallTree, Node

VERSION = 1  # This is that of the JSON.

# These say how two values make one, by data type; those of other types are several numbers, which cannot be
# combined as one.
_COMBINE = {name: np.add for name in ("DOUBLE", "FLOAT", "INTEGER", "CHAR", *(f"{sign}INT{bits}" for sign in ("", "U")
                                                                            for bits in (8, 16, 32, 64)))}
_COMBINE.update(MINDOUBLE=np.minimum, MAXDOUBLE=np.maximum)


class Error(Exception):
    """Is raised if the report cannot be read, or does not have what was asked for."""


def read(path: str | os.PathLike[str], *, program: str = "latecomer") -> Report:
    """Opens a report: a .json file that `latecomer show --json` printed, or what the program `latecomer`
    reads: a .cubex file, or a directory that contains report.cubex."""
    path = pathlib.Path(path)
    text = path.read_text(encoding="utf-8") if path.suffix == ".json" else _printed(program, "show", "--json", "--", path)
    try:
        return Report(json.loads(text))
    except ValueError as problem:
        raise Error(f"{path}: is no JSON: {problem}") from problem


def query(path: str | os.PathLike[str], statement: str, *, program: str = "latecomer") -> pd.DataFrame:
    """Returns what `latecomer query` answers to a statement of SQL about a report; docs/queries.md says which
    tables there are."""
    answer = json.loads(_printed(program, "query", "--json", "--", path, statement))
    return pd.DataFrame(answer["rows"], columns=answer["columns"])


def table(path: str | os.PathLike[str], name: str, *, program: str = "latecomer") -> pd.DataFrame:
    """Makes a table of all rows, by id where they have one."""
    frame = query(path, f"SELECT * FROM {name}", program=program)
    return frame.set_index("id") if "id" in frame.columns else frame


def _printed(program: str, *arguments: str | os.PathLike[str]) -> str:
    try:
        done = subprocess.run([program, *arguments], capture_output=True, encoding="utf-8", check=False)
    except OSError as problem:
        raise Error(f"{program}: cannot be run: {problem.strerror}; the argument `program` says where it is") from problem
    if done.returncode != 0:
        raise Error(done.stderr.strip())
    return done.stdout


def _name(names: Sequence[str], position: int | None) -> str | None:
    return None if position is None else names[position]


class Report:
    """Has a report's definitions and findings as DataFrames, and its values in any of three shapes: `values`,
    `table`, `tree`."""

    def __init__(self, content: dict[str, Any]) -> None:
        """Reads a report from `content`, which is the JSON."""
        if not isinstance(content, dict) or content.get("version") != VERSION:
            raise Error(f"this is no JSON of latecomer in version {VERSION}")
        self._json = content
        self._metric_names: list[str] = [metric["id"] for metric in content["metrics"]]
        self._rows: dict[str, list[dict[str, Any]]] = {}
        for row in content["values"]:
            self._rows.setdefault(self._metric_names[row["metric"]], []).append(row)
        self.attributes: dict[str, str] = content["attributes"]
        self.notes: list[str] = content["notes"]
        self.metrics = self._metrics()
        self.call_paths = self._call_paths()
        self.locations = self._locations()

    def _metrics(self) -> pd.DataFrame:
        columns = ["name", "unit", "data_type", "derived", "parent", "total", "description", "remedy"]
        frame = pd.DataFrame(self._json["metrics"], columns=columns, index=pd.Index(self._metric_names, name="metric"))
        frame["parent"] = [_name(self._metric_names, metric["parent"]) for metric in self._json["metrics"]]
        return frame

    def _call_paths(self) -> pd.DataFrame:
        paths: list[str] = []
        rows = []
        for each in self._json["call_paths"]:  # Callers come first.
            region = self._json["regions"][each["region"]]
            parent = each["parent"]
            paths.append(region["name"] if parent is None else f"{paths[parent]}/{region['name']}")
            rows.append((paths[-1], parent, region["name"], region["paradigm"], region["role"], region["file"],
                         region["begin_line"], each["call_file"], each["call_line"]))
        columns = ["path", "parent", "region", "paradigm", "role", "file", "line", "call_file", "call_line"]
        frame = pd.DataFrame(rows, columns=columns, index=pd.RangeIndex(len(rows), name="call_path"))
        return frame.astype({"parent": "Int64"})

    def _locations(self) -> pd.DataFrame:
        node_names = [node["name"] for node in self._json["nodes"]]
        rows = []
        for each in self._json["locations"]:
            process = self._json["ranks"][each["rank"]]
            rows.append((each["name"], each["type"], process["rank"], each["thread"], process["name"], _name(node_names, process["node"])))
        columns = ["name", "type", "rank", "thread", "process", "node"]
        return pd.DataFrame(rows, columns=columns, index=pd.RangeIndex(len(rows), name="location"))

    # Values

    def values(self, *metrics: str) -> pd.DataFrame:
        """Returns a row for each value other than zero, of these metrics or of all: metric, call path,
        location, value. A call path's value is without those of the call paths below it."""
        tables = []
        for metric in metrics or self._rows:
            values = self._own(metric)
            call_path, location = np.nonzero(values)
            tables.append(pd.DataFrame({"metric": metric, "call_path": call_path, "location": location,
                                        "value": values[call_path, location]}))
        columns = ["metric", "call_path", "location", "value"]
        return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=columns)

    def table(self, metric: str, *, inclusive: bool = False) -> pd.DataFrame:
        """Returns a metric's values with a row for each call path and a column for each location; if
        `inclusive`, with those of the call paths below."""
        values = self._inclusive(metric) if inclusive else self._own(metric)
        return pd.DataFrame(values, index=self.call_paths.index, columns=self.locations.index)

    def _own(self, metric: str) -> np.ndarray:
        if metric not in self.metrics.index:
            raise Error(f"the report has no metric '{metric}'")
        values = np.zeros((len(self.call_paths), len(self.locations)))
        for row in self._rows.get(metric, []):
            values[row["call_path"]] = row["values"]
        return values

    def _combination(self, metric: str) -> np.ufunc:
        data_type = self.metrics.at[metric, "data_type"]
        if not self._adds_up(metric):
            what = "calculated from those of other metrics" if self.metrics.at[metric, "derived"] else f"of type {data_type}"
            raise Error(f"values of {metric} are {what}, and need not add up as numbers; latecomer show --csv --inclusive knows their sums")
        return _COMBINE[data_type]

    def _adds_up(self, metric: str) -> bool:
        return self.metrics.at[metric, "data_type"] in _COMBINE and not self.metrics.at[metric, "derived"]

    def _inclusive(self, metric: str) -> np.ndarray:
        values = self._own(metric)
        combine = self._combination(metric)
        for path in range(len(values) - 1, -1, -1):
            parent = self._json["call_paths"][path]["parent"]
            if parent is not None:
                combine(values[parent], values[path], out=values[parent])
        return values

    def tree(self, *metrics: str) -> CallTree:
        """Returns the call tree with the values of these metrics over all locations, or of all metrics that
        add up and are not zero."""
        if not metrics:
            metrics = tuple(name for name in self._rows if self._adds_up(name))
        nodes: list[Node] = []
        for number, path in enumerate(self._json["call_paths"]):
            parent = None if path["parent"] is None else nodes[path["parent"]]
            nodes.append(Node(self._frame(path), number, parent))
            if parent is not None:
                parent.children.append(nodes[-1])
        columns: dict[str, Any] = {"name": [node.name for node in nodes]}
        for metric in metrics:
            for name, values in ((metric, self._own(metric)), (f"{metric} (inc)", self._inclusive(metric))):
                columns[name] = self._combination(metric).reduce(values, axis=1)
        table = pd.DataFrame(columns, index=pd.Index(nodes, name="node", dtype=object))
        return CallTree([node for node in nodes if node.parent is None], table)

    def _frame(self, path: dict[str, Any]) -> dict[str, Any]:
        """Returns a call path's frame. File and line are those of the call, which distinguish call paths of
        one function; where they are not known, those of the function."""
        region = self._json["regions"][path["region"]]
        file, line = (path["call_file"], path["call_line"]) if path["call_file"] else (region["file"], region["begin_line"])
        return {"name": region["name"], "type": region["role"] or "function", "file": file, "line": line}

    # The findings below are empty where the report has none.

    def _finding(self, key: str, columns: Sequence[str], inner: str = "", inner_columns: Sequence[str] = ()) -> pd.DataFrame:
        """Makes a table of a list of the JSON, with names of metrics instead of their positions. What is
        under the key `inner` of its elements, an object or null, becomes columns that begin with this key."""
        rows = [dict(each, **{f"{inner}_{name}": (each[inner] or {}).get(name) for name in inner_columns})
                for each in self._json[key] or []]
        columns = [*columns, *(f"{inner}_{name}" for name in inner_columns)]
        frame = pd.DataFrame(rows, columns=columns)
        for name in columns:
            if name.endswith("metric"):
                frame[name] = [None if pd.isna(each) else self._metric_names[int(each)] for each in frame[name]]
            elif name.endswith(("call_path", "location", "from")):
                frame[name] = frame[name].astype("Int64")
        return frame

    @property
    def efficiencies(self) -> pd.Series:
        """Returns the POP efficiencies, what they are made of, and what of them is that of MPI and of
        threads."""
        found = dict(self._json["efficiencies"] or {})
        found.update(found.pop("hybrid", None) or {})
        return pd.Series(found, dtype=float)

    @property
    def wait_states(self) -> pd.DataFrame:
        """Returns the longest single waits of each kind with what caused them."""
        return self._finding("instances", ["metric", "location", "call_path", "begin", "end", "amount"],
                             "cause", ["location", "call_path", "metric", "seconds"])

    @property
    def root_causes(self) -> pd.DataFrame:
        """Returns call paths that made others wait, the most costly first."""
        return self._finding("root_causes", ["call_path", "seconds", "long_term", "share", "per_rank", "sampled_call_path"])

    @property
    def gains(self) -> pd.DataFrame:
        """Returns how long the run would take if what makes others wait were changed, by replay."""
        return pd.DataFrame(self._json["gains"], columns=["kind", "causes", "seconds"])

    @property
    def consequences(self) -> pd.DataFrame:
        """Returns where the costs of the largest delays are felt."""
        return self._finding("consequences", ["delay_call_path", "metric", "call_path", "seconds", "ranks"])

    @property
    def critical_path(self) -> pd.DataFrame:
        """Returns what decided how long the run took, stretch by stretch in the order of time."""
        return self._finding("critical_path", ["location", "call_path", "begin", "end"], "edge", ["from", "metric", "call_path"])

    @property
    def efficiencies_over_time(self) -> pd.DataFrame:
        """Returns the efficiencies of windows of the run, in their order."""
        columns = ["begin", "end", "parallel", "load_balance", "communication", "serialization", "transfer"]
        return pd.DataFrame(self._json["efficiencies_over_time"], columns=columns)

    @property
    def phases(self) -> pd.DataFrame:
        """Returns what the program marked as phases."""
        return pd.DataFrame(self._json["phases"])
