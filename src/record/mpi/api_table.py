# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads mpi_api.txt, the table of the MPI API."""

import re
from dataclasses import dataclass


@dataclass
class Kind:
    name: str
    plain_type: str
    large_type: str


@dataclass
class Parameter:
    kind: str
    name: str
    c_type: str

    def declaration(self):
        """`const int sendcounts[]` from the type `const int[]`."""
        base, bracket, rest = self.c_type.partition("[")
        return f"{base} {self.name}{bracket}{rest}"


@dataclass
class MpiFunction:
    name: str
    parameters: list
    helper: str
    role: str
    large: bool = False  # the large-count variant

    def of_kind(self, *kinds):
        return [p for p in self.parameters if p.kind in kinds]

    def named(self, name):
        return next((p for p in self.parameters if p.name == name), None)


def logical_lines(text):
    """The table's lines without comments, continuation lines joined to the line that they continue."""
    lines = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.strip())
    return lines


def read_table(text):
    """The functions of the table, large-count variants as functions of their own."""
    kinds = {}
    functions = []
    for line in logical_lines(text):
        kind = re.fullmatch(r"kind (\w+) = ([^|]+?)(?: \| (.+))?", line)
        if kind:
            name, plain, large = kind.groups()
            kinds[name] = Kind(name, plain, large or plain)
            continue
        function = re.fullmatch(r"(MPI_\w+)\((.*)\) : (\w+), (\w+)(, large)?", line)
        if not function:
            raise SystemExit(f"mpi_api.txt: cannot read: {line}")
        name, parameters, helper, role, large = function.groups()
        pairs = [p.split() for p in parameters.split(", ")] if parameters else []
        plain = [Parameter(k, n, kinds[k].plain_type) for k, n in pairs]
        functions.append(MpiFunction(name, plain, helper, role))
        if large:
            wide = [Parameter(k, n, kinds[k].large_type) for k, n in pairs]
            functions.append(MpiFunction(name + "_c", wide, helper, role, large=True))
    return functions


def declared_in(header):
    """The functions with a profiling name, PMPI_X, in a preprocessed mpi.h."""
    return {name[1:] for name in re.findall(r"\b(PMPI_\w+)\s*\(", header)}


# What the table leaves out, for the reasons that it gives.
LEFT_OUT = re.compile(r"MPI_T_\w+|MPIX_\w+|MPI_\w+_(f2c|c2f|f082c|c2f08|f082f|f2f08)|"
                      r"MPI_(Wtime|Wtick|Aint_add|Aint_diff|Pcontrol)")
