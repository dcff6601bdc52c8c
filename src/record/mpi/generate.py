#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the MPI wrappers of the recorder from mpi_api.txt.

    generate.py --api mpi_api.txt --header PREPROCESSED_MPI_H --mpi mpich|openmpi|abi --output DIRECTORY

Writes api_functions.h (the functions' names and roles), wrappers_c.cc and wrappers_fortran.cc, and library_functions.h and .cc,
which declare what the preprocessed mpi.h lacks, and by which PMPI_X is the MPI library's function in the recorder. A wrapper is:
is this thread recorded? enter; the helper of the function's class; the real function; the helper again; leave. What the helpers
do is hand-written C++ in this directory. Whatever they throw ends in prepare and finish (call.h), and the real function is called
all the same.
"""

import argparse
import pathlib
import re
from dataclasses import dataclass, replace

from api_table import (LEFT_OUT_BEGINS, LEFT_OUT_ENDS, LEFT_OUT_NAMES, as_declared, declared_in, declared_types, read_table,
                       read_declarations)
from helpers import AGREEING, CLASSES, CView, FortranView, begin

LICENSE = """// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause
// Made by generate.py from mpi_api.txt.
"""

def local_functions(functions):
    return [f for f in functions if f.helper == "local"]


def api_functions_header(functions):
    enumerators = "".join(f"  {f.name},\n" for f in functions)
    local = local_functions(functions)
    local_names = "".join(f'    "{f.name}",\n' for f in local)
    facts = "".join(f'    {{"{f.name}", "P{f.name}", trace::RegionRole::{f.role}}},\n' for f in functions)
    left_out = " ||\n         ".join([f'name.starts_with("{begin}")' for begin in LEFT_OUT_BEGINS] +
                                    [f'name.ends_with("{end}")' for end in LEFT_OUT_ENDS] +
                                    [f'name == "{name}"' for name in LEFT_OUT_NAMES])
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
  const char* profiling_name;
  trace::RegionRole role;
}};

/// By Function.
inline constexpr std::array<FunctionFacts, {len(functions)}> kFunctions{{{{
{facts}}}}};

/// Those whose calls are counted.
inline constexpr std::array<const char*, {len(local)}> kLocalFunctions{{{{
{local_names}}}}};

/// Says whether a function of MPI is not in the table on purpose.
inline bool is_left_out(std::string_view name) noexcept {{
  return {left_out};
}}

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
#include "record/mpi/local_calls.h"
#include "record/mpi/next_functions.h"
#include "record/mpi/partitioned.h"
#include "record/mpi/point_to_point.h"
#include "record/mpi/requests.h"
#include "record/mpi/statuses.h"
#include "record/mpi/window_epochs.h"
#include "record/mpi/windows.h"

using namespace latecomer;               // NOLINT: the wrappers are global functions
using namespace latecomer::record;       // NOLINT
using namespace latecomer::record::mpi;  // NOLINT
"""


def indented(lines, spaces=2):
    return "".join(" " * spaces + f"{line}\n" for line in lines)


def member_type(c_type):
    """Of an argument that is kept: arrays are pointers."""
    return re.sub(r"\[\](\[\d+\])?", lambda m: f"(*){m[1]}" if m[1] else "*", c_type)


def member(c_type, name):
    kept = member_type(c_type)
    return f"{kept.replace('(*)', f'(*{name})')};" if "(*)" in kept else f"{kept} {name};"


DECLARATION = re.compile(r"(?:const )?([A-Z]\w*) (\w+)(?:\((.*)\)|(\{.*\})| = (.*))?;", re.DOTALL)


@dataclass
class KeptValue:
    """What a helper declares before the real function, and uses after it."""
    type: str
    name: str
    arguments: str

    def made(self):
        return f"[[maybe_unused]] {self.type}& {self.name} = {self.name}_kept.make({self.arguments});"

    def found(self):
        return f"[[maybe_unused]] {self.type}& {self.name} = {self.name}_kept.value();"


def kept_value(line):
    """None if the line is no declaration."""
    match = DECLARATION.fullmatch(line)
    if not match:
        return None
    kind, name, arguments, braced, value = match.groups()
    return KeptValue(kind, name, f"{kind}{braced}" if braced else value or arguments or "")


def call_class(f, typed, around):
    """What a call of `f` keeps, and does before and after the real function; `typed`: types and names of the arguments."""
    values = [(line, kept_value(line)) for line in around.before]
    kept = [value for _, value in values if value]
    found = [value.found() for value in kept]
    destroyed = [f"{value.name}_kept.destroy();" for value in reversed(kept)]
    return f"""
struct {f.name}_call {{
{indented([member(t, n) for t, n in typed])}{indented([f"Kept<{v.type}> {v.name}_kept = {{}};" for v in kept])}
  void before() {{
{indented([value.made() if value else line for line, value in values], 4)}  }}
  void after([[maybe_unused]] int outcome) {{
{indented(found + around.after + destroyed, 4)}  }}
  void left() {{
{indented(found + around.left + destroyed, 4)}  }}
}};
"""


def begun(f, view):
    return begin(f, view).replace("BEGUN", "origin")


def recorded_c_call(f, condition):
    """What an entry of `f` does, but for what is before; `condition`: the call is recorded."""
    arguments = ", ".join(p.name for p in f.parameters)
    kept = ", ".join(f"call->{p.name}" for p in f.parameters)
    return f"""  if (!{condition}) return real({arguments});
  OpenCall* const open = {begun(f, CView())};
  if (open == nullptr) return real({arguments});
  auto* const call = new (room_of<{f.name}_call>(*open)) {f.name}_call{{{arguments}}};
  prepare(*open, *call);
  const int outcome = real({kept});
  finish(*open, origin.frame, *call, outcome);
  return outcome;
"""


def c_entry(f, symbol, how, next_function):
    """A function that is called `symbol` outside of the recorder, by which calls of `f` come to it."""
    declarations = ", ".join(p.declaration() for p in f.parameters)
    agrees = "true" if f.helper in AGREEING else "false"
    return f"""
int {symbol}_entry({declarations}) __asm__("{symbol}");
int {symbol}_entry({declarations}) {{
  const Origin origin = LATECOMER_ORIGIN(Name::{how});
  const auto real = {next_function}<decltype(&{f.name})>(Function::{f.name});
{recorded_c_call(f, f"is_recorded<{agrees}>(origin)")}}}
"""


def local_c_entry(f, symbol, how, next_function, position):
    """The same of one whose calls are counted, which takes two nanoseconds: nothing else is in the function that does it."""
    declarations = ", ".join(p.declaration() for p in f.parameters)
    arguments = ", ".join(p.name for p in f.parameters)
    real_type = f"decltype(&{f.name})"
    return f"""
[[gnu::noinline]] static int {symbol}_not_first({", ".join(["const Origin& origin", f"{real_type} real", declarations])}) {{
{recorded_c_call(f, f"is_local_call_recorded({position}, origin, real == next_of<{real_type}>(Function::{f.name}))")}}}
int {symbol}_entry({declarations}) __asm__("{symbol}");
int {symbol}_entry({declarations}) {{
  const auto real = {next_function}<{real_type}>(Function::{f.name});
  if ({"" if how == "mpi" else f"real == next_of<{real_type}>(Function::{f.name}) && "}count_local_call({position})) [[likely]]
    return real({arguments});
  const Origin origin = LATECOMER_ORIGIN(Name::{how});
  return {symbol}_not_first({", ".join(["origin", "real"] + [p.name for p in f.parameters])});
}}
"""


def c_entries(functions):
    entries = ""
    positions = {f.name: n for n, f in enumerate(local_functions(functions))}
    for f in functions:
        for symbol, how, next_function in ((f.name, "mpi", "next_of"), (f"P{f.name}", "profiling", "library_of")):
            if f.helper == "local":
                entries += local_c_entry(f, symbol, how, next_function, positions[f.name])
            else:
                entries += c_entry(f, symbol, how, next_function)
    return entries


def wrappers(classes, entries):
    return f"""
namespace {{
{classes}
}}  // namespace

extern "C" {{
{entries}
}}  // extern "C"
"""


def c_wrappers(functions):
    classes = "".join(call_class(f, [(p.c_type, p.name) for p in f.parameters], CLASSES[f.helper](f, CView()))
                      for f in functions)
    return wrappers(classes, c_entries(functions))


def missing_declarations(declarations, functions, mpi, mpi_h):
    """Of what the preprocessed mpi.h lacks, or has as macros that say what replaces it."""
    lines = [d.text for d in declarations if d.mpi in ("", mpi) and not re.search(rf"\b{d.name}\b", mpi_h)]
    present = declared_in(mpi_h)
    for f in functions:
        if f.name not in present:
            parameters = ", ".join(p.declaration() for p in f.parameters)
            lines += [f"#undef {f.name}", f"#undef P{f.name}", f"int {f.name}({parameters});", f"int P{f.name}({parameters});"]
    return "".join(f"{line}\n" for line in lines)


def library_functions(functions, missing):
    """Header and source; `missing`: declarations of what the mpi.h at hand lacks."""
    declarations = "".join(f'decltype(P{f.name}) P{f.name} __asm__("latecomer_P{f.name}");\n' for f in functions)
    definitions = "".join(f"""
int P{f.name}({", ".join(p.declaration() for p in f.parameters)}) {{
  return library_of<decltype(&P{f.name})>(Function::{f.name})({", ".join(p.name for p in f.parameters)});
}}
""" for f in functions)
    header = f"""{LICENSE}
// Included before all else in each source of the recorder: there, PMPI_X is the MPI library's function, and not the recorder's
// own of that name, which records calls of the program and of other tools.
#pragma once

#include <mpi.h>

extern "C" {{
{missing}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
{declarations}#pragma GCC diagnostic pop
}}
"""
    source = f"""{LICENSE}
#include "record/mpi/next_functions.h"

using namespace latecomer::record::mpi;  // NOLINT: these are global functions

extern "C" {{
{definitions}
}}  // extern "C"
"""
    return header, source


# The arguments that exist in C only, and those whose Fortran form is not one address (and one length for a text).
ONLY_IN_C = {"argument_count", "argument_vector"}
NOT_FORWARDED = {"strings", "string_vectors"}
TEXTS = {"string", "string_out"}
# Fortran arguments that helpers look at are default integers; the others are merely passed on.
INTEGERS = {"count", "counts", "rank", "root", "tag", "int", "int_out", "ints", "ints_out", "flag_out", "comm",
            "comm_out", "comm_inout", "datatype", "datatypes", "request", "request_out", "request_inout", "requests", "const_requests",
            "message_out", "message_inout", "session_out", "win", "win_out", "group", "op", "file", "file_out"}


@dataclass
class FortranBinding:
    """How one MPI library names the Fortran procedures that have to be wrapped, and those that do the work."""
    status_type: str

    def names(self, f):
        raise NotImplementedError

    def profiling_names(self, f):
        return []

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
        names = [f"mpi_{word}_", f"ompi_{word}_f"]
        return names + [f"mpi_{word}_cptr_"] if f.of_kind("pointer_out") else names

    def profiling_names(self, f):
        return [self.real_name(f)]

    def real_name(self, f):
        return f"p{f.name.lower()}_"


class MpichBinding(FortranBinding):
    """mpif.h and `use mpi` end in the C functions. `use mpi_f08` does not; with choice buffers its names end in ts."""

    def __init__(self):
        super().__init__("MPI_Status*")

    def names(self, f):
        suffix = "ts" if f.of_kind("buffer", "const_buffer") else ""
        return [f"{f.name.lower()}_f08{suffix}_"]

    def real_name(self, f):
        return self.names(f)[0]


# By the standard ABI, libraries of their own end in the C functions.
BINDINGS = {"openmpi": OpenMpiBinding(), "mpich": MpichBinding(), "abi": None}


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


def typed_arguments(f):
    """The types and names of a Fortran procedure's arguments."""
    typed = [(p.c_type, p.name) for p in f.parameters] + [("MPI_Fint*", "ierror")]
    return typed + [("size_t", f"{p.name}_length") for p in f.parameters if p.kind in TEXTS]


def fortran_entry(f, binding, names, how, target):
    typed = typed_arguments(f)
    declarations = ", ".join(f"{t} {n}" for t, n in typed)
    arguments = ", ".join(n for _, n in typed)
    kept = ", ".join(f"call->{n}" for _, n in typed)
    types = ", ".join(t for t, _ in typed)
    name, *aliases = names
    alias_lines = "".join(f'void {a}({declarations}) __attribute__((alias("{name}")));\n' for a in aliases)
    agrees = "true" if f.helper in AGREEING else "false"
    # A local call is counted in the function of C that the procedure calls.
    not_here = "are_local_calls_counted() || " if f.helper == "local" else ""
    return f"""
void {name}({declarations}) {{
  const Origin origin = LATECOMER_ORIGIN(Name::{how});
  constinit static NextProcedure<void({types})> next("{binding.names(f)[0]}", "{binding.real_name(f)}");
  const auto real = next.{target}();
  if ({not_here}!is_recorded<{agrees}>(origin)) return real({arguments});
  OpenCall* const open = {begun(f, FortranView())};
  if (open == nullptr) return real({arguments});
  MPI_Fint unwanted = 0;
  if (ierror == nullptr) ierror = &unwanted;
  auto* const call = new (room_of<{f.name}_call>(*open)) {f.name}_call{{{arguments}}};
  prepare(*open, *call);
  real({kept});
  finish(*open, origin.frame, *call, *ierror);
}}
{alias_lines}"""


def fortran_wrappers(functions, binding):
    if binding is None:
        return ""
    forms = [form for form in (fortran_function(f, binding) for f in functions) if form is not None]
    classes, entries = "", ""
    for f in forms:
        classes += call_class(f, typed_arguments(f), CLASSES[f.helper](f, FortranView()))
        entries += fortran_entry(f, binding, binding.names(f), "binding", "tool_or_library")
        if binding.profiling_names(f):
            entries += fortran_entry(f, binding, binding.profiling_names(f), "profiling", "library")
    return wrappers(classes, entries)


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

    mpi_h = options.header.read_text()
    table = options.api.read_text()
    header_types = declared_types(mpi_h)
    functions = [as_declared(f, header_types) for f in read_table(table)]
    options.output.mkdir(parents=True, exist_ok=True)
    header, source = library_functions(functions, missing_declarations(read_declarations(table), functions, options.mpi, mpi_h))
    write_if_changed(options.output / "api_functions.h", api_functions_header(functions))
    write_if_changed(options.output / "library_functions.h", header)
    write_if_changed(options.output / "library_functions.cc", source)
    write_if_changed(options.output / "wrappers_c.cc", PREAMBLE + c_wrappers(functions))
    write_if_changed(options.output / "wrappers_fortran.cc", PREAMBLE + fortran_wrappers(functions, BINDINGS[options.mpi]))


if __name__ == "__main__":
    main()
