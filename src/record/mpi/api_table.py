# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Reads mpi_api.txt, the table of the MPI API."""

import re
from dataclasses import dataclass, field, replace


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
    others: list = field(default_factory=list)  # the same parameter with the types of other libraries

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
    in_every_mpi: bool = True  # of MPI 3.1, and not deprecated

    def of_kind(self, *kinds):
        return [p for p in self.parameters if p.kind in kinds]

    def named(self, name):
        return next((p for p in self.parameters if p.name == name), None)


@dataclass
class Declaration:
    """Of a type, or of a function that is in no table, which an mpi.h may lack."""
    name: str
    mpi: str  # of which library; empty: of all
    text: str


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


def parameter(alternatives, name, type_of):
    first, *others = [Parameter(kind, name, type_of(kind)) for kind in alternatives.split("/")]
    return replace(first, others=others)


DECLARATION = re.compile(r"declare (\w+)(?: of (\w+))? = (.+)")


def read_declarations(text):
    lines = [DECLARATION.fullmatch(line) for line in logical_lines(text)]
    return [Declaration(line[1], line[2] or "", line[3]) for line in lines if line]


def read_table(text):
    """The functions of the table, large-count variants as functions of their own."""
    kinds = {}
    functions = []
    for line in logical_lines(text):
        if DECLARATION.fullmatch(line):
            continue
        kind = re.fullmatch(r"kind (\w+) = ([^|]+?)(?: \| (.+))?", line)
        if kind:
            name, plain, large = kind.groups()
            kinds[name] = Kind(name, plain, large or plain)
            continue
        function = re.fullmatch(r"(MPI_\w+)\((.*)\) : (\w+), (\w+)(, large)?(, since [45]\.\d)?(, deprecated)?", line)
        if not function:
            raise SystemExit(f"mpi_api.txt: cannot read: {line}")
        name, parameters, helper, role, large, since, deprecated = function.groups()
        pairs = [p.split() for p in parameters.split(", ")] if parameters else []
        plain = [parameter(k, n, lambda kind: kinds[kind].plain_type) for k, n in pairs]
        functions.append(MpiFunction(name, plain, helper, role, in_every_mpi=not (since or deprecated)))
        if large:
            wide = [parameter(k, n, lambda kind: kinds[kind].large_type) for k, n in pairs]
            functions.append(MpiFunction(name + "_c", wide, helper, role, large=True, in_every_mpi=False))
    return functions


def declared_in(header):
    """The functions with a profiling name, PMPI_X, in a preprocessed mpi.h."""
    return {name[1:] for name in re.findall(r"\b(PMPI_\w+)\s*\(", header)}


def same_for_same_types(c_type):
    """Arrays are pointers."""
    return re.sub(r"\s+", "", c_type).replace("[][3]", "(*)[3]").replace("[]", "*")


def declared_types(header):
    """The types of the parameters by function, as same_for_same_types writes them, in a preprocessed mpi.h."""
    declarations = re.findall(r"\bMPI_(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)", header)
    types = {}
    for name, parameters in declarations:
        named = [re.fullmatch(r"(.*?)\w+\s*((?:\[\d*\])*)", p.strip(), re.DOTALL) for p in parameters.split(",")]
        types["MPI_" + name] = [same_for_same_types(p[1] + p[2]) for p in named if p and p[1]]
    return types


def as_declared(function, header_types):
    """`function` with those of the parameters' types that the mpi.h at hand has, as far as it has names of parameters."""
    types = header_types.get(function.name, [])
    if len(types) != len(function.parameters):
        return function
    chosen = [next((a for a in (p, *p.others) if same_for_same_types(a.c_type) == c_type), p)
              for p, c_type in zip(function.parameters, types)]
    return replace(function, parameters=chosen)


# What the table leaves out, for the reasons that it gives.
LEFT_OUT_BEGINS = ["MPI_T_", "MPIX_"]
LEFT_OUT_ENDS = ["_f2c", "_c2f", "_f082c", "_c2f08", "_f082f", "_f2f08", "_fromint", "_toint"]
LEFT_OUT_NAMES = ["MPI_Wtime", "MPI_Wtick", "MPI_Aint_add", "MPI_Aint_diff", "MPI_Pcontrol", "MPI_Session_set_info"]


def is_left_out(name):
    return name.startswith(tuple(LEFT_OUT_BEGINS)) or name.endswith(tuple(LEFT_OUT_ENDS)) or name in LEFT_OUT_NAMES
