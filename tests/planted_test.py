#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""The programs of tests/planted wait for one cause each, and the first one that the summary names has to be that.

usage: planted_test.py LATECOMER PROGRAMS [NAME...], where PROGRAMS has the compiled ones of tests/planted, and a NAME is one of these;
run by the Python whose programs are recorded

What is expected is in comments of the programs:

    run: 3 ranks --openmp                           on how many ranks, and with which options of `record`
    with: chemistry.c                               another source file of the program that has marks
    planted: refine → smooth, rank 1, thread 3, 0.6 s
                                                    in the line that is to be named (of time without a core, with which the gap begins
                                                    that it is in), or above it: the function that is late and, as far
                                                    as they matter, its callers; the rank; the thread, unless it is the first one; for
                                                    how long others wait because of it, all together
    summary: Late Receiver                          what the summary says besides
    sizes: MPI_Send, 20 calls                       what it says of the call that takes longest by its size
"""

import itertools
import json
import os
import pathlib
import re
import sys
import tempfile
import time
from collections import namedtuple

from measured import until_undisturbed
from recorded_runs import Failed, can_record_kernel, run

LATECOMER, PROGRAMS = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
SOURCES = pathlib.Path(__file__).resolve().parent / "planted"
TOLERANCE = 0.15  # of the planted time

Cause = namedtuple("Cause", "functions place rank thread seconds")


def launcher_of_python():
    """That of the MPI which mpi4py was made for; None where there is none."""
    try:
        library = run(sys.executable, "-c", "from mpi4py import MPI; print(MPI.Get_library_version())")
    except Failed:
        return None
    return "mpiexec.mpich" if "MPICH" in library else "mpiexec.openmpi"


# --- What the programs say -------------------------------------------------------------------------------------------


class Program:
    def __init__(self, file, source):
        self.name = file.name
        self.file = file
        self.options, self.phrases, self.cause, self.sizes = [], [], None, None
        self.read(source)

    def read(self, source):
        """What the comments of a source file say. A comment on a line of its own is about the next line."""
        lines = source.read_text().splitlines()
        for number, text in enumerate(lines, 1):
            found = re.search(r"(?://|#|!) *(run|with|planted|summary|sizes): (.*)", text)
            if not found:
                continue
            kind, value = found.groups()
            if kind == "run":
                self.ranks, options = re.match(r"(\d+) ranks(.*)", value).groups()
                self.options = options.split()
            elif kind == "with":
                self.read(source.with_name(value))
            elif kind == "planted":
                is_alone = not text[:found.start()].strip()
                self.cause = planted(value, f"{source.name}:{number + is_alone}")
            elif kind == "summary":
                self.phrases.append(value)
            else:
                self.sizes = value.split(", ")


def planted(text, place):
    functions, rank, thread, seconds = re.fullmatch(r"(.*), rank (\d+)(?:, thread (\d+))?, ([\d.]+) s", text).groups()
    return Cause(functions.split(" → "), place, int(rank), int(thread or 0), float(seconds))


def programs(names):
    """The compiled ones and those in Python, by name."""
    found = []
    for source in sorted(SOURCES.iterdir()):
        if source.suffix not in (".c", ".cc", ".f90", ".py") or not re.search(r"^\S+ run: ", source.read_text(), re.MULTILINE):
            continue
        files = [source] if source.suffix == ".py" else [PROGRAMS / source.stem, *sorted(PROGRAMS.glob(source.stem + "-*"))]
        found += [Program(file, source) for file in files]
    unknown = set(names) - {program.name for program in found}
    if unknown:
        sys.exit(f"no such program: {', '.join(sorted(unknown))}")
    return [program for program in found if not names or program.name in names]


# --- What latecomer says ---------------------------------------------------------------------------------------------


def without_parameters(function):
    """mesh::Solver<double>::step of mesh::Solver<double>::step(double)."""
    return re.sub(r"\(.*", "", function)


def joined(lines):
    return " ".join(" ".join(lines).split())


def is_of_entry(line):
    """Whether a line is one more of an entry, neither the next one, nor what says how many there are."""
    return re.match(r" {7}", line) and not re.match(r" +[\d.]+ \w+ +[\d.]+ % ", line)


class Report:
    """The summary of a run, and what the JSON says of the first cause in it."""

    def __init__(self, archive):
        self.lines = run(LATECOMER, "analyze", "--width", "1000", archive).splitlines()
        self.summary = joined(self.lines)
        self.json = json.loads(run(LATECOMER, "show", "--json", archive))

    def first_of(self, title):
        """The first entry of a list of the summary."""
        lines = itertools.dropwhile(lambda line: not line.startswith(title), self.lines)
        first = list(itertools.islice(lines, 2))[1:]
        return joined(first + list(itertools.takewhile(is_of_entry, lines)))

    def name(self, path):
        return self.json["regions"][self.json["call_paths"][path]["region"]]["name"]

    def functions_to(self, path):
        """Those that lead to a call path, without gaps, outermost first."""
        functions = []
        while path is not None:
            node = self.json["call_paths"][path]
            if self.json["regions"][node["region"]]["role"] != "gap":
                functions.insert(0, without_parameters(self.name(path)))
            path = node["parent"]
        return functions

    def place_of(self, path):
        """Where a call path was called; of time without a core, where the gap begins that it is in."""
        if self.json["regions"][self.json["call_paths"][path]["region"]]["role"] == "not running":
            gap = self.json["regions"][self.json["call_paths"][self.json["call_paths"][path]["parent"]]["region"]]
            return f"{pathlib.PurePath(gap['file']).name}:{gap['begin_line']}"
        own = self.json["call_paths"][path]["own_site"]
        node = self.json["call_paths"][path if own is None else own]
        return f"{pathlib.PurePath(node['call_file']).name}:{node['call_line']}"

    def seconds_of_locations(self, path):
        """The costs of a call path and of what was sampled in it."""
        parents = [node["parent"] for node in self.json["call_paths"]]
        below = {path}
        for other, parent in enumerate(parents):
            is_sampled = self.json["regions"][self.json["call_paths"][other]["region"]]["role"] != "not running"
            if parent in below and is_sampled:
                below.add(other)
        delay = [metric["id"] for metric in self.json["metrics"]].index("delay")
        rows = [row["values"] for row in self.json["values"] if row["metric"] == delay and row["call_path"] in below]
        return [sum(values) for values in zip(*rows)]

    def first_cause(self):
        if not self.json["root_causes"]:
            return None
        cause = self.json["root_causes"][0]
        path = cause["call_path"]
        seconds = self.seconds_of_locations(path)
        location = self.json["locations"][seconds.index(max(seconds))]
        if cause["sampled_call_path"] is not None:
            path = cause["sampled_call_path"]
        return Cause(self.functions_to(path), self.place_of(path), self.json["ranks"][location["rank"]]["rank"], location["thread"],
                     cause["seconds"])


def is_part(part, whole):
    """Whether all of a list are in the other one, in the same order."""
    rest = iter(whole)
    return all(each in rest for each in part)


def leads_into_library(functions, function):
    """Whether more is named than the function and what it calls itself, which can be a library's: std::sort, not what that calls."""
    return function in functions and len(functions) - functions.index(function) > 2


def problems_of_cause(expected, found, entry):
    """What is wrong with the first cause, and with what the summary says of it."""
    if found is None:
        return ["no cause"]
    problems = []
    if not is_part(expected.functions, found.functions) or leads_into_library(found.functions, expected.functions[-1]):
        problems.append(f"function: {' → '.join(found.functions)}")
    if found.place != expected.place:
        problems.append(f"line: {found.place}")
    if (found.rank, found.thread) != (expected.rank, expected.thread):
        problems.append(f"rank {found.rank}, thread {found.thread}")
    if abs(found.seconds - expected.seconds) > TOLERANCE * expected.seconds:
        problems.append(f"{found.seconds:.3f} s")
    who = f"rank {expected.rank}" + (f", thread {expected.thread}:" if expected.thread else "")
    for phrase in (*expected.functions, who):
        if phrase not in entry:
            problems.append(f"the summary lacks {phrase!r}")
    if f"({expected.place})" not in entry and f"({expected.place} →" not in entry:
        problems.append(f"the summary lacks {expected.place}")
    return problems


class Test:
    def __init__(self, program, launcher):
        self.program = program
        self.launcher = launcher
        self.found = None
        self.times = 0

    def record(self, archive):
        interpreter = [sys.executable] if self.program.file.suffix == ".py" else []
        run(LATECOMER, "record", *self.program.options, "-o", archive, "--", self.launcher, "-n", self.program.ranks, *interpreter,
            self.program.file)

    def problems(self):
        self.times += 1
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "run")
            try:
                self.record(archive)
                report = Report(archive)
            except Failed as failed:
                return [str(failed)]
        problems, entries = [], []
        if self.program.cause:
            entry = report.first_of("Who made them wait")
            self.found = report.first_cause()
            entries.append(entry)
            problems += problems_of_cause(self.program.cause, self.found, entry)
        if self.program.sizes:
            entry = report.first_of("Calls that take long by their size")
            entries.append(entry)
            problems += [f"the summary lacks {phrase!r}" for phrase in self.program.sizes if phrase not in entry]
        problems += [f"the summary lacks {phrase!r}" for phrase in self.program.phrases if phrase not in report.summary]
        return problems + [f"the summary says: {entry}" for entry in entries if problems]

    def expectation(self):
        cause = self.program.cause
        if not cause:
            return ", ".join(self.program.sizes)
        return f"{' → '.join(cause.functions)} ({cause.place}), rank {cause.rank}, thread {cause.thread}"

    def seconds(self):
        if not self.program.cause:
            return ""
        return f"{self.program.cause.seconds:.2f} s" + (f" {self.found.seconds:.2f} s" if self.found else "")


def main(names):
    failures = []
    launchers = {True: launcher_of_python(), False: "mpiexec.openmpi"}
    print(f"{'program':18} {'found':8} {'planted':>6} {'found':>6} {'times':>5} {'took':>6}  what")
    for program in programs(names):
        is_python = program.file.suffix == ".py"
        if not launchers[is_python]:
            print(f"{program.name:18} skipped: {sys.executable} has no mpi4py")
            continue
        if "--kernel" in program.options and not can_record_kernel():
            print(f"{program.name:18} skipped: the kernel's tracepoints cannot be recorded")
            continue
        test = Test(program, launchers[is_python])
        begin = time.monotonic()
        problems = until_undisturbed(f"planted {program.name}", test.problems)
        print(f"{program.name:18} {'no' if problems else 'yes':8} {test.seconds():>13} {test.times:5} {time.monotonic() - begin:5.1f}s"
              f"  {test.expectation()}", flush=True)
        if problems:
            failures.append(f"{program.name}: not found: {test.expectation()}" + "".join(f"\n    {each}" for each in problems))
    print("".join(f"\n{failure}" for failure in failures) or "all found")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[3:]))
