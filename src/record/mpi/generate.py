#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the MPI wrappers of the recorder from mpi_api.txt.

    generate.py --api mpi_api.txt --header PREPROCESSED_MPI_H --mpi mpich|openmpi --output DIRECTORY

Writes api_functions.h (the functions' names and roles), wrappers_c.cc and wrappers_fortran.cc, for those functions of
the table that the preprocessed mpi.h declares. A wrapper is: is this thread recorded? enter; the helper of the function's
class; the real function; the helper again; leave. What the helpers do is hand-written C++ in this directory.
"""

import argparse
import pathlib
import re
from dataclasses import dataclass, field, replace

LICENSE = """// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause
// Made by generate.py from mpi_api.txt.
"""


# --- The table -------------------------------------------------------------------------------------------------------


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
        if helper not in CLASSES:
            raise SystemExit(f"mpi_api.txt: {name}: no class {helper}")
        pairs = [p.split() for p in parameters.split(", ")] if parameters else []
        plain = [Parameter(k, n, kinds[k].plain_type) for k, n in pairs]
        functions.append(MpiFunction(name, plain, helper, role))
        if large:
            wide = [Parameter(k, n, kinds[k].large_type) for k, n in pairs]
            functions.append(MpiFunction(name + "_c", wide, helper, role, large=True))
    return functions


# --- How helpers see the arguments -----------------------------------------------------------------------------------


class CView:
    """C expressions for the arguments of a C wrapper."""

    first_index = 0

    def value(self, p):
        return p.name

    def out(self, p):
        return f"*{p.name}"

    def buffer_in_place(self, p):
        return f"{p.name} == MPI_IN_PLACE"

    def ignores(self, p):
        return f"{p.name} == " + ("MPI_STATUSES_IGNORE" if p.kind == "statuses" else "MPI_STATUS_IGNORE")

    def text(self, p):
        return p.name


class FortranView:
    """C expressions for the arguments of a Fortran wrapper, which are all addresses."""

    first_index = 1
    HANDLES = {"comm": "Comm", "datatype": "Type", "request": "Request", "message": "Message"}

    def value(self, p):
        handle = self.HANDLES.get(p.kind.split("_")[0])
        return f"PMPI_{handle}_f2c(*{p.name})" if handle else f"*{p.name}"

    def out(self, p):
        return self.value(p)

    def buffer_in_place(self, p):
        return f"fortran_in_place({p.name})"

    def ignores(self, p):
        return f"fortran_ignores_{'statuses' if p.kind == 'statuses' else 'status'}({p.name})"

    def text(self, p):
        return f"trimmed(static_cast<const char*>({p.name}), {p.name}_length)"


# --- Classes: which helpers a function needs around its real call ----------------------------------------------------


@dataclass
class Around:
    before: list = field(default_factory=list)
    after: list = field(default_factory=list)


def envelope(f, view, prefix=""):
    """An Envelope from the arguments; `prefix` chooses between those of MPI_Sendrecv."""
    receiving = prefix == "recv"
    peers = f.of_kind("rank")
    tags = f.of_kind("tag")
    peer = peers[-1] if receiving else peers[0]
    tag = tags[-1] if receiving else tags[0]
    count = f.named(prefix + "count") or f.named("count")
    datatype = f.named(prefix + "type") or f.named("datatype")
    values = [view.value(p) for p in (count, datatype, peer, tag, f.of_kind("comm")[0])]
    return "Envelope{{.count = {}, .datatype = {}, .peer = {}, .tag = {}, .comm = {}}}".format(*values)


def statuses_for(f, view, count="1"):
    """Statuses that can be read after the call, whether or not the program wants them."""
    status = f.of_kind("status", "statuses")[0]
    return [
        "OwnStatuses own;",
        f"{status.name} = own.unless_given({status.name}, {view.ignores(status)}, {count});",
    ]


def status_of(f):
    return f"Statuses({f.of_kind('status', 'statuses')[0].name})"


def comm_of(f, view):
    return view.value(f.of_kind("comm")[0])


def request_of(f, view):
    return view.out(f.of_kind("request_out")[0])


def plain(f, view):
    return Around()


def init(f, view):
    return Around(["initializing();"], ["initialized(outcome);"])


def finalize(f, view):
    return Around(["finalizing(call);"])


def send(f, view):
    return Around([f"blocking_send({envelope(f, view)});"])


def recv(f, view):
    return Around(statuses_for(f, view), [f"blocking_receive(outcome, {comm_of(f, view)}, {status_of(f)}[0]);"])


def sendrecv(f, view):
    around = recv(f, view)
    around.before.append(f"blocking_send({envelope(f, view, 'send')});")
    return around


def isend(f, view):
    return Around([f"NonblockingSend send({envelope(f, view)});"], [f"send.started(outcome, {request_of(f, view)});"])


def irecv(f, view):
    return Around([], [f"receive_started(outcome, {envelope(f, view)}, {request_of(f, view)});"])


def isendrecv(f, view):
    both = f"{envelope(f, view, 'send')}, {envelope(f, view, 'recv')}"
    return Around([f"NonblockingSendReceive both({both});"], [f"both.started(outcome, {request_of(f, view)});"])


def send_init(f, view):
    return Around([], [f"send_initialized(outcome, {envelope(f, view)}, {request_of(f, view)});"])


def recv_init(f, view):
    return Around([], [f"receive_initialized(outcome, {envelope(f, view)}, {request_of(f, view)});"])


def mprobe(f, view):
    flag = f.of_kind("flag_out")
    found = f"{view.out(flag[0])} != 0" if flag else "true"
    message = view.out(f.of_kind("message_out")[0])
    return Around([], [f"message_matched(outcome, {found}, {comm_of(f, view)}, {message});"])


def mrecv(f, view):
    take = f"const trace::CommId comm = take_matched_message({view.out(f.of_kind('message_inout')[0])});"
    return Around([take] + statuses_for(f, view), [f"matched_receive(outcome, comm, {status_of(f)}[0]);"])


def imrecv(f, view):
    take = f"const trace::CommId comm = take_matched_message({view.out(f.of_kind('message_inout')[0])});"
    return Around([take], [f"matched_receive_started(outcome, comm, {request_of(f, view)});"])


def requests_of(f, view):
    one = f.of_kind("request_inout")
    if one:
        return f"requests_of({one[0].name}, 1)", "1"
    array = f.of_kind("requests")[0]
    count = view.value(f.parameters[f.parameters.index(array) - 1])
    return f"requests_of({array.name}, {count})", count


def start(f, view):
    requests, _ = requests_of(f, view)
    return Around([f"PersistentStart start({requests});"], ["start.started(outcome);"])


def completion(f, view, status_count=None):
    requests, count = requests_of(f, view)
    return Around([f"Completion completion({requests});"] + statuses_for(f, view, status_count or count))


def completed(f, view):
    flag = f.of_kind("flag_out")
    return f"{view.out(flag[0])} != 0" if flag else "true"


def complete_all(f, view):
    around = completion(f, view)
    around.after = [f"completion.all(outcome, {completed(f, view)}, {status_of(f)});"]
    return around


def complete_any(f, view):
    around = completion(f, view, status_count="1")
    index = f"{view.out(f.named('indx') or f.named('index'))} - {view.first_index}"
    around.after = [f"completion.any(outcome, {completed(f, view)}, {index}, {status_of(f)});"]
    return around


def complete_some(f, view):
    around = completion(f, view)
    count = view.out(f.named("outcount"))
    indices = f.named("array_of_indices").name
    around.after = [f"completion.some(outcome, {count}, {indices}, {view.first_index}, {status_of(f)});"]
    return around


def request_free(f, view):
    request = view.out(f.of_kind("request_inout")[0])
    return Around([f"RequestRelease release({request});"], ["release.released(outcome);"])


def cancel(f, view):
    return Around([], [f"cancel_asked(outcome, {view.out(f.of_kind('request_inout')[0])});"])


def operation_of(name):
    """MPI_Ineighbor_alltoallv_init -> (alltoallv, True)"""
    word = re.sub(r"(_init)?(_c)?$", "", name[len("MPI_"):].lower())
    word = re.sub(r"^i(?=(neighbor|barrier|bcast|gather|scatter|all|reduce|scan|exscan))", "", word)
    neighbours = word.startswith("neighbor_")
    return word.removeprefix("neighbor_"), neighbours


COLLECTIVE_ARGUMENTS = ["count", "sendcount", "recvcount", "sendcounts", "recvcounts", "datatype", "sendtype",
                        "recvtype", "sendtypes", "recvtypes", "root", "comm"]
WRAPPED_ARRAYS = {"counts": "Counts", "datatypes": "Datatypes"}


def collective_arguments(f, view):
    operation, neighbours = operation_of(f.name)
    fields = [f".op = trace::CollectiveOp::{operation}"]
    if neighbours:
        fields.append(".on_neighbours = true")
    buffers = [p for p in f.of_kind("buffer", "const_buffer") if p.name in ("sendbuf", "recvbuf")]
    if buffers and not neighbours:
        fields.append(".in_place = " + " || ".join(view.buffer_in_place(p) for p in buffers))
    for name in COLLECTIVE_ARGUMENTS:
        p = f.named(name)
        if p is None:
            continue
        array = WRAPPED_ARRAYS.get(p.kind)
        fields.append(f".{name} = " + (f"{array}({p.name})" if array else view.value(p)))
    joined = ",\n                                      ".join(fields)
    return f"const CollectiveArguments arguments{{{joined}}};"


def collective(f, view):
    return Around([collective_arguments(f, view), "Collective collective(arguments);"],
                  ["collective.finished(arguments);"])


def icollective(f, view):
    return Around([collective_arguments(f, view), "NonblockingCollective collective(arguments);"],
                  [f"collective.started(outcome, {request_of(f, view)});"])


def collective_init(f, view):
    return Around([], [collective_arguments(f, view),
                       f"collective_initialized(outcome, arguments, {request_of(f, view)});"])


def comm_new(f, view, helper="CommCreation"):
    return Around([f"{helper} creation({comm_of(f, view)});"],
                  [f"creation.created(outcome, {view.out(f.of_kind('comm_out')[0])});"])


def comm_new_group(f, view):
    return comm_new(f, view, "CommCreationByGroup")


def comm_idup(f, view):
    duplicate = f"[=] {{ return {view.out(f.of_kind('comm_out')[0])}; }}"
    return Around([f"NonblockingDuplication duplication({comm_of(f, view)});"],
                  [f"duplication.started(outcome, {duplicate}, {request_of(f, view)});"])


def comm_free(f, view):
    return Around([f"CommRelease release({view.out(f.of_kind('comm_inout')[0])});"], ["release.released(outcome);"])


def comm_set_name(f, view):
    return Around([], [f"comm_named({comm_of(f, view)}, {view.text(f.of_kind('string')[0])}, outcome);"])


CLASSES = {
    "plain": plain, "init": init, "init_thread": init, "finalize": finalize,
    "send": send, "recv": recv, "sendrecv": sendrecv, "sendrecv_replace": sendrecv,
    "isend": isend, "irecv": irecv, "isendrecv": isendrecv, "isendrecv_replace": isendrecv,
    "send_init": send_init, "recv_init": recv_init, "start": start, "startall": start,
    "mprobe": mprobe, "improbe": mprobe, "mrecv": mrecv, "imrecv": imrecv,
    "wait": complete_all, "waitall": complete_all, "test": complete_all, "testall": complete_all,
    "waitany": complete_any, "testany": complete_any, "waitsome": complete_some, "testsome": complete_some,
    "request_free": request_free, "cancel": cancel,
    "collective": collective, "icollective": icollective, "collective_init": collective_init,
    "comm_new": comm_new, "comm_new_group": comm_new_group, "comm_idup": comm_idup,
    "comm_free": comm_free, "comm_set_name": comm_set_name,
}


# --- Output ----------------------------------------------------------------------------------------------------------


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

#include "record/mpi/call.h"
#include "record/mpi/collectives.h"
#include "record/mpi/communicators.h"
#include "record/mpi/fortran.h"
#include "record/mpi/init_finalize.h"
#include "record/mpi/point_to_point.h"
#include "record/mpi/requests.h"
#include "record/mpi/statuses.h"

using namespace latecomer;               // NOLINT: the wrappers are global functions
using namespace latecomer::record;       // NOLINT
using namespace latecomer::record::mpi;  // NOLINT

extern "C" {{
"""


def indented(lines):
    return "".join(f"  {line}\n" for line in lines)


def c_wrapper(f):
    around = CLASSES[f.helper](f, CView())
    declarations = ", ".join(p.declaration() for p in f.parameters)
    arguments = ", ".join(p.name for p in f.parameters)
    forwarded = ", ".join([f"P{f.name}"] + [p.name for p in f.parameters])
    return f"""
int {f.name}({declarations}) {{
  if (!recording()) return P{f.name}({arguments});
  Call call(Function::{f.name});
{indented(around.before)}  const int outcome = call.real({forwarded});
{indented(around.after)}  return outcome;
}}
"""


# The arguments that exist in C only, and those whose Fortran form is not one address (and one length for a text).
ONLY_IN_C = {"argument_count", "argument_vector"}
NOT_FORWARDED = {"strings", "string_vectors"}
TEXTS = {"string", "string_out"}
# Fortran arguments that helpers look at are default integers; the others are merely passed on.
INTEGERS = {"count", "counts", "rank", "root", "tag", "int", "int_out", "ints_out", "flag_out", "comm", "comm_out",
            "comm_inout", "datatype", "datatypes", "request", "request_out", "request_inout", "requests",
            "message_out", "message_inout"}


@dataclass
class FortranBinding:
    """How one MPI library names the Fortran procedures that have to be wrapped, and those that do the work."""
    status_type: str

    def names(self, f):
        raise NotImplementedError

    def real_name(self, f):
        raise NotImplementedError


class OpenMpiBinding(FortranBinding):
    """mpif.h and `use mpi` call mpi_x_, `use mpi_f08` calls ompi_x_f; both have the same arguments."""

    def __init__(self):
        super().__init__("MPI_Fint*")

    def names(self, f):
        word = f.name[len("MPI_"):].lower()
        return [f"mpi_{word}_", f"ompi_{word}_f"]

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
    around = CLASSES[f.helper](f, FortranView())
    typed = [(p.c_type, p.name) for p in f.parameters] + [("MPI_Fint*", "ierror")]
    typed += [("size_t", f"{p.name}_length") for p in f.parameters if p.kind in TEXTS]
    declarations = ", ".join(f"{t} {n}" for t, n in typed)
    arguments = ", ".join(n for _, n in typed)
    types = ", ".join(t for t, _ in typed)
    name, *aliases = binding.names(f)
    after = around.after
    if any("outcome" in line for line in after):
        after = ["const int outcome = *ierror;"] + after
    alias_lines = "".join(f'void {a}({declarations}) __attribute__((alias("{name}")));\n' for a in aliases)
    return f"""
void {name}({declarations}) {{
  static const auto real = next_function<void (*)({types})>("{binding.real_name(f)}");
  if (!recording()) return real({arguments});
  MPI_Fint unwanted = 0;
  if (ierror == nullptr) ierror = &unwanted;
  Call call(Function::{f.name});
{indented(around.before)}  call.real(real, {arguments});
{indented(after)}}}
{alias_lines}"""


def fortran_wrappers(functions, binding):
    forms = [fortran_function(f, binding) for f in functions]
    return "".join(fortran_wrapper(f, binding) for f in forms if f is not None)


def declared_in(header):
    """The functions with a profiling name, PMPI_X, in a preprocessed mpi.h."""
    return {name[1:] for name in re.findall(r"\b(PMPI_\w+)\s*\(", header)}


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
