#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the MPI wrappers of the recorder from mpi_api.txt.

    generate.py --api mpi_api.txt --header PREPROCESSED_MPI_H --mpi mpich|openmpi --output DIRECTORY

Writes api_functions.h (the functions' names and roles), wrappers_c.cc and wrappers_fortran.cc, for those functions of
the table that the preprocessed mpi.h declares. A wrapper is: is this thread recorded? enter; the helper of the function's
class; the real function; the helper again; leave. What the helpers do is hand-written C++ in this directory. Whatever they
throw ends in the wrapper, and the real function is called all the same.
"""

import argparse
import pathlib
from dataclasses import dataclass, replace

from api_table import declared_in, read_table
from helpers import CLASSES, CView, FortranView, call, condition_of

LICENSE = """// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause
// Made by generate.py from mpi_api.txt.
"""

def api_functions_header(functions):
    enumerators = "".join(f"  {f.name},\n" for f in functions)
    facts = "".join(f'    {{"{f.name}", trace::RegionRole::{f.role}}},\n' for f in functions)
    return f"""{LICENSE}
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "trace/definitions.h"

namespace latecomer::record::mpi {{

enum class Function : uint16_t {{
{enumerators}}};

struct FunctionFacts {{
  std::string_view name;
  trace::RegionRole role;
}};

/// By Function.
inline constexpr std::array<FunctionFacts, {len(functions)}> kFunctions{{{{
{facts}}}}};

}}  // namespace latecomer::record::mpi
"""


PREAMBLE = f"""{LICENSE}
#include <mpi.h>

#include "record/mpi/accesses.h"
#include "record/mpi/call.h"
#include "record/mpi/collectives.h"
#include "record/mpi/communicators.h"
#include "record/mpi/files.h"
#include "record/mpi/fortran.h"
#include "record/mpi/init_finalize.h"
#include "record/mpi/partitioned.h"
#include "record/mpi/point_to_point.h"
#include "record/mpi/requests.h"
#include "record/mpi/statuses.h"
#include "record/mpi/window_epochs.h"
#include "record/mpi/windows.h"

using namespace latecomer;               // NOLINT: the wrappers are global functions
using namespace latecomer::record;       // NOLINT
using namespace latecomer::record::mpi;  // NOLINT

extern "C" {{
"""


def indented(lines, spaces=2):
    return "".join(" " * spaces + f"{line}\n" for line in lines)


def guarded(around, call):
    """The helpers around the line `call`, from which no exception comes out. The statuses are declared before, because the
    library fills them in even if a helper fails."""
    statuses = [line for line in around.before if line.startswith("OwnStatuses ")]
    before = [line for line in around.before if line not in statuses]
    return f"""  bool called = false;
{indented(statuses)}  try {{
{indented(before, 4)}    {call}
{indented(around.after, 4)}  }} catch (...) {{
    helper_failed();
  }}
"""


def c_wrapper(f):
    view = CView()
    around = CLASSES[f.helper](f, view)
    around.before.insert(0, call(f, view))
    declarations = ", ".join(p.declaration() for p in f.parameters)
    arguments = ", ".join(p.name for p in f.parameters)
    forwarded = ", ".join([f"P{f.name}"] + [p.name for p in f.parameters])
    return f"""
int {f.name}({declarations}) {{
  if (!{condition_of(f)}) return P{f.name}({arguments});
  int outcome = MPI_SUCCESS;
{guarded(around, f"outcome = call.real({forwarded});")}  return called ? outcome : P{f.name}({arguments});
}}
"""


# The arguments that exist in C only, and those whose Fortran form is not one address (and one length for a text).
ONLY_IN_C = {"argument_count", "argument_vector"}
NOT_FORWARDED = {"strings", "string_vectors"}
TEXTS = {"string", "string_out"}
# Fortran arguments that helpers look at are default integers; the others are merely passed on.
INTEGERS = {"count", "counts", "rank", "root", "tag", "int", "int_out", "ints_out", "flag_out", "comm", "comm_out",
            "comm_inout", "datatype", "datatypes", "request", "request_out", "request_inout", "requests",
            "message_out", "message_inout", "session_out", "win", "win_out", "group", "op", "file", "file_out"}


@dataclass
class FortranBinding:
    """How one MPI library names the Fortran procedures that have to be wrapped, and those that do the work."""
    status_type: str
    first_index: int = 1  # of requests in what MPI_Waitany and the like return

    def names(self, f):
        raise NotImplementedError

    def real_name(self, f):
        raise NotImplementedError


class OpenMpiBinding(FortranBinding):
    """mpif.h and `use mpi` call mpi_x_, `use mpi_f08` calls ompi_x_f or, where an argument is LOGICAL or a procedure,
    pmpi_x_; all have the same arguments. `use mpi` calls
    mpi_x_cptr_ where memory is returned as a C pointer."""

    def __init__(self):
        super().__init__("MPI_Fint*")

    def names(self, f):
        word = f.name[len("MPI_"):].lower()
        names = [f"mpi_{word}_", f"ompi_{word}_f", f"pmpi_{word}_"]
        return names + [f"mpi_{word}_cptr_"] if f.of_kind("pointer_out") else names

    def real_name(self, f):
        return f"p{f.name.lower()}_"


class MpichBinding(FortranBinding):
    """mpif.h and `use mpi` end in the C functions. `use mpi_f08` does not; with choice buffers its names end in ts. It
    returns the indices of C (MPICH 4.0)."""

    def __init__(self):
        super().__init__("MPI_Status*", first_index=0)

    def names(self, f):
        suffix = "ts" if f.of_kind("buffer", "const_buffer") else ""
        return [f"{f.name.lower()}_f08{suffix}_"]

    def real_name(self, f):
        return self.names(f)[0]


BINDINGS = {"openmpi": OpenMpiBinding(), "mpich": MpichBinding()}


def fortran_function(f, binding):
    """`f` with the parameters of its Fortran form, or None if it has none that can be passed on."""
    if f.large or any(p.kind in NOT_FORWARDED for p in f.parameters):
        return None
    parameters = []
    for p in f.parameters:
        if p.kind in ONLY_IN_C:
            continue
        if p.kind in ("status", "statuses"):
            c_type = binding.status_type
        else:
            c_type = "MPI_Fint*" if p.kind in INTEGERS else "void*"
        parameters.append(replace(p, c_type=c_type))
    return replace(f, parameters=parameters)


def fortran_wrapper(f, binding):
    view = FortranView(binding.first_index)
    around = CLASSES[f.helper](f, view)
    typed = [(p.c_type, p.name) for p in f.parameters] + [("MPI_Fint*", "ierror")]
    typed += [("size_t", f"{p.name}_length") for p in f.parameters if p.kind in TEXTS]
    declarations = ", ".join(f"{t} {n}" for t, n in typed)
    arguments = ", ".join(n for _, n in typed)
    types = ", ".join(t for t, _ in typed)
    name, *aliases = binding.names(f)
    around.before.insert(0, call(f, view))
    if any("outcome" in line for line in around.after):
        around.after.insert(0, "const int outcome = *ierror;")
    alias_lines = "".join(f'void {a}({declarations}) __attribute__((alias("{name}")));\n' for a in aliases)
    return f"""
void {name}({declarations}) {{
  static const auto real = next_function<void (*)({types})>("{binding.real_name(f)}");
  if (!{condition_of(f)}) return real({arguments});
  MPI_Fint unwanted = 0;
  if (ierror == nullptr) ierror = &unwanted;
{guarded(around, f"call.real(real, {arguments});")}  if (!called) real({arguments});
}}
{alias_lines}"""


def fortran_wrappers(functions, binding):
    forms = [fortran_function(f, binding) for f in functions]
    return "".join(fortran_wrapper(f, binding) for f in forms if f is not None)


def write_if_changed(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--api", type=pathlib.Path, required=True)
    arguments.add_argument("--header", type=pathlib.Path, required=True)
    arguments.add_argument("--mpi", choices=sorted(BINDINGS), required=True)
    arguments.add_argument("--output", type=pathlib.Path, required=True)
    options = arguments.parse_args()

    present = declared_in(options.header.read_text())
    functions = [f for f in read_table(options.api.read_text()) if f.name in present]
    options.output.mkdir(parents=True, exist_ok=True)
    closing = '\n}  // extern "C"\n'
    c_wrappers = "".join(c_wrapper(f) for f in functions)
    fortran = fortran_wrappers(functions, BINDINGS[options.mpi])
    write_if_changed(options.output / "api_functions.h", api_functions_header(functions))
    write_if_changed(options.output / "wrappers_c.cc", PREAMBLE + c_wrappers + closing)
    write_if_changed(options.output / "wrappers_fortran.cc", PREAMBLE + fortran + closing)


if __name__ == "__main__":
    main()
